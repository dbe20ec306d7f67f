// A project of so many definitions, in the mix of a real one: of twenty, 3 tools, 4 prompts, 3
// evaluations and 10 assertions, in documents of about 2.3 kB. Every text is another one.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paragraphs, phrase } from "./texts.mjs";

/** How many definitions there are in one group of files. */
const groupSize = 20;
/** Files of one folder. */
const groupsAFolder = 25;

/** Writes the project into a new folder: one tool, or as many groups of twenty as that makes. */
export function writeProject(folder, count) {
  if (count !== 1 && count % groupSize > 0)
    throw new Error(`${count} is no multiple of ${groupSize}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "promptctl.yaml"), "definitions: prompts\n");
  for (const [path, text] of filesOf(count)) {
    const full = join(folder, "prompts", path);
    mkdirSync(join(full, ".."), { recursive: true });
    writeFileSync(full, text);
  }
}

/** Every file of the project with its text, by its path in the folder of definitions. */
export function* filesOf(count) {
  if (count === 1) {
    yield ["0.tool.yaml", tool(0)];
    return;
  }
  for (let group = 0; group < count / groupSize; group += 1) {
    const place = (name) => `team-${Math.floor(group / groupsAFolder)}/${name}`;
    yield [place(`${group}.md`), `# Pattern ${group}\n\n${paragraphs(-group, 2200)}\n`];
    yield [place(`${group}.prompt.yaml`), pattern(group)];
    for (let member = 3 * group; member < 3 * group + 3; member += 1) {
      yield [place(`${member}.tool.yaml`), tool(member)];
      yield [place(`${member}.agent.yaml`), agent(member)];
    }
  }
}

const fields = ["order", "reason", "limit", "region", "since", "until", "channel", "note"];

function tool(number) {
  const properties = fields.map(
    (field, index) => `      "${field}": {
        "type": "${index % 3 === 2 ? "integer" : "string"}",
        "description": "${phrase(number * fields.length + index, 145)}"
      }`,
  );
  return `kind: tool
name: "handle_${number}"
description: "${phrase(number, 320)}"
parameters: {
    "type": "object",
    "properties": {
${properties.join(",\n")}
    },
    "required": ["order", "reason", "limit"]
  }
`;
}

/** A prompt whose text is a file. */
function pattern(number) {
  return `kind: prompt
name: "Pattern ${number}"
parameters:
  provider: OPENAI
  name: gpt-4.1
  temperature: 0.7
  maxTokens: 2048
messages:
  - role: system
    content: { file: ./${number}.md }
  - role: user
    content: "{{input}}"
`;
}

/** A prompt with a tool, and an evaluation of 3 or, each third, 4 assertions. */
function agent(number) {
  const uses = fields.slice(0, number % 3 === 2 ? 3 : 2);
  const checks = uses.map(
    (field) =>
      `      - { type: TOOL_CALLED_WITH, toolName: "handle_${number}", argKeyName: "${field}" }\n`,
  );
  const text = paragraphs(number, 1500).replaceAll(/^(?=.)/gm, "      ");
  return `kind: prompt
name: "Agent ${number}"
tools: ["handle_${number}"]
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5, maxTokens: 1024 }
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
${checks.join("")}`;
}
