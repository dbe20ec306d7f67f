// What the trials of a prompt request.
import { expect, test } from "vitest";
import type { Case } from "../../src/engine/evaluate/cases/case.ts";
import type { CaseAssertion } from "../../src/engine/evaluate/trials/trial.ts";
import { type CaseRequest, promptCases, trialRequest } from "../../src/sync/run-prompt.ts";
import { caseWith } from "../fixtures/trials.ts";

const latency: CaseAssertion = {
  address: "assertion/Greet/hello/1",
  spec: { type: "LATENCY", targetThreshold: 500, weight: 1 },
};

test.each<[name: string, changes: Partial<Case>, isNeeded: boolean]>([
  ["no version", {}, false],
  ["the evaluation", { assertions: [latency] }, true],
  ["the base's version only", { prior: { threshold: 1, assertions: [latency] } }, true],
])("a reply needs a latency if it is judged by %s", (_name, changes, isNeeded) => {
  const parameters = { temperature: 1 };
  const request = { rendered: { prompt: { parameters } } } as unknown as CaseRequest;
  const each = caseWith({ ...changes, head: { request }, base: { request } }) as Case<CaseRequest>;
  const [prompt] = promptCases([each], { runs: 1, compare: false, gate: "regressions" });
  const next = { index: 0, side: "head", trial: 1, isFresh: false } as const;
  expect(trialRequest(prompt!, next).needsLatency).toBe(isNeeded);
});

test.each<[name: string, changes: Partial<Case>, isCompared: boolean]>([
  ["the head's version can fail", {}, true],
  ["the head's version cannot fail", { informational: true }, false],
  [
    "the head's version cannot fail, and the base's can",
    { informational: true, prior: { threshold: 1, assertions: [latency] } },
    true,
  ],
])("the base decides about a regression: %s", (_name, changes, isCompared) => {
  const request = { rendered: { prompt: { parameters: {} } } } as unknown as CaseRequest;
  const each = caseWith({ ...changes, head: { request }, base: { request } }) as Case<CaseRequest>;
  const [prompt] = promptCases([each], { runs: 1, compare: false, gate: "regressions" });
  expect(prompt!.ruleCases()).toMatchObject([{ isCompared }]);
});
