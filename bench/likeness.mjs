// Writes the likeness of a real project, which is not part of the repository: 12,037 definitions, of which
// 1,860 tools and 903 prompts with their evaluations are in two YAML files of 1.5 MB, as a program wrote
// them, and 225 prompts in files of their own with texts of 2 to 40 kB. Like the real one, each large file
// has a mistake of which validate warns, and so have two texts.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paragraphs, phrase, textLength } from "./texts.mjs";

const tools = 1860;
const agents = 903;
const evaluations = 1905;
const assertions = 7144;
const patterns = 225;
const minTextLength = 2000;

/** Writes the project into a new folder; returns its two large files. */
export function writeLikeness(folder) {
  const definitions = join(folder, "prompts");
  mkdirSync(join(definitions, "patterns", "texts"), { recursive: true });
  writeFileSync(join(folder, "promptctl.yaml"), "definitions: prompts\n");
  for (let number = 0; number < patterns; number += 1) {
    const text = `# Pattern ${number}\n\n${patternText(number)}\n`;
    writeFileSync(join(definitions, "patterns", "texts", `${number}.md`), text);
    writeFileSync(join(definitions, "patterns", `${number}.prompt.yaml`), pattern(number));
  }
  return [
    ["tools.yaml", tools, tool],
    ["agents.yaml", agents, agent],
  ].map(([name, count, textOf]) => {
    const file = join(definitions, name);
    const documents = Array.from({ length: count }, (_, number) => textOf(number));
    writeFileSync(file, documents.join("---\n"));
    return file;
  });
}

function patternText(number) {
  const placeholder = number % 120 === 60 ? "\n\n`lang:${lang.value}`" : "";
  return paragraphs(-number, Math.max(minTextLength, textLength(number))) + placeholder;
}

function pattern(number) {
  return `kind: prompt
name: "Pattern: ${number}"
parameters:
  provider: ANTHROPIC
  name: claude-sonnet-4-5
  temperature: 0.7
  maxTokens: 2048
messages:
  - role: system
    content: { file: texts/${number}.md }
  - role: user
    content: "{{input}}"
`;
}

const fieldsOf = (number) =>
  Array.from({ length: 1 + (number % 5) }, (_, index) => `field_${index}`);

function tool(number) {
  const properties = fieldsOf(number).map((name, index) => [
    name,
    {
      type: number === 1000 && index === 0 ? "" : "integer",
      description: phrase(number + index, 110),
    },
  ]);
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties),
    required: fieldsOf(number).slice(0, 2),
  };
  const parameters = JSON.stringify(schema, null, 2).replaceAll(/\n/g, "\n  ");
  return `kind: tool
name: "tool_${number}"
description: "${phrase(number, 120)}"
parameters: ${parameters}
`;
}

/** The numbers of the parts of a whole, dealt out to `count` owners as evenly as possible. */
function partsOf(owner, count, whole) {
  const start = Math.floor((owner * whole) / count);
  const end = Math.floor(((owner + 1) * whole) / count);
  return Array.from({ length: end - start }, (_, index) => start + index);
}

function agent(number) {
  const cases = partsOf(number, agents, evaluations);
  const names = cases.map((each) => `"tool_${each % tools}"`);
  const model = number === 1 ? "OPENAI, name: gpt-4.1" : "ANTHROPIC, name: claude-sonnet-4-5";
  return `kind: prompt
name: "Agent ${number}"
tools: [${names.join(", ")}]
parameters: { provider: ${model}, maxTokens: 1024 }
messages:
  - role: system
    content: Use the tools where they help.
evaluations:
${cases.map(evaluation).join("")}`;
}

function evaluation(number) {
  const toolName = `tool_${number % tools}`;
  const lines = partsOf(number, evaluations, assertions).map((_, index) =>
    index === 0
      ? `      - { type: TOOL_CALLED, toolName: "${toolName}" }\n`
      : `      - { type: TOOL_CALLED_WITH, toolName: "${toolName}", argKeyName: "field_${(index - 1) % fieldsOf(number % tools).length}" }\n`,
  );
  return `  - name: "case_${number}"
    variables: {}
    appendedMessages:
      - role: user
        content: "${phrase(number, 150)}"
    assertions:
${lines.join("")}`;
}
