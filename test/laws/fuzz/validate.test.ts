// Whatever the files hold, validate ends with 0 or 3 and words of its own, within a second, and
// writes nothing. The long form (`npm run test:fuzz`) tries more than 20,000 inputs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { globbySync } from "globby";
import { expect, it } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { codes, filesOf } from "../../../src/engine/model/diagnostic-codes.ts";
import { runCli } from "../../cli/fake-host.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { flaws } from "../hostile/oracle.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";

const settings = propertySettings(400);
const timeout = propertyTimeout(60_000);

type Files = Readonly<Record<string, Uint8Array>>;

const isValidation = new Ajv().compile(
  JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../schemas/validation.schema.json"), "utf8"),
  ) as object,
);

const root = join(import.meta.dirname, "../../../examples");
const bytesOf = (text: string | Uint8Array): Uint8Array =>
  typeof text === "string" ? Buffer.from(text) : text;

/** Small projects to begin with: folders of the examples, and the broken and good ones of each code. */
const projects: readonly Files[] = [
  ...Object.values(codes).flatMap(({ bad, good }) =>
    [bad, good].map((example): Files => ({
      "promptctl.yaml": Buffer.from("definitions: prompts\n"),
      ...Object.fromEntries(
        Object.entries(filesOf(example)).map(([path, text]) => [path, bytesOf(text)]),
      ),
    })),
  ),
  ...globbySync("*/prompts/*", { cwd: root, onlyDirectories: true }).map((folder): Files => ({
    "promptctl.yaml": Buffer.from("definitions: prompts\n"),
    ...Object.fromEntries(
      globbySync(`${folder}/**`, { cwd: root }).map((path) => [
        `prompts/${path.slice(folder.length + 1)}`,
        new Uint8Array(readFileSync(join(root, path))),
      ]),
    ),
  })),
];

const formats = fc.constantFrom("text", "json", "github");

/** Validates files and judges how that ends. */
async function judge(folder: Folder, files: Files, format: string): Promise<void> {
  for (const [path, bytes] of Object.entries(files)) folder.write(path, bytes);
  const before = contentOf(folder.path);
  const began = process.cpuUsage(); // other programs on the machine do not count
  const { code, out, err } = await runCli(["validate", "--format", format, "--strict"], {
    cwd: folder.path,
  });
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6).toBeLessThan(1);
  expect([0, 3]).toContain(code);
  expect(code === 0).toBe(saysNothing(out, format));
  expect(out + err).not.toMatch(/^\s+at .+:\d+:\d+\)?$|undefined|\[object |TypeError|RangeError/m);
  if (format === "text") expect(flaws(out + err)).toEqual([]);
  if (format === "json" && !out.includes('"error": {')) {
    isValidation(JSON.parse(out));
    expect(isValidation.errors).toBeNull();
  }
  expect(contentOf(folder.path)).toBe(before);
}

/** Whether no mistake is told, and none that ended the program. */
function saysNothing(out: string, format: string): boolean {
  const nothing = /^(?:Valid: \d+ definitions? \(\d+ files?\)|No definitions found .*)\n$/;
  if (format !== "json") return nothing.test(out);
  const document = JSON.parse(out) as { diagnostics?: readonly unknown[]; error?: unknown };
  return document.diagnostics?.length === 0 && document.error === undefined;
}

function contentOf(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((each) => {
      const path = join(each.parentPath, each.name);
      return each.isFile() ? `${path} ${readFileSync(path, "hex")}` : path;
    })
    .sort()
    .join("\n");
}

interface Change {
  readonly file: number;
  readonly at: number;
  readonly cut: number;
  readonly put: Uint8Array;
}

const pieces = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 4 }),
  fc
    .constantFrom(
      ..."\n|\n\n|  |- |: |? |#|'|\"|[|]|{|}|{{|}}|{%|&a |*a|!!int |!x |>-|--- |...\n|%YAML 1.1\n|\t|\r|\u2028|\ufeff|\u200b|\u202e|~|0x|1e999|-.inf|.nan|99999999999999999999|<<: *a|kind: |name: |tools: |evaluations:|__proto__: |promptctl-ignore: |eyJ|AKIA".split(
        "|",
      ),
    )
    .map((text) => Buffer.from(text)),
);

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ file: fc.nat(), at: fc.nat(), cut: fc.nat(5), put: pieces }),
  { minLength: 1, maxLength: 4 },
);

/** The files with some bytes taken out and others put in. */
function changed(files: Files, all: readonly Change[]): Files {
  const result = { ...files };
  const paths = Object.keys(files);
  for (const { file, at, cut, put } of all) {
    const path = paths[file % paths.length]!;
    const bytes = result[path]!;
    const offset = at % (bytes.length + 1);
    result[path] = Buffer.concat([bytes.subarray(0, offset), put, bytes.subarray(offset + cut)]);
  }
  return result;
}

it("files with some of their bytes changed", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...projects), changes, formats, async (files, all, format) => {
      await using folder = folderOf();
      await judge(folder, changed(files, all), format);
    }),
    settings,
  );
});

it("files with pieces of others in them", { timeout }, async () => {
  const all = projects.flatMap((files) => Object.values(files));
  const cuts = fc.record({ from: fc.constantFrom(...all), start: fc.nat(), length: fc.nat(200) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...projects),
      fc.array(fc.record({ file: fc.nat(), at: fc.nat(), cut: fc.nat(50), piece: cuts }), {
        minLength: 1,
        maxLength: 3,
      }),
      formats,
      async (files, spliced, format) => {
        await using folder = folderOf();
        const made = spliced.map(({ piece: { from, start, length }, ...rest }) => {
          const offset = start % from.length;
          return { ...rest, put: from.subarray(offset, offset + length) };
        });
        await judge(folder, changed(files, made), format);
      },
    ),
    settings,
  );
});

/** Definitions with some of their values replaced by any others. */
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    "__proto__",
    "constructor",
    "id:x",
    "a/b",
    "",
    " ",
    "{{a}}",
    "{{#if a}}",
    "*",
    "sk-x",
    Number.NaN,
    -0,
    2 ** 60,
    { file: "../x" },
    { file: "/etc/passwd" },
    { type: "TEXT" },
    [[]],
  ),
);

it("definitions with any values in them", { timeout }, async () => {
  const definitions = projects.flatMap((files) =>
    Object.entries(files)
      .filter(([path]) => path.startsWith("prompts/") && path.endsWith(".yaml"))
      .flatMap(([, bytes]) => [...parseAllDocuments(Buffer.from(bytes).toString())])
      .flatMap((each): unknown[] => {
        try {
          return each.errors.length === 0 ? [each.toJS()] : [];
        } catch {
          return []; // an alias of nothing
        }
      })
      .filter((each) => typeof each === "object" && each !== null),
  );
  const edit = fc.record({
    steps: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
    value: values,
    key: fc.option(fc.oneof(fc.constantFrom("type", "file", "text", "kind", "key"), fc.string())),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.constantFrom(...definitions), fc.array(edit, { minLength: 1, maxLength: 3 })),
        { minLength: 1, maxLength: 3 },
      ),
      formats,
      async (chosen, format) => {
        const documents = chosen.map(([definition, edits]) => {
          const copy = structuredClone(definition) as object;
          for (const each of edits) replace(copy, each);
          return stringify(copy, { aliasDuplicateObjects: false });
        });
        await using folder = folderOf();
        await judge(
          folder,
          {
            "promptctl.yaml": Buffer.from(""),
            "prompts/a.yaml": Buffer.from(documents.join("---\n")),
          },
          format,
        );
      },
    ),
    settings,
  );
});

/** Puts a value somewhere in another, or beside what stands there under a new key. */
function replace(
  whole: object,
  { steps, value, key }: { steps: readonly number[]; value: unknown; key: string | null },
): void {
  let at = whole as Record<string, unknown>;
  for (const [index, step] of steps.entries()) {
    const names = Object.keys(at);
    const name = names[step % names.length];
    const below = name === undefined ? undefined : at[name];
    const isLast = index === steps.length - 1 || typeof below !== "object" || below === null;
    if (!isLast) at = below as Record<string, unknown>;
    else {
      Object.defineProperty(at, key ?? name ?? "x", {
        value: structuredClone(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
      return;
    }
  }
}
