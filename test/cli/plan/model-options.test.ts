// Model options from files to the service and back, and services that do not keep them.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { Plan } from "../../../src/generated/types.ts";
import { repositoryOf, type TestRepository } from "../../io/repository.ts";
import { gitEnv } from "../../io/repository.ts";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../fake-host.ts";

const prompt = (options: string, name = "Triage"): string =>
  `kind: prompt\nname: ${name}\nparameters:\n  provider: OPENAI\n  name: gpt-5.6-terra\n${options}messages: [{ role: user, content: Hi }]\n`;
const options = (lines: string): string => `  options:\n${lines.replace(/^/gm, "    ")}\n`;
const schemaText = (properties: string): string =>
  `{ "type": "object", "properties": { ${properties} }, "required": ["a", "b"], "additionalProperties": false }\n`;
const [inOrder, reordered] = [
  schemaText('"b": { "type": "string" }, "a": { "type": "string" }'),
  schemaText('"a": { "type": "string" }, "b": { "type": "string" }'),
];
const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/triage.schema.json": inOrder,
  "prompts/triage.yaml": prompt(
    options(
      'responseSchema: { file: ./triage.schema.json }\nreasoningEffort: high\nstopSequences: ["END"]\nextra: { prompt_cache_key: triage }',
    ),
  ),
};

interface Story {
  readonly repository: TestRepository;
  run(...words: readonly string[]): Promise<CliResult>;
}

async function begin(
  own: Readonly<Record<string, string>> = files,
  wrap: (fetch: Fetch) => Fetch = (fetch) => fetch,
  extensions = true,
): Promise<Story & { readonly fetch: Fetch }> {
  const repository = repositoryOf(own);
  const service = await createFakeService({ extensions });
  const fetch = wrap(service.fetch);
  const env = { ...gitEnv, ...serviceEnv, NO_COLOR: "1" };
  return {
    repository,
    fetch: service.fetch,
    run: (...words) => runCli(words, { cwd: repository.path, env, fetch }),
  };
}

async function planOf({ run }: Story): Promise<Plan> {
  const { out } = await run("plan", "--json");
  return JSON.parse(out) as Plan;
}

describe("a project with model options", () => {
  it("is applied once, and then unchanged", async () => {
    const story = await begin();
    expect((await story.run("validate")).out).toContain("Valid");
    expect((await story.run("plan")).out).toContain(
      'effort: "high" · reply: b, a · other fields: ',
    );
    expect(await story.run("apply", "--yes")).toMatchObject({ code: 0 });
    expect((await planOf(story)).counts).toMatchObject({ keep: 1, create: 0, update: 0 });
  });

  it("a new order of properties is one replace of the schema, and a version of its own", async () => {
    const story = await begin();
    await story.run("apply", "--yes");
    story.repository.commit({ "prompts/triage.schema.json": reordered });
    const { changes } = await planOf(story);
    expect(changes).toMatchObject([
      { action: "update", edits: [{ op: "replace", path: "/parameters/options/responseSchema" }] },
    ]);
    expect(changes[0]!.held).toMatchObject({ type: "version" });
    const { out } = await story.run("plan");
    expect(out).toContain("parameters.options.responseSchema");
    expect(await story.run("apply", "--yes")).toMatchObject({ code: 0 });
    expect((await planOf(story)).counts).toMatchObject({ keep: 1 });
  });

  it("a field of the schema is one edit", async () => {
    const story = await begin();
    await story.run("apply", "--yes");
    story.repository.commit({
      "prompts/triage.schema.json": inOrder.replace(
        '"b": { "type": "string" }',
        '"b": { "type": "number" }',
      ),
    });
    expect((await planOf(story)).changes).toMatchObject([
      {
        edits: [
          {
            op: "replace",
            path: "/parameters/options/responseSchema/properties/b/type",
            value: "number",
          },
        ],
      },
    ]);
  });

  describe("pull writes what the service has, also into files of data:", () => {
    const yaml = "# Ours\ntype: object\nproperties: # all\n  b: { type: string }\n";
    const withFile = (path: string, text: string): Record<string, string> => ({
      "promptctl.yaml": files["promptctl.yaml"],
      [`prompts/${path}`]: text,
      "prompts/triage.yaml": files["prompts/triage.yaml"]
        .replace("triage.schema.json", path)
        .replace("gpt-5.6-terra", "my-model"),
    });
    it.each<[string, path: string, before: string, other: string, after: string | undefined]>([
      [
        "JSON with its indentation, in the order of the service",
        "s.json",
        '{\n\t"b": 1,\n\t"a": { "c": 1 }\n}\n',
        '{ "a": { "c": 2 }, "b": 1 }',
        '{\n\t"a": {\n\t\t"c": 2\n\t},\n\t"b": 1\n}\n',
      ],
      ["JSON without a line ending", "s.json", '{\n "b": 1\n}', '{ "b": 2 }', '{\n "b": 2\n}'],
      [
        "YAML in place",
        "s.yaml",
        yaml,
        yaml.replace("{ type: string }", "{ type: number }\n  c: {}"),
        yaml.replace("{ type: string }", "{ type: number }\n  c: {}"),
      ],
      ["no YAML in another order", "s.yaml", "b: 1\na: 1\n", "a: 1\nb: 1\n", undefined],
    ])("%s", async (_, path, before, remote, after) => {
      for (const flags of [[], ["--theirs"]]) {
        const story = await begin(withFile(path, before));
        await story.run("apply", "--yes");
        const edited = withFile(path, remote);
        edited["prompts/triage.yaml"] = edited["prompts/triage.yaml"]!.replace("high", "low");
        const other = repositoryOf(edited);
        const env = { ...gitEnv, ...serviceEnv };
        await runCli(["apply", "--yes"], { cwd: other.path, env, fetch: story.fetch });
        const { code, out, err } = await story.run("pull", "--yes", ...flags);
        expect(story.repository.read(`prompts/${path}`)).toBe(after ?? before);
        expect(story.repository.read("prompts/triage.yaml")).toBe(edited["prompts/triage.yaml"]);
        if (after === undefined)
          expect([code, out + err]).toEqual([
            1,
            expect.stringContaining(`its file cannot be edited in place: prompts/${path}`),
          ]);
        else {
          expect([code, err]).toEqual([0, ""]);
          expect((await planOf(story)).counts).toMatchObject({ keep: 1, update: 0 });
        }
      }
    });

    it("not if two prompts need different data", async () => {
      const both = {
        ...files,
        "prompts/other.yaml": files["prompts/triage.yaml"].replace("Triage", "Other"),
      };
      const story = await begin(both);
      await story.run("apply", "--yes");
      const other = repositoryOf({
        ...both,
        "prompts/other.schema.json": reordered,
        "prompts/other.yaml": both["prompts/other.yaml"].replace("triage.schema", "other.schema"),
      });
      const env = { ...gitEnv, ...serviceEnv };
      await runCli(["apply", "--yes"], { cwd: other.path, env, fetch: story.fetch });
      const { code, err } = await story.run("pull", "--yes");
      expect([code, err]).toEqual([
        4,
        expect.stringContaining(
          "include prompts/triage.schema.json and would need different texts",
        ),
      ]);
      expect(story.repository.read("prompts/triage.schema.json")).toBe(inOrder);
    });
  });

  it("pull keeps the order of keys in a tool's file of data", async () => {
    const own = {
      "promptctl.yaml": files["promptctl.yaml"],
      "prompts/find.json": '{\n  "type": "object",\n  "properties": {},\n  "description": "a"\n}\n',
      "prompts/find.yaml":
        "kind: tool\nname: find\ndescription: Find.\nparameters: { file: ./find.json }\n",
    };
    const story = await begin(own);
    await story.run("apply", "--yes");
    const other = repositoryOf({
      ...own,
      "prompts/find.json": '{ "description": "b", "properties": {}, "type": "object" }',
    });
    const env = { ...gitEnv, ...serviceEnv };
    await runCli(["apply", "--yes"], { cwd: other.path, env, fetch: story.fetch });
    expect(await story.run("pull", "--yes")).toMatchObject({ code: 0 });
    expect(story.repository.read("prompts/find.json")).toBe(
      own["prompts/find.json"].replace('"a"', '"b"'),
    );
  });

  it("pull exports them, in their order", async () => {
    const story = await begin();
    await story.run("apply", "--yes");
    const other = repositoryOf({ "promptctl.yaml": "definitions: prompts\n" });
    await runCli(["pull", "--yes"], {
      cwd: other.path,
      env: { ...gitEnv, ...serviceEnv },
      fetch: story.fetch,
    });
    const exported = other.read(other.paths().find((path) => path.startsWith("prompts/"))!);
    expect(exported).toMatch(/reasoningEffort: high/);
    expect(exported).toMatch(/\n +b:[^]*\n +a:/);
  });
});

describe("an environment", () => {
  const configuration = (set: string): string =>
    `environments:\n  staging:\n    baseUrl: https://prompts.example.com\n    set:\n      prompt/*:\n${set}`;
  const own = {
    ...files,
    "promptctl.yaml": configuration(
      "        parameters.options.reasoningEffort: low\n        parameters.options.stopSequences: null\n",
    ),
  };
  const optionsIn = async (story: Story): Promise<unknown> => {
    const { out } = await story.run("plan", "--env", "staging", "--json");
    const [change] = (JSON.parse(out) as Plan).changes;
    return (change!.body as { parameters: { options: unknown } }).parameters.options;
  };

  it("sets and removes single options", async () => {
    const story = await begin(own);
    expect(await optionsIn(story)).toEqual({
      responseSchema: JSON.parse(inOrder) as unknown,
      reasoningEffort: "low",
      extra: { prompt_cache_key: "triage" },
    });
  });

  it("pull writes such an option once, without a conflict beside it", async () => {
    const story = await begin(own);
    await story.run("apply", "--env", "staging", "--yes");
    const [{ id }] = (await (
      await story.fetch("https://prompts.example.com/sdk/v1/prompts", {
        headers: { "x-api-key": "good" },
      })
    ).json()) as [{ id: string }];
    const url = `https://prompts.example.com/sdk/v1/prompts/${id}`;
    const headers = { "x-api-key": "good", "content-type": "application/json" };
    const held = (await (await story.fetch(url, { headers })).json()) as {
      parameters: { options: object };
      messages: object[];
    };
    const body = {
      ...held,
      messages: held.messages.map((each, index) => ({ ...each, promptMessageId: `${index}` })),
      parameters: {
        ...held.parameters,
        options: { ...held.parameters.options, reasoningEffort: "max" },
      },
    };
    expect(
      (await story.fetch(url, { method: "PUT", headers, body: JSON.stringify(body) })).status,
    ).toBe(200);
    const { code, out, err } = await story.run("pull", "--env", "staging", "--yes");
    expect([code, out + err]).toEqual([0, expect.not.stringContaining("onflict")]);
    expect(story.repository.read("promptctl.yaml")).toContain(
      "parameters.options.reasoningEffort: max",
    );
    expect(story.repository.read("prompts/triage.yaml")).toBe(files["prompts/triage.yaml"]);
    const again = await story.run("plan", "--env", "staging", "--json");
    expect((JSON.parse(again.out) as Plan).counts).toMatchObject({ update: 0, keep: 1 });
  });

  it.each([
    ["an unknown option", "parameters.options.reasoningEfort: low", "Did you mean"],
    ["a value that no option has", "parameters.options.reasoningEffort: huge", "must be"],
    ["the schema", "parameters.options.responseSchema: {}", "An environment cannot set"],
  ])("%s is an error at its place", async (_name, line, words) => {
    const story = await begin({ ...files, "promptctl.yaml": configuration(`        ${line}\n`) });
    const { code, out, err } = await story.run("validate");
    expect(code).toBe(3);
    expect(out + err).toContain("promptctl.yaml:6:");
    expect(out + err).toContain(words);
  });
});

describe("a service", () => {
  it("that does not announce them gets no write", async () => {
    const methods: string[] = [];
    const record =
      (fetch: Fetch): Fetch =>
      (url, init) => {
        methods.push(init?.method ?? "GET");
        return fetch(url, init);
      };
    const story = await begin(files, record, false);
    const { code, out, err } = await story.run("apply", "--yes");
    expect(code).toBe(4);
    expect(out + err).toContain(
      "https://prompts.example.com does not keep parameters.options: it does not announce the extension model-options. prompt/Triage would lose parameters.options.responseSchema, parameters.options.reasoningEffort, parameters.options.stopSequences, parameters.options.extra.",
    );
    expect(new Set(methods)).toEqual(new Set(["GET"]));
  });

  it("that does not announce them is fine for prompts without options", async () => {
    const story = await begin({ ...files, "prompts/triage.yaml": prompt("") }, undefined, false);
    expect(await story.run("apply", "--yes")).toMatchObject({ code: 0 });
  });

  const rewriting =
    (change: (options: Record<string, unknown>) => unknown) =>
    (fetch: Fetch): Fetch =>
    async (url, init) => {
      const response = await fetch(url, init);
      const value = (await response.json()) as unknown;
      for (const each of [value].flat() as { parameters?: { options?: object } }[])
        if (each.parameters?.options)
          each.parameters.options = change(
            each.parameters.options as Record<string, unknown>,
          ) as object;
      const { status, headers } = response;
      const kept = new Headers(headers);
      kept.delete("content-length");
      return new Response(JSON.stringify(value), { status, headers: kept });
    };

  it.each([
    ["drops them", () => undefined, "/parameters/options"],
    [
      "rewrites one",
      (all: object) => ({ ...all, reasoningEffort: "low" }),
      "/parameters/options/reasoningEffort",
    ],
    [
      "reorders the schema",
      (all: object) => ({ ...all, responseSchema: JSON.parse(reordered) as unknown }),
      "/parameters/options/responseSchema",
    ],
  ])("that announces them and %s fails the write, by the field", async (_name, change, pointer) => {
    const story = await begin(files, rewriting(change));
    const { code, out, err } = await story.run("apply", "--yes");
    expect(code).toBe(1);
    expect(out + err).toContain("The service stored other values than were sent");
    expect(out + err).toContain(pointer);
  });

  it("answers 400 for an option that it does not know", async () => {
    const { fetch } = await begin();
    const parameters = { provider: "OPENAI", name: "gpt-5.6-terra", options: { later: true } };
    const response = await fetch("https://prompts.example.com/sdk/v1/prompts", {
      method: "POST",
      headers: { "x-api-key": "good", "content-type": "application/json" },
      body: JSON.stringify({ name: "A", parameters, messages: [], tools: [] }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("/parameters/options/later is not known");
  });
});
