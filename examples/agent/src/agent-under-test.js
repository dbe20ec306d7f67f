// Runs the agent for promptctl test, which gives one line and reads one answer.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { createPrompts } from "promptctl-client";
import { runAgent } from "./agent.js";

const { id, prompt, variables, messages, bundle } = JSON.parse(await text(process.stdin));
const prompts = createPrompts({ bundle: JSON.parse(readFileSync(bundle, "utf8")) });
const reply = await runAgent(prompts, prompt, variables, { appendMessages: messages }).catch(
  ({ message }) => ({ error: message }), // no reply: the case is not measured
);
process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
