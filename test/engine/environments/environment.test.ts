import { describe, expect, it } from "vitest";
import { configurationIn } from "../../../src/engine/environments/environment.ts";
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
