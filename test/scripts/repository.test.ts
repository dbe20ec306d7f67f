// One placeholder names the repository in everything that a release contains.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOf } from "../io/folder.ts";

const root = join(import.meta.dirname, "../..");
const placeholder = "OWNER/promptctl";
const { fillInRepository } = (await import(join(root, "scripts/release/repository.mjs"))) as {
  fillInRepository: (folder: string, repository: string) => void;
};

/** What a release contains besides dist/, and the sources of dist/. */
const released = ["docs", "examples", "templates", "schemas", "src"];

const files = [
  ...released.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path),
    ),
  ),
  ...readdirSync(root).filter((name) => /\.(?:md|yml|yaml)$/.test(name)),
].filter((path) => statSync(join(root, path)).isFile());

it("no file has another placeholder for the owner", () => {
  const others = files.filter((path) => {
    const text = readFileSync(join(root, path), "utf8").replaceAll(placeholder, "");
    return /\bOWNER\b|<owner>|\bYOUR[-_]ORG\b/.test(text);
  });
  expect(others).toEqual([]);
});

it("it is replaced in all files and folders", async () => {
  await using folder = folderOf({
    "a.md": `uses: ${placeholder}@x\ngit ls-remote https://github.com/${placeholder}\n`,
    "b/c.png": new Uint8Array([0x89, 0x50, 0xff, 0xfe]),
  });
  fillInRepository(folder.path, "acme/promptctl");
  expect(readFileSync(folder.at("a.md"), "utf8")).toBe(
    "uses: acme/promptctl@x\ngit ls-remote https://github.com/acme/promptctl\n",
  );
  expect([...readFileSync(folder.at("b/c.png"))]).toEqual([0x89, 0x50, 0xff, 0xfe]);
});
