// The digest of the changes of a plan: which differences change it, and which do not.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { changesDigest } from "../../../src/engine/review/changes-digest.ts";
import { kinds } from "../../../src/kinds.ts";
import {
  evaluationResponse,
  prompt,
  promptResponse,
  textMessage,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import {
  type RemoteResources,
  type PlanFixtureOptions,
  planOf,
  type Texts,
} from "../../fixtures/in-memory.ts";

const digest = async (
  texts: Texts,
  remote: RemoteResources = {},
  options: PlanFixtureOptions = {},
): Promise<string> => changesDigest(kinds, await planOf(texts, remote, options));

const two = tool.replace("look", "add");
const both = `${tool}---\n${two}`;
const greeting = (text: string): string =>
  prompt.replace("[]", `[{ role: user, content: ${text} }]`);
const using = (tools: string): string => `${both}---\n${prompt}tools: [${tools}]\n`;

describe("equal with another", () => {
  it.each<[string, () => Promise<string>, () => Promise<string>]>([
    ["order of files and definitions", () => digest(both), () => digest(`${two}---\n${tool}`)],
    ["format", () => digest(tool), () => digest(`# A comment.\n${tool.replace("{}", "{  }")}`)],
    [
      "way to write a default",
      () => digest(prompt),
      () => digest(prompt.replace("gpt }", "gpt, temperature: 1 }")),
    ],
    ["order of references", () => digest(using("look, add")), () => digest(using("add, look"))],
    [
      "number of unchanged resources",
      () => digest(tool),
      () => digest(both, { tools: [toolResponse("a", { name: "add" })] }),
    ],
    [
      "id of an updated resource",
      () => digest(tool, { tools: [toolResponse("a", { description: "x" })] }),
      () => digest(tool, { tools: [toolResponse("b", { description: "x" })] }),
    ],
    [
      "unmanaged resource",
      () => digest(tool),
      () => digest(tool, { prompts: [promptResponse("p")] }),
    ],
    ["note", () => digest(tool), () => digest(tool, {}, { notes: ["x"] })],
  ])("%s", async (_name, one, other) => {
    expect(await one()).toBe(await other());
  });
});

describe("different with another", () => {
  it.each<[string, () => Promise<string>, () => Promise<string>]>([
    ["text to write", () => digest(greeting("Hi")), () => digest(greeting("Bye"))],
    ["number of changes", () => digest(tool), () => digest(both)],
    [
      "text before the change",
      () => digest(tool, { tools: [toolResponse("t", { description: "x" })] }),
      () => digest(tool, { tools: [toolResponse("t", { description: "y" })] }),
    ],
    [
      "action",
      () => digest(tool),
      () => digest(tool, { tools: [toolResponse("t", { description: "y" })] }),
    ],
    [
      "deleted resource",
      () => digest(tool, { prompts: [promptResponse("p")] }, { prune: true }),
      () => digest(tool, { prompts: [promptResponse("q")] }, { prune: true }),
    ],
    [
      "number of children of a deleted resource",
      () => digest(tool, { prompts: [promptResponse("p")] }, { prune: true }),
      () =>
        digest(
          tool,
          { prompts: [promptResponse("p")], evaluations: [evaluationResponse("e", "p")] },
          { prune: true },
        ),
    ],
    [
      "order of messages",
      () =>
        digest(prompt.replace("[]", "[{ role: user, content: a }, { role: user, content: b }]")),
      () =>
        digest(prompt.replace("[]", "[{ role: user, content: b }, { role: user, content: a }]")),
    ],
  ])("%s", async (_name, one, other) => {
    expect(await one()).not.toBe(await other());
  });

  it("base URL", async () => {
    const plan = await planOf(greeting("Hi"), {
      prompts: [promptResponse("p", { messages: [textMessage("a")] })],
    });
    expect(changesDigest(kinds, plan)).not.toBe(
      changesDigest(kinds, { ...plan, baseUrl: "https://other.test" }),
    );
  });
});

it("is the digest of the canonical JSON of the changes, as in comments of earlier versions", async () => {
  const made = '{"description":"d","name":"look","parameters":{}}';
  const change = `{"action":"create","address":"tool/look","after":${made},"beneath":[]}`;
  const text = `{"baseUrl":"https://prompts.test","changes":[${change}]}`;
  const expected = createHash("sha256").update(text).digest("hex");
  expect(await digest(tool)).toBe(`sha256:${expected}`);
});
