// Saved plans: what laws/property/reviewed-plan.test.ts does not say of them. The file, the messages and exit
// codes of refusals, what is listed instead of made, other machines, and other projects.
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { commitAfter, runTestGit } from "../../io/repository.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { runCli, serviceUrl, serviceEnv } from "../fake-host.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";
import { greeter, lookup, project, triage } from "../project.ts";
import { callService, createProjectFixture, type ProjectFixture } from "../project-fixture.ts";

type Json = Record<string, unknown>;
const collections = {
  tool: "tools",
  prompt: "prompts",
  evaluation: "evaluations",
  assertion: "evaluation-assertions",
} as const;
type Kind = keyof typeof collections;

type Service = Pick<ProjectFixture, "service">;
const list = async (it: Service, kind: Kind): Promise<Json[]> =>
  (await callService(it, "GET", collections[kind])) as Json[];
const find = async (it: Service, kind: Kind, matches: (resource: Json) => boolean): Promise<Json> =>
  (await list(it, kind)).find(matches)!;
const isNamed =
  (name: string) =>
  (resource: Json): boolean =>
    resource["name"] === name;

const editTool = async (it: Service, name: string): Promise<void> => {
  const { id, ...body } = await find(it, "tool", isNamed(name));
  await callService(it, "PUT", `tools/${id}`, { ...body, description: "Edited." });
};

/** The body that writes a prompt of a response back, with these tools. */
const promptBody = ({ id: _id, ...body }: Json, ...toolIds: unknown[]): Json => ({
  ...body,
  tools: toolIds.map((toolId) => ({ toolId })),
  messages: (body["messages"] as Json[]).map((each) => ({
    promptMessageId: "00000000-0000-4000-8000-000000000000",
    ...each,
  })),
});

const old = `kind: prompt
name: Old bot
tools: [old_tool]
parameters: { provider: OPENAI, name: gpt-5 }
messages: [{ role: user, content: Hi }]
evaluations:
  - name: old
    variables: { a: b }
    appendedMessages: []
    assertions: [{ type: COST, targetThreshold: 1 }]
---
kind: tool
name: old_tool
description: Old.
parameters: {}
`;

/**
 * A service that holds the project and an old prompt with its tool, and a plan that updates a
 * tool, a prompt and an assertion, replaces an evaluation, creates one of each kind and prunes
 * the old ones. Saved as plan.json.
 */
async function planned(): Promise<ProjectFixture> {
  const it = await createProjectFixture({ "prompts/old.yaml": old });
  expect((await it.run(["apply", "--auto-approve"])).code).toBe(0);
  await it.folder[Symbol.asyncDispose]();
  const folder = folderOf({
    ...project,
    "prompts/lookup.yaml": lookup.replace("by its number", "by number"),
    "prompts/greeter.yaml": `${greeter.replace("Hello", "Good day")}evaluations:
  - name: hello
    variables: { x: y }
    appendedMessages: []
    assertions: [{ type: LATENCY, targetThreshold: 1 }]
  - name: replaced
    variables: { q: r }
    appendedMessages: []
    weight: 0.5
    assertions: [{ type: LATENCY, targetThreshold: 5 }]
`,
    "prompts/triage.yaml": triage.replace("targetThreshold: 2000", "targetThreshold: 2500"),
    "prompts/new.yaml": "kind: tool\nname: new_tool\ndescription: New.\nparameters: {}\n",
    "prompts/new-prompt.yaml": triage
      .replace("Support triage", "New prompt")
      .replace("{ file: ./triage.md }", "New")
      .replace("I want my money back", "New"),
  });
  commitAfter(
    { "promptctl.yaml": project["promptctl.yaml"]!, "prompts/old.yaml": old },
    folder.path,
  );
  const greets = await find(it, "prompt", isNamed("Greeter"));
  const made = (await callService(it, "POST", "evaluations", {
    promptId: greets["id"],
    variables: { q: "r" },
    appendedMessages: [],
  })) as Json;
  await callService(it, "POST", "evaluation-assertions", {
    evaluationId: made["id"],
    type: "LATENCY",
    targetThreshold: 5,
  });
  it.service.calls.length = 0;
  const again: ProjectFixture = {
    ...it,
    folder,
    run: (args, more) => it.run(args, { cwd: folder.path, ...more }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
  const flags = ["--prune", "--allow-mass-delete", "--out", "plan.json"];
  const { code, out } = await again.run(["plan", ...flags]);
  expect(code).toBe(0);
  expect(out).toContain("Plan: 7 to create, 3 to update, 1 to replace, 2 to delete, 4 unchanged.");
  expect(again.service.writes()).toEqual([]);
  return again;
}

const applyFile = ["apply", "plan.json"];

describe("a saved plan", () => {
  it("is readable by its owner only, valid JSON, and contains no API key", async () => {
    await using it = await planned();
    const path = it.folder.at("plan.json");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, "utf8");
    expect(JSON.parse(text)).toMatchObject({ format: "promptctl.plan/1", baseUrl: serviceUrl });
    expect(text).not.toContain('good"');
  });

  it("does exactly what plan showed, without confirmation; then there are no changes", async () => {
    await using it = await planned();
    const { steps } = JSON.parse(it.folder.read("plan.json")) as {
      steps: object[];
    };
    const { code, out, questions } = await it.run(applyFile, { answer: false });
    expect([code, questions]).toEqual([0, []]);
    expect(out).toContain("promptctl apply · saved plan plan.json · 16 definitions · ");
    expect(it.service.writes()).toHaveLength(steps.length);
    expect((await it.run(["plan", "--prune", "--allow-mass-delete"])).out).toContain("No changes.");

    it.service.calls.length = 0;
    const second = await it.run(applyFile);
    expect(second.code).toBe(0);
    expect(second.err).toBe("This plan was already applied.\n");
    expect(it.service.calls).toHaveLength(4);
    expect(it.service.writes()).toEqual([]);
  });
});

const notReviewed =
  "Refused: The service changed: plan.json does not contain the changes shown above, which are needed now.";
const impossible = (reason: string): RegExp =>
  new RegExp(`^Refused: \\d reviewed changes? cannot be made here: ${reason}`);

/** A change on the service, and the expected output: a change of the plan that is shown, or the message. */
const moves: readonly [string, (it: ProjectFixture) => Promise<unknown>, string | RegExp][] = [
  [
    "a tool to update was changed",
    (it) => editTool(it, "lookup_order"),
    'description\n      "Edited." → "Look up an order by number."\n',
  ],
  [
    "a prompt to delete was changed",
    async (it) => {
      const found = await find(it, "prompt", isNamed("Old bot"));
      return callService(it, "PUT", `prompts/${found["id"]}`, promptBody(found));
    },
    impossible("changed on the service: no commit in the history of HEAD defines it like this"),
  ],
  [
    "a tool to delete is used by an unmanaged prompt",
    async (it) => {
      const { id } = await find(it, "tool", isNamed("old_tool"));
      const found = await find(it, "prompt", isNamed("Greeter"));
      return callService(it, "POST", "prompts", { ...promptBody(found, id), name: "Theirs" });
    },
    impossible('still used by the prompt "Theirs"'),
  ],
];

describe("a saved plan is refused, and nothing is written, if since then", () => {
  it.each(moves)("%s", async (_name, move, expected) => {
    await using it = await planned();
    await move(it);
    it.service.calls.length = 0;
    const { code, out, err } = await it.run(applyFile);
    if (typeof expected === "string")
      expect([out, err]).toEqual([
        expect.stringContaining(expected),
        expect.stringContaining(notReviewed),
      ]);
    else expect(err).toMatch(expected);
    expect(err).toContain("Create a new plan: promptctl plan --out FILE");
    expect([code, it.service.writes()]).toEqual([4, []]);
    const json = await it.run([...applyFile, "--json"]);
    const last = JSON.parse(json.out.trimEnd().split("\n").at(-1)!) as { error: { code: string } };
    const errorCode = typeof expected === "string" ? "not-reviewed" : "not-possible";
    expect([json.code, last.error.code]).toEqual([4, errorCode]);
  });

  it("a resource to update got fields that this version does not know", async () => {
    await using it = await planned();
    const fetch: Fetch = async (url, init) => {
      const answer = await it.service.fetch(url, init);
      if (init.method !== "GET" || !url.endsWith("/tools")) return answer;
      const tools = (await answer.json()) as Json[];
      return Response.json(tools.map((each) => ({ ...each, owner: "x" })));
    };
    const { code, out } = await it.run(applyFile, { fetch });
    expect(out).toContain("tool/lookup_order: /owner");
    expect([code, it.service.writes()]).toEqual([4, []]);
  });

  it("another project of the repository defines what it deletes", async () => {
    const { repository, run, service } = await createRepositoryFixture({
      "a/promptctl.yaml": "definitions: prompts\nprune: true\nlimits: { maxDeletePercent: 100 }\n",
      "a/prompts/look.yaml": tool("look"),
      "a/prompts/find.yaml": tool("find"),
      "b/promptctl.yaml": "definitions: prompts\n",
      "b/prompts/other.yaml": tool("other"),
    });
    await using _repository = repository;
    expect((await run(["apply", "a", "--yes"])).code).toBe(0);
    repository.commit({ "a/prompts/look.yaml": undefined });
    expect((await run(["plan", "a", "--out", "plan.json"])).code).toBe(0);
    repository.commit({ "b/prompts/look.yaml": tool("look") });
    service.calls.length = 0;
    const { code, err } = await run(applyFile);
    expect([code, err.split("\n")[0], service.writes()]).toEqual([
      4,
      "Refused: 1 reviewed change cannot be made here: the project b defines it. Nothing was applied.",
      [],
    ]);
  });

  const [lookupFile, settingsFile] = ["prompts/lookup.yaml", "promptctl.yaml"];
  it.each<[string, string, (text: string) => string]>([
    ["a setting", settingsFile, (text) => `${text}conflicts: refuse\n`],
    ["what is kept", settingsFile, (text) => `${text}keep: ["prompt/*"]\n`],
    ["a definition", lookupFile, (text) => text.replace("by number", "by its number")],
    ["a comment: it is applied", lookupFile, (text) => `# A comment.\n${text}`],
  ])("the files changed: %s", async (name, path, change) => {
    await using it = await planned();
    it.folder.write(path, change(it.folder.read(path)));
    const { code, err } = await it.run(applyFile);
    if (name.startsWith("a comment")) return expect(code).toBe(0);
    expect([code, err, it.service.writes()]).toEqual([
      4,
      "Refused: The definitions or settings in this folder are not those that plan.json was created from.\n  Create a new plan: promptctl plan --out FILE\n",
      [],
    ]);
  });
});

const tool = (name: string, description = "Does it."): string =>
  `kind: tool\nname: ${name}\ndescription: ${description}\nparameters: {}\n`;
const evaluation = (name: string, ticket: string): string =>
  `  - { name: ${name}, variables: { ticket: ${ticket} }, assertions: [{ type: COST, targetThreshold: 1 }] }\n`;
const prompt = (...evaluations: readonly string[]): string =>
  `kind: prompt\nname: P\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages: [{ role: user, content: "{{ticket}}" }]\nevaluations:\n${evaluations.join("")}`;

/** A repository whose definitions were applied; then `changes` were committed and planned. */
async function committed(
  changes: Readonly<Record<string, string | undefined>>,
  { flags = [], p = prompt(evaluation("e", "one")) }: { flags?: string[]; p?: string } = {},
): Promise<RepositoryFixture> {
  const it = await createRepositoryFixture({
    ".gitignore": ".promptctl/\nplan.json\n",
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/a.yaml": tool("a"),
    "prompts/b.yaml": tool("b"),
    "prompts/p.yaml": p,
  });
  expect((await it.run(["apply", "--yes"])).code).toBe(0);
  it.repository.commit(changes);
  expect((await it.run(["plan", "--out", "plan.json", ...flags])).code).toBe(0);
  it.service.calls.length = 0;
  return it;
}

/** A clone without .promptctl, deleted with the repository; `git clone` with these flags. */
function otherMachine({ repository }: RepositoryFixture, ...flags: readonly string[]): string {
  runTestGit(["clone", "-q", ...flags, `file://${repository.path}`, "other"], repository.path);
  copyFileSync(repository.at("plan.json"), repository.at("other/plan.json"));
  return repository.at("other");
}

describe("a saved plan of a repository", () => {
  it("with --prune is refused with the reason where the history is shallower", async () => {
    const it = await committed({ "prompts/b.yaml": undefined }, { flags: ["--prune"] });
    await using _repository = it.repository;
    const { code, err } = await it.run(applyFile, { cwd: otherMachine(it, "--depth", "1") });
    expect([code, err.replace(/id:\w+/, "id:@"), it.service.writes()]).toEqual([
      4,
      `\
Refused: 1 reviewed change cannot be made here: the history in git is shallower than that of the plan (the clone is shallow: fetch-depth: 0 of actions/checkout, or git fetch --unshallow). Nothing was applied.
    delete tool/b (id:@)
  Create a new plan: promptctl plan --out FILE
`,
      [],
    ]);
  });

  it("with --prune --overwrite is applied once", async () => {
    const flags = ["--prune", "--overwrite", "tool/b"];
    const it = await committed({ "prompts/b.yaml": undefined }, { flags });
    await using _repository = it.repository;
    expect((await it.run(applyFile)).code).toBe(0);
    const { code, err } = await it.run(applyFile);
    expect([code, err]).toEqual([0, "This plan was already applied.\n"]);
    expect(it.service.writes()).toEqual([expect.stringMatching("DELETE /sdk/v1/tools/")]);
  });

  it("lists and does not make what others changed, and what another apply left", async () => {
    const changed = { "prompts/p.yaml": prompt(evaluation("e", "two")) };
    const it = await committed({ ...changed, "prompts/a.yaml": tool("a", "Does more.") });
    await using _repository = it.repository;
    const cut: Fetch = (url, init) =>
      init.method === "DELETE"
        ? Promise.resolve(Response.json({ error: "cut" }, { status: 400 }))
        : it.service.fetch(url, init);
    expect(
      (await it.run(["apply", "--yes", "--target", "evaluation/P/e"], { fetch: cut })).code,
    ).toBe(1);
    const other = otherMachine(it);
    await it.run(["plan", "--out", "plan.json"], { cwd: other }); // without the journal
    copyFileSync(`${other}/plan.json`, it.repository.at("plan.json"));
    await editTool(it, "b");
    it.service.calls.length = 0;
    const { code, out } = await it.run(applyFile);
    expect(out).toMatch(
      /Note: Not in the saved plan, so not made: update tool\/b, delete evaluation\/P\/id:\w+\./,
    );
    expect([code, it.service.writes()]).toEqual([0, [expect.stringMatching("PUT /sdk/v1/tools/")]]);
  });

  it("that replaces one of two equal siblings is refused if the other was deleted", async () => {
    const [one, two] = [evaluation("e", "one"), evaluation("f", "one")];
    const changes = { "prompts/p.yaml": prompt(evaluation("e", "two"), two) };
    const it = await committed(changes, { p: prompt(one, two) });
    await using _repository = it.repository;
    const { changes: planned } = JSON.parse(it.repository.read("plan.json")) as {
      changes: { id: string }[];
    };
    const evaluations = await list(it, "evaluation");
    const other = evaluations.find(({ id }) => id !== planned[0]!.id)!["id"];
    for (const { id, evaluationId } of await list(it, "assertion"))
      if (evaluationId === other) await callService(it, "DELETE", `evaluation-assertions/${id}`);
    await callService(it, "DELETE", `evaluations/${other}`);
    it.service.calls.length = 0;
    const { code, err } = await it.run(applyFile);
    expect([code, it.service.writes()]).toEqual([4, []]);
    expect(err).toContain("1 reviewed change cannot be made here: the resource with this id is ");
  });
});

describe("a saved plan that cannot be applied", () => {
  let shared: ProjectFixture;
  let plan = "";
  beforeAll(async () => {
    shared = await planned();
    plan = shared.folder.read("plan.json");
  }, 60_000);
  beforeEach(() => shared.folder.write("plan.json", plan));
  afterEach(() => expect(shared.service.writes()).toEqual([]));
  afterAll(() => shared[Symbol.asyncDispose]());

  const cases: readonly [string, (text: string) => string, string][] = [
    [
      "cut off",
      (text) => text.slice(0, -100),
      "is damaged: its content does not match its digest.",
    ],
    [
      "edited",
      (text) => text.replace("Good day", "Bad day"),
      "is damaged: its content does not match its digest.",
    ],
    ["without a list it needs", (text) => text.replace('"changes"', '"changed"'), "is damaged"],
    [
      "newer",
      (text) => text.replace("plan/1", "plan/7"),
      "was saved by another version of promptctl (promptctl.plan/7)",
    ],
    ["JSON of another tool", () => '{"format_version":"1.2"}', "is not a saved plan."],
    ["no JSON", () => "hello", "is not a saved plan."],
    ["empty", () => "", "is not a saved plan."],
    ["an array", () => "[]", "is not a saved plan."],
  ];
  it.each(cases)("%s", async (_name, change, message) => {
    const path = shared.folder.at("plan.json");
    writeFileSync(path, change(readFileSync(path, "utf8")));
    const { code, err } = await shared.run(applyFile);
    expect(err).toContain(`Refused: plan.json ${message}`);
    expect([code, shared.service.writes()]).toEqual([4, []]);
  });

  it("the output of plan --json", async () => {
    writeFileSync(shared.folder.at("plan.json"), (await shared.run(["plan", "--json"])).out);
    const { code, err } = await shared.run(applyFile);
    expect([code, err]).toEqual([4, expect.stringContaining("is the output of --json")]);
  });

  it("a plan for another service", async () => {
    const env = { ...serviceEnv, PROMPTCTL_BASE_URL: "https://other.example.com" };
    const { code, err } = await shared.run(applyFile, { env });
    expect([code, err]).toEqual([
      4,
      `Refused: plan.json was created for ${serviceUrl}, but the configured service is https://other.example.com.
  To apply it to that service: --base-url ${serviceUrl}
`,
    ]);
    expect(shared.service.writes()).toEqual([]);
  });

  it("a plan with refusals", async () => {
    await using it = await planned();
    it.folder.write("prompts/absent.yaml", "kind: tool\nname: absent\nexternal: true\n");
    const { err } = await it.run(["plan", "--out", "refused.json"]);
    expect(err).toContain("Plan saved to refused.json for review only: apply refuses this plan.");
    const { code } = await it.run(["apply", "refused.json"]);
    expect([code, it.service.writes()]).toEqual([4, []]);
  });

  it.each([
    ["--target", "tool/*"],
    ["--exclude", "tool/*"],
    ["--prune"],
    ["--allow-mass-delete"],
    ["--out", "x"],
  ])("%s cannot be used with a saved plan", async (...args) => {
    const { code, err } = await shared.run([...applyFile, ...args]);
    expect([code, err]).toEqual([
      64,
      expect.stringContaining(`${args[0]} cannot be used with a saved plan`),
    ]);
  });

  it("--out in a missing folder", async () => {
    const { code, err } = await shared.run(["plan", "--out", "no/plan.json"]);
    const [path, folder] = [shared.folder.at("no/plan.json"), shared.folder.at("no")];
    expect([code, err.replace(/\s+/g, " ")]).toEqual([
      64,
      expect.stringContaining(
        `The plan cannot be saved to ${path}: there is no folder ${folder}. `,
      ),
    ]);
  });

  it("--out overwrites saved plans only", async () => {
    const { code, err } = await shared.run(["plan", "--out", "prompts/new.yaml"]);
    expect([code, err]).toEqual([
      64,
      expect.stringContaining("is not a saved plan. It was not overwritten"),
    ]);
    expect(shared.folder.read("prompts/new.yaml")).toContain("new_tool");
  });
});

describe("the project of a saved plan", () => {
  it("is found from the path of the file, with its embedded store", async () => {
    const files = Object.entries(project).map(([path, text]) => [`sub/${path}`, text]);
    await using folder = folderOf(Object.fromEntries(files) as Record<string, string>);
    const options = { cwd: folder.path, env: {} };
    const { err } = await runCli(["plan", "sub", "--local", "--out", "plan.json"], options);
    expect(err).toBe("Plan saved. To apply exactly this plan: promptctl apply plan.json --local\n");
    expect((await runCli(["apply", "plan.json", "--local"], options)).code).toBe(0);
    expect(existsSync(folder.at("sub/.promptctl/store.sqlite"))).toBe(true);
    expect(existsSync(folder.at(".promptctl"))).toBe(false);
    expect((await runCli(["plan", "sub", "--local"], options)).out).toContain("No changes.");
  });

  it("must exist", async () => {
    await using it = await planned();
    const text = it.folder.read("plan.json");
    await using elsewhere = folderOf({
      "plan.json": text.replace('"project": "."', '"project": "gone"'),
    });
    const { code, err } = await it.run(applyFile, { cwd: elsewhere.path });
    expect([code, err, it.service.writes()]).toEqual([
      4,
      expect.stringContaining("The project of plan.json was not found"),
      [],
    ]);
    expect(existsSync(elsewhere.at(".promptctl"))).toBe(false);
  });
});

it("a saved plan without changes changes nothing", async () => {
  await using it = await createProjectFixture();
  expect((await it.run(["apply", "--yes"])).code).toBe(0);
  await it.run(["plan", "--out", "plan.json"]);
  const { code, out } = await it.run(applyFile);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/\n\nThe saved plan has no changes\. Nothing was applied\.\n$/),
  ]);
});

it("apply --out saves the plan before it applies it", async () => {
  await using it = await planned();
  const { code } = await it.run(["apply", "--auto-approve", "--out", "done.json"]);
  expect(code).toBe(0);
  expect((await it.run(["apply", "done.json"])).err).toMatch(/^This plan was already applied/);
});
