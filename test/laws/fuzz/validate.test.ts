// validate with random input: it ends with 0 or 3, within a second, without an internal error message, and
// writes nothing (promise 1). `npm run test:fuzz` tries more than 20,000 inputs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { globbySync } from "globby";
import { expect, it } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { runCli } from "../../cli/fake-host.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { findUnsafe } from "../hostile/oracle.ts";
import { codeExamples } from "../../fixtures/code-examples.ts";
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

/** The projects that are changed: folders of the examples, and the examples of each diagnostic code. */
const projects: readonly Files[] = [
  ...codeExamples.flatMap(([, { bad, good }]) =>
    [bad, good].map((example): Files => ({
      "promptctl.yaml": Buffer.from("definitions: prompts\n"),
      ...Object.fromEntries(Object.entries(example).map(([path, text]) => [path, bytesOf(text)])),
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

/** Validates files and checks the result. */
async function checkValidate(folder: Folder, files: Files, format: string): Promise<void> {
  for (const [path, bytes] of Object.entries(files)) folder.write(path, bytes);
  const before = folderContents(folder.path);
  const began = process.cpuUsage(); // CPU time, so other processes do not matter
  const { code, out, err } = await runCli(["validate", "--format", format, "--strict"], {
    cwd: folder.path,
  });
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6).toBeLessThan(1);
  expect([0, 3]).toContain(code);
  expect(code === 0).toBe(hasNoDiagnostics(out, format));
  expect(out + err).not.toMatch(/^\s+at .+:\d+:\d+\)?$|undefined|\[object |TypeError|RangeError/m);
  if (format === "text") expect(findUnsafe(out + err)).toEqual([]);
  if (format === "json" && !out.includes('"error": {')) {
    isValidation(JSON.parse(out));
    expect(isValidation.errors).toBeNull();
  }
  expect(folderContents(folder.path)).toBe(before);
}

/** True if the output has no diagnostics and no error. */
function hasNoDiagnostics(out: string, format: string): boolean {
  const valid = /^(?:Valid: \d+ definitions? \(\d+ files?\)|No definitions found .*)\n$/;
  if (format !== "json") return valid.test(out);
  const document = JSON.parse(out) as { diagnostics?: readonly unknown[]; error?: unknown };
  return document.diagnostics?.length === 0 && document.error === undefined;
}

/** All files of a folder as one text. */
function folderContents(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? `${path} ${readFileSync(path, "hex")}` : path;
    })
    .sort()
    .join("\n");
}

/** Replaces `cut` bytes at an offset by others. File and offset are taken modulo their number. */
interface Change {
  readonly file: number;
  readonly offset: number;
  readonly cut: number;
  readonly inserted: Uint8Array;
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
  fc.record({ file: fc.nat(), offset: fc.nat(), cut: fc.nat(5), inserted: pieces }),
  { minLength: 1, maxLength: 4 },
);

/** The files after these changes. */
function applyChanges(files: Files, list: readonly Change[]): Files {
  const result = { ...files };
  const paths = Object.keys(files);
  for (const { file, offset, cut, inserted } of list) {
    const path = paths[file % paths.length]!;
    const bytes = result[path]!;
    const at = offset % (bytes.length + 1);
    result[path] = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + cut)]);
  }
  return result;
}

it("validate handles files with changed bytes", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...projects),
      changes,
      formats,
      async (files, list, format) => {
        await using folder = folderOf();
        await checkValidate(folder, applyChanges(files, list), format);
      },
    ),
    settings,
  );
});

it("validate handles files with inserted parts of other files", { timeout }, async () => {
  const contents = projects.flatMap((files) => Object.values(files));
  const parts = fc.record({
    from: fc.constantFrom(...contents),
    start: fc.nat(),
    length: fc.nat(200),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...projects),
      fc.array(fc.record({ file: fc.nat(), offset: fc.nat(), cut: fc.nat(50), part: parts }), {
        minLength: 1,
        maxLength: 3,
      }),
      formats,
      async (files, spliced, format) => {
        await using folder = folderOf();
        const list = spliced.map(({ part: { from, start, length }, ...rest }) => {
          const begin = start % from.length;
          return { ...rest, inserted: from.subarray(begin, begin + length) };
        });
        await checkValidate(folder, applyChanges(files, list), format);
      },
    ),
    settings,
  );
});

/** The values that are put into definitions. */
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

it("validate handles definitions with random values", { timeout }, async () => {
  const definitions = projects.flatMap((files) =>
    Object.entries(files)
      .filter(([path]) => path.startsWith("prompts/") && path.endsWith(".yaml"))
      .flatMap(([, bytes]) => [...parseAllDocuments(Buffer.from(bytes).toString())])
      .flatMap((each): unknown[] => {
        try {
          return each.errors.length === 0 ? [each.toJS()] : [];
        } catch {
          return []; // an alias without an anchor
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
          for (const edit of edits) setValue(copy, edit);
          return stringify(copy, { aliasDuplicateObjects: false });
        });
        await using folder = folderOf();
        await checkValidate(
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

/** Sets a value somewhere in a definition, with `key` under that key instead of the existing one. */
function setValue(
  definition: object,
  { steps, value, key }: { steps: readonly number[]; value: unknown; key: string | null },
): void {
  let object = definition as Record<string, unknown>;
  for (const [index, step] of steps.entries()) {
    const names = Object.keys(object);
    const name = names[step % names.length];
    const child = name === undefined ? undefined : object[name];
    const isLast = index === steps.length - 1 || typeof child !== "object" || child === null;
    if (!isLast) object = child as Record<string, unknown>;
    else {
      Object.defineProperty(object, key ?? name ?? "x", {
        value: structuredClone(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
      return;
    }
  }
}
