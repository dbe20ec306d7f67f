import { spawn } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { openStore } from "../../../src/service/open-store.ts";
import { newStoreLocation } from "../../fixtures/test-store.ts";
import { listAll } from "./list-all.ts";
import { folderOf } from "../../io/folder.ts";

const root = join(import.meta.dirname, "../../..");

const writer = `
  import { openStore } from ${JSON.stringify(join(root, "src/service/open-store.ts"))};
  const store = await openStore(process.argv[2]);
  for (let n = 0; ; n += 1) {
    await store.insert({ kind: "item", id: "t" + n, body: { text: "x".repeat(2000) }, references: [] });
    process.stdout.write("t" + n + "\\n");
  }`;

it("after SIGKILL the store contains every acknowledged write", async () => {
  await using folder = folderOf();
  symlinkSync(join(root, "node_modules"), folder.at("node_modules"));
  await build({
    stdin: { contents: writer, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile: folder.at("writer.mjs"),
    logLevel: "error",
  });
  writeFileSync(folder.at("package.json"), '{"type":"module"}');
  const location = await newStoreLocation(folder.at("store.db"));
  const child = spawn(process.execPath, [folder.at("writer.mjs"), location], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === 50) child.kill("SIGKILL");
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(50);
  const store = await openStore(location);
  const stored = (await listAll(store, "item")).map(({ id }) => id);
  await store.close();
  expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(1);
}, 30_000);
