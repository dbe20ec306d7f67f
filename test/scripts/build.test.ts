// What each command reads of the build: most of the time of a short run is reading code.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { folderOf } from "../io/folder.ts";

const root = join(import.meta.dirname, "../..");

const noting = `process.on("exit", () => require("node:fs").writeFileSync(process.env.LOADED,
  JSON.stringify(Object.keys(require.cache))));`;

const tool = "kind: tool\nname: look\ndescription: Looks.\nparameters: { type: object }\n";

it.each<[string, readonly string[], readonly string[]]>([
  ["--version", ["--version"], ["main.js"]],
  ["--help", ["--help"], ["main.js", "program.js"]],
  ["validate", ["validate"], ["main.js", "validating.js"]],
  [
    "validate where something is wrong",
    ["validate", "wrong"],
    ["main.js", "validating.js", "yaml.js"],
  ],
  ["graph", ["graph"], ["main.js", "offline.js"]],
  ["fmt", ["fmt", "--check"], ["formatting.js", "main.js", "yaml.js"]],
  [
    "plan",
    ["plan", "--base-url", "http://127.0.0.1:1", "--retries", "0"],
    ["fetch.js", "main.js", "online.js"],
  ],
])("%s", async (_what, words, files) => {
  await using folder = folderOf({
    "note.cjs": noting,
    "promptctl.yaml": "",
    "prompts/a.yaml": tool,
    "wrong/promptctl.yaml": "",
    "wrong/prompts/a.yaml": tool.replace("name", "nam"),
  });
  const loaded = folder.at("loaded.json");
  const { PROMPTCTL_BASE_URL: _url, CI: _ci, ...env } = process.env;
  spawnSync(
    process.execPath,
    ["--require", folder.at("note.cjs"), join(root, "dist", "main.js"), ...words],
    { cwd: folder.path, env: { ...env, LOADED: loaded, PROMPTCTL_API_KEY: "k" } },
  );
  const own = (JSON.parse(readFileSync(loaded, "utf8")) as string[])
    .filter((path) => path.startsWith(join(root, "dist")))
    .map((path) => basename(path));
  expect(own.sort()).toEqual(files);
});

it("a plan over HTTP does not load what only fetch needs", async () => {
  await using folder = folderOf({
    "note.cjs": `process.on("exit", () => require("node:fs").writeFileSync(process.env.LOADED,
      JSON.stringify(process.moduleLoadList)));`,
    "promptctl.yaml": "",
    "prompts/a.yaml": tool,
  });
  const env = { PATH: process.env["PATH"], LOADED: folder.at("loaded.json") };
  const words = ["plan", "--base-url", "http://127.0.0.1:1025", "--retries", "0"];
  spawnSync(
    process.execPath,
    ["--require", folder.at("note.cjs"), join(root, "dist", "main.js"), ...words],
    { cwd: folder.path, env },
  );
  const loaded = JSON.parse(readFileSync(env.LOADED, "utf8")) as string[];
  expect(loaded).toContain("NativeModule http"); // the names are as Node has them
  expect(loaded).not.toContain("NativeModule internal/deps/undici/undici");
});
