// The agent: asks the model, runs the tools that it calls, and asks again until it replies without calls.
import OpenAI from "openai";

const orders = new Map([
  ["OM-1001", { item: "Wren desk lamp", price: 54, status: "delivered" }],
  ["OM-1002", { item: "Linden side table", price: 129, status: "sent", arrives: "Thursday" }],
  ["OM-1003", { item: "Ashby chair", price: 240, status: "refunded" }],
]);

const tools = {
  find_order({ order }) {
    return orders.get(order) ?? { error: `There is no order ${order}.` };
  },
  refund_order({ order, amount }) {
    const found = orders.get(order);
    if (found?.status !== "delivered") return { error: `The order ${order} cannot be refunded.` };
    if (!(amount <= found.price)) return { error: `The order ${order} cost £${found.price}.` };
    orders.set(order, { ...found, status: "refunded" });
    return { refunded: amount };
  },
};

/** A loop without an end would spend money. */
const maxTurns = 8;

/**
 * Runs the agent with a prompt: its name, its variables and the options of `render`. Returns the last text, the
 * calls of all turns in order, and the tokens of all turns.
 */
export async function runAgent(prompts, ...prompt) {
  const { request } = await prompts.render(...prompt);
  const client = new OpenAI();
  const messages = [...request.messages];
  const calls = [];
  const usage = { prompt_tokens: 0, completion_tokens: 0 };
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const reply = await client.chat.completions.create({ ...request, messages, stream: false });
    const [{ message, finish_reason: reason }] = reply.choices;
    usage.prompt_tokens += reply.usage.prompt_tokens;
    usage.completion_tokens += reply.usage.completion_tokens;
    if (!message.tool_calls?.length) {
      const stopReason = reason === "length" ? "truncated" : "complete";
      return { text: message.content ?? "", calls, stopReason, model: reply.model, usage };
    }
    messages.push(message);
    for (const { id, function: call } of message.tool_calls) {
      calls.push(call);
      messages.push({ role: "tool", tool_call_id: id, content: JSON.stringify(runTool(call)) });
    }
  }
  throw new Error(`The model still calls tools after ${maxTurns} turns.`);
}

/** The result of a call. The model reads its errors, and can call again. */
function runTool({ name, arguments: text }) {
  try {
    return tools[name](JSON.parse(text));
  } catch (error) {
    return { error: `${name} failed: ${error.message}` };
  }
}
