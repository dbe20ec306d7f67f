// A check: the reply names the amount of each refund that the agent made.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, reply } = JSON.parse(line);
  const missing = reply.calls
    .filter(({ name }) => name === "refund_order")
    .map((call) => `£${JSON.parse(call.arguments).amount}`)
    .filter((amount) => !reply.text.includes(amount));
  const pass = missing.length === 0;
  const reason = pass ? undefined : `The reply does not name ${missing.join(" and ")}.`;
  process.stdout.write(`${JSON.stringify({ id, pass, reason })}\n`);
}
