import nock from "nock";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createServiceReader, createServiceClient } from "../../src/io/remote.ts";
import { kinds } from "../../src/kinds.ts";
import { answerAll, baseUrl, callOf, failureOf, told } from "./recorder.ts";

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
  ])("%s: %s and its answer", async (...[, method, at, sent, call, answer]) => {
    const asked = answerAll(200, JSON.stringify(answer));
    expect(await call()).toEqual(answer);
    expect(asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method, path: at, body: sent },
    ]);
  });
});

const hint = "Check that the base URL is that of a prompt service with the interface /sdk/v1.";

describe("an answer of another shape", () => {
  it.each([
    ["an object where a list is due", '{"data":[]}'],
    ["null where a list is due", "null"],
    ["text where a list is due", '"[]"'],
    ["a list with null in it", '[{"id":"1"},null]'],
    ["a list with text in it", '["1"]'],
    ["a list with a list in it", "[[]]"],
  ])("%s", async (_, answer) => {
    answerAll(200, answer);
    expect(told(await failureOf(remote.list("tool")))).toMatchObject({
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
  ])("a list where %s is due an object", async (_, method, path, call) => {
    answerAll(200, "[]");
    expect(told(await failureOf(call()))).toMatchObject({
      code: "unreadable-answer",
      method,
      path,
      message: `${method} ${path}: the response is not an object.`,
      hint,
    });
  });

  it("a create that is answered with nothing is a failure: its id is not known", async () => {
    answerAll(204);
    expect((await failureOf(remote.create("tool", body))).message).toBe(
      "POST /sdk/v1/tools: the response is not an object.",
    );
  });
});

it.each([
  ["nothing (204)", 204, undefined],
  ["an empty body (200)", 200, ""],
])("a delete that is answered with %s came off", async (_, status, answer) => {
  answerAll(status, answer);
  expect(await remote.delete("tool", "1")).toBe(null);
});

describe("what only reads", () => {
  it("lists and gets, at the address it names", async () => {
    const asked = answerAll(200, "[]");
    expect(reader.baseUrl).toBe(baseUrl);
    expect(await reader.list("prompt")).toEqual([]);
    nock.cleanAll();
    answerAll(200, '{"id":"1"}');
    expect(await reader.get("prompt", "1")).toEqual({ id: "1" });
    expect(asked.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("has no way to write", () => {
    expect(Object.keys(reader).sort()).toEqual(["baseUrl", "get", "list"]);
  });
});

it("a kind that is not in the table is a mistake of ours", async () => {
  await expect(remote.list("workflow")).rejects.toThrow();
});
