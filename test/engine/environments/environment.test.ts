import { describe, expect, it } from "vitest";
import { configurationIn, environmentsOf } from "../../../src/engine/environments/environment.ts";
import type { Configuration, EnvironmentConfiguration } from "../../../src/generated/types.ts";

const shared: Configuration = {
  definitions: "prompts",
  prune: true,
  scope: ["tool/*"],
  keep: ["prompt/Old"],
  conflicts: "warn",
  limits: { maxDeletePercent: 10, maxResponseMiB: 5 },
  service: { evaluationUpdate: true },
  pins: { "https://a.example": { "tool/x": "1" } },
};

describe("the configuration in an environment", () => {
  it.each([
    ["nothing", {}, {}],
    ["no settings at all", null, {}],
    ["prune", { prune: false }, { prune: false }],
    ["scope", { scope: ["prompt/*"] }, { scope: ["prompt/*"] }],
    ["keep", { keep: [] }, { keep: [] }],
    ["conflicts", { conflicts: "refuse" }, { conflicts: "refuse" }],
    ["limits, whole", { limits: { maxDeletePercent: 20 } }, { limits: { maxDeletePercent: 20 } }],
    [
      "service, whole",
      { service: { evaluationDeleteCascades: true } },
      { service: { evaluationDeleteCascades: true } },
    ],
    ["its base URL", { baseUrl: "https://b.example" }, { baseUrl: "https://b.example" }],
    [
      "no pins, set, protected or after, which are not top-level keys",
      { pins: { "tool/x": "2" }, set: {}, protected: true, after: "b" },
      {},
    ],
  ] satisfies [string, EnvironmentConfiguration, Configuration][])(
    "replaces %s",
    (_, own, replaced) => {
      const configuration: Configuration = { ...shared, environments: { a: own, b: {} } };
      expect(configurationIn(configuration, "a")).toEqual({ ...shared, ...replaced });
      expect(configurationIn(configuration, "b")).toEqual(shared);
    },
  );
});

it("environments are in the order of the file; one without settings has the defaults", () => {
  const file = { path: "promptctl.yaml", text: "" };
  const environments = { b: { protected: true, after: "a", pins: { "tool/x": "2" } }, a: null };
  expect(environmentsOf({ environments }, file)).toEqual([
    {
      name: "b",
      baseUrl: undefined,
      isProtected: true,
      after: "a",
      pins: { "tool/x": "2" },
      overrides: { environment: "b", file, set: {} },
    },
    {
      name: "a",
      baseUrl: undefined,
      isProtected: false,
      pins: {},
      overrides: { environment: "a", file, set: {} },
    },
  ]);
});
