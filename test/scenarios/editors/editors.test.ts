// What an editor with a YAML language server shows of a definition is what validate says of it.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeExamples } from "../../fixtures/code-examples.ts";
import { runCli } from "../../cli/fake-host.ts";
import { folderOf } from "../../io/folder.ts";
import { type LanguageServer, startServer } from "./language-server.ts";
import { schemaMistakes } from "./schema-mistakes.ts";

const schemas = join(import.meta.dirname, "../../../schemas");
const folder = folderOf({});
let server: LanguageServer;
beforeAll(async () => void (server = await startServer(folder.path)));
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Mistakes that a schema can tell. */
const ofSchemas = new Set([
  "not-a-mapping",
  "unknown-kind",
  "unknown-key",
  "missing-key",
  "wrong-type",
  "wrong-value",
]);

const schemaOf = (path: string): string =>
  path === "promptctl.yaml" ? "configuration.schema.json" : "definition/definition.schema.json";

/** The same file with the comment that names its schema, on the first line where there is room. */
function withSchema(path: string, text: string): string {
  const url = pathToFileURL(join(schemas, schemaOf(path))).href;
  return `# yaml-language-server: $schema=${url}\n${text}`;
}

/** The lines that validate tells such mistakes on, and those that the server tells any on. */
async function linesOf(files: Readonly<Record<string, string>>): Promise<[string[], string[]]> {
  const named = Object.entries(files).map(
    ([path, text]) => [path, withSchema(path, text)] as const,
  );
  await using project = folderOf({ "promptctl.yaml": "", ...Object.fromEntries(named) });
  const { out } = await runCli(["validate", "--format", "json"], { cwd: project.path });
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: readonly { code: string; location: { file: string; line: number } }[];
  };
  const validated = diagnostics
    .filter(({ code }) => ofSchemas.has(code))
    .map(({ location }) => `${location.file}:${location.line}`);
  const told: string[] = [];
  for (const [path, text] of named)
    for (const { line } of await server.open(`${opened++}/${path}`, text))
      told.push(`${path}:${line}`);
  return [once(validated), once(told)];
}

let opened = 0;

function once(lines: readonly string[]): string[] {
  return [...new Set(lines)].sort();
}

describe("of the broken project of each code, on the same lines", () => {
  const rows = codeExamples.flatMap(([code, { bad }]) => {
    const texts = Object.entries(bad).filter(
      (each): each is [string, string] => typeof each[1] === "string" && /\.ya?ml$/.test(each[0]),
    );
    const isOfYaml = ["yaml-syntax", "yaml-alias", "merge-conflict"].includes(code);
    return texts.length > 0 && !isOfYaml ? [[code, Object.fromEntries(texts)] as const] : [];
  });
  it.concurrent.each(rows)("%s", async (_code, files) => {
    const [validated, told] = await linesOf(files);
    expect(told).toEqual(validated);
  });
});

describe("of mistakes that schemas tell, on the same lines", () => {
  it.concurrent.each(schemaMistakes)("%s", async (_what, text) => {
    const [validated, told] = await linesOf({ "prompts/a.yaml": text });
    expect(validated).not.toEqual([]);
    expect(told).toEqual(validated);
  });
});

it.each([
  ["a bracket that is not closed", "kind: tool\nname: [look\n"],
  ["a key that stands twice", "kind: tool\nkind: tool\n"],
  ["an alias without its anchor", "kind: tool\nname: *look\n"],
])("%s is told by both, in the words of each", async (_what, text) => {
  const path = `${opened++}/a.yaml`;
  expect(await server.open(path, text)).not.toEqual([]);
  await using project = folderOf({ "promptctl.yaml": "", "prompts/a.yaml": text });
  expect((await runCli(["validate"], { cwd: project.path })).code).toBe(3);
});

describe("while one types", () => {
  it.each<[string, string, { line: number; column: number }, readonly string[]]>([
    ["the kinds", "kind: ", { line: 2, column: 7 }, ["tool", "prompt", "evaluation", "assertion"]],
    [
      "the keys of a tool",
      "kind: tool\n",
      { line: 3, column: 1 },
      ["name", "description", "parameters"],
    ],
    [
      "the providers",
      "kind: prompt\nparameters:\n  provider: ",
      { line: 4, column: 13 },
      ["OPENAI", "ANTHROPIC"],
    ],
    [
      "the types of assertions",
      "kind: assertion\ntype: ",
      { line: 3, column: 7 },
      ["EXACT_MATCH", "COST", "LATENCY"],
    ],
  ])("%s are offered", async (_what, text, at, wanted) => {
    const path = `${opened++}/prompts/a.yaml`;
    await server.open(path, withSchema(path, text));
    const answer = (await server.ask("completion", path, at)) as { items: { label: string }[] };
    expect(answer.items.map(({ label }) => label)).toEqual(expect.arrayContaining([...wanted]));
  });

  it("a key is explained where the pointer rests on it", async () => {
    const path = `${opened++}/prompts/a.yaml`;
    await server.open(path, withSchema(path, "kind: prompt\nrenamedFrom: old\n"));
    const answer = await server.ask("hover", path, { line: 3, column: 3 });
    expect(JSON.stringify(answer)).toMatch(/earlier name/i);
  });
});
