// The origin of a write, from the built program to a built service and back.
import { expect, it } from "vitest";
import { serveEmbedded } from "../fixtures/served.ts";
import { runProgramIn } from "../fixtures/run-program.ts";
import { gitEnv, repositoryOf } from "../io/repository.ts";

const prompt = (text: string): string => `kind: prompt
name: Support
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: system, content: ${text} }]
`;

it("log says which commit and file apply sent", async () => {
  await using service = await serveEmbedded();
  await using repository = repositoryOf({
    "app/promptctl.yaml": "definitions: prompts\n",
    "app/prompts/p.yaml": prompt("one"),
  });
  const { HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM } = gitEnv;
  const env = {
    HOME,
    GIT_CONFIG_GLOBAL,
    GIT_CONFIG_NOSYSTEM,
    PROMPTCTL_BASE_URL: service.baseUrl,
    PROMPTCTL_API_KEY: "good",
  };
  const run = (...words: string[]) => runProgramIn(repository.at("app"), words, env);
  expect(await run("apply", "--yes")).toMatchObject({ code: 0 });
  const first = repository.git(["rev-parse", "HEAD"]);
  repository.write("app/prompts/p.yaml", prompt("two"));
  expect(await run("apply", "--yes")).toMatchObject({ code: 0 });
  const log = await run("log", "prompt/Support", "--base-url", service.baseUrl);
  expect(log.out).toContain(
    `version 2 was sent from ${first.slice(0, 7)} app/prompts/p.yaml with uncommitted changes, as reported.`,
  );
});
