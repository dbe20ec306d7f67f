// Model parameters as the service takes them: all thirteen, at their defaults.
export const settings = {
  provider: "OPENAI",
  name: "gpt-4.1",
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
} as const;
