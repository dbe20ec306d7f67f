// What the trials of a prompt request.
import { expect, test } from "vitest";
import type { Case } from "../../src/engine/evaluate/cases/case.ts";
import type { CaseAssertion } from "../../src/engine/evaluate/trials/trial.ts";
import { type CaseRequest, promptCases } from "../../src/sync/prompt-cases.ts";
import { trialRequests } from "../../src/sync/run-prompt.ts";
import { caseWith } from "../fixtures/trials.ts";

const latency: CaseAssertion = {
  address: "assertion/Greet/hello/1",
  spec: { type: "LATENCY", targetThreshold: 500, weight: 1 },
};

const options = { runs: 1, compare: false, gate: "regressions", digest: () => "" } as const;

test.each<[name: string, changes: Partial<Case>, isNeeded: boolean]>([
  ["no version", {}, false],
  ["the evaluation", { assertions: [latency] }, true],
  [
    "the base's version only",
    { prior: { changed: "test", threshold: 1, assertions: [latency] } },
    true,
  ],
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
