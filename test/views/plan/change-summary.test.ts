// Which changed field is first: it is on the line of the change.
import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kinds } from "../../../src/kinds.ts";
import { describeChanges } from "../../../src/views/plan/change-summary.ts";
import { noHistory } from "../../fixtures/history.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { promptResponse, textMessage, toolResponse } from "../../fixtures/responses.ts";

const text = "Many words, so many that they are compared line by line.";
const maximum = (limit: number): JsonObject => ({ properties: { a: { maximum: limit } } });

it.each<[string, string, JsonObject]>([
  [
    "the model before the temperature",
    "parameters.name",
    { parameters: { provider: "OPENAI", name: "gpt-2", temperature: 0.5 } },
  ],
  [
    "the temperature before a text",
    "parameters.temperature",
    {
      parameters: { provider: "OPENAI", name: "gpt", maxTokens: 9, temperature: 0.5 },
      messages: [{ role: "user", content: `${text} More.` }],
    },
  ],
  [
    "a text before other parameters",
    "messages[0]",
    {
      parameters: { provider: "OPENAI", name: "gpt", maxTokens: 9 },
      messages: [{ role: "user", content: `${text} More.` }],
    },
  ],
  [
    "a limit of a tool before its description",
    "parameters.properties.a.maximum",
    { kind: "tool", name: "look", description: "e", parameters: maximum(9) },
  ],
])("%s", async (_sentence, first, fields) => {
  const messages = [{ role: "user", content: text }];
  const parameters = { provider: "OPENAI", name: "gpt" };
  const definition = { kind: "prompt", name: "Greet", parameters, messages, ...fields };
  if (definition.kind === "tool") delete (definition as Partial<typeof definition>).messages;
  const remote = {
    tools: [toolResponse("t", { parameters: maximum(5) })],
    prompts: [promptResponse("p", { messages: [textMessage(text)] })],
  };
  const plan = await planOf(JSON.stringify(definition), remote, { history: noHistory });
  const [change] = describeChanges(plan, { kinds, includedFrom: () => [] });
  expect(change!.details[0]!.path).toBe(first);
  expect(change!.details.length).toBeGreaterThan(1);
});
