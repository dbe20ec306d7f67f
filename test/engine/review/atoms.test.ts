// The atoms of plans: which differences change them, and what a reviewed plan permits.
import { describe, expect, it } from "vitest";
import { type Atom, planAtoms } from "../../../src/engine/review/atoms.ts";
import { atomsDigest, unitedKeys, unreviewedAtoms } from "../../../src/engine/review/permission.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import {
  loadTexts,
  type PlanFixtureOptions,
  planOf,
  type RemoteResources,
  type Texts,
} from "../../fixtures/in-memory.ts";

type Case = readonly [texts: Texts, remote?: RemoteResources, options?: PlanFixtureOptions];

async function atomsOf([texts, remote = {}, options = {}]: Case): Promise<Atom[]> {
  const plan = await planOf(texts, remote, options);
  return planAtoms(plan, (await loadTexts(texts)).definitions);
}

async function digest(given: Case): Promise<string> {
  const [texts, remote = {}, options = {}] = given;
  return atomsDigest(await planOf(texts, remote, options), await atomsOf(given));
}

const two = tool.replace("look", "add");
const both = `${tool}---\n${two}`;
const greeting = (text: string): string =>
  prompt.replace("[]", `[{ role: user, content: ${text} }]`);
const using = (tools: string): string => `${both}---\n${prompt}tools: [${tools}]\n`;
const prune = { prune: true };
const evaluation = (name: string, more = "", assertions = "COST"): string =>
  `  - { name: ${name}, variables: { a: b }${more}, assertions: [${assertions
    .split(" ")
    .map((type) => `{ type: ${type}, targetThreshold: 1 }`)
    .join(", ")}] }\n`;
const evaluations = (...list: readonly string[]): string =>
  `${prompt}evaluations:${list.length === 0 ? " []" : ""}\n${list.join("")}`;
const updated = (fields: JsonObject): RemoteResources => ({ tools: [toolResponse("t", fields)] });

describe("the digest of the atoms is equal with another", () => {
  it.each<[string, Case, Case]>([
    ["order of files and definitions", [both], [`${two}---\n${tool}`]],
    ["format", [tool], [`# A comment.\n${tool.replace("{}", "{  }")}`]],
    ["way to write a default", [prompt], [prompt.replace("gpt }", "gpt, temperature: 1 }")]],
    ["order of references", [using("look, add")], [using("add, look")]],
    ["unmanaged resource", [tool], [tool, { prompts: [promptResponse("p")] }]],
    ["note", [tool], [tool, {}, { notes: ["x"] }]],
    ["name of an evaluation", [evaluations(evaluation("e"))], [evaluations(evaluation("f"))]],
  ])("%s", async (_name, one, other) => {
    expect(await digest(one)).toBe(await digest(other));
  });
});

describe("the digest of the atoms is different with another", () => {
  it.each<[string, Case, Case]>([
    ["text to write", [greeting("Hi")], [greeting("Bye")]],
    ["number of changes", [tool], [both]],
    [
      "text before the change",
      [tool, updated({ description: "x" })],
      [tool, updated({ description: "y" })],
    ],
    ["action", [tool], [tool, updated({ description: "y" })]],
    [
      "deleted resource",
      [tool, { prompts: [promptResponse("p")] }, prune],
      [tool, { prompts: [promptResponse("q")] }, prune],
    ],
    [
      "number of children of a deleted resource",
      [tool, { prompts: [promptResponse("p")] }, prune],
      [
        tool,
        { prompts: [promptResponse("p")], evaluations: [evaluationResponse("e", "p")] },
        prune,
      ],
    ],
  ])("%s", async (_name, one, other) => {
    expect(await digest(one)).not.toBe(await digest(other));
  });

  it.each([{ baseUrl: "https://other.test" }, { environment: "other" }])("%j", async (other) => {
    const plan = await planOf(tool, {});
    const keys = [plan, { ...plan, ...other }].map((each) => planAtoms(each, [])[0]!.key);
    expect(keys[0]).not.toBe(keys[1]);
  });
});

const old = {
  prompts: [promptResponse("p")],
  evaluations: [evaluationResponse("x", "p", { variables: { a: "b" }, weight: 0.5 })],
  assertions: [costResponse("a", "x")],
};
/** The replacement is there, and the old evaluation too. */
const halfReplaced = {
  ...old,
  evaluations: [...old.evaluations, evaluationResponse("n", "p", { variables: { a: "b" } })],
  assertions: [...old.assertions, costResponse("m", "n")],
};
const replace: Case = [evaluations(evaluation("e")), old];

describe("what a reviewed plan permits", () => {
  it.each<{ name: string; reviewed: readonly Case[]; planned: Case; unreviewed: number }>([
    { name: "itself", reviewed: [replace], planned: replace, unreviewed: 0 },
    { name: "a part of it", reviewed: [[both]], planned: [tool], unreviewed: 0 },
    { name: "nothing else", reviewed: [[tool]], planned: [both], unreviewed: 1 },
    {
      name: "the rest of a replace",
      reviewed: [replace],
      planned: [evaluations(evaluation("e")), halfReplaced, prune],
      unreviewed: 0,
    },
    {
      name: "no delete of the old resource of a replace once its replacement is not defined",
      reviewed: [replace],
      planned: [evaluations(), old, prune],
      unreviewed: 2,
    },
    {
      name: "each create once",
      reviewed: [[evaluations(evaluation("e"))]],
      planned: [evaluations(evaluation("e"), evaluation("f"))],
      unreviewed: 2,
    },
    {
      name: "together with another one, a create of both once",
      reviewed: [[evaluations(evaluation("e"))], [evaluations(evaluation("e"))]],
      planned: [evaluations(evaluation("e"), evaluation("f"))],
      unreviewed: 2,
    },
    {
      name: "together with another one, a create as often as the one with the most",
      reviewed: [[evaluations(evaluation("e"), evaluation("f"))], [evaluations(evaluation("e"))]],
      planned: [evaluations(evaluation("e"), evaluation("f"))],
      unreviewed: 0,
    },
    {
      name: "no delete of a resource that was changed since",
      reviewed: [["", { tools: [toolResponse("t")] }, prune]],
      planned: ["", { tools: [toolResponse("t", { description: "x" })] }, prune],
      unreviewed: 1,
    },
    {
      name: "together with another one, what either has",
      reviewed: [[tool], [two]],
      planned: [both],
      unreviewed: 0,
    },
    {
      name: "no update of a resource with new fields that this version does not know",
      reviewed: [[tool, updated({ description: "x" })]],
      planned: [tool, updated({ description: "x", owner: 1 })],
      unreviewed: 1,
    },
    {
      name: "an update of a resource from which such a field went away",
      reviewed: [[tool, updated({ description: "x", owner: 1 })]],
      planned: [tool, updated({ description: "x" })],
      unreviewed: 0,
    },
  ])("$name", async ({ reviewed, planned, unreviewed }) => {
    const plans = await Promise.all(reviewed.map(atomsOf));
    const keys = unitedKeys(plans.map((atoms) => atoms.map(({ key }) => key)));
    expect(unreviewedAtoms(keys, await atomsOf(planned))).toHaveLength(unreviewed);
  });
});
