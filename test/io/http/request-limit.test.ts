// How many requests are in progress at once, before and after a response with status 429.
import { expect, it } from "vitest";
import { CallFailure } from "../../../src/engine/model/failure.ts";
import { createRequestLimit, type RequestLimit } from "../../../src/io/http/request-limit.ts";
import { callOf } from "./recorder.ts";

const tooMany = (): Promise<never> =>
  Promise.reject(new CallFailure("busy", { method: "GET", path: "/a", status: 429 }, "busy"));

/** The most requests that were in progress at once while 20 requests ran. */
async function mostAtOnce(limit: RequestLimit): Promise<number> {
  let [active, most] = [0, 0];
  const request = async (): Promise<void> => {
    most = Math.max(most, ++active);
    await new Promise((resolve) => setImmediate(resolve));
    active--;
  };
  await Promise.all(Array.from({ length: 20 }, () => limit.run(request)));
  return most;
}

it("as many requests as the limit permits are in progress at once", async () => {
  const limit = createRequestLimit(7);
  expect([await mostAtOnce(limit), limit.current()]).toEqual([7, 7]);
});

it("429 halves the limit for the rest of the run, down to 1", async () => {
  const limit = createRequestLimit(10);
  for (const expected of [5, 2, 1, 1]) {
    await expect(limit.run(tooMany)).rejects.toThrow("busy");
    expect([limit.current(), await mostAtOnce(limit)]).toEqual([expected, expected]);
  }
});

it("requests that were in progress together lower the limit once", async () => {
  const limit = createRequestLimit(10);
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => limit.run(tooMany)));
  expect([all.filter(({ status }) => status === "rejected").length, limit.current()]).toEqual([
    10, 5,
  ]);
});

it("other failures keep the limit", async () => {
  const limit = createRequestLimit(10);
  await expect(limit.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect([limit.current(), await mostAtOnce(limit)]).toEqual([10, 10]);
});

it("a retry that the limit delays beyond the deadline is not sent", async () => {
  let time = 0;
  const limit = createRequestLimit(1);
  let [sent, retries] = [0, 0];
  const fetch = async (): Promise<Response> => {
    sent++;
    return new Response("{}", { status: 429 });
  };
  const slow = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    time += 119_000;
  };
  const sleep = async (): Promise<void> => {
    if (retries++ === 0) void limit.run(slow); // another request takes the only place
  };
  const retry = { retries: 4, random: () => 0, now: () => time, sleep, limit };
  const call = callOf({ fetch, retry });
  await expect(call("POST", "/a", {})).rejects.toMatchObject({ status: 429 });
  expect(sent).toBe(1);
});
