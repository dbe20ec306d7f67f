import nock from "nock";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { clientFromCall } from "../../../src/io/service/library-client.ts";
import type { Client } from "../../../src/io/service/library-types.ts";
import { respondToAll, callOf, failureOf, detailsOf } from "../http/recorder.ts";
import { modelParameters } from "../../fixtures/model-parameters.ts";

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

const client = clientFromCall(callOf());
const strangeId = "a/b ?#%é..";
const encodedId = "a%2Fb%20%3F%23%25%C3%A9..";

const message = { role: "user", content: [{ type: "TEXT", text: "Hi" }] } as const;
const tool = { name: "lookup_order", description: "Look up.", parameters: { type: "object" } };
const prompt: Parameters<Client["prompts"]["create"]>[0] = {
  name: "Greeter",
  tools: [{ toolId: "t1" }],
  messages: [{ promptMessageId: "m1", ...message, content: [...message.content] }],
  parameters: modelParameters({ name: "gpt-5" }),
};
const evaluation: Parameters<Client["evaluations"]["create"]>[0] = {
  promptId: "p1",
  variables: { company: null },
  appendedMessages: [{ ...message, content: [...message.content] }],
};
const assertion = { type: "LATENCY", evaluationId: "e1", targetThreshold: 2000 } as const;

interface Row {
  readonly path: string;
  readonly body: object;
  readonly endpoints: {
    list(): Promise<unknown>;
    get(id: string): Promise<unknown>;
    create(): Promise<unknown>;
    update(id: string): Promise<unknown>;
    delete(id: string): Promise<unknown>;
  };
}

function row<Body extends object>(
  path: string,
  body: Body,
  endpoints: {
    list(): Promise<unknown>;
    get(id: string): Promise<unknown>;
    create(body: Body): Promise<unknown>;
    update(id: string, body: Body): Promise<unknown>;
    delete(id: string): Promise<unknown>;
  },
): Row {
  const create = (): Promise<unknown> => endpoints.create(body);
  return {
    path,
    body,
    endpoints: { ...endpoints, create, update: (id) => endpoints.update(id, body) },
  };
}

const rows: readonly (readonly [string, Row])[] = [
  ["tools", row("/sdk/v1/tools", tool, client.tools)],
  ["prompts", row("/sdk/v1/prompts", prompt, client.prompts)],
  ["evaluations", row("/sdk/v1/evaluations", evaluation, client.evaluations)],
  ["assertions", row("/sdk/v1/evaluation-assertions", assertion, client.assertions)],
];

describe.each(rows)("%s", (_, { path, body, endpoints }) => {
  it.each([
    ["list", "GET", path, "", () => endpoints.list(), [{ id: "1" }, { id: "2" }]],
    ["get", "GET", `${path}/${encodedId}`, "", () => endpoints.get(strangeId), { id: strangeId }],
    ["create", "POST", path, body, () => endpoints.create(), { id: "1" }],
    ["update", "PUT", `${path}/${encodedId}`, body, () => endpoints.update(strangeId), { id: "1" }],
    [
      "delete",
      "DELETE",
      `${path}/${encodedId}`,
      "",
      () => endpoints.delete(strangeId),
      { success: true },
    ],
  ])(
    "%s sends %s with the encoded id and returns the response",
    async (...[, method, expectedPath, sent, call, response]) => {
      const requests = respondToAll(200, JSON.stringify(response));
      expect(await call()).toEqual(response);
      expect(requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
        { method, path: expectedPath, body: sent },
      ]);
    },
  );

  it("a failure names the call", async () => {
    respondToAll(404, '{"error":"There is none."}');
    expect(detailsOf(await failureOf(endpoints.get("7")))).toMatchObject({
      code: "not-found",
      method: "GET",
      path: `${path}/7`,
      status: 404,
      message: `404 from GET ${path}/7: There is none.`,
    });
  });
});

describe("the assertions of one evaluation", () => {
  it.each([
    ["e1", "/sdk/v1/evaluation-assertions?evaluationId=e1"],
    ["a b&c=d/é#", "/sdk/v1/evaluation-assertions?evaluationId=a+b%26c%3Dd%2F%C3%A9%23"],
  ])("%j is sent as a filter in the query", async (evaluationId, path) => {
    const requests = respondToAll(200, "[]");
    expect(await client.assertions.list({ evaluationId })).toEqual([]);
    expect(requests.map((request) => request.path)).toEqual([path]);
  });
});

describe("what headers say about a run", () => {
  const body = { stats: { cost: 0 }, message: { role: "assistant", content: [] } };
  it.each<[string, Record<string, string>, object]>([
    [
      "everything",
      {
        "x-promptctl-stop-reason": "refused",
        "x-promptctl-stop-explanation": "N%C3%A9%20no",
        "x-promptctl-cost": "unknown",
        "x-promptctl-omitted-settings": "temperature, topP",
      },
      {
        stats: { cost: null },
        stopReason: "refused",
        stopExplanation: "Né no",
        omittedSettings: ["temperature", "topP"],
      },
    ],
  ])("%s", async (_, headers, expected) => {
    respondToAll(200, JSON.stringify(body), { "content-type": "application/json", ...headers });
    expect(await client.prompts.run("1")).toEqual({ ...body, ...expected });
  });
});
