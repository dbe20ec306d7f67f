// docs/platforms.md says what package.json, CI and the package libsql say.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const page = textOf("docs/platforms.md");

it("the least version of Node.js", () => {
  const { engines } = JSON.parse(textOf("package.json")) as { engines: { node: string } };
  expect(`>=${/needs Node\.js (\S+) or later/.exec(page)![1]}.0`).toBe(engines.node);
});

it("where the tests run", () => {
  const { jobs } = parse(textOf(".github/workflows/ci.yml")) as {
    jobs: Record<string, { "runs-on": string; strategy: { matrix: { node: number[] } } }>;
  };
  expect(Object.values(jobs).map((job) => job["runs-on"])).toEqual(["ubuntu-latest"]);
  const versions = jobs["check"]!.strategy.matrix.node;
  expect(page).toContain(
    `on Ubuntu x64 with Node.js ${versions.slice(0, -1).join(", ")} and ${versions.at(-1)}`,
  );
});

const systems: Readonly<Record<string, string>> = {
  "Linux with glibc": "linux-CPU-gnu",
  "Linux with musl (Alpine)": "linux-CPU-musl",
  macOS: "darwin-CPU",
  Windows: "win32-CPU-msvc",
};

it("where the embedded service runs", () => {
  const { packages } = JSON.parse(textOf("package-lock.json")) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const binaries = Object.keys(packages["node_modules/libsql"]!.optionalDependencies!);
  const rows = [...page.matchAll(/^\| (.+?) \| ((?:x64|arm).*?) \|$/gm)];
  const named = rows.flatMap(([, system, processors]) =>
    processors!.split(", ").map((processor) => systems[system!]!.replace("CPU", processor)),
  );
  const withoutAbi = (name: string): string =>
    name.replace("@libsql/", "").replace(/(gnu|musl)eabihf$/, "$1");
  expect(named.sort()).toEqual(binaries.map(withoutAbi).sort());
});
