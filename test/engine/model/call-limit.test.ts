// Calls with a limit: how many are in progress at once, and in which order they start.
import { expect, it } from "vitest";
import { createCallLimit } from "../../../src/engine/model/call-limit.ts";

/** Calls with a limit; each ends when the test ends it. */
function callsWith(most: number) {
  const limit = createCallLimit(most);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    started,
    start: (name: string): Promise<string> =>
      limit(() => {
        started.push(name);
        return new Promise((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve(`${name} done`))),
        );
      }),
    end: async (name: string, error?: Error): Promise<void> => {
      ends.get(name)!(error);
      await settled();
    },
  };
}

/** All that promises cause has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("calls start in the order in which they came, as soon as fewer than the limit are in progress", async () => {
  const calls = callsWith(2);
  const results = ["a", "b", "c", "d", "e"].map((name) => calls.start(name));
  await settled();
  expect(calls.started).toEqual(["a", "b"]);
  await calls.end("b");
  expect(calls.started).toEqual(["a", "b", "c"]);
  await calls.end("c");
  await calls.end("a");
  expect(calls.started).toEqual(["a", "b", "c", "d", "e"]);
  await calls.end("d");
  await calls.end("e");
  expect(await Promise.all(results)).toEqual(
    ["a", "b", "c", "d", "e"].map((each) => `${each} done`),
  );
});

it("with a limit of 1, calls run one after the other, also after a pause", async () => {
  const calls = callsWith(1);
  void calls.start("a");
  await settled();
  await calls.end("a");
  void calls.start("b");
  void calls.start("c");
  await settled();
  expect(calls.started).toEqual(["a", "b"]);
  await calls.end("b");
  expect(calls.started).toEqual(["a", "b", "c"]);
});

it("a call that fails rejects, and the next one starts", async () => {
  const calls = callsWith(1);
  const failing = calls.start("a");
  const next = calls.start("b");
  await settled();
  const ended = calls.end("a", new Error("lost"));
  await expect(failing).rejects.toThrow("lost");
  await ended;
  await calls.end("b");
  expect(await next).toBe("b done");
});

it("a call that throws before it returns a promise rejects, and the next one starts", async () => {
  const limit = createCallLimit(1);
  const failing = limit(() => {
    throw new Error("no call");
  });
  await expect(failing).rejects.toThrow("no call");
  expect(await limit(async () => "next")).toBe("next");
});
