// What every implementation of the service must do: one row per endpoint and per failure.
// Runs over anything that answers requests; rows that hold our own decisions are marked `ours`.
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
import { runFailures, runs } from "./runs.ts";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";

const { tools, prompts, evaluations } = paths;
const unknownId = "000000000000000000000000";

export interface Row {
  readonly does: string;
  /** A decision of ours: another service may do otherwise. */
  readonly ours?: true;
  run(client: Client): Promise<void>;
}

const endpoints: readonly Row[] = [
  {
    does: "1: creating a prompt answers it with its tools whole and messages without promptMessageId",
    async run(client) {
      const id = await client.tool();
      const made = await client.create(prompts, promptBody(id));
      expect(made).toEqual({
        id: made.id,
        name: "Support triage",
        parameters,
        messages,
        tools: [{ id, ...toolBody }],
      });
    },
  },
  {
    does: "2: prompts are listed as they are read",
    async run(client) {
      const tool = await client.tool();
      const made = [
        await client.create(prompts, promptBody(tool)),
        await client.create(prompts, promptBody()),
      ];
      expect(await listed(client, prompts, made)).toEqual(made);
    },
  },
  {
    does: "3: a prompt is read as it was answered",
    async run(client) {
      const made = await client.create(prompts, promptBody(await client.tool()));
      expect(await client.call("GET", `${prompts}/${made.id}`)).toMatchObject({
        status: 200,
        body: made,
      });
    },
  },
  {
    does: "3: a prompt shows what became of its tool",
    async run(client) {
      const tool = await client.tool();
      const prompt = await client.prompt(tool);
      await client.call("PUT", `${tools}/${tool}`, { ...toolBody, description: "New words." });
      const { body } = await client.call("GET", `${prompts}/${prompt}`);
      expect(body).toMatchObject({ tools: [{ id: tool, ...toolBody, description: "New words." }] });
    },
  },
  {
    does: "4: updating a prompt replaces the whole",
    async run(client) {
      const [first, second] = [await client.tool("first"), await client.tool("second")];
      const id = await client.prompt(first);
      const answer = await client.call("PUT", `${prompts}/${id}`, {
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
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toEqual(expected);
      expect((await client.call("GET", `${prompts}/${id}`)).body).toEqual(expected);
    },
  },
  {
    does: "5: deleting a prompt deletes its evaluations and their assertions",
    async run(client) {
      const prompt = await client.prompt();
      const evaluation = await client.evaluation(prompt);
      const assertion = await client.create(paths.assertions, {
        evaluationId: evaluation,
        ...assertions[0]!.written,
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
    },
  },
  {
    does: "8: creating a tool answers it with its id",
    async run(client) {
      const made = await client.create(tools, toolBody);
      expect(made).toEqual({ id: made.id, ...toolBody });
    },
  },
  {
    does: "8: two tools may have one name",
    async run(client) {
      expect(await client.tool()).not.toBe(await client.tool());
    },
  },
  {
    does: "8: parameters of a tool keep any JSON",
    async run(client) {
      const odd = JSON.parse(
        '{"__proto__": {"a": [null, true, 1.5, -0.1, ""]}, "constructor": {}, "deep": [[[{}]]]}',
      ) as JsonObject;
      const made = await client.create(tools, { ...toolBody, parameters: odd });
      expect(JSON.stringify(made["parameters"])).toBe(JSON.stringify(odd));
    },
  },
  {
    does: "9: tools are listed as they are read",
    async run(client) {
      const made = [
        await client.create(tools, toolBody),
        await client.create(tools, { ...toolBody, name: "another" }),
      ];
      expect(await listed(client, tools, made)).toEqual(made);
    },
  },
  {
    does: "10: a tool is read as it was answered",
    async run(client) {
      const id = await client.tool();
      const answer = await client.call("GET", `${tools}/${id}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ id, ...toolBody });
    },
  },
  {
    does: "11: updating a tool replaces it",
    async run(client) {
      const id = await client.tool();
      const changed = { name: "renamed", description: "", parameters: {} };
      expect((await client.call("PUT", `${tools}/${id}`, changed)).body).toEqual({
        id,
        ...changed,
      });
      expect((await client.call("GET", `${tools}/${id}`)).body).toEqual({ id, ...changed });
    },
  },
  {
    does: "12: a deleted tool is gone",
    async run(client) {
      const id = await client.tool();
      expect(await client.call("DELETE", `${tools}/${id}`)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await client.call("GET", `${tools}/${id}`)).toMatchObject({ status: 404 });
      expect(await client.call("DELETE", `${tools}/${id}`)).toMatchObject({ status: 404 });
    },
  },
  {
    does: "13: creating an evaluation fills in weight and threshold",
    async run(client) {
      const prompt = await client.prompt();
      const made = await client.create(evaluations, evaluationBody(prompt));
      expect(made).toEqual({ id: made.id, ...evaluationBody(prompt), weight: 1, threshold: 1 });
    },
  },
  {
    does: "14: evaluations are listed as they are read",
    async run(client) {
      const prompt = await client.prompt();
      const made = [
        await client.create(evaluations, { ...evaluationBody(prompt), weight: 0 }),
        await client.create(evaluations, { ...evaluationBody(prompt), threshold: 0.5 }),
      ];
      expect(await listed(client, evaluations, made)).toEqual(made);
    },
  },
  {
    does: "15: an evaluation is read as it was answered",
    async run(client) {
      const prompt = await client.prompt();
      const id = await client.evaluation(prompt);
      const answer = await client.call("GET", `${evaluations}/${id}`);
      expect(answer.body).toEqual({ id, ...evaluationBody(prompt), weight: 1, threshold: 1 });
    },
  },
  {
    does: "16: a deleted evaluation is gone",
    async run(client) {
      const id = await client.evaluation();
      expect(await client.call("DELETE", `${evaluations}/${id}`)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await client.call("GET", `${evaluations}/${id}`)).toMatchObject({ status: 404 });
    },
  },
  {
    does: "16: deleting an evaluation leaves its assertions, and the filter still finds them",
    ours: true,
    async run(client) {
      const evaluation = await client.evaluation();
      const made = await client.create(paths.assertions, {
        evaluationId: evaluation,
        ...assertions[0]!.written,
      });
      await client.call("DELETE", `${evaluations}/${evaluation}`);
      expect((await client.call("GET", `${paths.assertions}/${made.id}`)).body).toEqual(made);
      expect(
        (await client.call("GET", `${paths.assertions}?evaluationId=${evaluation}`)).body,
      ).toEqual([made]);
    },
  },
  ...assertions.map(({ written, read }): Row => ({
    does: `17, 19: an assertion ${String(written["type"])} is created and read with its defaults`,
    async run(client) {
      const evaluationId = await client.evaluation();
      const made = await client.create(paths.assertions, { evaluationId, ...written });
      expect(made).toEqual({ id: made.id, evaluationId, ...read });
      expect((await client.call("GET", `${paths.assertions}/${made.id}`)).body).toEqual(made);
    },
  })),
  {
    does: "17: a jsonPath of null means the whole reply",
    ours: true,
    async run(client) {
      const evaluationId = await client.evaluation();
      const made = await client.create(paths.assertions, {
        evaluationId,
        type: "EXACT_MATCH",
        targetValue: "",
        jsonPath: null,
      });
      expect(made).toMatchObject({ jsonPath: "$" });
    },
  },
  {
    does: "18: assertions are listed all, or those of one evaluation",
    async run(client) {
      const [first, second] = [await client.evaluation(), await client.evaluation()];
      const body = (evaluationId: string): JsonObject => ({
        evaluationId,
        ...assertions[4]!.written,
      });
      const a = await client.create(paths.assertions, body(first));
      const b = await client.create(paths.assertions, body(second));
      const c = await client.create(paths.assertions, body(first));
      expect(await listed(client, paths.assertions, [a, b, c])).toEqual([a, b, c]);
      expect((await client.call("GET", `${paths.assertions}?evaluationId=${first}`)).body).toEqual([
        a,
        c,
      ]);
    },
  },
  {
    does: "18: the assertions of an unknown evaluation are none",
    ours: true,
    async run(client) {
      expect(
        (await client.call("GET", `${paths.assertions}?evaluationId=${unknownId}`)).body,
      ).toEqual([]);
    },
  },
  {
    does: "20: updating an assertion replaces it, its type too",
    async run(client) {
      const evaluationId = await client.evaluation();
      const { id } = await client.create(paths.assertions, {
        evaluationId,
        ...assertions[1]!.written,
      });
      const answer = await client.call("PUT", `${paths.assertions}/${id}`, {
        evaluationId,
        ...assertions[4]!.written,
      });
      expect(answer.body).toEqual({
        id,
        evaluationId,
        type: "COST",
        targetThreshold: 0.01,
        weight: 1,
      });
      expect((await client.call("GET", `${paths.assertions}/${id}`)).body).toEqual(answer.body);
    },
  },
  {
    does: "20: an update may move an assertion to another evaluation",
    ours: true,
    async run(client) {
      const [from, to] = [await client.evaluation(), await client.evaluation()];
      const { id } = await client.create(paths.assertions, {
        evaluationId: from,
        ...assertions[4]!.written,
      });
      const answer = await client.call("PUT", `${paths.assertions}/${id}`, {
        evaluationId: to,
        ...assertions[4]!.written,
      });
      expect(answer.body).toMatchObject({ id, evaluationId: to });
      expect((await client.call("GET", `${paths.assertions}?evaluationId=${from}`)).body).toEqual(
        [],
      );
    },
  },
  {
    does: "21: a deleted assertion is gone, its evaluation stays",
    async run(client) {
      const evaluationId = await client.evaluation();
      const { id } = await client.create(paths.assertions, {
        evaluationId,
        ...assertions[0]!.written,
      });
      expect(await client.call("DELETE", `${paths.assertions}/${id}`)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await client.call("GET", `${paths.assertions}/${id}`)).toMatchObject({ status: 404 });
      expect(await client.call("GET", `${evaluations}/${evaluationId}`)).toMatchObject({
        status: 200,
      });
    },
  },
  {
    does: "fields that the interface does not know are left out",
    ours: true,
    async run(client) {
      const tool = await client.create(tools, { ...toolBody, id: "mine", colour: "red" });
      expect(tool).toEqual({ id: tool.id, ...toolBody });
      expect(tool.id).not.toBe("mine");
      const [message] = promptBody()["messages"] as JsonObject[];
      const prompt = await client.create(prompts, {
        ...promptBody(),
        parameters: { ...parameters, reasoning: "high" },
        messages: [
          { ...message, mood: "good", content: [{ type: "TEXT", text: "a", bold: true }] },
        ],
      });
      expect(prompt).toMatchObject({ parameters: parameters });
      expect(Object.keys(prompt["parameters"] as JsonObject)).not.toContain("reasoning");
      expect(prompt["messages"]).toEqual([
        { role: "system", content: [{ type: "TEXT", text: "a" }] },
      ]);
    },
  },
  {
    does: "ids are 24 hexadecimal digits",
    ours: true,
    async run(client) {
      expect(await client.tool()).toMatch(/^[0-9a-f]{24}$/);
    },
  },
  {
    does: "a body of a megabyte is kept whole",
    async run(client) {
      const text = "é😀".repeat(200_000);
      const { id } = await client.create(tools, { ...toolBody, description: text });
      const { body } = await client.call("GET", `${tools}/${id}`);
      expect((body as JsonObject)["description"] === text).toBe(true);
    },
  },
];

/** What the list shows of these, in its order. */
async function listed(
  client: Client,
  path: string,
  made: readonly { readonly id: string }[],
): Promise<Json[]> {
  const { status, body } = await client.call("GET", path);
  expect(status).toBe(200);
  const ids = made.map(({ id }) => id);
  return (body as JsonObject[]).filter((each) => ids.includes(String(each["id"])));
}

/** The suite over one implementation, opened once for all rows. */
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

    it.for([...endpoints, ...runs])("endpoint $does", async ({ ours, run }, { skip }) => {
      skip(ours === true && !implementation.ours, "a decision of ours");
      await run(client);
    });

    it.for([...failures, ...runFailures])(
      "$status: $is",
      async ({ status, says, ours, request }, { skip }) => {
        skip(ours === true && !implementation.ours, "a decision of ours");
        const answer = await request(client);
        expect(Object.keys(answer.body as JsonObject)).toEqual(["error"]);
        if (implementation.ours) expect(String((answer.body as JsonObject)["error"])).toMatch(says);
        expect(answer.status).toBe(status);
      },
    );

    it("a refused write leaves nothing behind", async () => {
      const before = (await client.call("GET", prompts)).body as Json[];
      await client.call("POST", prompts, promptBody(unknownId));
      await client.call("POST", prompts, without(promptBody(), "name"));
      expect(((await client.call("GET", prompts)).body as Json[]).length).toBe(before.length);
    });

    it("401: without a key, and with a wrong one, where keys are set", async ({ skip }) => {
      if (implementation.key === undefined) return skip("no key is set");
      for (const key of [undefined, "wrong", `${implementation.key}x`, ""]) {
        const request = new Request(
          `${implementation.baseUrl}${tools}`,
          key === undefined ? {} : { headers: { "x-api-key": key } },
        );
        const answer = await implementation.fetch(request);
        expect([answer.status, await answer.json()]).toEqual([
          401,
          { error: expect.stringMatching(/key/i) },
        ]);
      }
    });
  });
}
