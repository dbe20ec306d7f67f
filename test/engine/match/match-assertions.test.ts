// Assertions that this version does not know, and what no file defines. The oracle of
// laws/property has the matching of evaluations and of all other assertions.
import { describe, expect, it } from "vitest";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
} from "../../fixtures/responses.ts";
import {
  ab,
  abResponse,
  cost,
  remoteEvaluation,
  hi,
  hiResponse,
  planEvaluations,
} from "../../fixtures/evaluations.ts";
import { planLines, planOf } from "../../fixtures/in-memory.ts";

const updating = { capabilities: { evaluationUpdate: true, evaluationDeleteCascades: false } };

describe("an assertion of a type this version does not know", () => {
  const remote = remoteEvaluation("x", abResponse, 1);
  remote[1]!.push({ id: "a9", evaluationId: "x", type: "JUDGE", question: "?" });
  const listed =
    "unmanaged assertion evaluation/Greet/e1 a9: this version does not support its type";

  it("is kept and listed", async () => {
    expect(await planEvaluations([`${ab}, ${cost(1)}`], [remote])).toEqual([listed]);
    expect(await planEvaluations([`${ab}, ${cost(1)}`], [remote], { prune: true })).toEqual([
      listed,
    ]);
  });

  it("is never what another one becomes", async () => {
    expect(await planEvaluations([`${ab}, ${cost(1, 2)}`], [remote])).toEqual([
      "create assertion/Greet/e1/2",
      listed,
    ]);
  });

  it("does not hinder an update of its evaluation, where the service can", async () => {
    const one = [`${ab}, ${hi}, ${cost(1)}`];
    const other = [
      [evaluationResponse("x", "p", { ...abResponse, ...hiResponse, weight: 0.5 })],
      remote[1]!,
    ];
    expect(await planEvaluations(one, [other], updating)).toEqual([
      "update evaluation/Greet/e1 x",
      listed,
    ]);
  });

  it("hinders the replacement of its evaluation", async () => {
    const other = [
      [evaluationResponse("x", "p", { ...abResponse, ...hiResponse, weight: 0.5 })],
      remote[1]!,
    ];
    expect(await planEvaluations([`${ab}, ${hi}`], [other])).toEqual([
      "refused not-understood evaluation/Greet/e1",
    ]);
  });
});

describe("what no file speaks of", () => {
  const remote = {
    prompts: [promptResponse("p")],
    evaluations: [evaluationResponse("x", "p")],
    assertions: [costResponse("a", "x")],
  };

  it("evaluations of a prompt that says nothing about them are left alone, not even asked for", async () => {
    const listedKinds: string[] = [];
    expect(planLines(await planOf(prompt, remote, { listedKinds }))).toEqual([]);
    expect(listedKinds).toEqual(["tool", "prompt"]);
  });

  it("with --prune they are asked for, once each, and left alone too", async () => {
    const listedKinds: string[] = [];
    expect(planLines(await planOf(prompt, remote, { listedKinds, prune: true }))).toEqual([
      "unmanaged evaluation prompt/Greet x: the files say nothing about the evaluations of its prompt; with evaluations: [] there, --prune deletes them",
    ]);
    expect(listedKinds).toEqual(["tool", "prompt", "evaluation", "assertion"]);
  });

  it("evaluations: [] says that there are none", async () => {
    expect(await planEvaluations([], [remoteEvaluation("x", {}, 1)])).toEqual([
      "unmanaged evaluation prompt/Greet x: not defined in any file",
    ]);
    expect(await planEvaluations([], [remoteEvaluation("x", {}, 1)], { prune: true })).toEqual([
      "delete evaluation/Greet/id:x x",
    ]);
  });

  it("orphans are listed", async () => {
    const lost = {
      evaluations: [evaluationResponse("x", "gone")],
      assertions: [costResponse("a", "gone")],
    };
    expect(
      planLines(
        await planOf(`${tool}---\n${prompt}evaluations: []\n`, {
          ...lost,
          prompts: [promptResponse("p")],
        }),
      ),
    ).toEqual([
      "create tool/look",
      "unmanaged evaluation x: its prompt does not exist",
      "unmanaged assertion a: its evaluation does not exist",
    ]);
  });
});
