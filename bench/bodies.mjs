// The request bodies of the benchmarks: prompts of about 2 KB and a tool. servers.mjs sends them.
import { readFileSync } from "node:fs";

/** The bodies of the contract tests. */
const fixture = new URL("../test/fixtures/request-bodies.json", import.meta.url);
const { tool, parameters } = JSON.parse(readFileSync(fixture, "utf8"));

/** The body of a tool. */
export const toolBody = tool;

export const sentence = "You triage tickets of {{company}}; name the queue and one reason. ";

/** A prompt of about 2 KB of JSON. */
export function promptBody(number) {
  return {
    name: `Prompt ${number}`,
    parameters,
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
