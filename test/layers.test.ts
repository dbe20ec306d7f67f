// The imports and packages that each folder may use. A scan of import lines, because
// the globs of linters fail silently.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { assertionTypes } from "../src/engine/evaluate/assertions/assertion-types.ts";
import { providerFacts } from "../src/engine/providers/provider-facts.ts";
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
    packages: [
      "node:crypto",
      "js-yaml",
      "yaml",
      "diff",
      "fast-json-patch",
      "fastest-levenshtein",
      "json-p3",
      "jsonc-parser",
      "node-diff3",
      "ajv",
      "re2js",
    ],
  },
  generated: { folders: ["engine"], packages: [] }, // types only
  io: {
    folders: ["engine", "generated"],
    packages: [
      "node:child_process",
      "node:crypto",
      "node:fs",
      "node:os",
      "node:path",
      "node:process",
      "node:stream",
      "node:zlib",
      "csv-parse",
      "globby",
      "ofetch",
      "undici",
    ],
  },
  project: {
    folders: ["engine", "generated", "io"],
    packages: ["node:fs", "node:path"],
  },
  importers: { folders: ["engine", "generated"], packages: [] },
  sync: { folders: ["engine", "generated", "importers"], packages: [] },
  providers: { folders: ["engine", "generated", "io"], packages: ["@pydantic/genai-prices"] },
  client: { folders: ["engine", "generated", "io", "providers"], packages: [] },
  service: {
    folders: ["engine", "generated", "providers", "views"],
    packages: [
      "node:crypto",
      "node:fs",
      "node:http",
      "node:net",
      "node:path",
      "node:stream",
      "node:timers/promises",
      "node:url",
      "diff",
      "hono",
      "@hono/node-server",
      "jose",
      "libsql",
      "pg",
      "pg-connection-string",
      "prom-client",
    ],
  },
  views: {
    folders: ["engine", "generated"],
    packages: ["diff", "fast-string-width", "hono", "json-schema-to-typescript", "picocolors"],
  },
  github: { folders: ["engine", "generated", "io", "views"], packages: [] },
  cli: {
    folders: [
      "engine",
      "generated",
      "importers",
      "io",
      "project",
      "sync",
      "providers",
      "service",
      "views",
      "github",
      "kinds.ts",
    ],
    packages: ["commander", "node:fs", "node:path", "node:util", "undici"],
  },
  "kinds.ts": { folders: ["engine", "generated"], packages: [] },
  "index.ts": { folders: ["client", "engine", "generated", "io"], packages: [] },
  "action.ts": {
    folders: ["cli", "github", "io", "../package.json"],
    packages: ["node:crypto", "node:fs", "node:timers/promises"],
  },
  "main.ts": {
    folders: ["cli", "io", "../package.json"],
    packages: [
      "node:fs",
      "node:readline/promises",
      "node:timers/promises",
      "node:tty",
      "node:util",
    ],
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

/** The rooms of each folder with rooms: each imports only those before it. */
const roomsOf: Readonly<Record<string, readonly string[]>> = {
  engine: [
    "model",
    "json",
    "providers",
    "text",
    "refusals",
    "json-schema",
    "render",
    "parse",
    "validate",
    "normalize",
    "resolve",
    "environments",
    "match",
    "diff",
    "history",
    "select",
    "order",
    "guard",
    "review",
    "apply",
    "export",
    "merge",
    "edit",
    "format",
    "evaluate",
    "rules",
    "alerts",
  ],
  "engine/evaluate": ["trials", "rule", "assertions", "cases"],
  io: ["files", "git", "ci", "commands", "http", "service"],
  importers: ["convert", "openai", "promptfoo", "text"],
  github: ["api", "pages"],
  project: ["files", "local", "settings", "commits"],
  sync: ["load", "plan", "apply", "pull", "import"],
  service: ["store", "sqlite", "postgres", "http", "page"],
  "service/http": ["requests", "access", "resources", "runs", "openapi"],
  "service/page": ["frame", "prompt", "versions", "list"],
  views: ["text", "code", "definitions", "evaluation", "plan", "apply", "history"],
  cli: [
    "host",
    "project",
    "connect",
    "serve",
    "definitions",
    "plan",
    "code",
    "prompts",
    "import",
    "evaluate",
    "action",
  ],
};

const impure =
  /\b(console\.|fetch\(|Date\.now|new Date|Math\.random|performance\.|process\.|setTimeout|async |await |createRequire|Buffer\b)/;

/** What the engine may import of node:crypto. */
const digests = ["createHash", "hash"];

/** The room of a file in a folder, such as `text` of `views/text/marker.ts`; undefined if it is in none. */
function roomIn(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [room, inside] = file.slice(folder.length + 1).split("/");
  return inside === undefined ? undefined : room;
}

/** The path in src of an imported file of ours. */
function pathOf({ file, from }: Import): string {
  return relative(src, resolve(src, dirname(file), from)).replaceAll("\\", "/");
}

function importedFiles(file: string): string[] {
  return ours.filter((each) => each.file === file).map(pathOf);
}

/** The names in `import { … } from` a package. */
function importedNames(file: string, from: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  const imports = [...text.matchAll(/import ([^;]*?) from "([^"]+)"/g)];
  return imports
    .filter(([, , path]) => path === from)
    .flatMap(([, names]) => names!.replace(/[{}]/g, "").split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The groups of files that reach one another, each sorted (Tarjan's algorithm). */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const indexes = new Map<string, number>();
  const lows = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    indexes.set(node, indexes.size);
    lows.set(node, indexes.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!indexes.has(next)) visit(next);
      if (stack.includes(next)) lows.set(node, Math.min(lows.get(node)!, lows.get(next)!));
    }
    if (lows.get(node) !== indexes.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles;
}

function exportedNames(file: string): string[] {
  const declared = /^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm;
  return [...withoutComments(file).matchAll(declared)].map(([, name]) => name!);
}

describe("layers", () => {
  test("the scan finds what is there", () => {
    expect(files.length).toBeGreaterThan(40);
    expect(ours.length).toBeGreaterThan(100);
    expect(packages.map(({ from }) => from)).toContain("globby"); // a dynamic one
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

  test.each(Object.entries(roomsOf))(
    "rooms of %s import only the rooms before them, and no file outside of rooms",
    (folder, rooms) => {
      const wrong = ours.filter((each) => {
        const [from, to] = [roomIn(folder, each.file), pathOf(each)];
        if (from === undefined || !to.startsWith(`${folder}/`)) return false;
        const place = rooms.indexOf(roomIn(folder, to) ?? "");
        return place === -1 || place > rooms.indexOf(from);
      });
      expect(wrong).toEqual([]);
    },
  );

  test("every folder in src is a room with a place in the order", () => {
    const missing = files.flatMap((file) => {
      const [folder = "", ...inner] = file.split("/").slice(0, -1);
      const paths = inner.map((room, depth) => [
        [folder, ...inner.slice(0, depth)].join("/"),
        room,
      ]);
      return paths.filter(([parent, room]) => !roomsOf[parent!]?.includes(room!));
    });
    expect(missing).toEqual([]);
  });

  test("in the service, only the page imports views", () => {
    const wrong = ours.filter(
      (each) => folderOf(each.file) === "service" && targetOf(each) === "views",
    );
    expect(wrong.filter(({ file }) => !file.startsWith("service/page/"))).toEqual([]);
  });

  test("exported names are unique", () => {
    const names = files
      .filter((file) => folderOf(file) !== "generated")
      .flatMap((file) => [...new Set(exportedNames(file))]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("files import one another in no cycle, types included", () => {
    expect(cyclesOf(new Map(files.map((file) => [file, importedFiles(file)])))).toEqual([]);
  });

  test("a cycle is found", () => {
    const graph = { a: ["b"], b: ["c", "d"], c: ["a"], d: [] };
    expect(cyclesOf(new Map(Object.entries(graph)))).toEqual([["a", "b", "c"]]);
  });

  test("the engine is pure: no clock, random, network, console or Node API but createHash", () => {
    const wrong = files
      .filter((file) => ["engine", "importers"].includes(folderOf(file)))
      .filter((file) => impure.test(withoutComments(file)));
    expect(wrong).toEqual([]);
    const nodeImports = packages
      .filter(({ file, from }) => folderOf(file) === "engine" && from.startsWith("node:"))
      .map(({ file }) => importedNames(file, "node:crypto"));
    expect([...new Set(nodeImports.flat())].filter((name) => !digests.includes(name))).toEqual([]);
  });

  test("only main.ts and action.ts touch the process", () => {
    const wrong = files.filter(
      (file) =>
        !["main.ts", "action.ts"].includes(file) && /\bprocess\./.test(withoutComments(file)),
    );
    expect(wrong).toEqual([]);
    const imports = packages
      .filter(({ from }) => from === "node:process")
      .map(({ file, from }) => [file, ...importedNames(file, from)]);
    expect(imports).toEqual([
      ["io/commands/running-command.ts", "kill", "platform"], // process groups
      ["io/files/process-id.ts", "getuid", "kill", "pid"], // whose temporary file it is
    ]);
  });

  test("only built-in classes and those of the same file are recognized by instanceof", () => {
    const wrong = files.flatMap((file) => {
      const text = withoutComments(file);
      return [...text.matchAll(/\binstanceof (\w+)/g)]
        .filter(([, name]) => !Object.hasOwn(globalThis, name!) && !text.includes(`class ${name} `))
        .map(([found]) => `${file}: ${found}`);
    });
    expect(wrong).toEqual([]);
  });

  test("most files have 50 to 150 lines, few more than 250", () => {
    const lengths = files.map(
      (file) => readFileSync(join(src, file), "utf8").split("\n").length - 1,
    );
    const usual = lengths.filter((length) => length >= 50 && length <= 150);
    const long = lengths.filter((length) => length > 250);
    expect(usual.length / files.length).toBeGreaterThan(0.5);
    expect(long.length / files.length).toBeLessThan(0.02);
  });

  test("no kind is named in the engine, in sync or in the service", () => {
    const named = new RegExp(`["'\`](${kindNames.join("|")})["'\`]`);
    const wrong = files
      .filter((file) => ["engine", "sync", "service"].includes(folderOf(file)))
      .filter((file) => !/^(engine\/rules|service\/page)\//.test(file))
      .filter((file) => named.test(withoutComments(file)));
    expect(wrong).toEqual([]);
  });

  test("rows of kinds are compared by their kind: two bundles can hold two tables", () => {
    const identity = /\brow [!=]== (?!undefined)|[!=]== (?:row|\w+Row)\b(?!\.)/;
    const wrong = files.filter((file) => identity.test(withoutComments(file)));
    expect(wrong).toEqual([]);
  });

  test("outside their rows, no comparison and no pattern names a kind, a provider or an assertion type", () => {
    const wrong = files
      .filter((file) => !rowFiles.test(file))
      .flatMap((file) => namesIn(file, readFileSync(join(src, file), "utf8")));
    expect(wrong).toEqual([]);
  });

  test.each([
    ["a comparison", 'if (kind === "prompt") a();', '"prompt"'],
    ["a case", 'switch (code) { case "unknown-tool": a(); }', '"unknown-tool"'],
    ["a search", 'a.startsWith("TOOL_CALLED")', '"TOOL_CALLED"'],
    ["a list", 'new Set(["unused-variable", "no-assertions"])', '"no-assertions"'],
    ["a pattern", "/^unknown-(?:tool|prompt)$/.test(code)", "/^unknown-(?:tool|prompt)$/"],
    ["a value", 'const row = { provider: "OPENAI" };', '"OPENAI"'],
  ])("%s with a name is found", (_, text, name) => {
    expect(namesIn("a.ts", text)).toEqual([`a.ts:1: ${name}`]);
  });

  test.each(['role === "tool"', 'pluralize(count, "prompt")', '"unknown-key" === code'])(
    "%s names none",
    (text) => {
      expect(namesIn("a.ts", text)).toEqual([]);
    },
  );
});

const kindNames = kinds.flatMap(({ kind, plural }) => [kind, plural]);
const typeNames = [
  ...Object.entries(providerFacts).flatMap(([name, { id }]) => [name, id]),
  ...Object.keys(assertionTypes),
];

/**
 * The files with the rows; those of the formats of other tools; and the page of the service, which shows
 * each kind in its own way.
 */
const rowFiles = new RegExp(
  `^(?:${[
    "kinds.ts",
    "engine/providers/provider-facts.ts",
    "engine/providers/request-facts.ts",
    "engine/providers/model-ends.ts",
    "engine/evaluate/assertions/assertion-types.ts",
    "engine/rules/rules.ts",
    "generated/.*",
    "importers/.*",
    "cli/import/import-formats.ts",
    "service/page/.*",
  ].join("|")})$`,
);

/** Matches the text of each file with a name, so that few are parsed. */
const mayName = new RegExp(
  `["'\`/(|:-](?:${[...kindNames, ...typeNames].join("|")})["'\`/)|:\\\\-]`,
);

/** The patterns and the compared texts that contain a name, and the texts that are one of a type. */
function namesIn(file: string, text: string): string[] {
  if (!mayName.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isNamed(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}: ${node.getText()}`);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function isNamed(node: ts.Node): boolean {
  const isPattern = ts.isRegularExpressionLiteral(node);
  if (!isPattern && !(ts.isStringLiteralLike(node) && !ts.isLiteralTypeNode(node.parent)))
    return false;
  if (typeNames.includes(node.text)) return true;
  const words = node.text.replace(/tool-calls?/, "").split(/[^A-Za-z_]+/); // a reason why replies end
  const names = isPattern ? [...kindNames, ...typeNames] : kindNames;
  return words.some((word) => names.includes(word)) && (isPattern || isCompared(node));
}

/** Whether a text is an operand of a comparison or a case, or an item of what is searched. Roles and fields have names of kinds too. */
function isCompared(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    const isOther = /\b(?:role|path\[0\])$/.test(parent.left.getText());
    return /^[!=]==?$/.test(parent.operatorToken.getText()) && !isOther;
  }
  if (ts.isCallExpression(parent))
    return /\.(?:has|includes|startsWith|endsWith)$/.test(parent.expression.getText());
  if (!ts.isArrayLiteralExpression(parent)) return ts.isCaseClause(parent);
  const user = parent.parent;
  return (
    ts.isNewExpression(user) ||
    (ts.isPropertyAccessExpression(user) && user.name.text === "includes")
  );
}

function withoutComments(file: string): string {
  return readFileSync(join(src, file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
}
