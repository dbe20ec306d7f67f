// Calls over real sockets: redirects, time-outs, and failed connections, with Node's fetch, which the
// library uses, and with the client of the program.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { timeoutFailure } from "../../../src/io/http/call-failures.ts";
import { closedPort, loopback } from "../loopback.ts";
import { createFetch } from "../../../src/io/http/fetch.ts";
import { platformFetch, callOf, failureOf, detailsOf } from "./recorder.ts";

const path = "/sdk/v1/prompts";

describe.each([
  ["Node's fetch", platformFetch],
  ["the client of the program", await createFetch({})],
])("%s:", (_name, fetch) => {
  describe("redirects are not followed, and the other host does not receive the key", () => {
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
      const failure = await failureOf(callOf({ fetch, baseUrl: server.url })("POST", path, {}));
      expect(elsewhere.requests).toEqual([]);
      expect(server.requests[0]!.headers["x-api-key"]).toBe("key-SECRET-42");
      expect(detailsOf(failure)).toEqual({
        code: "redirected",
        method: "POST",
        path,
        status,
        message: `POST ${path} was redirected to ${elsewhere.url}/login. Redirects are not followed, because they could send the API key to another host.`,
        hint: "Set the base URL to the final address.",
      });
    });

    it("a redirect without a location", async () => {
      await using server = await loopback((_, response) => response.writeHead(302).end());
      const failure = await failureOf(callOf({ fetch, baseUrl: server.url })("GET", path));
      expect(failure.message).toBe(
        `GET ${path} was redirected to an unknown address. Redirects are not followed, because they could send the API key to another host.`,
      );
    });
  });

  describe("a time-out", () => {
    /** The failure of the call, or a text if the call lasts ten times its time-out. */
    async function within(respond: (response: ServerResponse) => void): Promise<object | string> {
      await using server = await loopback((_, response) => respond(response));
      const call = callOf({ fetch, baseUrl: server.url, timeoutMs: 50 })("GET", path);
      const late = new Promise<string>((resolve) =>
        setTimeout(() => resolve("still waiting"), 500),
      );
      return await Promise.race([failureOf(call).then(detailsOf), late]);
    }
    const failure = {
      code: "timed-out",
      method: "GET",
      path,
      status: undefined,
      message: `GET ${path}: no response within 0.05 s.`,
      hint: "Raise the limit with --timeout, for example --timeout 2m.",
    };

    it("ends a call without a response", async () => {
      expect(await within(() => {})).toEqual(failure);
    });

    it.each([
      [600_000, "600 s", "20m"],
      [59_702.4, "60 s", "2m"],
    ])("of %d ms is in whole seconds, and a longer one is suggested", (timeoutMs, time, longer) => {
      const call = { method: "GET", path, baseUrl: "", maxResponseMiB: 256, key: undefined };
      const { message, hint } = timeoutFailure({ ...call, timeoutMs });
      expect(message).toBe(`GET ${path}: no response within ${time}.`);
      expect(hint).toBe(`Raise the limit with --timeout, for example --timeout ${longer}.`);
    });

    it("ends a call with an incomplete response", async () => {
      const failed = await within((response) => void response.writeHead(200).write("["));
      expect(failed).toMatchObject({ code: "timed-out", message: failure.message });
    });
  });

  it("a time-out longer than the maximum of a timer is not shortened to a millisecond", async () => {
    await using server = await loopback((_, response) => {
      setTimeout(() => response.end("[]"), 20);
    });
    const call = callOf({ fetch, baseUrl: server.url, timeoutMs: 36_000 * 60_000 });
    expect(await call("GET", path)).toEqual([]);
  });

  describe("a service that cannot be reached", () => {
    const hint = "Check the base URL and that the service is running.";

    it("connection refused", async () => {
      const baseUrl = await closedPort();
      expect(detailsOf(await failureOf(callOf({ fetch, baseUrl })("DELETE", `${path}/1`)))).toEqual(
        {
          code: "unreachable",
          method: "DELETE",
          path: `${path}/1`,
          status: undefined,
          message: `${baseUrl} cannot be reached: connection refused (DELETE ${path}/1).`,
          hint,
        },
      );
    });

    it.each<[string, (socket: Socket) => void]>([
      ["breaks before", (socket) => socket.resetAndDestroy()],
      ["ends without", (socket) => socket.end()],
    ])("the connection %s the response", async (_, close) => {
      await using server = await loopback((request) => close(request.socket));
      const failure = await failureOf(callOf({ fetch, baseUrl: server.url })("GET", path));
      expect(detailsOf(failure)).toMatchObject({
        code: "unreachable",
        message: `${server.url} cannot be reached: connection reset (GET ${path}).`,
        hint,
      });
    });

    it("the connection breaks during the response", async () => {
      await using server = await loopback((request, response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write("[", () => request.socket.resetAndDestroy());
      });
      const failure = await failureOf(callOf({ fetch, baseUrl: server.url })("GET", path));
      expect(failure.message).toMatch(/connection reset/);
    });

    it.each([
      ["ENOTFOUND", "DNS lookup failed"],
      ["EAI_AGAIN", "DNS lookup failed temporarily"],
      ["EHOSTUNREACH", "host unreachable"],
    ])("%s: the reason is %s", async (code, reason) => {
      const refusing = async (): Promise<Response> => {
        const cause = Object.assign(new Error(`getaddrinfo ${code}`), { code });
        throw new TypeError("fetch failed", { cause });
      };
      expect(detailsOf(await failureOf(callOf({ fetch: refusing })("GET", path)))).toMatchObject({
        code: "unreachable",
        message: `https://prompts.example.com cannot be reached: ${reason} (GET ${path}).`,
        hint,
      });
    });

    it("a host with IPv4 and IPv6 that refuses both: the reason is the first one", async () => {
      const refusing = async (): Promise<Response> => {
        const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
        throw new TypeError("fetch failed", {
          cause: Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" }),
        });
      };
      const failure = await failureOf(callOf({ fetch: refusing })("GET", path));
      expect(failure.message).toContain("connection refused");
    });

    it("the trace of a call without a response has no status", async () => {
      const lines: object[] = [];
      const call = callOf({
        fetch,
        baseUrl: await closedPort(),
        trace: (line) => lines.push(line),
      });
      await failureOf(call("GET", path));
      expect(lines).toEqual([{ method: "GET", path, milliseconds: expect.any(Number) }]);
      expect(Object.keys(lines[0]!)).not.toContain("status");
    });
  });

  it.each(["EMFILE", "ENFILE"])(
    "with %s nothing was sent, so a write may be sent again",
    async (code) => {
      const cause = Object.assign(new Error(`connect ${code} 127.0.0.1:80`), {
        code,
        syscall: "connect",
      });
      const fetch = (): Promise<never> => Promise.reject(new TypeError("fetch failed", { cause }));
      const failure = await failureOf(callOf({ fetch })("POST", path, {}));
      expect(failure.outcome).toBe("not-executed");
      expect(failure.message).toMatch(/cannot be reached: too many open files/);
      expect(failure.hint).toBe("Close other programs, or raise ulimit -n.");
    },
  );
});
