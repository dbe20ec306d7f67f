// What the benchmarks write: prompts of about 2 KB and a tool, as a client sends them.
// Sending them is servers.mjs.
export const sentence = "You triage tickets of {{company}}; name the queue and one reason. ";

/** A prompt of about 2 KB of JSON, as it is answered. */
export function promptBody(number) {
  return {
    name: `Prompt ${number}`,
    parameters: {
      provider: "ANTHROPIC",
      name: "claude-sonnet-4-5",
      responseFormat: "TEXT",
      temperature: 0.2,
      topP: 1,
      topK: null,
      frequencyPenalty: 0,
      presencePenalty: 0,
      maxTokens: 1024,
      seed: null,
      toolChoice: null,
      stream: false,
      parallelToolCalls: true,
    },
    messages: [
      message("system", sentence.repeat(18)),
      message("user", `{{ticket}}\n${sentence.repeat(3)}`),
    ],
    tools: [],
  };
}

function message(role, text) {
  return { promptMessageId: role, role, content: [{ type: "TEXT", text }] };
}

export const toolBody = {
  name: "lookup_order",
  description: "Look up an order by its number.",
  parameters: {
    type: "object",
    properties: { orderNumber: { type: "string" } },
    required: ["orderNumber"],
  },
};
