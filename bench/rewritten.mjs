// The part "rewritten" of the benchmark: the built Action plans and applies prompts whose texts are all rewritten,
// with comments that show the changes, and with comments that only name them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { commit, importRepository, write } from "./fast-import.mjs";
import { importSources } from "./import-sources.mjs";
import { comparisonRow } from "./report.mjs";
import { compareTimes, cpuTime, folder, promptctl, root, run } from "./runs.mjs";
import { startService } from "./servers.mjs";
import { paragraphs } from "./texts.mjs";

const count = 40;
const pairs = 5;
const maximum = 1.3;

/** The Action with `comment-detail: full` and with `names`, in turns. */
export async function* rewritten() {
  const action = await actionOf(count);
  const [full, names] = ["full", "names"].map((detail) => () => action("plan", detail));
  const medians = await compareTimes(pairs, full, names);
  await action.stop();
  const name = `CPU of ${count} rewritten prompts`;
  yield { row: comparisonRow({ name, medians, other: "only named", maximum }) };
}

/** A function that runs the Action on a pull request that rewrites so many prompts. */
export async function actionOf(prompts) {
  const source = `export { fakeGitHub } from "./test/github/fake-github.ts";
export { pullRequest } from "./test/github/events.ts";`;
  const { fakeGitHub, pullRequest } = await importSources(source);
  const project = await repository(prompts);
  const service = await startService(join(folder, "rewritten.sqlite"));
  await run(["git", "-C", project, "checkout", "-q", "HEAD^"]);
  await run(promptctl("apply", project, "--base-url", service.url, "--auto-approve"));
  await run(["git", "-C", project, "checkout", "-q", "main"]);
  await run(["git", "-C", project, "update-ref", "refs/remotes/origin/main", "HEAD^"]); // the base
  const github = await fakeGitHub("token");
  const event = pullRequest();
  const temp = join(folder, "rewritten-runner");
  const action = async (command, detail) => {
    rmSync(temp, { recursive: true, force: true });
    mkdirSync(temp);
    const files = {
      GITHUB_EVENT_PATH: JSON.stringify(event.payload),
      GITHUB_OUTPUT: "",
      GITHUB_STEP_SUMMARY: "",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(temp, name), text);
    const env = {
      ...Object.fromEntries(Object.keys(files).map((name) => [name, join(temp, name)])),
      ...inputs({ command, "base-url": service.url, "comment-detail": detail }),
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: project,
      GITHUB_EVENT_NAME: event.name,
      GITHUB_SHA: event.sha,
      GITHUB_REF: event.ref,
      GITHUB_BASE_REF: "main",
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_RUN_ID: "1",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
      PROMPTCTL_API_KEY: "key",
      RUNNER_TEMP: temp,
    };
    const { milliseconds, output } = await cpuTime(
      [process.execPath, join(root, "dist", "action.js")],
      env,
    );
    if (!github.comments.at(-1)?.body.includes(`${prompts} to update`))
      throw new Error(`The Action wrote no comment about ${prompts} updates:\n${output}`);
    github.comments.length = 0;
    return { milliseconds };
  };
  action.stop = async () => {
    await service.stop();
    await github[Symbol.asyncDispose]();
  };
  return action;
}

/** The inputs as environment variables, with the defaults of action.yml. */
function inputs(given) {
  const metadata = parse(readFileSync(join(root, "action.yml"), "utf8"));
  return Object.fromEntries(
    Object.entries(metadata.inputs).map(([name, { default: value = "" }]) => [
      `INPUT_${name.toUpperCase()}`,
      given[name] ?? value.replace("${{ github.token }}", "token"),
    ]),
  );
}

/** A repository whose last commit replaces the texts of all prompts, of 4 to 8 kB each. */
function repository(prompts) {
  const numbers = Array.from({ length: prompts }, (_, number) => number);
  const texts = (seed) =>
    numbers.map((number) => {
      const length = 4000 + ((number * 997) % 4000);
      return write(`prompts/${number}.md`, `${paragraphs(seed * prompts + number + 1, length)}\n`);
    });
  const definitions = numbers.map((number) => write(`prompts/${number}.yaml`, prompt(number)));
  const config = write("promptctl.yaml", "definitions: prompts\n");
  return importRepository(join(folder, `rewritten-${prompts}`), [
    commit([config, ...definitions, ...texts(0)], { seconds: 1_700_000_000 }),
    commit(texts(1), { seconds: 1_700_000_060 }),
  ]);
}

const prompt = (number) => `kind: prompt
name: "Prompt ${number}"
parameters: { provider: OPENAI, name: gpt-5.4, maxTokens: 2048 }
messages:
  - role: system
    content: { file: ${number}.md }
  - role: user
    content: "{{input}}"
`;
