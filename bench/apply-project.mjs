// Writes the project of the apply benchmark: tools, and prompts that each use a tool and have one
// evaluation with one assertion. Each tool and each prompt has its own file, as in examples/quickstart.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { sentence, toolBody } from "./request-bodies.mjs";

const tools = 100;
const prompts = 300;

/** The number of resources: each prompt also has an evaluation and an assertion. */
export const resources = tools + 3 * prompts;

/** Writes the project into an empty folder. */
export function writeProject(folder) {
  const definitions = join(folder, "prompts");
  const write = (name, text) => writeFileSync(join(definitions, name), text);
  mkdirSync(definitions);
  writeFileSync(join(folder, "promptctl.yaml"), stringify({ definitions: "prompts" }));
  for (let number = 0; number < tools; number += 1)
    write(`${number}.tool.yaml`, stringify({ kind: "tool", ...toolBody, name: toolName(number) }));
  for (let number = 0; number < prompts; number += 1) {
    write(`${number}.md`, promptText(number));
    write(`${number}.prompt.yaml`, stringify(promptDefinition(number)));
  }
}

/** 1 to 2 kB of text. */
function promptText(number) {
  return `Team ${number}.\n${`${sentence.trim()}\n`.repeat(15 + (number % 16))}`;
}

function toolName(number) {
  return `lookup_order_${number}`;
}

function promptDefinition(number) {
  return {
    kind: "prompt",
    name: `Prompt ${number}`,
    tools: [toolName(number % tools)],
    parameters: {
      provider: "ANTHROPIC",
      name: "claude-sonnet-4-6",
      temperature: 0.2,
      maxTokens: 1024,
    },
    messages: [
      { role: "system", content: { file: `./${number}.md` } },
      { role: "user", content: "{{ticket}}" },
    ],
    evaluations: [
      {
        name: "greeting",
        variables: { company: `Company ${number}`, ticket: "Hello, where is my order?" },
        appendedMessages: [{ role: "user", content: `It is OM-${number}.` }],
        threshold: 1,
        assertions: [{ type: "CONTAINS_ANY", targetValues: ["hello", "hi"], ignoreCase: true }],
      },
    ],
  };
}
