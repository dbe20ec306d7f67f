// Slow requests are shown after two seconds; fast ones, and any with --quiet, are not.
import { describe, expect, it } from "vitest";
import type { CommandHost } from "../../../src/cli/host/command-host.ts";
import { createProjectFixture } from "../project-fixture.ts";

/** Runs plan while each list takes `seconds`; the clock of the fake process passes meanwhile. */
async function planSlowly(
  seconds: number,
  { flags = [], isTerminal }: { flags?: readonly string[]; isTerminal: boolean },
): Promise<{ err: string; statuses: string[] }> {
  await using on = await createProjectFixture();
  const statuses: string[] = [];
  let clock = 0;
  let tick: (() => void) | undefined;
  const process: Partial<CommandHost> = {
    now: () => clock,
    every: (_milliseconds, callback) => {
      tick = callback;
      return () => (tick = undefined);
    },
    ...(isTerminal && { showStatus: (text) => void statuses.push(text) }),
  };
  let isSlow = true; // the lists are concurrent: the first one waits for all
  const fetch: typeof on.service.fetch = async (url, init) => {
    if (isSlow) {
      isSlow = false;
      for (let second = 1; second <= seconds; second++) {
        clock += 1000;
        tick?.();
      }
    }
    return on.service.fetch(url, init);
  };
  const { err } = await on.run(["plan", ...flags], { fetch, process });
  expect(tick).toBe(undefined);
  return { err, statuses };
}

const waiting = (seconds: number): string =>
  `  · https://prompts.example.com  waiting for a response (${seconds} s)`;

describe("a request without a response is shown", () => {
  it("on a terminal each second, from two seconds on, until the response", async () => {
    const { err, statuses } = await planSlowly(4, { isTerminal: true });
    expect([err, statuses]).toEqual(["", [waiting(2), waiting(3), waiting(4), ""]]);
  });

  it("elsewhere once", async () => {
    const { err } = await planSlowly(30, { isTerminal: false });
    expect(err).toBe(`${waiting(2)}\n`);
  });
});

it.each([
  ["a faster response", 1, []],
  ["--quiet", 30, ["--quiet"]],
])("with %s nothing is shown", async (_what, seconds, flags) => {
  for (const isTerminal of [true, false]) {
    const { err, statuses } = await planSlowly(seconds, { flags, isTerminal });
    expect([err, statuses.filter((text) => text !== "")]).toEqual(["", []]);
  }
});
