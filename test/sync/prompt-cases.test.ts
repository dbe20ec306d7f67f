// Which cases of a prompt the rule compares, and what else it knows about them.
import { expect, test } from "vitest";
import type { Case } from "../../src/engine/evaluate/cases/case.ts";
import type { CaseAssertion } from "../../src/engine/evaluate/trials/trial.ts";
import { type CaseRequest, promptCases } from "../../src/sync/prompt-cases.ts";
import { caseWith } from "../fixtures/trials.ts";

const latency: CaseAssertion = {
  address: "assertion/Greet/hello/1",
  spec: { type: "LATENCY", targetThreshold: 500, weight: 1 },
};

const options = { runs: 1, compare: false, gate: "regressions", digest: () => "" } as const;

test.each<[name: string, changes: Partial<Case>, isCompared: boolean]>([
  ["the head's version can fail", {}, true],
  ["the head's version cannot fail", { informational: true }, false],
  [
    "the head's version cannot fail, and the base's can",
    { informational: true, prior: { changed: "test", threshold: 1, assertions: [latency] } },
    true,
  ],
])("the base decides about a regression: %s", (_name, changes, isCompared) => {
  const request = { rendered: { prompt: { parameters: {} } } } as unknown as CaseRequest;
  const each = caseWith({ ...changes, head: { request }, base: { request } }) as Case<CaseRequest>;
  const [prompt] = promptCases([each], options);
  expect(prompt!.ruleCases()).toMatchObject([{ isCompared }]);
});
