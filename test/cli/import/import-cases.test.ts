// promptctl import cases on a small project: new, changed, unchanged and removed evaluations.
import { existsSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Folder, folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";

const prompt = `kind: prompt
name: Triage
parameters: { provider: OPENAI, name: gpt-test }
messages:
  - { role: user, content: "{{channel}}: {{ticket}}" }
evaluations:
  - name: nested
    variables: { channel: mail, ticket: Hello }
    assertions:
      - { type: EXACT_MATCH, targetValue: other } # as agreed
`;

const table = `name,channel,ticket,expected
late,mail,Where is it?,delivery
refund,chat,Money back,payment
`;

const header =
  "# yaml-language-server: $schema=../node_modules/promptctl/schemas/definition/definition.schema.json\n";

const evaluation = (name: string, channel: string, ticket: string, expected: string): string =>
  `kind: evaluation
prompt: Triage
name: ${name}
variables:
  channel: ${channel}
  ticket: ${ticket}
assertions:
  - type: EXACT_MATCH
    targetValue: ${expected}
`;

const late = evaluation("late", "mail", "Where is it?", "delivery");
const refund = evaluation("refund", "chat", "Money back", "payment");

interface Project extends AsyncDisposable {
  readonly folder: Folder;
  run(...args: readonly string[]): Promise<CliResult>;
  read(name: string): string;
}

function projectOf(files: Readonly<Record<string, string>> = {}): Project {
  const folder = folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    "package.json": '{ "dependencies": { "promptctl": "1" } }',
    "prompts/triage.yaml": prompt,
    "cases.csv": table,
    ...files,
  });
  return {
    folder,
    run: (...args) =>
      runCli(["import", "cases", "cases.csv", "--prompt", "Triage", ...args], { cwd: folder.path }),
    read: (name) => folder.read(name),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("import cases", () => {
  it("writes an evaluation for each row, in a file beside the prompt", async () => {
    await using project = projectOf();
    const { code, out, err } = await project.run();
    expect({ code, out, err }).toEqual({
      code: 0,
      err: "",
      out: `  + evaluation/Triage/late
  + evaluation/Triage/refund

cases.csv: 2 rows: 2 new, 0 changed, 0 unchanged.
Wrote prompts/cases.eval.yaml.
No longer read: cases.csv. After a change in it, import it again.
`,
    });
    expect(project.read("prompts/cases.eval.yaml")).toBe(`${header}${late}---\n${refund}`);
    const valid = await runCli(["validate"], { cwd: project.folder.path });
    expect(valid.code).toBe(0);
  });

  it("changes only the rows that changed, and keeps comments, formatting and other fields", async () => {
    const existing = `# From the review.
${late.replace("channel: mail", "channel:   'mail' # as is")}---
${refund.replace("assertions:", "threshold: 0.5 # for now\nassertions:")}`;
    await using project = projectOf({ "prompts/cases.eval.yaml": existing });
    project.folder.write("cases.csv", `${table.replace("payment", "account")}new,chat,Hi,other\n`);
    const { out } = await project.run();
    expect(out).toContain("3 rows: 1 new, 1 changed, 1 unchanged.");
    const added = evaluation("new", "chat", "Hi", "other");
    expect(project.read("prompts/cases.eval.yaml")).toBe(
      `${existing.replace("payment", "account")}---\n${added}`,
    );
  });

  it("changes a nested evaluation in the prompt", async () => {
    await using project = projectOf({
      "cases.csv": "name,channel,ticket,expected\nnested,mail,Hello,none\n",
    });
    expect((await project.run()).out).toContain("~ evaluation/Triage/nested");
    expect(project.read("prompts/triage.yaml")).toBe(prompt.replace("other", "none"));
  });

  it("continues in the file that the evaluations were moved to", async () => {
    await using project = projectOf({ "prompts/moved.yaml": late });
    await project.run();
    expect(project.read("prompts/moved.yaml")).toBe(`${late}---\n${refund}`);
  });

  it("derives names without a column name, so that the same row is recognised", async () => {
    await using project = projectOf({ "cases.csv": "channel,ticket,expected\nmail,Hi there,a\n" });
    expect((await project.run()).out).toMatch(/\+ evaluation\/Triage\/Hi there \([0-9a-f]{6}\)\n/);
    project.folder.write("cases.csv", "ticket,channel,expected\nHi there,mail,b\n");
    expect((await project.run()).out).toContain("0 new, 1 changed");
  });

  it("names evaluations that are not in the table, and removes them with --prune", async () => {
    await using project = projectOf();
    await project.run();
    project.folder.write("cases.csv", table.replace(/refund.*\n/, ""));
    expect((await project.run()).out).toContain(
      "Note: 1 evaluation of prompts/cases.eval.yaml is not in cases.csv: evaluation/Triage/refund.\n",
    );
    expect((await project.run("--prune", "--dry-run")).out).toContain("Would write");
    expect(project.read("prompts/cases.eval.yaml")).toContain("refund");
    expect((await project.run("--prune")).out).toContain(
      "0 new, 0 changed, 1 unchanged, 1 removed.",
    );
    expect(project.read("prompts/cases.eval.yaml")).toBe(header + late);
  });

  it("is refused, and writes nothing, if the file of the prompt lies behind a link", async () => {
    await using project = projectOf({ "shared/triage.yaml": prompt });
    rmSync(project.folder.at("prompts/triage.yaml"));
    project.folder.link("prompts/shared", "../shared");
    expect(await project.run()).toMatchObject({
      code: 4,
      out: "",
      err: `Refused: prompts/shared/cases.eval.yaml cannot be created: prompts/shared is a symbolic link. Nothing was written.
  New files replace nothing, and are not written through links. Remove what is in the way, then run the same command again.
`,
    });
    expect(existsSync(project.folder.at("shared/cases.eval.yaml"))).toBe(false);
  });

  it("ignores other columns with a warning", async () => {
    await using project = projectOf({
      "cases.csv": "channel,ticket,note,__expected\na,b,c,d\n",
    });
    expect((await project.run()).err).toBe(
      `Warning: Column "note" is not a variable of prompt/Triage. It is not imported.
Warning: Column "__expected" is not a variable of prompt/Triage. It is not imported. Did you mean "expected"?
`,
    );
  });

  it("reads a table from another folder", async () => {
    await using project = projectOf({ "data/x.jsonl": '{"channel":"a","ticket":"b"}\n' });
    const args = ["import", "cases", "x.jsonl", "--prompt", "prompt/Triage"];
    const { out } = await runCli(args, { cwd: project.folder.at("data") });
    expect(out).toContain("Wrote ../prompts/x.eval.yaml.");
  });
});

describe("import cases refuses", () => {
  it.each<[what: string, table: string, args: readonly string[], code: number, error: string]>([
    [
      "an unknown prompt",
      table,
      ["--prompt", "Trige"],
      64,
      'Error: The files define no prompt/Trige.\n  Did you mean "prompt/Triage"?\n',
    ],
    [
      "a missing variable",
      "channel\na\n",
      [],
      64,
      'cases.csv:1: No column for the variable "ticket" of the prompt.',
    ],
    [
      "a repeated name",
      "name,channel,ticket\na,b,c\na,d,e\n",
      [],
      64,
      'cases.csv:3: The name "a" is that of line 2. Names are unique.',
    ],
    [
      "equal rows without names",
      "channel,ticket\nb,c\nb,c\n",
      [],
      64,
      'cases.csv:3: The variables are those of line 2. Remove a row, or add a column "name".',
    ],
    [
      "several mistakes",
      "name,channel,ticket,expected_max_cost\na,b,c,x\n,d,e,1\n",
      [],
      64,
      'cases.csv has 2 mistakes.\n    cases.csv:2: Column "expected_max_cost": "x" is not a number of at least 0.\n    cases.csv:3: Column "name" is empty.\n',
    ],
    [
      "what the schema does not allow",
      'name,channel,ticket,expected_tool\na,b,c,\nd,e,f,"[""""]"\n',
      [],
      64,
      'cases.csv:3: "toolName" must not be empty.',
    ],
  ])("%s", async (_what, text, args, code, error) => {
    await using project = projectOf({ "cases.csv": text });
    const result = await project.run(...args);
    expect(result.code).toBe(code);
    expect(result.err).toContain(error);
    expect(() => project.read("prompts/cases.eval.yaml")).toThrow("ENOENT");
  });

  it("assertions in documents of their own", async () => {
    const assertion =
      "kind: assertion\nevaluation: Triage/late\ntype: EXACT_MATCH\ntargetValue: x\n";
    const own = `${late.replace(/assertions:[^]*/, "")}---\n${assertion}`;
    await using project = projectOf({ "prompts/own.yaml": own });
    const { code, err } = await project.run();
    expect(code).toBe(4);
    expect(err).toContain("prompts/own.yaml:8");
  });
});
