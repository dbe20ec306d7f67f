// The YAML definition on the page: in a project it means exactly what the service holds.
import { expect, it } from "vitest";
import type { JsonObject } from "../../../../src/engine/model/json.ts";
import { findElements, textIn, words } from "../../../fixtures/html.ts";
import { differences } from "../../../fixtures/in-memory.ts";
import { assertions, messages } from "../../../scenarios/contract/bodies.ts";
import { type PageFixture, pageFixture, promptWith } from "../page-fixture.ts";

const withIds = messages.map((message, index) => ({ promptMessageId: `m${index}`, ...message }));

async function listOf({ handler }: PageFixture, path: string): Promise<JsonObject[]> {
  const response = await handler(new Request(`http://localhost/sdk/v1/${path}`));
  return (await response.json()) as JsonObject[];
}

async function definitionOf({ visitor }: PageFixture, id: string): Promise<string[]> {
  const { text } = await visitor().get(`/page/prompts/${id}/definition`);
  return findElements(text, "pre").map(textIn);
}

it("copied into files, it has no difference from the service", async () => {
  const fixture = await pageFixture();
  const { create } = fixture;
  const tool = {
    name: "lookup",
    description: "Finds.\n  Twice.\n",
    parameters: { type: "object" },
  };
  const toolId = await create("tools", tool);
  const promptId = await create(
    "prompts",
    promptWith([], { name: "yes: & *x #1", messages: withIds, tools: [{ toolId }] }),
  );
  for (const note of ["first", "\tsecond \n\n", "first"]) {
    const evaluationId = await create("evaluations", {
      promptId,
      variables: { company: "Ä\u00a0Co", note },
      appendedMessages: [{ role: "user", content: [{ type: "TEXT", text: "null" }] }],
    });
    for (const { request } of assertions)
      await create("evaluation-assertions", { evaluationId, ...request });
  }
  const [prompt, definedTool, command] = await definitionOf(fixture, promptId);
  expect(command).toMatch(/^promptctl pull /);
  const remote = {
    tools: await listOf(fixture, "tools"),
    prompts: await listOf(fixture, "prompts"),
    evaluations: await listOf(fixture, "evaluations"),
    assertions: await listOf(fixture, "evaluation-assertions"),
  };
  expect(await differences({ "a.yaml": prompt!, "b.yaml": definedTool! }, remote)).toEqual([]);
});

it.each([
  ["Refund *", "'prompt/Refund \\*'"],
  ["it's", "'prompt/it'\\''s'"],
  ["a\u202eb", "$'prompt/a\\u202eb'"],
  ["triage", "prompt/triage"],
])("the command for the prompt %j has the target %s", async (name, target) => {
  const fixture = await pageFixture();
  const id = await fixture.create("prompts", promptWith(["Hello"], { name }));
  expect((await definitionOf(fixture, id)).at(-1)).toBe(
    `promptctl pull --base-url http://localhost:4100 --target ${target}`,
  );
});

const omitted =
  "The evaluations are omitted, because the prompt has too many of them, or too many assertions.";

it.each<[string, evaluations: number, assertions: number]>([
  ["evaluations", 1001, 0],
  ["assertions", 1, 1001],
])("with too many %s, evaluations are left out, and the page says so", async (kind, ...counts) => {
  const fixture = await pageFixture();
  const promptId = await fixture.create("prompts", promptWith(["Hello"]));
  let evaluationId = "";
  for (let count = 0; count < counts[0]; count++)
    evaluationId = await fixture.create("evaluations", {
      promptId,
      variables: {},
      appendedMessages: [],
    });
  const assertion = { evaluationId, type: "STARTS_WITH", targetValue: "x" };
  for (let count = 0; count < counts[1]; count++)
    await fixture.create("evaluation-assertions", assertion);
  const { text } = await fixture.visitor().get(`/page/prompts/${promptId}/definition`);
  expect(textIn(findElements(text, "pre")[0]!)).not.toContain("evaluations");
  expect(words(findElements(text, "main")[0]!)).toContain(omitted);
  const { text: page } = await fixture.visitor().get(`/page/prompts/${promptId}`);
  expect(words(findElements(page, "main")[0]!)).toContain(`Only the first 1000 ${kind} are shown.`);
});
