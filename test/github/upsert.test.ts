// One of ours is kept, whatever others write, delete or make at the same time.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import type { GitHubApi } from "../../src/github/api.ts";
import { CallFailure } from "../../src/engine/model/failure.ts";
import { upsertOne } from "../../src/github/upsert.ts";

const api: GitHubApi = {
  repository: "acme/shop",
  all: async () => [],
  send: async () => ({ login: "me" }),
  graphql: async () => ({}),
};

const thing = (id: number, login = "me"): JsonObject => ({
  id,
  user: { login },
  html_url: `at ${id}`,
});
const failure = (status: number, outcome: "no" | "unknown"): CallFailure =>
  new CallFailure(`github-${status}`, { method: "GET", path: "", status, outcome }, String(status));

interface Scene {
  readonly there: JsonObject[];
  /** What happens before a call, as `change 1`. */
  readonly before?: (call: string, things: JsonObject[]) => unknown;
}

async function kept({ there, before }: Scene): Promise<unknown[]> {
  const calls: string[] = [];
  const idOf = ({ id }: JsonObject): string => String(id);
  const called = (call: string): void => {
    before?.(call, there);
    calls.push(call);
  };
  const must = (each: JsonObject): JsonObject => {
    const found = there.find(({ id }) => id === each["id"]);
    if (!found) throw failure(404, "no");
    return found;
  };
  const url = await upsertOne(api, {
    list: async () => [...there],
    create: async () => {
      called("make");
      there.push(thing(50));
      return thing(50);
    },
    update: async (each) => {
      called(`change ${idOf(each)}`);
      return must(each);
    },
    remove: async (each) => {
      called(`remove ${idOf(each)}`);
      there.splice(there.indexOf(must(each)), 1);
    },
  });
  return [url, calls, there.map(({ id }) => id)];
}

const without = (id: number, things: JsonObject[]): void => {
  const at = things.findIndex((each) => each["id"] === id);
  if (at >= 0) things.splice(at, 1);
};

describe("one is kept", () => {
  it.each<[string, Scene, unknown[]]>([
    ["where there is none", { there: [] }, ["at 50", ["make"], [50]]],
    ["where others have one", { there: [thing(1, "you")] }, ["at 50", ["make"], [1, 50]]],
    [
      "where there are three, in whichever order: the oldest",
      { there: [thing(3), thing(1), thing(2, "you"), thing(4)] },
      ["at 1", ["change 1", "remove 3", "remove 4"], [1, 2]],
    ],
    [
      "where one was deleted since it was listed: it is made anew",
      { there: [thing(1)], before: (call, things) => call === "change 1" && without(1, things) },
      ["at 50", ["change 1", "make"], [50]],
    ],
    [
      "where the oldest was deleted since: the next",
      {
        there: [thing(1), thing(2), thing(3)],
        before: (call, things) => call === "change 1" && without(1, things),
      },
      ["at 2", ["change 1", "change 2", "remove 3"], [2]],
    ],
    [
      "where another run made an older one meanwhile: that",
      { there: [], before: (call, things) => call === "make" && things.push(thing(49)) },
      ["at 49", ["make", "change 49", "remove 50"], [49]],
    ],
    [
      "where two other runs made older ones meanwhile: the oldest",
      {
        there: [],
        before: (call, things) => call === "make" && things.push(thing(49), thing(48)),
      },
      ["at 48", ["make", "change 48", "remove 49", "remove 50"], [48]],
    ],
    [
      "where another run made a younger one meanwhile: ours, and theirs is left to it",
      { there: [], before: (call, things) => call === "make" && things.push(thing(51)) },
      ["at 50", ["make"], [51, 50]],
    ],
    [
      "where somebody else made one meanwhile: ours",
      { there: [], before: (call, things) => call === "make" && things.push(thing(49, "you")) },
      ["at 50", ["make"], [49, 50]],
    ],
  ])("%s", async (_what, scene, wanted) => {
    expect(await kept(scene)).toEqual(wanted);
  });
});

it("what may not be changed though it is there is told, not made once more", async () => {
  const before = (call: string): void => {
    if (call === "change 1") throw failure(404, "no");
  };
  await expect(kept({ there: [thing(1)], before })).rejects.toThrow("404");
});

it("what was perhaps made is looked for before it is made again", async () => {
  let asked = 0;
  const before = (call: string, things: JsonObject[]): void => {
    if (call !== "make" || asked++ > 0) return;
    things.push(thing(49));
    throw failure(502, "unknown");
  };
  expect(await kept({ there: [], before })).toEqual(["at 49", ["change 49"], [49]]);
});

it("that is given up after the third time", async () => {
  let asked = 0;
  const before = (): void => {
    asked++;
    throw failure(502, "unknown");
  };
  await expect(kept({ there: [], before })).rejects.toThrow("502");
  expect(asked).toBe(3);
});
