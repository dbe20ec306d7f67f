// Request bodies of the benchmarks: prompts and a tool, with the values of the contract tests.
import { readFileSync } from "node:fs";

const fixture = new URL("../test/fixtures/request-bodies.json", import.meta.url);
const { tool, parameters } = JSON.parse(readFileSync(fixture, "utf8"));

export const toolBody = tool;

/** A line of a prompt's text. */
export const sentence = "You triage tickets of {{company}}; name the queue and one reason. ";

/** A prompt of about 2 kB of JSON. */
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
