import nock from "nock";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Call, readOnly } from "../../src/io/http.ts";
import { answerAll, baseUrl, callOf, failureOf, told } from "./recorder.ts";

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

const path = "/sdk/v1/tools";

describe("what is sent", () => {
  it.each([
    ["GET", undefined],
    ["POST", { name: "a", list: [1, null, "ü"] }],
    ["PUT", { name: "a" }],
    ["DELETE", undefined],
  ] as const)(
    "%s carries the key, wants JSON and says of a body that it is JSON",
    async (...row) => {
      const [method, body] = row;
      const asked = answerAll(200, "{}");
      await callOf()(method, path, body);
      expect(asked).toEqual([
        {
          method,
          path,
          body: body ?? "",
          headers: expect.objectContaining({
            accept: "application/json",
            "x-api-key": "key-SECRET-42",
          }),
        },
      ]);
      expect(asked[0]!.headers["content-type"]).toBe(body && "application/json");
    },
  );

  it("without a key there is no such header", async () => {
    const asked = answerAll(200, "{}");
    await callOf({ key: undefined })("GET", path);
    expect(Object.keys(asked[0]!.headers)).not.toContain("x-api-key");
  });

  it("the path stands behind the path of the base address", async () => {
    const asked = answerAll(200, "{}");
    await callOf({ baseUrl: `${baseUrl}/team/a` })("GET", path);
    expect(asked[0]!.path).toBe("/team/a/sdk/v1/tools");
  });

  it("a call that fails is made once: retrying is not decided here", async () => {
    const asked = answerAll(503, '{"error":"busy"}');
    await failureOf(callOf()("GET", path));
    expect(asked).toHaveLength(1);
  });
});

describe("what is read", () => {
  it.each([
    ["a list", 200, '[{"id":"1"}]', [{ id: "1" }]],
    ["an object", 201, '{"id":"1"}', { id: "1" }],
    ["null", 200, "null", null],
    ["text in JSON", 200, '"true"', "true"],
    ["nothing (204)", 204, undefined, null],
    ["an empty body (200)", 200, "", null],
  ])("%s", async (_, status, body, read) => {
    answerAll(status, body);
    expect(await callOf()("DELETE", `${path}/1`)).toEqual(read);
  });

  it("JSON is read as such whatever the content type says", async () => {
    answerAll(200, '{"id":"1"}', { "content-type": "text/plain" });
    expect(await callOf()("GET", `${path}/1`)).toEqual({ id: "1" });
  });
});

describe("a status that is an error", () => {
  const nextTime = "The service failed. Run the same command again later.";
  const rights = "The API key lacks the permission. Ask the operator of the service for it.";
  it.each([
    [400, "service-error", undefined],
    [401, "wrong-key", `Set PROMPTCTL_API_KEY to a key that ${baseUrl} accepts.`],
    [403, "not-allowed", rights],
    [404, "not-found", undefined],
    [408, "service-error", undefined],
    [409, "service-error", undefined],
    [422, "service-error", undefined],
    [
      429,
      "service-error",
      "Rate limit exceeded. Run the same command again later, or lower --concurrency.",
    ],
    [500, "service-error", nextTime],
    [503, "service-error", nextTime],
  ])("%i is told with the service's own words", async (status, code, hint) => {
    answerAll(status, '{"error":"No such thing."}');
    expect(told(await failureOf(callOf()("PUT", `${path}/1`, {})))).toEqual({
      code,
      method: "PUT",
      path: "/sdk/v1/tools/1",
      status,
      message: `${status} from PUT /sdk/v1/tools/1: No such thing.`,
      hint,
    });
  });

  it.each([
    ["HTML", "<html><body>502 Bad Gateway</body></html>"],
    ["no words", ""],
    ["JSON without words", '{"code":"no"}'],
    ["an error that is no text", '{"error":{"code":7}}'],
  ])("with %s it is told by its status", async (_, body) => {
    answerAll(502, body, { "content-type": "text/html" });
    expect(told(await failureOf(callOf()("GET", path)))).toEqual({
      code: "service-error",
      method: "GET",
      path,
      status: 502,
      message: "502 from GET /sdk/v1/tools",
      hint: nextTime,
    });
  });

  it("the key is not in the failure even where the service repeats it", async () => {
    answerAll(401, '{"error":"The key key-SECRET-42 is not known."}');
    expect((await failureOf(callOf()("GET", path))).status).toBe(401);
  });
});

it("an answer that is not JSON says which service it may not be", async () => {
  answerAll(200, "<html><body>Welcome</body></html>", { "content-type": "text/html" });
  expect(told(await failureOf(callOf()("GET", path)))).toEqual({
    code: "unreadable-answer",
    method: "GET",
    path,
    status: 200,
    message: "GET /sdk/v1/tools: the response (status 200) is not JSON.",
    hint: `Check that ${baseUrl} is the base URL of a prompt service.`,
  });
});

describe("a key that no header can hold", () => {
  it.each([
    ["a line end within", "key-\nSECRET"],
    ["a character beyond Latin-1", "key–SECRET"],
  ])("%s: the failure is about the key and does not show it", async (_, wrongKey) => {
    const asked = answerAll(200, "[]");
    const failure = await failureOf(callOf({ key: wrongKey })("GET", path));
    expect(failure.message).toContain("PROMPTCTL_API_KEY");
    expect(failure.message).not.toContain("cannot be reached");
    expect(asked).toEqual([]);
  });

  it("a line end after the key is no part of it", async () => {
    const asked = answerAll(200, "[]");
    await callOf({ key: "key-SECRET-42\n" })("GET", path);
    expect(asked[0]!.headers["x-api-key"]).toBe("key-SECRET-42");
  });
});

describe("the trace", () => {
  it.each([
    ["a success", 200, "[]", { status: 200 }],
    ["an error", 404, '{"error":"gone"}', { status: 404 }],
    ["an answer that is not JSON", 200, "<html>", { status: 200 }],
  ])("of %s has method, path, status and time, nothing else", async (_, status, body, more) => {
    answerAll(status, body);
    const lines: object[] = [];
    await callOf({ trace: (line) => lines.push(line) })("GET", path).catch(() => {});
    expect(lines).toEqual([{ method: "GET", path, milliseconds: expect.any(Number), ...more }]);
  });
});

describe("what only reads", () => {
  const calls: string[] = [];
  const call: Call = async (method) => {
    calls.push(method);
    return [];
  };
  afterEach(() => void (calls.length = 0));

  it("GET gets through", async () => {
    expect(await readOnly(call)("GET", path)).toEqual([]);
    expect(calls).toEqual(["GET"]);
  });

  it.each(["POST", "PUT", "DELETE"] as const)("%s does not", (method) => {
    expect(() => readOnly(call)(method, path, {})).toThrow(`a plan tried to ${method} ${path}`);
    expect(calls).toEqual([]);
  });
});
