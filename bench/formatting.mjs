// The part "format" of the benchmark: `fmt --check` of definitions as other tools write them, compared with
// prettier. The files are a likeness of a real project: 12,037 definitions in two files of 3 MB.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prettier } from "./peers.mjs";
import { comparisonRow } from "./report.mjs";
import { compareTimes, folder, promptctl, run } from "./runs.mjs";
import { phrase } from "./texts.mjs";

const count = 1905; // tools, prompts and evaluations each
const assertions = 6322;

export async function* format() {
  const peer = await prettier();
  if (peer.skip) return yield peer;
  for (const [name, write] of [
    ["fmt 12,000, unformatted", () => {}],
    ["fmt 12,000, formatted", (path) => run(promptctl("fmt", path))],
  ]) {
    const path = join(folder, name.replace(/\W+/g, "-"));
    const files = writeLikeness(path);
    await write(path);
    const ours = () => check(promptctl("fmt", path, "--check"));
    const theirs = () => check(peer.command("--check", ...files));
    const medians = await compareTimes(3, ours, theirs);
    yield { row: comparisonRow({ name, medians, other: peer.name, maximum: 1.3 }) };
  }
}

/** Runs a check, which fails if the files are not formatted. */
async function check(command) {
  const [program, ...args] = command;
  const script = `"$@" >/dev/null; [ $? -le 2 ]`;
  return run(["sh", "-c", script, "sh", program, ...args]);
}

/** Writes the project; returns its files. */
function writeLikeness(path) {
  mkdirSync(join(path, "prompts"), { recursive: true });
  writeFileSync(join(path, "promptctl.yaml"), "definitions: prompts\n");
  const numbers = Array.from({ length: count }, (_, number) => number);
  return [
    ["tools.yaml", tool],
    ["agents.yaml", prompt],
  ].map(([name, textOf]) => {
    const file = join(path, "prompts", name);
    writeFileSync(file, numbers.map(textOf).join("---\n"));
    return file;
  });
}

const argumentsOf = (number) => 1 + (number % 4);

function fieldsOf(number) {
  return Array.from({ length: argumentsOf(number) }, (_, index) => `field_${index}`);
}

function tool(number) {
  const properties = fieldsOf(number).map((name, index) => [
    name,
    { type: "integer", description: phrase(number + index, 80) },
  ]);
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties),
    required: fieldsOf(number).slice(0, 2),
  };
  const parameters = JSON.stringify(schema, null, 2).replaceAll(/\n/g, "\n  ");
  return `kind: tool
name: "tool_${number}"
description: "${phrase(number, 150)}"
parameters: ${parameters}
`;
}

function prompt(number) {
  const toolName = `tool_${number}`;
  const size =
    Math.floor(((number + 1) * assertions) / count) - Math.floor((number * assertions) / count);
  const lines = Array.from({ length: size }, (_, index) =>
    index === 0
      ? `      - { type: TOOL_CALLED, toolName: "${toolName}" }\n`
      : `      - { type: TOOL_CALLED_WITH, toolName: "${toolName}", argKeyName: "field_${index}" }\n`,
  );
  return `kind: prompt
name: "Agent ${number}: ${toolName}"
tools: ["${toolName}"]
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5, maxTokens: 1024 }
messages:
  - role: system
    content: Use the tools where they help.
evaluations:
  - name: "case_${number}"
    variables: {}
    appendedMessages:
      - role: user
        content: "${phrase(number, 150)}"
    assertions:
${lines.join("")}`;
}
