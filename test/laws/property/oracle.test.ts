// Tests of the property tests themselves: the generated cases need every verb for every kind, and the
// oracle detects a planner that plans nothing and an apply that omits a step.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan, Step } from "../../../src/engine/model/plan.ts";
import { endStateViolations } from "./oracle-end-state.ts";
import type { EvaluationModel } from "./generate-project.ts";
import { canonicalEvaluation } from "./oracle-evaluations.ts";
import { expectedResult, type ExpectedResult } from "./oracle.ts";
import {
  type PropertyCase,
  casePast,
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
    return expectedResult(
      given.project,
      await environment.remoteState(),
      given.options,
      casePast(given),
    );
  } finally {
    environment.close();
  }
}

let sample: Promise<readonly ExpectedResult[]> | undefined;

/** The expected results of the sample, computed once. */
function sampleResults(): Promise<readonly ExpectedResult[]> {
  sample ??= expectedResults();
  return sample;
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

function textOf({ own, assertions }: EvaluationModel): string {
  const values = assertions.map(({ value }) => value);
  return canonicalEvaluation(own, values);
}

/**
 * How many definitions had the content of each observed evaluation that equals none now, in the newest
 * commit that has it: `none`, `one` or `several` of those without an equal evaluation.
 */
function earlierOwners(group: ExpectedResult["evaluationGroups"][number]): string[] {
  const observed = group.observed.map(({ own, assertions }) => {
    const bodies = assertions.map(({ body }) => body);
    return canonicalEvaluation(own, bodies);
  });
  const changed = group.defined.filter((each) => !observed.includes(textOf(each)));
  const texts = new Set(group.defined.map(textOf));
  return observed.flatMap((text) => {
    const commit = group.past.find((evaluations) =>
      evaluations.some((each) => textOf(each) === text),
    );
    if (texts.has(text) || !commit) return [];
    const names = commit.filter((each) => textOf(each) === text).map(({ name }) => name);
    const owners = changed.filter(({ name }) => names.includes(name)).length;
    const count = ["none", "one"][owners] ?? "several";
    return [emptyTexts.has(text) ? `empty, ${count}` : count];
  });
}

/** Evaluations without messages, assertions and variables. */
const emptyTexts = new Set([1, 0.5].map((weight) => canonicalEvaluation({ weight }, [])));

describe("the generated propertyCases", () => {
  it("need every verb for every kind often enough, and are rarely refused", async () => {
    const all = await sampleResults();
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

  it("hold earlier contents of one definition, of several and of none, empty ones too", async () => {
    const all = await sampleResults();
    const owners = all.flatMap(({ evaluationGroups }) => evaluationGroups.flatMap(earlierOwners));
    const shares = ["one", "several", "none", "empty, one"].map((kind) => {
      const count = owners.filter((each) => each === kind).length;
      return [kind, count / all.length] as const;
    });
    expect(shares.filter(([, share]) => share < 0.01)).toEqual([]);
  });

  it("have several allowed outcomes in some cases", async () => {
    const all = await sampleResults();
    const withChoice = all.filter(({ evaluationGroups }) =>
      evaluationGroups.some(({ outcomes }) => outcomes.length > 1),
    );
    expect(withChoice.length / all.length).toBeGreaterThan(0.02);
  });
});

describe("the oracle", () => {
  it("detects a planner that plans nothing although calls are needed", async () => {
    await checkCases(150, async (environment, given) => {
      const { project, options } = given;
      const state = await environment.remoteState();
      const expected = expectedResult(project, state, options, casePast(given));
      const needCalls = expected.evaluationGroups.every(({ outcomes }) =>
        outcomes.every(({ calls }) => calls.length > 0),
      );
      if (expected.namedCalls.length > 0 || (expected.evaluationGroups.length > 0 && needCalls))
        expect(endStateViolations(expected, state, state)).not.toEqual([]);
    });
  });

  it("detects an apply that omits one step", async () => {
    await checkCases(150, async (environment, given) => {
      const { project, options, noise } = given;
      const before = await environment.remoteState();
      const plan = await environment.plan();
      const last = lastSteps(plan);
      if (plan.refusals.length > 0 || last.length === 0) return;
      const omitted = last[noise % last.length]!;
      await environment.apply({ ...plan, steps: plan.steps.filter((step) => step !== omitted) }, 1);
      const expected = expectedResult(project, before, options, casePast(given));
      expect(endStateViolations(expected, before, await environment.remoteState())).not.toEqual([]);
    });
  });
});
