import nock from "nock";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Call, readOnly } from "../../../src/io/http/http.ts";
import { respondToAll, baseUrl, callOf, failureOf, detailsOf } from "./recorder.ts";

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

const path = "/sdk/v1/tools";

describe("a request", () => {
  it.each([
    ["GET", undefined],
    ["POST", { name: "a", list: [1, null, "ü"] }],
    ["PUT", { name: "a" }],
    ["DELETE", undefined],
  ] as const)(
    "%s has the key, accepts JSON and has a content type if it has a body",
    async (...row) => {
      const [method, body] = row;
      const requests = respondToAll(200, "{}");
      await callOf()(method, path, body);
      expect(requests).toEqual([
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
      expect(requests[0]!.headers["content-type"]).toBe(body && "application/json");
    },
  );

  it("has no key header without a key", async () => {
    const requests = respondToAll(200, "{}");
    await callOf({ key: undefined })("GET", path);
    expect(Object.keys(requests[0]!.headers)).not.toContain("x-api-key");
  });

  it("appends the path to the path of the base URL", async () => {
    const requests = respondToAll(200, "{}");
    await callOf({ baseUrl: `${baseUrl}/team/a` })("GET", path);
    expect(requests[0]!.path).toBe("/team/a/sdk/v1/tools");
  });

  it("is sent once without retry options, even if it fails", async () => {
    const requests = respondToAll(503, '{"error":"busy"}');
    await failureOf(callOf()("GET", path));
    expect(requests).toHaveLength(1);
  });
});

describe("a response is read", () => {
  it.each([
    ["a list", 200, '[{"id":"1"}]', [{ id: "1" }]],
    ["an object", 201, '{"id":"1"}', { id: "1" }],
    ["null", 200, "null", null],
    ["text in JSON", 200, '"true"', "true"],
    ["nothing (204)", 204, undefined, null],
    ["an empty body (200)", 200, "", null],
  ])("%s", async (_, status, body, read) => {
    respondToAll(status, body);
    expect(await callOf()("DELETE", `${path}/1`)).toEqual(read);
  });

  it("JSON with another content type", async () => {
    respondToAll(200, '{"id":"1"}', { "content-type": "text/plain" });
    expect(await callOf()("GET", `${path}/1`)).toEqual({ id: "1" });
  });
});

describe("an error status", () => {
  it("429 for a run has no hint about --concurrency, which the command lacks", async () => {
    respondToAll(429, "{}");
    const run = callOf()("POST", "/sdk/v1/prompts/1/completion", {});
    expect((await failureOf(run)).hint).toBe(
      "Rate limit exceeded. Run the same command again later.",
    );
  });

  const serviceFailed = "The service failed. Run the same command again later.";
  const noPermission = "The API key lacks the permission. Ask the operator of the service for it.";
  it.each([
    [400, "service-error", undefined],
    [401, "wrong-key", `Set PROMPTCTL_API_KEY to a key that ${baseUrl} accepts.`],
    [403, "not-allowed", noPermission],
    [404, "not-found", "It may have been deleted since it was listed. Run the same command again."],
    [408, "service-error", undefined],
    [409, "service-error", undefined],
    [422, "service-error", undefined],
    [
      429,
      "service-error",
      "Rate limit exceeded. Run the same command again later, or lower --concurrency.",
    ],
    [500, "service-error", serviceFailed],
    [503, "service-error", serviceFailed],
  ])("%i: the message contains that of the service", async (status, code, hint) => {
    respondToAll(status, '{"error":"No such thing."}');
    expect(detailsOf(await failureOf(callOf()("PUT", `${path}/1`, {})))).toEqual({
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
    ["an empty body", ""],
    ["JSON without a message", '{"code":"no"}'],
    ["an error that is not a string", '{"error":{"code":7}}'],
  ])("with %s: the message contains the status only", async (_, body) => {
    respondToAll(502, body, { "content-type": "text/html" });
    expect(detailsOf(await failureOf(callOf()("GET", path)))).toEqual({
      code: "service-error",
      method: "GET",
      path,
      status: 502,
      message: "502 from GET /sdk/v1/tools",
      hint: serviceFailed,
    });
  });

  it("the failure does not contain the key even if the service repeats it", async () => {
    respondToAll(401, '{"error":"The key key-SECRET-42 is not known."}');
    expect((await failureOf(callOf()("GET", path))).status).toBe(401);
  });
});

it("a response that is not JSON fails; the hint names the base URL", async () => {
  respondToAll(200, "<html><body>Welcome</body></html>", { "content-type": "text/html" });
  expect(detailsOf(await failureOf(callOf()("GET", path)))).toEqual({
    code: "unreadable-answer",
    method: "GET",
    path,
    status: 200,
    message: "GET /sdk/v1/tools: the response (status 200) is not JSON.",
    hint: `Check that ${baseUrl} is the base URL of a prompt service.`,
  });
});

describe("a key that is not valid in a header", () => {
  it.each([
    ["a line ending in the middle", "key-\nSECRET"],
    ["a character that is not ASCII", "key–SECRET"],
  ])("%s: the failure names the variable and does not show the key", async (_, wrongKey) => {
    const requests = respondToAll(200, "[]");
    const failure = await failureOf(callOf({ key: wrongKey })("GET", path));
    expect(failure.message).toContain("PROMPTCTL_API_KEY");
    expect(failure.message).not.toContain("cannot be reached");
    expect(requests).toEqual([]);
  });

  it("a line ending after the key is removed", async () => {
    const requests = respondToAll(200, "[]");
    await callOf({ key: "key-SECRET-42\n" })("GET", path);
    expect(requests[0]!.headers["x-api-key"]).toBe("key-SECRET-42");
  });
});

describe("the trace", () => {
  it.each([
    ["a success", 200, "[]", { status: 200 }],
    ["an error", 404, '{"error":"missing"}', { status: 404 }],
    ["a response that is not JSON", 200, "<html>", { status: 200 }],
  ])("of %s has only method, path, status and time", async (_, status, body, more) => {
    respondToAll(status, body);
    const lines: object[] = [];
    await callOf({ trace: (line) => lines.push(line) })("GET", path).catch(() => {});
    expect(lines).toEqual([{ method: "GET", path, milliseconds: expect.any(Number), ...more }]);
  });
});

describe("readOnly", () => {
  const calls: string[] = [];
  const call: Call = async (method) => {
    calls.push(method);
    return [];
  };
  afterEach(() => void (calls.length = 0));

  it("allows GET", async () => {
    expect(await readOnly(call)("GET", path)).toEqual([]);
    expect(calls).toEqual(["GET"]);
  });

  it.each(["POST", "PUT", "DELETE"] as const)("rejects %s", (method) => {
    expect(() => readOnly(call)(method, path, {})).toThrow(`a plan tried to ${method} ${path}`);
    expect(calls).toEqual([]);
  });
});
