// The note of a plan lists changed checks and judges, which no plan has.
import { expect, it } from "vitest";
import { createFakeGitLab } from "../../fixtures/fake-gitlab.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { commitAfter, gitEnv, mainBeforeHead } from "../../io/repository.ts";
import { serviceEnv } from "../fake-host.ts";
import { project } from "../project.ts";
import { createProjectFixture } from "../project-fixture.ts";

const api = "https://gitlab.example.com/api/v4";
const env = {
  ...gitEnv,
  ...serviceEnv,
  CI: "true",
  CI_API_V4_URL: api,
  CI_MERGE_REQUEST_PROJECT_ID: "3",
  CI_MERGE_REQUEST_IID: "7",
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
  CI_JOB_URL: "https://gitlab.example.com/team/prompts/-/jobs/55",
  GITLAB_TOKEN: "glpat-right",
};

const prompt = (name: string, text: string, evaluations = ""): string => `kind: prompt
name: ${name}
parameters: { provider: OPENAI, name: gpt-5.4-mini }
messages: [{ role: user, content: "${text} {{reply}}{{question}}" }]
${evaluations}`;
const judge = (text: string): string => `---\n${prompt("Tone judge", text)}`;
const question = "{ type: JUDGE, prompt: Tone judge, question: Polite? }";
const file = (checks: string, text: string): string =>
  prompt("Asked", "Ask.", `evaluations: [{ name: e, checks: [${checks}] }]\n`) + judge(text);
const before = file(`{ type: MATCHES, pattern: "[0-9]" }, ${question}`, "Be strict.");

it.each<readonly [name: string, after: string, lines: readonly string[]]>([
  ["nothing", before, []],
  [
    "a pattern that every reply meets",
    file(`{ type: MATCHES, pattern: ".*" }, ${question}`, "Be strict."),
    ['`evaluation/Asked/e` changed its test: `pattern "[0-9]" → ".*" (looser)`'],
  ],
  [
    "a removed check and another judge",
    file(question, "Be kind."),
    [
      "`evaluation/Asked/e` changed its test: `MATCHES removed (looser)`",
      "`prompt/Tone judge`: `the judge of 1 check changed`",
    ],
  ],
  [
    "a check with an error",
    file("{ type: JSON_SCHEMA, schema: { file: ./none.json } }", "Be strict."),
    ["Not determined: changed checks, because a check has an error. To see it: promptctl validate"],
  ],
])("%s", async (_name, after, lines) => {
  const path = "prompts/asked.prompt.yaml";
  await using fixture = await createProjectFixture({ [path]: after });
  commitAfter({ ...project, [path]: before }, fixture.folder.path, mainBeforeHead);
  const gitLab = createFakeGitLab();
  const fetch: Fetch = (url, init) =>
    url.startsWith(api) ? gitLab.handle(new Request(url, init)) : fixture.service.fetch(url, init);
  const { code, err } = await fixture.run(["plan", "--gitlab-note"], { env, fetch });
  expect([code, err]).toEqual([0, expect.any(String)]);
  const [{ body } = { body: "" }] = gitLab.notes;
  const found = body
    .split("\n")
    .filter((line) => /its test|the judge of|Not determined/.test(line));
  expect(found.map((line) => line.replace("- ⚠️ ", ""))).toEqual(lines);
});
