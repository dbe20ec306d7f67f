import nock from "nock";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  createServiceReader,
  createServiceClient,
} from "../../../src/io/service/service-client.ts";
import { kinds } from "../../../src/kinds.ts";
import { respondToAll, baseUrl, callOf, failureOf, detailsOf } from "../http/recorder.ts";

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

const remote = createServiceClient(kinds, baseUrl, callOf());
const reader = createServiceReader(kinds, baseUrl, callOf());
const body = { name: "a", nested: { list: [1, null] } };

describe.each([
  ["tool", "/sdk/v1/tools"],
  ["prompt", "/sdk/v1/prompts"],
  ["evaluation", "/sdk/v1/evaluations"],
  ["assertion", "/sdk/v1/evaluation-assertions"],
])("%s", (kind, path) => {
  it.each([
    ["list", "GET", path, "", () => remote.list(kind), [{ id: "1" }]],
    ["get", "GET", `${path}/a%2Fb%20c`, "", () => remote.get(kind, "a/b c"), { id: "a/b c" }],
    ["create", "POST", path, body, () => remote.create(kind, body), { id: "1" }],
    ["update", "PUT", `${path}/a%2Fb`, body, () => remote.update(kind, "a/b", body), { id: "1" }],
    ["delete", "DELETE", `${path}/a%2Fb`, "", () => remote.delete(kind, "a/b"), { success: true }],
  ])(
    "%s sends %s and returns the response",
    async (...[, method, expectedPath, sent, call, response]) => {
      const requests = respondToAll(200, JSON.stringify(response));
      expect(await call()).toEqual(response);
      expect(requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
        { method, path: expectedPath, body: sent },
      ]);
    },
  );
});

it("an item of a list has only the ids of the resources that it refers to", async () => {
  const tools = [{ id: "2", name: "look", parameters: {} }, { name: "without an id" }, null];
  const prompts = [
    { id: "1", name: "a", tools },
    { id: "3", tools: "no list" },
  ];
  respondToAll(200, JSON.stringify(prompts));
  expect(await remote.list("prompt")).toEqual([
    { id: "1", name: "a", tools: [{ id: "2" }, { name: "without an id" }, null] },
    { id: "3", tools: "no list" },
  ]);
});

it("each create has an Idempotency-Key of its own", async () => {
  const requests = respondToAll(200, '{"id":"1"}');
  await remote.create("tool", body);
  await remote.create("tool", body);
  await remote.update("tool", "1", body);
  const keys = requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.any(String), undefined]);
  expect(keys[0]).not.toBe(keys[1]);
});

const hint = "Check that the base URL is that of a prompt service with the interface /sdk/v1.";

describe("a response of the wrong type fails", () => {
  it.each([
    ["an object instead of a list", '{"data":[]}'],
    ["a list with null in it", '[{"id":"1"},null]'],
  ])("%s", async (_, response) => {
    respondToAll(200, response);
    expect(detailsOf(await failureOf(remote.list("tool")))).toMatchObject({
      code: "unreadable-answer",
      method: "GET",
      path: "/sdk/v1/tools",
      message: "GET /sdk/v1/tools: the response is not a list of objects.",
      hint,
    });
  });

  it.each([
    ["get", "GET", "/sdk/v1/tools/1", () => remote.get("tool", "1")],
    ["create", "POST", "/sdk/v1/tools", () => remote.create("tool", body)],
    ["update", "PUT", "/sdk/v1/tools/1", () => remote.update("tool", "1", body)],
  ])("a list instead of an object, for %s", async (_, method, path, call) => {
    respondToAll(200, "[]");
    expect(detailsOf(await failureOf(call()))).toMatchObject({
      code: "unreadable-answer",
      method,
      path,
      message: `${method} ${path}: the response is not an object.`,
      hint,
    });
  });

  it("a create without a response body fails: the id is unknown", async () => {
    respondToAll(204);
    expect((await failureOf(remote.create("tool", body))).message).toBe(
      "POST /sdk/v1/tools: the response is not an object.",
    );
  });
});

it.each([["nothing (204)", 204, undefined]])(
  "a delete with the response %s succeeds",
  async (_, status, response) => {
    respondToAll(status, response);
    expect(await remote.delete("tool", "1")).toBe(null);
  },
);

describe("the reader", () => {
  it("lists and gets at its base URL", async () => {
    const requests = respondToAll(200, "[]");
    expect(reader.baseUrl).toBe(baseUrl);
    expect(await reader.list("prompt")).toEqual([]);
    nock.cleanAll();
    respondToAll(200, '{"id":"1"}');
    expect(await reader.get("prompt", "1")).toEqual({ id: "1" });
    expect(requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("has no functions that write", () => {
    expect(Object.keys(reader).sort()).toEqual([
      "announces",
      "baseUrl",
      "deletions",
      "get",
      "list",
      "maxBodyBytes",
      "versions",
    ]);
  });

  it.each<readonly [name: string, announced: (string | undefined)[], expected: number | undefined]>(
    [
      ["nothing", [undefined], undefined],
      ["a limit", ["16777216"], 16_777_216],
      ["other limits by its replicas: the smallest", ["2000", "1000", "3000"], 1000],
      ["a limit by some of its replicas", [undefined, "1000", undefined], 1000],
      ["what is no size", ["16 MiB", "-1", "0", "1e3", ""], undefined],
    ],
  )("the service announces %s", async (_name, announced, expected) => {
    const own = createServiceReader(kinds, baseUrl, callOf());
    expect(own.maxBodyBytes()).toBe(undefined);
    for (const value of announced) {
      nock(baseUrl)
        .get(/.*/)
        .reply(200, "[]", value === undefined ? {} : { "promptctl-max-body-bytes": value });
      await own.list("tool");
    }
    expect(own.maxBodyBytes()).toBe(expected);
  });

  it("asks for no versions where the service does not announce them, and says so", async () => {
    const requests = respondToAll(200, "[]");
    expect(await reader.versions("prompt", "1")).toBe(undefined);
    expect(requests).toEqual([]);
  });

  it.each<readonly [response: string, status: number, body: string, expected: unknown]>([
    ["versions", 200, '[{"number":2},{"number":1}]', [{ number: 2 }, { number: 1 }]],
    ["no versions", 200, "[]", []],
    ["that the resource does not exist", 404, '{"error":"not found"}', []],
    ["something else", 200, '{"versions":[{"number":1}]}', []],
    ["null", 200, "null", []],
  ])(
    "a service that announces versions answers with %s",
    async (_name, status, answer, expected) => {
      const own = createServiceReader(kinds, baseUrl, callOf());
      nock(baseUrl).get("/sdk/v1/prompts").reply(200, "[]", { "promptctl-extensions": "origin" });
      await own.list("prompt");
      nock(baseUrl).get("/sdk/v1/prompts/1/versions").reply(status, answer);
      expect(await own.versions("prompt", "1")).toEqual(expected);
    },
  );
});

it("throws for a kind that is not in the table", async () => {
  await expect(remote.list("workflow")).rejects.toThrow();
});
