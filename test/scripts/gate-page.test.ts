// docs/gate.md says about the gate what the engine does: `npm run bench:gate` writes its tables.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dependent, unchanged, worse } from "../../bench/gate-rows.mjs";
import { simulate } from "../../bench/gate-simulation.mjs";
import { trialsToPass } from "../../src/engine/evaluate/rule/new-case-rule.ts";
import { nextStep } from "../../src/engine/evaluate/rule/prompt-rule.ts";
import { wilsonRange } from "../../src/engine/evaluate/rule/statistics.ts";
import { limitsOfComparison } from "../../src/views/evaluation/test-summary.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/gate.md"), "utf8");

/** The rows of the tables by their names: the share that is blocked, in percent, and the calls. */
const rows = new Map(
  [...page.matchAll(/^\| (.+) \| ([\d.]+) % \| (\d+) \|$/gm)].map(
    ([, name, blocked, calls]) =>
      [name!, { blocked: Number(blocked), calls: Number(calls) }] as const,
  ),
);

const shown = [...unchanged, ...worse, ...dependent].filter(([, , { isShown }]) => isShown);

it("has the rows of the script, in their order", () => {
  expect([...rows.keys()]).toEqual(shown.map(([name]) => name));
});

describe("has the figures of the rule", () => {
  it.each(shown)("%s", (name, scenario) => {
    const pulls = 100;
    const { blocked, calls } = simulate({ nextStep }, scenario, { pulls, seed: 1 });
    const row = rows.get(name)!;
    const share = row.blocked / 100;
    // Five standard errors of the share, and a part of the calls.
    expect(Math.abs(blocked - share)).toBeLessThan(
      5 * Math.sqrt((share * (1 - share)) / pulls) + 0.03,
    );
    expect(Math.abs(calls / row.calls - 1)).toBeLessThan(0.3);
  });
});

it("says at most 2 % about unchanged runs, where the table shows it", () => {
  const count = unchanged.length;
  expect(page).toContain(`In each of ${count} such suites, at most 2 % of runs are blocked`);
  const shares = unchanged.flatMap(([name]) => rows.get(name)?.blocked ?? []);
  expect(page).toContain(`(the highest: ${Math.max(...shares)} %)`);
  expect(Math.max(...shares)).toBeLessThanOrEqual(2);
});

it("no other page says it", () => {
  const pages = readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "gate.md")
    .map((name) => `docs/${name}`);
  const found = ["README.md", "SECURITY.md", "action.yml", ...pages].filter((path) =>
    /\b2 %/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(found).toEqual([]);
});

it("has the numbers of replies that a case without a base needs", () => {
  expect([trialsToPass(1, 1), trialsToPass(50, 1)]).toEqual([5, 9]);
  expect(page).toContain("fails in 5 of 5 replies; of 50 such cases, in 9 of 9");
});

it("has the range of ten replies", () => {
  const [low, high] = wilsonRange(10, 10).map((share) => Math.round(share * 100));
  expect(page).toContain(`"${low} to ${high} %" beside 10 of 10`);
});

it("and the reports say what the table says about one case of 50", () => {
  const { blocked } = rows.get("1 of 50 cases from 95 to 20 %")!;
  const [, said] = /found in about (\d+) % of/.exec(limitsOfComparison)!;
  expect(Math.abs(blocked - Number(said))).toBeLessThanOrEqual(2);
});
