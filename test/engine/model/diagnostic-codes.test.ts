// Every code: its bad example is told so, its good one has no mistake at all, and the messages use
// no code that the table lacks.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codes, filesOf, warningCodes } from "../../../src/engine/model/diagnostic-codes.ts";
import { rules } from "../../../src/engine/rules/rules.ts";
import { readConfiguration } from "../../../src/io/configuration.ts";
import { definitionFiles } from "../../../src/io/definitions.ts";
import { configurationGrammar, grammars } from "../../../src/cli/grammars.ts";
import { kinds } from "../../../src/kinds.ts";
import { validateProject } from "../../../src/sync/validate.ts";
import { folderOf } from "../../io/folder.ts";

async function found(files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  await using folder = folderOf({ "promptctl.yaml": "", ...files });
  const { settings, diagnostics } = await readConfiguration(
    kinds,
    configurationGrammar,
    folder.path,
    ".",
  );
  const inFiles = definitionFiles(folder.path, settings.definitions);
  const validated = await validateProject(kinds, grammars, rules, warningCodes, inFiles);
  return [...diagnostics, ...validated.diagnostics].map(
    ({ severity, code }) => `${severity} ${code}`,
  );
}

describe.each(Object.entries(codes))("%s", (code, { severity, bad, good }) => {
  it("its bad example is told so, and of nothing else", async () => {
    expect(new Set(await found(filesOf(bad)))).toEqual(new Set([`${severity} ${code}`]));
  });

  it("its good example has no mistake", async () => {
    expect(await found(filesOf(good))).toEqual([]);
  });
});

it("every code in the source is in the table, and every one in the table is used", () => {
  const src = join(import.meta.dirname, "../../../src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => /^(engine|io|sync)\//.test(file) && !/refusals|codes\.ts|failure/.test(file),
  );
  const text = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(src, file), "utf8"))
    .join("\n");
  const used = new Set(
    [
      ...text.matchAll(
        /(?:error|warning|errorAt|warningAt|at)\(\s*"([a-z][a-z0-9-]+)",\s|code: "([a-z][a-z0-9-]+)"/g,
      ),
    ].map(([, a, b]) => a ?? b!),
  );
  for (const kind of ["tool", "prompt", "evaluation"]) used.add(`unknown-${kind}`);
  for (const field of ["name", "key"]) used.add(`duplicate-${field}`);
  expect([...used].filter((code) => !(code in codes)).sort()).toEqual([]);
  expect(Object.keys(codes).filter((code) => !used.has(code))).toEqual([]);
});
