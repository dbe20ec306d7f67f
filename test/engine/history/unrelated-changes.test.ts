// Which changes of a plan are not those of a pull request.
import { expect, it } from "vitest";
import { compareDefinitions } from "../../../src/engine/history/compare-definitions.ts";
import { unrelatedChanges } from "../../../src/engine/history/unrelated-changes.ts";
import { kinds } from "../../../src/kinds.ts";
import { loadTexts, planOf, type RemoteResources } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";

const edited = tool.replace(": d", ": e");
const evaluated = (threshold: number): string =>
  `${prompt}evaluations:\n  - { name: e, variables: { a: b }, assertions: [{ type: COST, targetThreshold: ${threshold} }] }\n`;
const withEvaluation: RemoteResources = {
  prompts: [promptResponse("p")],
  evaluations: [evaluationResponse("x", "p", { variables: { a: "b" } })],
  assertions: [costResponse("a", "x")],
};
const spare = evaluationResponse("y", "p", { variables: { other: "z" } });

interface Case {
  readonly base: string;
  readonly head: string;
  readonly remote: RemoteResources;
  /** `action address` of the changes that are not those of the pull request. */
  readonly unrelated: readonly string[];
}

it.each<[sentence: string, Case]>([
  [
    "an edited definition is touched",
    { base: tool, head: edited, remote: { tools: [toolResponse("t")] }, unrelated: [] },
  ],
  [
    "an edit on the service is not",
    {
      base: edited,
      head: edited,
      remote: { tools: [toolResponse("t")] },
      unrelated: ["update tool/look"],
    },
  ],
  [
    "a definition of the base that is not applied is not",
    { base: tool, head: tool, remote: {}, unrelated: ["create tool/look"] },
  ],
  [
    "an added definition is touched, others are not",
    { base: tool, head: `${tool}---\n${prompt}`, remote: {}, unrelated: ["create tool/look"] },
  ],
  [
    "a removed definition is touched, another resource to prune is not",
    {
      base: `${tool}---\n${prompt}`,
      head: prompt,
      remote: {
        tools: [toolResponse("t"), toolResponse("u", { name: "other" })],
        prompts: [promptResponse("p")],
      },
      unrelated: ["delete tool/id:u"],
    },
  ],
  [
    "an edited assertion touches its evaluation",
    { base: evaluated(1), head: evaluated(2), remote: withEvaluation, unrelated: [] },
  ],
  [
    "an assertion that was edited on the service is not touched",
    {
      base: evaluated(2),
      head: evaluated(2),
      remote: withEvaluation,
      unrelated: ["update assertion/Greet/e/1"],
    },
  ],
  [
    "a removed evaluation has the parent of a difference",
    {
      base: evaluated(1),
      head: `${prompt}evaluations: []\n`,
      remote: withEvaluation,
      unrelated: [],
    },
  ],
  [
    "an unmanaged evaluation of another prompt is not touched",
    {
      base: evaluated(1),
      head: evaluated(1),
      remote: { ...withEvaluation, evaluations: [...withEvaluation.evaluations!, spare] },
      unrelated: ["delete evaluation/Greet/id:y"],
    },
  ],
])("%s", async (_sentence, { base, head, remote, unrelated }) => {
  const [before, after] = [await loadTexts(base), await loadTexts(head)];
  const { changes } = await planOf(head, remote, { prune: true });
  const differences = compareDefinitions(kinds, before.definitions, after.definitions);
  const found = unrelatedChanges(kinds, changes, differences);
  expect(found.map((index) => `${changes[index]!.action} ${changes[index]!.address}`)).toEqual(
    unrelated,
  );
});
