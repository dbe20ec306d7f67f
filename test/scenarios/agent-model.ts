// A model for the agent of examples/agent: it does what the system message says, and writes what the tools
// answer. Each reply is one turn.
import { type Json, type JsonObject, listOf, objectOf } from "../../src/engine/model/json.ts";
import { type FakeProvider, fakeProvider } from "../providers/fake-provider.ts";

/** Starts the model, with the API of OpenAI. */
export function agentModel(): Promise<FakeProvider> {
  return fakeProvider(({ body }) => ({ body: replyTo(body) }));
}

function replyTo({ model = "", messages }: JsonObject): JsonObject {
  const [system = {}, user = {}, ...turns] = listOf(messages).map(objectOf);
  const mail = String(user["content"]);
  const [order = ""] = /OM-\d+/.exec(mail) ?? [];
  const results = turns
    .filter(({ role }) => role === "tool")
    .map(({ content }) => objectOf(JSON.parse(String(content)) as Json));
  const message = nextMessage({
    looksUp: /^Find the order before/m.test(String(system["content"])),
    order,
    wantsMoney: /money back|refund/i.test(mail),
    namedPrice: Number(/£(\d+)/.exec(mail)?.[1] ?? 0),
    results,
  });
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model,
    choices: [
      {
        index: 0,
        finish_reason: "tool_calls" in message ? "tool_calls" : "stop",
        message: { role: "assistant", content: null, ...message },
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}

interface Conversation {
  /** Whether the system message says so. */
  readonly looksUp: boolean;
  readonly order: string;
  readonly wantsMoney: boolean;
  readonly namedPrice: number;
  readonly results: readonly JsonObject[];
}

function nextMessage({
  looksUp,
  order,
  wantsMoney,
  namedPrice,
  results,
}: Conversation): JsonObject {
  const last = results.at(-1);
  if (!last && (looksUp || !wantsMoney)) return callOf("find_order", { order });
  if (!last) return callOf("refund_order", { order, amount: namedPrice });
  const { error, item = "", price = 0, status = "", arrives = "soon", refunded } = last;
  if (typeof error === "string") return { content: `I am sorry. ${error}` };
  if (refunded !== undefined) return { content: `I refunded £${String(refunded)}.` };
  if (wantsMoney && status === "delivered") return callOf("refund_order", { order, amount: price });
  if (status === "refunded") return { content: `The ${String(item)} is refunded already.` };
  return { content: `The ${String(item)} arrives on ${String(arrives)}.` };
}

function callOf(name: string, given: JsonObject): JsonObject {
  const call = { name, arguments: JSON.stringify(given) };
  return { tool_calls: [{ id: `call_${name}`, type: "function", function: call }] };
}
