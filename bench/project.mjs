// Generates projects of any size in the proportions of a real one: of 20 definitions 3 are tools,
// 4 prompts, 3 evaluations and 10 assertions, in documents of about 2.3 kB. All texts differ.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paragraphs, phrase, toolText } from "./texts.mjs";

/** Definitions in a group of files. */
const groupSize = 20;
const groupsPerFolder = 25;

/** Writes a project of `count` definitions into a new folder: one tool, or groups of 20 definitions. */
export function writeProject(folder, count) {
  if (count !== 1 && count % groupSize > 0)
    throw new Error(`${count} is not a multiple of ${groupSize}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "promptctl.yaml"), "definitions: prompts\n");
  for (const [path, text] of filesOf(count)) {
    const file = join(folder, "prompts", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Writes a project of `count` tools into a new folder, each in a small file of its own. */
export function writeSmallFiles(folder, count) {
  const definitions = join(folder, "prompts");
  mkdirSync(definitions, { recursive: true });
  writeFileSync(join(folder, "promptctl.yaml"), "definitions: prompts\n");
  for (let number = 0; number < count; number += 1) {
    const text = `kind: tool\nname: handle_${number}\ndescription: ${phrase(number, 80)}\nparameters: { type: object, properties: {} }\n`;
    writeFileSync(join(definitions, `${number}.tool.yaml`), text);
  }
}

/** The files of the project as pairs of path and text; paths are relative to the definitions folder. */
export function* filesOf(count) {
  if (count === 1) {
    yield ["0.tool.yaml", tool(0)];
    return;
  }
  for (let group = 0; group < count / groupSize; group += 1) {
    const path = (name) => `team-${Math.floor(group / groupsPerFolder)}/${name}`;
    yield [path(`${group}.md`), `# Pattern ${group}\n\n${paragraphs(-group, 2200)}\n`];
    yield [path(`${group}.prompt.yaml`), patternPrompt(group)];
    for (let member = 3 * group; member < 3 * group + 3; member += 1) {
      yield [path(`${member}.tool.yaml`), tool(member)];
      yield [path(`${member}.agent.yaml`), agentPrompt(member)];
    }
  }
}

const fields = ["order", "reason", "limit", "region", "since", "until", "channel", "note"];

function tool(number) {
  return toolText({
    name: `handle_${number}`,
    description: phrase(number, 320),
    properties: fields.map((field, index) => [field, phrase(number * fields.length + index, 145)]),
    required: fields.slice(0, 3),
  });
}

/** A prompt with its text in a file. */
function patternPrompt(number) {
  return `kind: prompt
name: "Pattern ${number}"
parameters:
  provider: OPENAI
  name: gpt-5.4
  temperature: 0.7
  maxTokens: 2048
messages:
  - role: system
    content: { file: ./${number}.md }
  - role: user
    content: "{{input}}"
`;
}

/** A prompt with a tool and an evaluation. The evaluation has 3 assertions, every third one 4. */
function agentPrompt(number) {
  const checkedFields = fields.slice(0, number % 3 === 2 ? 3 : 2);
  const assertions = checkedFields.map(
    (field) =>
      `      - { type: TOOL_CALLED_WITH, toolName: "handle_${number}", argKeyName: "${field}" }\n`,
  );
  const text = paragraphs(number, 1500).replaceAll(/^(?=.)/gm, "      ");
  return `kind: prompt
name: "Agent ${number}"
tools: ["handle_${number}"]
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6, maxTokens: 1024 }
messages:
  - role: system
    content: |
${text}
evaluations:
  - name: "calls its tool"
    variables: {}
    appendedMessages:
      - role: user
        content: "${phrase(-number, 120)}"
    assertions:
      - { type: TOOL_CALLED, toolName: "handle_${number}" }
${assertions.join("")}`;
}
