// The run of all cases: how many are in progress at once, and their order.
import { expect, it } from "vitest";
import type { CallOutcome, PromptCalls } from "../../src/engine/evaluate/trials/trial-calls.ts";
import { kinds } from "../../src/kinds.ts";
import { nativeDigest } from "../../src/providers/native-digest.ts";
import type { CaseRequest } from "../../src/sync/prompt-cases.ts";
import { runTests } from "../../src/sync/test.ts";
import { loadTexts } from "../fixtures/in-memory.ts";
import { greeter } from "../fixtures/test-projects.ts";
import { callReply } from "../fixtures/trials.ts";

const digest = ({ rendered }: CaseRequest): string => nativeDigest(rendered);

const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
const evaluations = names
  .map((name) => `  - { name: ${name}, variables: { x: ${name} }, assertions: [] }`)
  .join("\n");

it("few cases for each concurrent call are in progress, and the results keep their order", async () => {
  let [inProgress, most] = [0, 0];
  const problem: CallOutcome = { problem: { code: "timed-out", message: "Too slow." } };
  const calls: PromptCalls = {
    call: async () => {
      most = Math.max(most, ++inProgress);
      await new Promise(setImmediate);
      inProgress--;
      return problem;
    },
    kept: async () => undefined,
    estimate: async () => ({ calls: 0, cached: 0, cost: 0, unpricedModels: [], hosts: [] }),
    progress: () => expect.fail("not called"),
  };
  const { definitions } = await loadTexts(greeter("hi {{x}}", `evaluations:\n${evaluations}\n`));
  const run = await runTests(
    { kinds, head: definitions, base: undefined, calls, digest },
    {
      target: [],
      exclude: [],
      all: false,
      concurrency: 2,
      runs: 1,

      compare: false,
      gate: "all",
      beforeCalls: () => {},
      afterCase: () => {},
    },
  );
  expect(most).toBe(32);
  expect(run.results.map(({ address }) => address)).toEqual(
    names.map((name) => `evaluation/Greet/${name}`),
  );
});

it("the replies that decide are asked for side by side, head and base, and never those of before", async () => {
  const asked: string[] = [];
  const calls: PromptCalls = {
    call: async ({ side, evaluation, trial, needsNew }) => {
      asked.push(`${side} ${evaluation.slice(-1)} ${trial}${needsNew ? " new" : ""}`);
      const isFailing = side === "head" && evaluation.endsWith("a");
      return callReply({ text: isFailing ? "no" : "yes" });
    },
    kept: async () => undefined,
    estimate: async () => ({ calls: 0, cached: 0, cost: 0, unpricedModels: [], hosts: [] }),
    progress: () => expect.fail("not called"),
  };
  const project = (text: string) =>
    loadTexts(
      greeter(
        `${text} {{x}}`,
        `evaluations:
  - { name: a, variables: { x: a }, assertions: [{ type: EXACT_MATCH, targetValue: "yes" }] }
  - { name: b, variables: { x: b }, assertions: [{ type: EXACT_MATCH, targetValue: "yes" }] }
`,
      ),
    );
  const [head, base] = [await project("hi"), await project("hello")];
  const run = await runTests(
    {
      kinds,
      head: head.definitions,
      base: base.definitions,
      calls,
      digest,
    },
    {
      target: [],
      exclude: [],
      all: false,
      concurrency: 8,
      runs: 1,
      compare: false,
      gate: "regressions",
      beforeCalls: () => {},
      afterCase: () => {},
    },
  );
  expect(run.gate.blocking.map(({ address }) => address)).toEqual(["evaluation/Greet/a"]);
  expect(asked).toEqual([
    "head a 1",
    "head b 1",
    ...[2, 3, 4].flatMap((trial) => [`head a ${trial}`, `head b ${trial}`]),
    ...[1, 2, 3, 4].map((trial) => `base a ${trial}`),
    ...[5, 6, 7, 8].flatMap((trial) => [`head a ${trial} new`, `base a ${trial} new`]),
  ]);
});
