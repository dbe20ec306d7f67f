// The bad example of each diagnostic code has that diagnostic only, the good one has none, and
// docs/diagnostics.md lists the codes that the source uses.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codes } from "../../../src/generated/diagnostic-codes.ts";
import { rules } from "../../../src/engine/rules/rules.ts";
import { readConfiguration } from "../../../src/project/settings/configuration.ts";
import { definitionFiles } from "../../../src/project/files/definitions.ts";
import { configurationSchema, definitionSchemas } from "../../../src/cli/project/project.ts";
import { kinds, testedKinds } from "../../../src/kinds.ts";
import { validateProject } from "../../../src/sync/load/validate.ts";
import { folderOf } from "../../io/folder.ts";
import { codeExamples, type ExampleFiles } from "../../fixtures/code-examples.ts";

async function diagnosticsOf(files: ExampleFiles): Promise<string[]> {
  const own = Object.entries({ "promptctl.yaml": "", ...files });
  await using folder = folderOf({
    ...Object.fromEntries(own.map(([path, text]) => [`project/${path}`, text])),
    "shared/tone.md": "Be kind.\n", // a folder that include can name
  });
  const root = folder.at("project");
  const { settings, diagnostics } = await readConfiguration(kinds, configurationSchema, root, ".");
  const inFiles = definitionFiles(root, settings.definitions);
  const validated = await validateProject(inFiles, {
    kinds: testedKinds,
    schemas: definitionSchemas,
    rules: strictRules,
    now: new Date("2026-01-01T12:00:00Z"),
    wanted: "all",
    environments: settings.environments?.map(({ overrides }) => overrides) ?? [],
  });
  return [...diagnostics, ...validated.diagnostics].map(
    ({ severity, code }) => `${severity} ${code}`,
  );
}

/** The rules, each with the codes of its row only: a finding with another code throws. */
const strictRules = rules.map((rule) => ({
  ...rule,
  check: (...input: Parameters<typeof rule.check>) => {
    const found = [rule.check(...input)].flat();
    const own = [...(rule.codes ?? []), ...(rule.between ?? [])];
    const other = found.find(({ code }) => !own.includes(code));
    if (other) throw new Error(`The row of ${rule.check.name} lacks the code ${other.code}`);
    return found;
  },
}));

describe.each(codeExamples)("%s", (code, { severity, bad, good }) => {
  it("the bad example has this diagnostic and no other", async () => {
    expect(new Set(await diagnosticsOf(bad))).toEqual(new Set([`${severity} ${code}`]));
  });

  it("the good example has no diagnostics", async () => {
    expect(await diagnosticsOf(good)).toEqual([]);
  });
});

it("every code in the source is documented, and every documented code is used", () => {
  const src = join(import.meta.dirname, "../../../src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /^(engine|project|sync)\//.test(file) &&
      !/refusals|failure|^engine\/(?:evaluate|alerts|review)\//.test(file),
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
