// Warnings about what the flag --with changes beside the value that it names.
import { expect, it } from "vitest";
import type { TestResult } from "../../../src/generated/types.ts";
import { repositoryOf } from "../../io/repository.ts";
import { runCli } from "../fake-host.ts";

const evaluation = (name: string, fields = ""): string =>
  `  - { name: ${name}, ${fields}assertions: [{ type: EXACT_MATCH, targetValue: Hi }] }\n`;
const system = "{ role: system, content: Be brief. }";
const user = "{ role: user, content: Hi }";

/** Two prompts of a provider: the messages of the first, and what its evaluation appends. */
const project = (provider: string, messages: string, appended: string): string => `kind: prompt
name: First
parameters: { provider: ${provider}, name: m }
messages: [${messages}]
evaluations:
${evaluation("one", `appendedMessages: [${appended}], `)}---
kind: prompt
name: Second
parameters: { provider: ${provider}, name: m }
messages: [${system}, ${user}]
evaluations:
${evaluation("two")}`;

const toAnthropic = "parameters.provider=ANTHROPIC";
const warning = (flag: string): string =>
  `With ${flag}, Anthropic gets all system messages first, also those after other messages: prompt/First.`;

it.each<[string, ...Parameters<typeof project>, string, string[]]>([
  [
    "a system message after others",
    "OPENAI",
    `${user}, ${system}`,
    "",
    toAnthropic,
    [warning(toAnthropic)],
  ],
  ["one that is appended", "OPENAI", user, system, toAnthropic, [warning(toAnthropic)]],
  ["one that is first", "OPENAI", `${system}, ${user}`, user, toAnthropic, []],
  ["one that moves without the flag too", "ANTHROPIC", user, system, "parameters.name=n", []],
  ["one that stays with the flag", "OPENAI", user, system, "parameters.name=n", []],
])("--with and %s", async (_, provider, messages, appended, flag, warnings) => {
  await using repository = repositoryOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/a.yaml": project(provider, messages, appended),
  });
  const args = ["test", "--base", "HEAD", "--with", flag, "--on", "echo", "--format", "json"];
  const { out } = await runCli(args, { cwd: repository.path });
  expect((JSON.parse(out) as TestResult).warnings).toEqual(warnings);
});
