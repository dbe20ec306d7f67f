// Evaluations under a prompt that another project manages.
import { expect, it } from "vitest";
import { planLines, planOf } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
} from "../../fixtures/responses.ts";

it("under an external prompt, a similar evaluation of others is not taken", async () => {
  const files = (head: string): string =>
    `${head}evaluations:\n  - { name: mine, variables: { q: bee }, assertions: [{ type: COST, targetThreshold: 1 }] }\n`;
  const theirs = {
    prompts: [promptResponse("p")],
    evaluations: [evaluationResponse("e", "p", { variables: { q: "one" } })],
    assertions: [costResponse("a", "e")],
  };
  const external = "kind: prompt\nname: Greet\nexternal: true\n";
  expect(planLines(await planOf(files(external), theirs))).toEqual([
    "create evaluation/Greet/mine",
    "create assertion/Greet/mine/1",
    "unmanaged evaluation prompt/Greet e: not defined in any file",
  ]);
  expect(planLines(await planOf(files(prompt), theirs))[0]).toBe("replace evaluation/Greet/mine e");
});
