// The application: node src/answer-mail.js "Where is my order OM-1002?"
import { readFileSync } from "node:fs";
import { createPrompts } from "promptctl-client";
import { runAgent } from "./agent.js";

const bundle = JSON.parse(readFileSync(new URL("prompts.json", import.meta.url), "utf8"));
const [mail = "Where is my order OM-1002?"] = process.argv.slice(2);
const { text } = await runAgent(createPrompts({ bundle }), "Support agent", { mail });
process.stdout.write(`${text}\n`);
