import { describe, expect, it } from "vitest";
import {
  type LimitingSettings,
  loosenedSettings,
} from "../../../src/engine/environments/loosened-settings.ts";

const strict: LimitingSettings = {
  prune: false,
  scope: ["tool/a_*", "prompt/A *"],
  hasScope: true,
  keep: ["prompt/A archive *"],
  conflicts: "refuse",
  maxDeletePercent: 30,
  maxResponseMiB: 64,
  capabilities: { evaluationUpdate: false, evaluationDeleteCascades: false },
};
const noScope = { scope: ["*"], hasScope: false };
const cascades = { evaluationUpdate: false, evaluationDeleteCascades: true };

const changesOf = (before: LimitingSettings, after: LimitingSettings): string[] =>
  loosenedSettings({ settings: before }, { settings: after }).map(({ change }) => change);

describe("a change of one setting", () => {
  type Changed = Partial<LimitingSettings>;
  it.each<[string, Changed, Changed, loosened?: string[], tightened?: string[]]>([
    ["nothing", {}, {}],
    ["prune", { prune: false }, { prune: true }, ["prune false → true"]],
    ["conflicts", { conflicts: "refuse" }, { conflicts: "warn" }, ["conflicts refuse → warn"]],
    [
      "maxDeletePercent",
      { maxDeletePercent: 30 },
      { maxDeletePercent: 100 },
      ["limits.maxDeletePercent 30 → 100"],
    ],
    [
      "service.evaluationDeleteCascades",
      {},
      { capabilities: cascades },
      ["service.evaluationDeleteCascades false → true"],
    ],
    [
      "one more pattern in scope",
      { scope: ["tool/a_*"] },
      { scope: ["tool/a_*", "tool/b_*", "prompt/*"] },
      ["scope adds tool/b_*", "scope adds prompt/*"],
    ],
    [
      "a wider pattern in scope",
      { scope: ["tool/a_*"] },
      { scope: ["tool/*"] },
      ["scope adds tool/*"],
    ],
    ["the order of scope", { scope: ["tool/a*", "b"] }, { scope: ["b", "tool/a*"] }],
    [
      "an escaped asterisk in scope",
      { scope: ["tool/a\\*"] },
      { scope: ["tool/a*"] },
      ["scope adds tool/a*"],
      ["scope adds tool/a\\*"],
    ],
    [
      "a name in scope that a pattern matches: prune deletes it also if no commit defined it",
      { scope: ["tool/*"] },
      { scope: ["tool/*", "tool/a"] },
      ["scope adds tool/a"],
    ],
    ["no scope", noScope, noScope],
    [
      "a scope where there was none, and none where there was one",
      noScope,
      { scope: ["tool/*"], hasScope: true },
      ["scope adds tool/*; without a scope, prune deletes nothing in CI"],
      ["scope adds *"],
    ],
    [
      "a pattern less in keep",
      { keep: ["prompt/A", "prompt/B *", "tool/*"] },
      { keep: ["prompt/B *"] },
      ["keep no longer has prompt/A", "keep no longer has tool/*"],
    ],
    ["a name in keep that a pattern matches", { keep: ["tool/*", "tool/a"] }, { keep: ["tool/*"] }],
  ])("%s", (_sentence, before, after, loosened = [], tightened = []) => {
    const [one, other] = [
      { ...strict, ...before },
      { ...strict, ...after },
    ];
    expect(changesOf(one, other)).toEqual(loosened);
    expect(changesOf(other, one)).toEqual(tightened);
  });
});

describe("environments", () => {
  const inEnvironment = (
    name: string,
    more: Partial<LimitingSettings> = {},
    isProtected = false,
  ): LimitingSettings => ({ ...strict, ...more, environment: { name, isProtected } });
  const before = {
    settings: strict,
    inEnvironments: [
      inEnvironment("staging", { prune: true }),
      inEnvironment("production", {}, true),
    ],
  };

  it("are compared with themselves, each with the values that count there", () => {
    const after = {
      settings: { ...strict, prune: true },
      inEnvironments: [
        inEnvironment("production", { prune: true, conflicts: "warn" }),
        inEnvironment("staging", { prune: true, conflicts: "warn" }),
      ],
    };
    expect(loosenedSettings(before, after)).toEqual([
      { change: "prune false → true", environments: ["production"] },
      { change: "conflicts refuse → warn", environments: ["production", "staging"] },
      { change: "protected true → false", environments: ["production"] },
    ]);
    expect(loosenedSettings(after, before)).toEqual([]);
  });

  it.each([
    ["staging", undefined, ["after staging → none"]],
    ["staging", "dev", ["after staging → dev"]],
    ["staging", "staging", []],
    [undefined, "staging", []],
  ])("that were after %s and are after %s", (old, now, expected) => {
    const production = (after: string | undefined): LimitingSettings => ({
      ...strict,
      environment: { name: "production", isProtected: false, ...(after && { after }) },
    });
    const sides = [old, now].map((after) => ({
      settings: strict,
      inEnvironments: [production(after)],
    }));
    const found = loosenedSettings(sides[0]!, sides[1]!);
    expect(found.map(({ change }) => change)).toEqual(expected);
  });

  it("that are removed permit nothing", () => {
    const after = { settings: strict, inEnvironments: before.inEnvironments.slice(1) };
    expect(loosenedSettings(before, after)).toEqual([]);
  });
});
