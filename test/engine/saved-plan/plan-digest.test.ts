// The digest of what a plan does: what counts, and what does not.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { changesDigest } from "../../../src/engine/saved-plan/plan-digest.ts";
import { kinds } from "../../../src/kinds.ts";
import {
  evaluationAnswer,
  prompt,
  promptAnswer,
  textMessage,
  tool,
  toolAnswer,
} from "../../fixtures/answers.ts";
import { type Held, type PlanGiven, planOf, type Texts } from "../../fixtures/in-memory.ts";

const digest = async (texts: Texts, held: Held = {}, given: PlanGiven = {}): Promise<string> =>
  changesDigest(kinds, await planOf(texts, held, given));

const two = tool.replace("look", "add");
const both = `${tool}---\n${two}`;
const greeting = (text: string): string =>
  prompt.replace("[]", `[{ role: user, content: ${text} }]`);
const using = (tools: string): string => `${both}---\n${prompt}tools: [${tools}]\n`;

describe("does not count:", () => {
  it.each<[string, () => Promise<string>, () => Promise<string>]>([
    ["the order of files and definitions", () => digest(both), () => digest(`${two}---\n${tool}`)],
    ["the layout", () => digest(tool), () => digest(`# A comment.\n${tool.replace("{}", "{  }")}`)],
    [
      "a default that is written out",
      () => digest(prompt),
      () => digest(prompt.replace("gpt }", "gpt, temperature: 1 }")),
    ],
    ["the order of references", () => digest(using("look, add")), () => digest(using("add, look"))],
    [
      "what stays as it is",
      () => digest(tool),
      () => digest(both, { tools: [toolAnswer("a", { name: "add" })] }),
    ],
    [
      "the id of what is updated",
      () => digest(tool, { tools: [toolAnswer("a", { description: "x" })] }),
      () => digest(tool, { tools: [toolAnswer("b", { description: "x" })] }),
    ],
    ["what is unmanaged", () => digest(tool), () => digest(tool, { prompts: [promptAnswer("p")] })],
    ["notes", () => digest(tool), () => digest(tool, {}, { notes: ["x"] })],
  ])("%s", async (_what, one, other) => {
    expect(await one()).toBe(await other());
  });
});

describe("counts:", () => {
  it.each<[string, () => Promise<string>, () => Promise<string>]>([
    ["what is written", () => digest(greeting("Hi")), () => digest(greeting("Bye"))],
    ["how often", () => digest(tool), () => digest(both)],
    [
      "what is there before",
      () => digest(tool, { tools: [toolAnswer("t", { description: "x" })] }),
      () => digest(tool, { tools: [toolAnswer("t", { description: "y" })] }),
    ],
    [
      "whether it is there before",
      () => digest(tool),
      () => digest(tool, { tools: [toolAnswer("t", { description: "y" })] }),
    ],
    [
      "which one is deleted",
      () => digest(tool, { prompts: [promptAnswer("p")] }, { prune: true }),
      () => digest(tool, { prompts: [promptAnswer("q")] }, { prune: true }),
    ],
    [
      "what goes with it",
      () => digest(tool, { prompts: [promptAnswer("p")] }, { prune: true }),
      () =>
        digest(
          tool,
          { prompts: [promptAnswer("p")], evaluations: [evaluationAnswer("e", "p")] },
          { prune: true },
        ),
    ],
    [
      "the order of messages",
      () =>
        digest(prompt.replace("[]", "[{ role: user, content: a }, { role: user, content: b }]")),
      () =>
        digest(prompt.replace("[]", "[{ role: user, content: b }, { role: user, content: a }]")),
    ],
  ])("%s", async (_what, one, other) => {
    expect(await one()).not.toBe(await other());
  });

  it("the service", async () => {
    const plan = await planOf(greeting("Hi"), {
      prompts: [promptAnswer("p", { messages: [textMessage("a")] })],
    });
    expect(changesDigest(kinds, plan)).not.toBe(
      changesDigest(kinds, { ...plan, baseUrl: "https://other.test" }),
    );
  });
});

it("is that of the canonical text of what is done: it stands in comments of earlier versions", async () => {
  const made = '{"description":"d","name":"look","parameters":{}}';
  const change = `{"action":"create","address":"tool/look","after":${made},"beneath":[]}`;
  const text = `{"baseUrl":"https://prompts.test","changes":[${change}]}`;
  const expected = createHash("sha256").update(text).digest("hex");
  expect(await digest(tool)).toBe(`sha256:${expected}`);
});
