// The check JSON_SCHEMA without a schema: the reply schema of the proposed prompt counts.
import { expect, it } from "vitest";
import type { TestResult } from "../../../src/generated/types.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { runCli } from "../fake-host.ts";

const schemaOf = (...names: readonly string[]): string =>
  JSON.stringify({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names,
    additionalProperties: false,
  });
const prompt = (options: string, check = "{ type: JSON_SCHEMA }"): string =>
  `kind: prompt
name: Triage
parameters:
  provider: OPENAI
  name: gpt-5.4
${options}messages: [{ role: user, content: "{{x}}" }]
evaluations:
  - { name: one, variables: { x: y }, checks: [${check}] }
`;
const withSchema = "  options: { responseSchema: { file: ./reply.json } }\n";
const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/triage.yaml": prompt(withSchema),
  "prompts/reply.json": schemaOf("a"),
  "replies.yaml": `- { evaluation: "*", text: '{"a":"x"}' }\n`,
};

async function testOf(
  own: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly result: TestResult }> {
  await using repository = repositoryOf({ ...files, ...own });
  const base = repository.commit(change);
  const since = Object.keys(change).length > 0 ? `${base}~1` : "none";
  const args = ["test", "--base", since, "--replies", "replies.yaml", "--format", "json"];
  const { code, out } = await runCli(args, { cwd: repository.path, env: gitEnv });
  return { code, result: JSON.parse(out) as TestResult };
}

it.each([
  ["a reply that follows it passes", '{"a":"x"}', 0],
  ["another reply fails", '{"b":"x"}', 5],
  ["a reply that is no JSON fails", "x", 5],
])("%s", async (_sentence, text, expected) => {
  const replies = `- { evaluation: "*", text: '${text}' }\n`;
  const { code, result } = await testOf({ "replies.yaml": replies });
  expect(code).toBe(expected);
  const [assertion] = result.cases[0]!.head.trials[0]!.assertions;
  expect([assertion!.type, assertion!.verdict]).toEqual([
    "JSON_SCHEMA",
    expected === 0 ? "pass" : "fail",
  ]);
});

it("a new reply schema is no regression of replies that follow it", async () => {
  const { code, result } = await testOf(
    {},
    {
      "prompts/reply.json": schemaOf("a", "b"),
      "replies.yaml": `- { evaluation: "*", side: head, text: '{"a":"x","b":"y"}' }\n- { evaluation: "*", text: '{"a":"x"}' }\n`,
    },
  );
  expect(result.cases[0]!.head.trials[0]!.assertions[0]!.verdict).toBe("pass");
  expect(code).toBe(0);
});

it("a prompt without a reply schema is an error of validate, at the check", async () => {
  await using repository = repositoryOf({ ...files, "prompts/triage.yaml": prompt("") });
  const { code, out, err } = await runCli(["validate"], { cwd: repository.path, env: gitEnv });
  expect(code).toBe(3);
  expect(out + err).toContain("prompts/triage.yaml:8:");
  expect(out + err).toContain(
    "The check has no schema, and prompt/Triage has no parameters.options.responseSchema.",
  );
});

it.each([
  [
    "of another draft",
    { $schema: "http://json-schema.org/draft-07/schema#" },
    "only draft 2020-12",
  ],
  ["with a keyword that is not known", { "x-note": 1 }, 'unknown keyword: "x-note"'],
  ["with a pattern that RE2 does not have", { pattern: "(?=a)" }, "RE2 has no look-ahead"],
])("a reply schema %s is an error of validate, at the check", async (_, more, words) => {
  const own = {
    "prompts/triage.yaml": prompt(withSchema).replace("gpt-5.4", "my-model"),
    "prompts/reply.json": JSON.stringify({ type: "string", ...more }),
  };
  await using repository = repositoryOf({ ...files, ...own });
  const { code, out, err } = await runCli(["validate"], { cwd: repository.path, env: gitEnv });
  expect(code).toBe(3);
  expect(out + err).toMatch(/prompts\/triage\.yaml:9:\d+ +error +invalid-reply-schema/);
  expect(out + err).toContain("The check has no schema, and cannot use that of prompt/Triage. ");
  expect(out + err).toContain(words);
});
