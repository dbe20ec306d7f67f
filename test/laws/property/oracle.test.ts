// Tests of the property tests themselves: the generated cases need every verb for every kind, and the
// oracle detects a planner that plans nothing and an apply that omits a step.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan, Step } from "../../../src/engine/model/plan.ts";
import { endStateViolations } from "./oracle-end-state.ts";
import { expectedResult, type ExpectedResult } from "./oracle.ts";
import {
  type PropertyCase,
  propertyCases,
  checkCases,
  openEnvironment,
  propertyParameters,
} from "./environment.ts";

const sampleSize = 300;

/** The expected results of the sampled cases that are not refused. */
async function expectedResults(): Promise<readonly ExpectedResult[]> {
  const { seed = Date.now() } = propertyParameters(sampleSize);
  const given = fc.sample(propertyCases, { seed, numRuns: sampleSize });
  const all = await Promise.all(given.map(expectedFor));
  return all.filter(({ refusals }) => refusals.length === 0);
}

async function expectedFor(given: PropertyCase): Promise<ExpectedResult> {
  const environment = await openEnvironment(given);
  try {
    return expectedResult(given.project, environment.remoteState(), given.options);
  } finally {
    environment.close();
  }
}

/** The calls of one allowed outcome. */
function expectedCalls({ namedCalls, evaluationGroups }: ExpectedResult): string[] {
  return [...namedCalls, ...evaluationGroups.flatMap(({ outcomes }) => outcomes[0]!.calls)];
}

/** The steps that no other step needs. */
function lastSteps({ steps }: Plan): readonly Step[] {
  const needs = new Set(steps.flatMap((step) => step.needs));
  return steps.filter(({ id }) => !needs.has(id));
}

describe("the generated propertyCases", () => {
  it("need every verb for every kind often enough, and are rarely refused", async () => {
    const all = await expectedResults();
    const shareWith = (prefix: string): number =>
      all.filter((expected) => expectedCalls(expected).some((call) => call.startsWith(prefix)))
        .length / all.length;
    const kinds = ["tool", "prompt", "evaluation", "assertion"];
    const shares = ["POST", "PUT", "DELETE"].flatMap((verb) =>
      kinds.map((kind) => [`${verb} ${kind}`, shareWith(`${verb} ${kind}`)] as const),
    );
    expect(shares.filter(([, share]) => share < 0.02)).toEqual([]);
    expect(all.length / sampleSize).toBeGreaterThan(0.8);
    expect(
      all.filter((expected) => expectedCalls(expected).length === 0).length / all.length,
    ).toBeLessThan(0.4);
  });

  it("have several allowed outcomes in some cases", async () => {
    const all = await expectedResults();
    const withChoice = all.filter(({ evaluationGroups }) =>
      evaluationGroups.some(({ outcomes }) => outcomes.length > 1),
    );
    expect(withChoice.length / all.length).toBeGreaterThan(0.02);
  });
});

describe("the oracle", () => {
  it("detects a planner that plans nothing although calls are needed", async () => {
    await checkCases(150, async (environment, { project, options }) => {
      const state = environment.remoteState();
      const expected = expectedResult(project, state, options);
      const needCalls = expected.evaluationGroups.every(({ outcomes }) =>
        outcomes.every(({ calls }) => calls.length > 0),
      );
      if (expected.namedCalls.length > 0 || (expected.evaluationGroups.length > 0 && needCalls))
        expect(endStateViolations(expected, state, state)).not.toEqual([]);
    });
  });

  it("detects an apply that omits one step", async () => {
    await checkCases(150, async (environment, { project, options, noise }) => {
      const before = environment.remoteState();
      const plan = await environment.plan();
      const last = lastSteps(plan);
      if (plan.refusals.length > 0 || last.length === 0) return;
      const omitted = last[noise % last.length]!;
      await environment.apply({ ...plan, steps: plan.steps.filter((step) => step !== omitted) }, 1);
      const expected = expectedResult(project, before, options);
      expect(endStateViolations(expected, before, environment.remoteState())).not.toEqual([]);
    });
  });
});
