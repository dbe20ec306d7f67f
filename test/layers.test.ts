// Who may import whom, and which packages each folder may use. A scan of import lines, because
// the globs of linters fail silently.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { kinds } from "../src/kinds.ts";

const src = join(import.meta.dirname, "..", "src");

interface Rule {
  /** Folders of ours it may import; its own is always allowed. */
  readonly folders: readonly string[];
  readonly packages: readonly string[];
}

const rules: Readonly<Record<string, Rule>> = {
  engine: {
    folders: ["generated"],
    packages: ["node:crypto", "yaml", "diff", "fast-json-patch", "fastest-levenshtein", "json-p3"],
  },
  generated: { folders: ["engine"], packages: [] }, // types only
  io: {
    folders: ["engine", "generated"],
    packages: ["node:child_process", "node:fs", "node:path", "globby", "ofetch", "undici"],
  },
  sync: { folders: ["engine", "generated"], packages: ["fast-json-patch"] },
  providers: { folders: ["engine", "generated"], packages: ["@pydantic/genai-prices"] },
  service: {
    folders: ["engine", "generated", "providers"],
    packages: [
      "node:crypto",
      "node:fs",
      "node:http",
      "node:net",
      "node:path",
      "node:stream",
      "node:url",
      "hono",
      "@hono/node-server",
      "libsql",
    ],
  },
  views: {
    folders: ["engine", "generated"],
    packages: ["diff", "fast-string-width", "picocolors"],
  },
  github: { folders: ["engine", "generated", "views"], packages: [] },
  cli: {
    folders: [
      "engine",
      "generated",
      "io",
      "sync",
      "providers",
      "service",
      "views",
      "github",
      "kinds.ts",
    ],
    packages: ["commander", "node:fs", "node:path"],
  },
  "kinds.ts": { folders: ["engine", "generated"], packages: [] },
  "index.ts": { folders: ["engine", "generated", "io"], packages: [] },
  "action.ts": {
    folders: ["cli", "github", "io", "../package.json"],
    packages: ["node:crypto", "node:fs", "node:timers/promises"],
  },
  "main.ts": {
    folders: ["cli", "io", "../package.json"],
    packages: ["node:fs", "node:readline/promises", "node:timers/promises"],
  },
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts"));

/** Static, dynamic and type imports and re-exports of a file. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), "utf8");
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?(?:[\w\s{},*$]+?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm,
  );
  return [...found].map(([, type, from, dynamic]) => ({
    file,
    from: (from ?? dynamic)!,
    typeOnly: type !== undefined,
  }));
}

/** The folder of src a file belongs to; the file itself at the top. */
function folderOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file;
}

const imports = files.flatMap(importsOf);
const ours = imports.filter(({ from }) => from.startsWith("."));
const packages = imports.filter(({ from }) => !from.startsWith("."));

/** The name of a package, without what is imported of it: `hono/factory` → `hono`. */
function packageOf(from: string): string {
  if (from.startsWith("node:")) return from;
  return from
    .split("/")
    .slice(0, from.startsWith("@") ? 2 : 1)
    .join("/");
}

function targetOf({ file, from }: Import): string {
  const path = relative(src, resolve(src, dirname(file), from)).replaceAll("\\", "/");
  return path.startsWith("..") ? path : folderOf(path);
}

describe("layers", () => {
  test("the scan finds what is there", () => {
    expect(files.length).toBeGreaterThan(40);
    expect(ours.length).toBeGreaterThan(100);
    expect(packages.map(({ from }) => from)).toContain("undici"); // a dynamic one
  });

  test("every folder has a rule", () => {
    expect([...new Set(files.map(folderOf))].sort()).toEqual(Object.keys(rules).sort());
  });

  test("folders import only the folders below them", () => {
    const wrong = ours.filter((each) => {
      const [from, to] = [folderOf(each.file), targetOf(each)];
      return from !== to && !rules[from]?.folders.includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test("folders use only the packages they list", () => {
    const wrong = packages.filter(
      ({ file, from }) => !rules[folderOf(file)]?.packages.includes(packageOf(from)),
    );
    expect(wrong).toEqual([]);
  });

  test("no rule lists a package that its folder does not use", () => {
    const used = packages.map(({ file, from }) => `${folderOf(file)} ${packageOf(from)}`);
    const listed = Object.entries(rules).flatMap(([folder, rule]) =>
      rule.packages.map((name) => `${folder} ${name}`),
    );
    expect(listed.filter((each) => !used.includes(each))).toEqual([]);
  });

  test("generated files import types of the engine only", () => {
    const wrong = ours.filter(({ file, typeOnly }) => folderOf(file) === "generated" && !typeOnly);
    expect(wrong).toEqual([]);
  });

  test("the engine is pure: no clock, no random, no network, no console", () => {
    const wrong = files
      .filter((file) => folderOf(file) === "engine")
      .filter((file) =>
        /\b(console\.|fetch\(|Date\.now|new Date|Math\.random|performance\.|process\.|setTimeout|async |await )/.test(
          withoutComments(file),
        ),
      );
    expect(wrong).toEqual([]);
  });

  test("only main.ts and action.ts touch the process", () => {
    const wrong = files.filter(
      (file) =>
        !["main.ts", "action.ts"].includes(file) && /\bprocess\./.test(withoutComments(file)),
    );
    expect(wrong).toEqual([]);
  });

  test("no kind is named in the engine, in sync or in the service", () => {
    const names = kinds.flatMap(({ kind, plural }) => [kind, plural]);
    const named = new RegExp(`["'\`](${names.join("|")})["'\`]`);
    const wrong = files
      .filter((file) => ["engine", "sync", "service"].includes(folderOf(file)))
      .filter((file) => !file.startsWith("engine/rules/"))
      .filter((file) => named.test(withoutComments(file)));
    expect(wrong).toEqual([]);
  });
});

function withoutComments(file: string): string {
  return readFileSync(join(src, file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
}
