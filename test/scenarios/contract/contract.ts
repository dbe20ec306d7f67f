// The contract of every implementation of the service: one row per behaviour of an endpoint and per
// failure. Rows that are decisions of this project are marked `ownDecision`.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  assertions,
  evaluationBody,
  messages,
  parameters,
  promptBody,
  toolBody,
  without,
} from "./bodies.ts";
import { type Client, clientOf, type Implementation, paths } from "./client.ts";
import { failures } from "./failures.ts";
import { ownRow, row, type Row } from "./rows.ts";
import { runFailures, runs } from "./runs.ts";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";

const { tools, prompts, evaluations } = paths;
const unknownId = "000000000000000000000000";

const endpoints: readonly Row[] = [
  row(
    "1: create returns a prompt with complete tools and without promptMessageId",
    async (client) => {
      const id = await client.tool();
      const created = await client.create(prompts, promptBody(id));
      expect(created).toEqual({
        id: created.id,
        name: "Support triage",
        parameters,
        messages,
        tools: [{ id, ...toolBody }],
      });
    },
  ),
  row("2: the list contains prompts as get returns them", async (client) => {
    const tool = await client.tool();
    const created = [
      await client.create(prompts, promptBody(tool)),
      await client.create(prompts, promptBody()),
    ];
    expect(await listed(client, prompts, created)).toEqual(created);
  }),
  row("3: get returns a prompt as create did", async (client) => {
    const created = await client.create(prompts, promptBody(await client.tool()));
    expect(await client.call("GET", `${prompts}/${created.id}`)).toMatchObject({
      status: 200,
      body: created,
    });
  }),
  row("3: a prompt contains the current state of its tools", async (client) => {
    const tool = await client.tool();
    const prompt = await client.prompt(tool);
    await client.call("PUT", `${tools}/${tool}`, {
      ...toolBody,
      description: "New description.",
    });
    const { body } = await client.call("GET", `${prompts}/${prompt}`);
    expect(body).toMatchObject({
      tools: [{ id: tool, ...toolBody, description: "New description." }],
    });
  }),
  row("4: update replaces all fields of a prompt", async (client) => {
    const [first, second] = [await client.tool("first"), await client.tool("second")];
    const id = await client.prompt(first);
    const response = await client.call("PUT", `${prompts}/${id}`, {
      ...promptBody(second, first),
      name: "Other",
      messages: [],
    });
    const expected = {
      id,
      name: "Other",
      parameters,
      messages: [],
      tools: [
        { id: second, ...toolBody, name: "second" },
        { id: first, ...toolBody, name: "first" },
      ],
    };
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual(expected);
    expect((await client.call("GET", `${prompts}/${id}`)).body).toEqual(expected);
  }),
  ...(["POST", "PUT"] as const).map((method) =>
    ownRow(
      `1, 4: a tool that ${method} of a prompt repeats is attached once, at its first place`,
      async (client) => {
        const [first, second] = [await client.tool("first"), await client.tool("second")];
        const path = method === "POST" ? prompts : `${prompts}/${await client.prompt()}`;
        const body = promptBody(second, first, second, second);
        const { status, headers, body: saved } = await client.call(method, path, body);
        expect([status, headers.get("x-promptctl-repeated-references")]).toEqual([200, "2"]);
        expect((saved as JsonObject)["tools"]).toEqual([
          { id: second, ...toolBody, name: "second" },
          { id: first, ...toolBody, name: "first" },
        ]);
        const again = await client.call("GET", `${prompts}/${String((saved as JsonObject)["id"])}`);
        expect(again.body).toEqual(saved);
      },
    ),
  ),
  row("5: deleting a prompt deletes its evaluations and their assertions", async (client) => {
    const prompt = await client.prompt();
    const evaluation = await client.evaluation(prompt);
    const assertion = await client.create(paths.assertions, {
      evaluationId: evaluation,
      ...assertions[0]!.request,
    });
    const other = await client.evaluation();
    expect(await client.call("DELETE", `${prompts}/${prompt}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await client.call("GET", `${prompts}/${prompt}`)).toMatchObject({ status: 404 });
    expect(await client.call("GET", `${evaluations}/${evaluation}`)).toMatchObject({
      status: 404,
    });
    expect(await client.call("GET", `${paths.assertions}/${assertion.id}`)).toMatchObject({
      status: 404,
    });
    expect(await client.call("GET", `${evaluations}/${other}`)).toMatchObject({ status: 200 });
  }),
  row("8: create returns a tool with its id", async (client) => {
    const created = await client.create(tools, toolBody);
    expect(created).toEqual({ id: created.id, ...toolBody });
  }),
  row("8: two tools may have the same name", async (client) => {
    expect(await client.tool()).not.toBe(await client.tool());
  }),
  row("8: parameters of a tool may be any JSON object", async (client) => {
    const odd = JSON.parse(
      '{"__proto__": {"a": [null, true, 1.5, -0.1, ""]}, "constructor": {}, "deep": [[[{}]]]}',
    ) as JsonObject;
    const created = await client.create(tools, { ...toolBody, parameters: odd });
    expect(JSON.stringify(created["parameters"])).toBe(JSON.stringify(odd));
  }),
  row("9: the list contains tools as get returns them", async (client) => {
    const created = [
      await client.create(tools, toolBody),
      await client.create(tools, { ...toolBody, name: "another" }),
    ];
    expect(await listed(client, tools, created)).toEqual(created);
  }),
  row("10: get returns a tool as create did", async (client) => {
    const id = await client.tool();
    const response = await client.call("GET", `${tools}/${id}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ id, ...toolBody });
  }),
  row("11: update replaces all fields of a tool", async (client) => {
    const id = await client.tool();
    const changed = { name: "renamed", description: "", parameters: {} };
    expect((await client.call("PUT", `${tools}/${id}`, changed)).body).toEqual({
      id,
      ...changed,
    });
    expect((await client.call("GET", `${tools}/${id}`)).body).toEqual({ id, ...changed });
  }),
  row("12: a deleted tool does not exist", async (client) => {
    const id = await client.tool();
    expect(await client.call("DELETE", `${tools}/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await client.call("GET", `${tools}/${id}`)).toMatchObject({ status: 404 });
    expect(await client.call("DELETE", `${tools}/${id}`)).toMatchObject({ status: 404 });
  }),
  row("13: create sets the default weight and threshold of an evaluation", async (client) => {
    const prompt = await client.prompt();
    const created = await client.create(evaluations, evaluationBody(prompt));
    expect(created).toEqual({
      id: created.id,
      ...evaluationBody(prompt),
      weight: 1,
      threshold: 1,
    });
  }),
  ownRow("13: variables of null are no variables", async (client) => {
    const body = { ...evaluationBody(await client.prompt()), variables: null };
    expect(await client.create(paths.evaluations, body)).toMatchObject({ variables: {} });
  }),
  row("14: the list contains evaluations as get returns them", async (client) => {
    const prompt = await client.prompt();
    const created = [
      await client.create(evaluations, { ...evaluationBody(prompt), weight: 0 }),
      await client.create(evaluations, { ...evaluationBody(prompt), threshold: 0.5 }),
    ];
    expect(await listed(client, evaluations, created)).toEqual(created);
  }),
  row("15: get returns an evaluation as create did", async (client) => {
    const prompt = await client.prompt();
    const id = await client.evaluation(prompt);
    const response = await client.call("GET", `${evaluations}/${id}`);
    expect(response.body).toEqual({ id, ...evaluationBody(prompt), weight: 1, threshold: 1 });
  }),
  row("16: a deleted evaluation does not exist", async (client) => {
    const id = await client.evaluation();
    expect(await client.call("DELETE", `${evaluations}/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await client.call("GET", `${evaluations}/${id}`)).toMatchObject({ status: 404 });
  }),
  ownRow(
    "the versions of each kind have the origin of their write, and what a GET returns",
    async (client) => {
      const origin = { commit: "ab".repeat(20), dirty: true, path: "prompts/zwölf.yaml" };
      const header = JSON.stringify(origin).replace("ö", "\\u00f6");
      const headers = { "content-type": "application/json", "x-promptctl-origin": header };
      const [tool, evaluation] = [await client.tool(), await client.evaluation()];
      const bodies: [string, JsonObject][] = [
        [tools, { ...toolBody, name: "with_origin" }],
        [prompts, promptBody(tool)],
        [evaluations, evaluationBody(await client.prompt())],
        [paths.assertions, { evaluationId: evaluation, ...assertions[0]!.request }],
      ];
      for (const [path, body] of bodies) {
        const response = await client.raw("POST", path, { headers, body: JSON.stringify(body) });
        const item = `${path}/${String((response.body as JsonObject)["id"])}`;
        const current = (await client.call("GET", item)).body as JsonObject;
        const content = "tools" in current ? { ...current, tools: [{ id: tool }] } : current;
        const versions = await client.call("GET", `${item}/versions`);
        expect(versions.body).toEqual([
          {
            number: 1,
            time: expect.any(String),
            keyName: null,
            origin,
            verifiedRun: null,
            content,
          },
        ]);
        expect((await client.call("DELETE", item)).status).toBe(200);
        expect((await client.call("GET", `${item}/versions`)).status).toBe(404);
      }
    },
  ),
  ownRow(
    "16: deleting an evaluation keeps its assertions, and the filter still lists them",
    async (client) => {
      const evaluation = await client.evaluation();
      const created = await client.create(paths.assertions, {
        evaluationId: evaluation,
        ...assertions[0]!.request,
      });
      await client.call("DELETE", `${evaluations}/${evaluation}`);
      expect((await client.call("GET", `${paths.assertions}/${created.id}`)).body).toEqual(created);
      expect(
        (await client.call("GET", `${paths.assertions}?evaluationId=${evaluation}`)).body,
      ).toEqual([created]);
    },
  ),
  ...assertions.map(({ request, response }) =>
    row(
      `17, 19: create and get return an assertion ${String(request["type"])} with its defaults`,
      async (client) => {
        const evaluationId = await client.evaluation();
        const created = await client.create(paths.assertions, { evaluationId, ...request });
        expect(created).toEqual({ id: created.id, evaluationId, ...response });
        expect((await client.call("GET", `${paths.assertions}/${created.id}`)).body).toEqual(
          created,
        );
      },
    ),
  ),
  ownRow("17: a jsonPath of null means the whole reply", async (client) => {
    const evaluationId = await client.evaluation();
    const created = await client.create(paths.assertions, {
      evaluationId,
      type: "EXACT_MATCH",
      targetValue: "",
      jsonPath: null,
    });
    expect(created).toMatchObject({ jsonPath: "$" });
  }),
  row("18: the list contains all assertions, or those of one evaluation", async (client) => {
    const [first, second] = [await client.evaluation(), await client.evaluation()];
    const body = (evaluationId: string): JsonObject => ({
      evaluationId,
      ...assertions[4]!.request,
    });
    const a = await client.create(paths.assertions, body(first));
    const b = await client.create(paths.assertions, body(second));
    const c = await client.create(paths.assertions, body(first));
    expect(await listed(client, paths.assertions, [a, b, c])).toEqual([a, b, c]);
    expect((await client.call("GET", `${paths.assertions}?evaluationId=${first}`)).body).toEqual([
      a,
      c,
    ]);
  }),
  ownRow("18: the list of an unknown evaluation is empty", async (client) => {
    expect(
      (await client.call("GET", `${paths.assertions}?evaluationId=${unknownId}`)).body,
    ).toEqual([]);
  }),
  row("20: update replaces all fields of an assertion, including its type", async (client) => {
    const evaluationId = await client.evaluation();
    const { id } = await client.create(paths.assertions, {
      evaluationId,
      ...assertions[1]!.request,
    });
    const response = await client.call("PUT", `${paths.assertions}/${id}`, {
      evaluationId,
      ...assertions[4]!.request,
    });
    expect(response.body).toEqual({
      id,
      evaluationId,
      type: "COST",
      targetThreshold: 0.01,
      weight: 1,
    });
    expect((await client.call("GET", `${paths.assertions}/${id}`)).body).toEqual(response.body);
  }),
  ownRow("20: update can move an assertion to another evaluation", async (client) => {
    const [from, to] = [await client.evaluation(), await client.evaluation()];
    const { id } = await client.create(paths.assertions, {
      evaluationId: from,
      ...assertions[4]!.request,
    });
    const response = await client.call("PUT", `${paths.assertions}/${id}`, {
      evaluationId: to,
      ...assertions[4]!.request,
    });
    expect(response.body).toMatchObject({ id, evaluationId: to });
    expect((await client.call("GET", `${paths.assertions}?evaluationId=${from}`)).body).toEqual([]);
  }),
  row("21: a deleted assertion does not exist, and its evaluation stays", async (client) => {
    const evaluationId = await client.evaluation();
    const { id } = await client.create(paths.assertions, {
      evaluationId,
      ...assertions[0]!.request,
    });
    expect(await client.call("DELETE", `${paths.assertions}/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await client.call("GET", `${paths.assertions}/${id}`)).toMatchObject({ status: 404 });
    expect(await client.call("GET", `${evaluations}/${evaluationId}`)).toMatchObject({
      status: 200,
    });
  }),
  ownRow("fields that the interface does not define are dropped", async (client) => {
    const tool = await client.create(tools, { ...toolBody, id: "mine", colour: "red" });
    expect(tool).toEqual({ id: tool.id, ...toolBody });
    expect(tool.id).not.toBe("mine");
    const [message] = promptBody()["messages"] as JsonObject[];
    const prompt = await client.create(prompts, {
      ...promptBody(),
      parameters: { ...parameters, reasoning: "high" },
      messages: [{ ...message, mood: "good", content: [{ type: "TEXT", text: "a", bold: true }] }],
    });
    expect(prompt).toMatchObject({ parameters: parameters });
    expect(Object.keys(prompt["parameters"] as JsonObject)).not.toContain("reasoning");
    expect(prompt["messages"]).toEqual([
      { role: "system", content: [{ type: "TEXT", text: "a" }] },
    ]);
  }),
  ownRow("ids are 24 hexadecimal digits", async (client) => {
    expect(await client.tool()).toMatch(/^[0-9a-f]{24}$/);
  }),
  row("a body of a megabyte is stored completely", async (client) => {
    const text = "é😀".repeat(200_000);
    const { id } = await client.create(tools, { ...toolBody, description: text });
    const { body } = await client.call("GET", `${tools}/${id}`);
    expect((body as JsonObject)["description"] === text).toBe(true);
  }),
];

/** The created resources in the list, in the order of the list. */
async function listed(
  client: Client,
  path: string,
  created: readonly { readonly id: string }[],
): Promise<Json[]> {
  const { status, body } = await client.call("GET", path);
  expect(status).toBe(200);
  const ids = created.map(({ id }) => id);
  return (body as JsonObject[]).filter(({ id }) => ids.includes(String(id)));
}

/** Runs the suite on one implementation, opened once for all rows. */
export function contract(name: string, open: () => Promise<Implementation>): void {
  describe(name, () => {
    let implementation: Implementation;
    let client: Client;
    beforeAll(async () => {
      implementation = await open();
      client = clientOf(implementation);
    });
    afterEach(() => client.clean());
    afterAll(() => implementation?.close());

    it.for([...endpoints, ...runs])("endpoint $name", async ({ ownDecision, run }, { skip }) => {
      skip(ownDecision && !implementation.followsOwnDecisions, "own decision");
      await run(client);
    });

    it.for([...failures, ...runFailures])(
      "$status: $name",
      async ({ status, error, ownDecision, request }, { skip }) => {
        skip(ownDecision && !implementation.followsOwnDecisions, "own decision");
        const response = await request(client);
        expect(Object.keys(response.body as JsonObject)).toEqual(["error"]);
        if (implementation.followsOwnDecisions)
          expect(String((response.body as JsonObject)["error"])).toMatch(error);
        expect(response.status).toBe(status);
      },
    );

    it("a rejected write changes nothing", async () => {
      const before = (await client.call("GET", prompts)).body as Json[];
      await client.call("POST", prompts, promptBody(unknownId));
      await client.call("POST", prompts, without(promptBody(), "name"));
      expect(((await client.call("GET", prompts)).body as Json[]).length).toBe(before.length);
    });

    it("401: requests without a key or with a wrong key, if keys are set", async ({ skip }) => {
      if (implementation.key === undefined) return skip("no key is set");
      for (const key of [undefined, "wrong", `${implementation.key}x`, ""]) {
        const request = new Request(
          `${implementation.baseUrl}${tools}`,
          key === undefined ? {} : { headers: { "x-api-key": key } },
        );
        const response = await implementation.fetch(request);
        expect([response.status, await response.json()]).toEqual([
          401,
          { error: expect.stringMatching(/key/i) },
        ]);
      }
    });
  });
}
