// The package promptctl-client: published to a registry, installed by an application with npm, and used
// with a running service from an ES module, a CommonJS module and TypeScript.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveEmbedded } from "../../fixtures/served.ts";
import { installedPrograms, startRegistry } from "./npm-programs.ts";
import { dist } from "../../fixtures/built.ts";

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "promptctl-client-"));
const application = join(folder, "application");
const baseUrl = JSON.stringify("https://prompts.example.com");

beforeAll(async () => {
  await using registry = await startRegistry(join(folder, "registry"), await installedPrograms());
  mkdirSync(application);
  writeFileSync(join(folder, "npmrc"), registry.npmrc);
  const npm = (...words: string[]): void => {
    const env = {
      PATH: process.env["PATH"],
      HOME: folder,
      npm_config_registry: registry.url,
      npm_config_cache: join(folder, "cache"),
      npm_config_userconfig: join(folder, "npmrc"),
    };
    execFileSync("npm", words, { cwd: application, env, stdio: "pipe" });
  };
  npm("publish", join(dist, "client"), "--access", "public");
  npm("init", "--yes");
  npm("install", "promptctl-client");
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("takes less than 1 MB, installed", () => {
  const files = readdirSync(join(application, "node_modules"), {
    recursive: true,
    withFileTypes: true,
  }).filter((each) => each.isFile());
  const sizes = files.map((each) => statSync(join(each.parentPath, each.name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
});

it.each([
  ["an ES module", "app.mjs", 'import { createClient } from "promptctl-client";'],
  ["a CommonJS module", "app.cjs", 'const { createClient } = require("promptctl-client");'],
])("%s calls a service", async (_kind, file, line) => {
  await using service = await serveEmbedded();
  const program = `${line}
    const client = createClient({ baseUrl: ${JSON.stringify(service.baseUrl)}, apiKey: "good", retries: 1 });
    const body = { name: "look", description: "Looks.", parameters: {} };
    client.tools.create(body).then(({ id }) => client.tools.get(id)).then(({ name }) => console.log(name));`;
  writeFileSync(join(application, file), program);
  const words = { cwd: application, encoding: "utf8" } as const;
  expect(execFileSync(process.execPath, [file], words)).toBe("look\n");
});

it.each(["app.mts", "app.cts"])("%s compiles with its types", (file) => {
  const program = `import { createClient, type Client, type Prompt } from "promptctl-client";
const client: Client = createClient({ baseUrl: ${baseUrl}, apiKey: "k", retries: 2 });
export const prompts: Promise<Prompt[]> = client.prompts.list();
// @ts-expect-error a tool has a description
export const tool = client.tools.create({ name: "x", parameters: {} });
`;
  writeFileSync(join(application, file), program);
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const words = [tsc, "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", file];
  execFileSync(process.execPath, words, { cwd: application, stdio: "pipe" });
});
