// Generates a large world: 50 teams, each with a folder, a scope and an environment; 20,000 prompts, 20,000
// tools, 40,000 evaluations and 120,000 assertions in 25,000 files of 80 MB. Each prompt is in a file with its
// own tool, and uses one of another prompt of its team too. Deterministic.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paragraphs, phrase, textLength, toolText } from "./texts.mjs";

const teams = 50;
const promptsOfAll = 20_000;
const evaluationsPerPrompt = 2;
const assertionsPerEvaluation = 3;
const sharedToolsOfTeam = 10;
const sharedTexts = 20;
/** Where prompts have their texts, in turns; a shared text is in a file that all teams include. */
const placesOfTexts = ["file", "shared", "inline", "shared", "file", "shared", "inline", "inline"];

/** The number of prompts in a world of this scale: 1 for the whole, 0.1 for a tenth. */
export const promptsIn = (scale) => promptsOfAll * scale;

/** The number of definitions in a world of this scale. */
export const definitionsIn = (scale) =>
  promptsIn(scale) * (2 + evaluationsPerPrompt * (1 + assertionsPerEvaluation));

/** Writes a world into a new folder, as one project. */
export function writeWorld(folder, scale) {
  for (const [path, text] of [wholeConfiguration, ...worldFiles(scale)]) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const twoDigits = (team) => String(team).padStart(2, "0");

/** The folder of a team. */
export const teamFolder = (team) => `teams/team-${twoDigits(team)}`;

function environment(team) {
  const number = twoDigits(team);
  return `  team-${number}:
    scope: ["tool/team_${number}_*", "prompt/Team ${number} *"]
`;
}

const everyTeam = Array.from({ length: teams }, (_, team) => team);

/** `promptctl.yaml` of the whole world as one project, with its path. */
export const wholeConfiguration = [
  "promptctl.yaml",
  `definitions: teams\nenvironments:\n${everyTeam.map(environment).join("")}`,
];

/** The files of a world but for `promptctl.yaml`, as pairs of path and text. */
export function* worldFiles(scale) {
  for (let number = 0; number < sharedTexts; number += 1)
    yield [`shared/${number}.md`, `${paragraphs(number, textLength(number))}\n`];
  for (const team of everyTeam) yield* teamFiles(team, scale);
}

function* teamFiles(team, scale) {
  const count = promptsIn(scale) / teams;
  for (let number = team * count; number < (team + 1) * count; number += 1) {
    yield [promptPath(number, scale), promptFile(number, scale)];
    if (placeOfText(number) === "file") yield [textPath(number, scale), text(number)];
  }
}

const teamOf = (number, scale) => Math.floor((number * teams) / promptsIn(scale));

/** The path of a prompt; `folder` is one below that of the definitions. */
export function promptPath(number, scale, folder = "agents") {
  return `${teamFolder(teamOf(number, scale))}/prompts/${folder}/${number}.yaml`;
}

function textPath(number, scale) {
  return `${teamFolder(teamOf(number, scale))}/prompts/texts/${number}.md`;
}

const text = (number) => `# Task ${number}\n\n${paragraphs(-number, textLength(-number))}\n`;

const fields = ["order", "reason", "limit", "region", "since", "until"];

const toolName = (number, scale) => `team_${twoDigits(teamOf(number, scale))}_tool_${number}`;

function tool(number, scale) {
  const own = fields.slice(0, 1 + (number % 4));
  return toolText({
    name: toolName(number, scale),
    description: phrase(number, 120),
    properties: own.map((field, index) => [field, phrase(number + index, 90)]),
    required: own.slice(0, 2),
  });
}

/** The tool of a prompt that other prompts of its team use too. */
function sharedTool(number, scale) {
  const count = promptsIn(scale) / teams;
  return teamOf(number, scale) * count + (number % sharedToolsOfTeam);
}

/** A prompt with its evaluations, after its tool. An earlier version has another name or number of tokens. */
export function promptFile(number, scale, { label = "prompt", tokens = 1024 } = {}) {
  const team = twoDigits(teamOf(number, scale));
  const names = [...new Set([number, sharedTool(number, scale)])].map((each) =>
    toolName(each, scale),
  );
  const evaluations = Array.from({ length: evaluationsPerPrompt }, (_, index) =>
    evaluation(number * evaluationsPerPrompt + index, names[0]),
  );
  return `${tool(number, scale)}---
kind: prompt
name: "Team ${team} ${label} ${number}"
tools: [${names.join(", ")}]
parameters: { provider: ANTHROPIC, name: claude-sonnet-5-5, maxTokens: ${tokens} }
messages:
  - role: system
    content: ${content(number)}
  - role: user
    content: "{{ticket}}"
evaluations:
${evaluations.join("")}`;
}

const placeOfText = (number) => placesOfTexts[number % placesOfTexts.length];

function content(number) {
  const shared = `../../../../shared/${number % sharedTexts}.md`;
  return {
    file: () => `{ file: ../texts/${number}.md }`,
    shared: () => `[{ file: ${shared} }, "${phrase(number, 200)}"]`,
    inline: () => `|\n${text(number).replaceAll(/^(?=.)/gm, "      ")}`,
  }[placeOfText(number)]();
}

function evaluation(number, ownTool) {
  return `  - name: "case ${number}"
    variables: { ticket: "${phrase(number, 100)}" }
    appendedMessages: []
    assertions:
      - { type: TOOL_CALLED, toolName: ${ownTool} }
      - { type: TOOL_CALLED_WITH, toolName: ${ownTool}, argKeyName: "order" }
      - { type: CONTAINS_ANY, targetValues: ["queue ${number}", "team"], ignoreCase: true }
`;
}
