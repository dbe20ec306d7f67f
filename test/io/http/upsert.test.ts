// upsertOne keeps one own item, while others create, change and delete items.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { CallFailure } from "../../../src/engine/model/failure.ts";
import { upsertOne } from "../../../src/io/http/upsert.ts";

const item = (id: number, author = "me"): JsonObject => ({ id, author });
const failure = (status: number, outcome: "rejected" | "unknown"): CallFailure =>
  new CallFailure(`github-${status}`, { method: "GET", path: "", status, outcome }, String(status));

interface Scenario {
  readonly items: JsonObject[];
  /** Runs before a call, as `update 1`. */
  readonly before?: (call: string, items: JsonObject[]) => unknown;
}

async function runUpsert({ items, before }: Scenario): Promise<unknown[]> {
  const calls: string[] = [];
  const idOf = ({ id }: JsonObject): string => String(id);
  const called = (call: string): void => {
    before?.(call, items);
    calls.push(call);
  };
  const findItem = ({ id: wanted }: JsonObject): JsonObject => {
    const existing = items.find(({ id }) => id === wanted);
    if (!existing) throw failure(404, "rejected");
    return existing;
  };
  const kept = await upsertOne({
    listOwn: async () => items.filter(({ author }) => author === "me"),
    create: async () => {
      called("create");
      items.push(item(50));
      return item(50);
    },
    update: async (target) => {
      called(`update ${idOf(target)}`);
      return findItem(target);
    },
    remove: async (target) => {
      called(`remove ${idOf(target)}`);
      items.splice(items.indexOf(findItem(target)), 1);
    },
  });
  return [kept?.["id"], calls, items.map(({ id }) => id)];
}

const without = (id: number, others: JsonObject[]): void => {
  const at = others.findIndex((other) => other["id"] === id);
  if (at >= 0) others.splice(at, 1);
};

describe("upsertOne", () => {
  it.each<[string, Scenario, unknown[]]>([
    ["creates the first item", { items: [] }, [50, ["create"], [50]]],
    [
      "creates an item if only others have one",
      { items: [item(1, "you")] },
      [50, ["create"], [1, 50]],
    ],
    [
      "updates the oldest of several items and removes the others",
      { items: [item(3), item(1), item(2, "you"), item(4)] },
      [1, ["update 1", "remove 3", "remove 4"], [1, 2]],
    ],
    [
      "creates an item if it was deleted after the list",
      { items: [item(1)], before: (call, others) => call === "update 1" && without(1, others) },
      [50, ["update 1", "create"], [50]],
    ],
    [
      "updates the next item if the oldest was deleted after the list",
      {
        items: [item(1), item(2), item(3)],
        before: (call, others) => call === "update 1" && without(1, others),
      },
      [2, ["update 1", "update 2", "remove 3"], [2]],
    ],
    [
      "keeps an older item of a concurrent run",
      { items: [], before: (call, others) => call === "create" && others.push(item(49)) },
      [49, ["create", "update 49", "remove 50"], [49]],
    ],
    [
      "keeps the oldest item of two concurrent runs",
      {
        items: [],
        before: (call, others) => call === "create" && others.push(item(49), item(48)),
      },
      [48, ["create", "update 48", "remove 49", "remove 50"], [48]],
    ],
    [
      "keeps its own item if a concurrent run created a newer one",
      { items: [], before: (call, others) => call === "create" && others.push(item(51)) },
      [50, ["create"], [51, 50]],
    ],
    [
      "keeps its own item if another account created one",
      { items: [], before: (call, others) => call === "create" && others.push(item(49, "you")) },
      [50, ["create"], [49, 50]],
    ],
  ])("%s", async (_what, scenario, wanted) => {
    expect(await runUpsert(scenario)).toEqual(wanted);
  });
});

it("throws if an existing item cannot be updated", async () => {
  const before = (call: string): void => {
    if (call === "update 1") throw failure(404, "rejected");
  };
  await expect(runUpsert({ items: [item(1)], before })).rejects.toThrow("404");
});

it("looks for the item after an unknown create result", async () => {
  let attempts = 0;
  const before = (call: string, others: JsonObject[]): void => {
    if (call !== "create" || attempts++ > 0) return;
    others.push(item(49));
    throw failure(502, "unknown");
  };
  expect(await runUpsert({ items: [], before })).toEqual([49, ["update 49"], [49]]);
});

it("throws after three unknown create results", async () => {
  let attempts = 0;
  const before = (): void => {
    attempts++;
    throw failure(502, "unknown");
  };
  await expect(runUpsert({ items: [], before })).rejects.toThrow("502");
  expect(attempts).toBe(3);
});
