// Answers of a service, written out once: tests say only what matters to them.
import type { JsonObject } from "../../src/engine/json.ts";

export function toolAnswer(id: string, fields: JsonObject = {}): JsonObject {
  return { id, name: "look", description: "d", parameters: {}, ...fields };
}

export const modelSettings: JsonObject = {
  provider: "OPENAI",
  name: "gpt",
  responseFormat: "TEXT",
  temperature: 1,
  topP: 1,
  topK: null,
  frequencyPenalty: 0,
  presencePenalty: 0,
  maxTokens: null,
  seed: null,
  toolChoice: null,
  stream: false,
  parallelToolCalls: true,
};

export function promptAnswer(id: string, fields: JsonObject = {}): JsonObject {
  return { id, name: "Greet", tools: [], parameters: modelSettings, messages: [], ...fields };
}

export function evaluationAnswer(
  id: string,
  promptId: string,
  fields: JsonObject = {},
): JsonObject {
  return { id, promptId, variables: {}, appendedMessages: [], weight: 1, threshold: 1, ...fields };
}

export function costAnswer(id: string, evaluationId: string, fields: JsonObject = {}): JsonObject {
  return { id, evaluationId, type: "COST", targetThreshold: 1, weight: 1, ...fields };
}

/** A message of one text, as the service answers it. */
export function said(text: string, role = "user"): JsonObject {
  return { role, content: [{ type: "TEXT", text }] };
}

/** Definitions that are equal to the answers above. */
export const tool = "kind: tool\nname: look\ndescription: d\nparameters: {}\n";
export const prompt =
  "kind: prompt\nname: Greet\nparameters: { provider: OPENAI, name: gpt }\nmessages: []\n";
