// What the trials of a prompt request.
import { expect, test } from "vitest";
import type { Case } from "../../src/engine/evaluate/cases/case.ts";
import type { CaseAssertion } from "../../src/engine/evaluate/trials/trial.ts";
import { type CaseRequest, promptCases, trialRequests } from "../../src/sync/run-prompt.ts";
import { caseWith } from "../fixtures/trials.ts";

const latency: CaseAssertion = {
  address: "assertion/Greet/hello/1",
  spec: { type: "LATENCY", targetThreshold: 500, weight: 1 },
};

const options = { runs: 1, compare: false, gate: "regressions", digest: () => "" } as const;

test.each<[name: string, changes: Partial<Case>, isNeeded: boolean]>([
  ["no version", {}, false],
  ["the evaluation", { assertions: [latency] }, true],
  ["the base's version only", { prior: { threshold: 1, assertions: [latency] } }, true],
])(
  "a reply needs a latency, for all cases that share it, if it is judged by %s",
  (_name, changes, isNeeded) => {
    const parameters = { temperature: 1 };
    const request = { rendered: { prompt: { parameters } } } as unknown as CaseRequest;
    const both = { head: { request }, base: { request } };
    const each = caseWith({ ...changes, ...both }) as Case<CaseRequest>;
    const other = caseWith({ address: "evaluation/Greet/bye", ...both }) as Case<CaseRequest>;
    const [prompt] = promptCases([each, other], options);
    const ask = { cases: [1, 0], side: "head", trial: 1, isNew: false } as const;
    expect(trialRequests(prompt!, ask)).toMatchObject([
      { evaluation: other.address, needsLatency: isNeeded },
      { evaluation: each.address, needsLatency: isNeeded },
    ]);
  },
);

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
  const [prompt] = promptCases([each], options);
  expect(prompt!.ruleCases()).toMatchObject([{ isCompared }]);
});
