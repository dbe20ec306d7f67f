// A table of cases beside the evaluations of a project: which are new, which are edited, and in which file.
import { expect, it } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { testDefinitions } from "../../../src/engine/evaluate/cases/test-definitions.ts";
import type { ImportedCase } from "../../../src/importers/convert/imported-case.ts";
import { testedKinds } from "../../../src/kinds.ts";
import { type CaseImport, importCases } from "../../../src/sync/import/import-cases.ts";
import { loadTexts } from "../../fixtures/in-memory.ts";

const prompt =
  "kind: prompt\nname: Greet\nparameters: { provider: OPENAI, name: gpt }\nmessages: [{ role: user, content: '{{a}}' }]\n";
const evaluation = (name: string, value: string): string =>
  `kind: evaluation\nprompt: Greet\nname: ${name}\nvariables: { a: ${value} } # mine\nassertions: []\n`;
const caseOf = (name: string, a: string): ImportedCase => ({ name, variables: { a }, checks: [] });

interface Options {
  readonly prune?: boolean;
  readonly path?: string;
}

/** Imports cases into a project of these files. */
async function imported(
  files: Readonly<Record<string, string>>,
  cases: readonly ImportedCase[],
  { prune = false, path = "cases.yaml" }: Options = {},
): Promise<CaseImport> {
  const project = await loadTexts({ "p.yaml": prompt, ...files }, {}, testedKinds);
  const definitions = testDefinitions(testedKinds, project.definitions);
  const own = definitions.prompts[0]!;
  const options = { definitions, prompt: own, cases, prune, path };
  return importCases(project, {
    schemas: definitionSchemas,
    schemaComment: "# schema",
    ...options,
  });
}

const address = (name: string): string => `evaluation/Greet/${name}`;

it("the first import creates a file with a comment and a document for each case", async () => {
  const { added, files } = await imported({}, [caseOf("x", "1"), caseOf("y", "2")]);
  expect(added).toEqual([address("x"), address("y")]);
  expect(files.added).toHaveLength(1);
  const [{ path, text }] = files.added as [CaseImport["files"]["added"][number]];
  expect(path).toBe("cases.yaml");
  expect(text).toMatch(/^# schema\nkind: evaluation\n[^]*name: x\n[^]*\n---\nkind: evaluation\n/);
});

it("a case that is the same is unchanged, another one is edited with the text around it", async () => {
  const before = `${evaluation("x", "one")}---\n${evaluation("y", "two")}`;
  const result = await imported({ "cases.yaml": before }, [
    caseOf("x", "one"),
    caseOf("y", "three"),
  ]);
  expect(result).toMatchObject({ added: [], unchanged: 1, changed: [address("y")] });
  expect(result.files.changed).toEqual([
    { path: "cases.yaml", before, text: before.replace("two", "three") },
  ]);
});

it("new cases go to the file of the earlier ones, also if it was renamed", async () => {
  const files = { "renamed.yaml": evaluation("x", "one") };
  const { path, files: changes } = await imported(files, [caseOf("x", "one"), caseOf("y", "two")]);
  expect([path, changes.added, changes.changed.map((each) => each.path)]).toEqual([
    "renamed.yaml",
    [],
    ["renamed.yaml"],
  ]);
});

it("an evaluation that the table lacks stays, and with --prune goes only from the table's file", async () => {
  const files = {
    "cases.yaml": `${evaluation("x", "one")}---\n${evaluation("old", "two")}`,
    "hand.yaml": evaluation("hand", "three"),
  };
  const kept = await imported(files, [caseOf("x", "one")]);
  expect([kept.extra, kept.files.changed]).toEqual([[address("old")], []]);
  const pruned = await imported(files, [caseOf("x", "one")], { prune: true });
  expect(pruned.files).toEqual({
    added: [],
    removed: [],
    changed: [{ path: "cases.yaml", before: files["cases.yaml"], text: evaluation("x", "one") }],
  });
});

it("a file without a case left is removed with --prune", async () => {
  const files = { "cases.yaml": evaluation("old", "two") };
  const { files: changes } = await imported(files, [], { prune: true });
  expect([changes.changed, changes.removed.map(({ path }) => path)]).toEqual([[], ["cases.yaml"]]);
});

it("an evaluation whose assertions are documents of their own is refused, with their place", async () => {
  const files = {
    "cases.yaml": `${evaluation("x", "one").replace("assertions: []\n", "")}---\nkind: assertion\nevaluation: Greet/x\ntype: COST\ntargetThreshold: 1\n`,
  };
  await expect(imported(files, [caseOf("x", "2")])).rejects.toMatchObject({
    code: "cannot-change",
    hint: "  cases.yaml:6\nMove them into the list assertions of their evaluation, then import again.",
  });
});
