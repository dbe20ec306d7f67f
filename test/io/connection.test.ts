// Calls over real sockets: redirects, time-outs, and connections that do not come off.
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { closedPort, loopback } from "./loopback.ts";
import { callOf, failureOf, told } from "./recorder.ts";

const path = "/sdk/v1/prompts";

describe("redirects are not followed, and the key stays here", () => {
  it.each([
    [301, ""],
    [302, ""],
    [303, ""],
    [307, ""],
    [308, ""],
    [302, "<html>Moved</html>"],
  ])("%i with the body %j", async (status, body) => {
    await using elsewhere = await loopback((_, response) => response.end("[]"));
    await using server = await loopback((_, response) =>
      response.writeHead(status, { location: `${elsewhere.url}/login` }).end(body),
    );
    const failure = await failureOf(callOf({ baseUrl: server.url })("POST", path, {}));
    expect(elsewhere.requests).toEqual([]);
    expect(server.requests[0]!.headers["x-api-key"]).toBe("key-SECRET-42");
    expect(told(failure)).toEqual({
      code: "redirected",
      method: "POST",
      path,
      status,
      message: `POST ${path} was redirected to ${elsewhere.url}/login. Redirects are not followed, because they could send the API key to another host.`,
      hint: "Set the base URL to the final address.",
    });
  });

  it("a redirect without an address is one too", async () => {
    await using server = await loopback((_, response) => response.writeHead(302).end());
    const failure = await failureOf(callOf({ baseUrl: server.url })("GET", path));
    expect(failure.message).toBe(
      `GET ${path} was redirected to an unknown address. Redirects are not followed, because they could send the API key to another host.`,
    );
  });
});

describe("a time-out", () => {
  /** The call's failure, or a word where the call outlives its time-out ten times. */
  async function within(answer: (response: ServerResponse) => void): Promise<object | string> {
    await using server = await loopback((_, response) => answer(response));
    const call = callOf({ baseUrl: server.url, timeoutMs: 50 })("GET", path);
    const late = new Promise<string>((resolve) => setTimeout(() => resolve("still waiting"), 500));
    return await Promise.race([failureOf(call).then(told), late]);
  }
  const failure = {
    code: "timed-out",
    method: "GET",
    path,
    status: undefined,
    message: `GET ${path}: no response within 0.05 s.`,
    hint: "Raise the limit with --timeout, for example --timeout 2m.",
  };

  it("ends a call that gets no answer", async () => {
    expect(await within(() => {})).toEqual(failure);
  });

  it("ends a call whose answer begins and does not end", async () => {
    const found = await within((response) => void response.writeHead(200).write("["));
    expect(found).toMatchObject({ code: "timed-out", message: failure.message });
  });
});

it("a time-out longer than a timer can be is not one of a millisecond", async () => {
  await using server = await loopback((_, response) => {
    setTimeout(() => response.end("[]"), 20);
  });
  const call = callOf({ baseUrl: server.url, timeoutMs: 36_000 * 60_000 });
  expect(await call("GET", path)).toEqual([]);
});

describe("a service that cannot be reached", () => {
  const hint = "Check the base URL and that the service is running.";

  it("connection refused", async () => {
    const baseUrl = await closedPort();
    expect(told(await failureOf(callOf({ baseUrl })("DELETE", `${path}/1`)))).toEqual({
      code: "unreachable",
      method: "DELETE",
      path: `${path}/1`,
      status: undefined,
      message: `${baseUrl} cannot be reached: connection refused (DELETE ${path}/1).`,
      hint,
    });
  });

  it("the connection breaks before the answer", async () => {
    await using server = await loopback((request) => request.socket.resetAndDestroy());
    expect(told(await failureOf(callOf({ baseUrl: server.url })("GET", path)))).toMatchObject({
      code: "unreachable",
      message: `${server.url} cannot be reached: connection reset (GET ${path}).`,
      hint,
    });
  });

  it("the connection ends without an answer", async () => {
    await using server = await loopback((request) => request.socket.end());
    expect(told(await failureOf(callOf({ baseUrl: server.url })("GET", path)))).toMatchObject({
      code: "unreachable",
      message: `${server.url} cannot be reached: connection reset (GET ${path}).`,
      hint,
    });
  });

  it("the connection breaks within the answer", async () => {
    await using server = await loopback((request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("[", () => request.socket.resetAndDestroy());
    });
    const failure = await failureOf(callOf({ baseUrl: server.url })("GET", path));
    expect(failure.message).toMatch(/connection reset/);
  });

  it.each([
    ["ENOTFOUND", "DNS lookup failed"],
    ["EAI_AGAIN", "DNS lookup failed temporarily"],
    ["EHOSTUNREACH", "host unreachable"],
    ["CERT_HAS_EXPIRED", "CERT_HAS_EXPIRED"],
  ])("%s is told as: %s", async (code, why) => {
    const refusing = async (): Promise<Response> => {
      const cause = Object.assign(new Error(`getaddrinfo ${code}`), { code });
      throw new TypeError("fetch failed", { cause });
    };
    expect(told(await failureOf(callOf({ fetch: refusing })("GET", path)))).toMatchObject({
      code: "unreachable",
      message: `https://prompts.example.com cannot be reached: ${why} (GET ${path}).`,
      hint,
    });
  });

  it("a name of both families that refuses: the first reason is told", async () => {
    const refusing = async (): Promise<Response> => {
      const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
      throw new TypeError("fetch failed", {
        cause: Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" }),
      });
    };
    const failure = await failureOf(callOf({ fetch: refusing })("GET", path));
    expect(failure.message).toContain("connection refused");
  });

  it("the trace of a call without an answer has no status", async () => {
    const lines: object[] = [];
    const call = callOf({ baseUrl: await closedPort(), trace: (line) => lines.push(line) });
    await failureOf(call("GET", path));
    expect(lines).toEqual([{ method: "GET", path, milliseconds: expect.any(Number) }]);
    expect(Object.keys(lines[0]!)).not.toContain("status");
  });
});
