// A pull request that changes a prompt: a checkout of its merge commit, as actions/checkout makes it,
// with scripted replies that make one case regress.
import { join } from "node:path";
import { promptFile, replies } from "../fixtures/support-project.ts";
import { commitAll, initialize, runGitScript } from "../io/repository.ts";
import { pullRequest, queueEntry } from "./events.ts";
import { type ActionFixture, createFixture, type RunOptions } from "./fixture.ts";
import type { GitHubEvent, Step, StepResult } from "./run-step.ts";

/** The text of the prompt on the base; the pull request changes it. */
export const [baseText, headText] = ["Ask for the order number.", "Ask for the e-mail address."];

export interface TestsFixture extends ActionFixture {
  /** The event of the pull request. */
  readonly event: GitHubEvent;
  /** The entry of the pull request in a merge queue. */
  readonly queued: GitHubEvent;
  /** The commits of the base branch and of the merge. */
  readonly baseCommit: string;
  readonly mergeCommit: string;
  /** Runs `command: test` with the scripted replies, by default on the event of the pull request. */
  test(options?: RunOptions & { readonly on?: GitHubEvent }): Promise<StepResult>;
}

const folder = "support";

/** The input arguments with the replies of the fixture. */
export const scriptedReplies = `--replies ${folder}/replies.yaml`;

/** Without pauses. */
const step: Partial<Step> = { sleep: async () => {} };

/** `changes`: files of the pull request, by their path in the project. */
export async function createTestsFixture(
  changes: Readonly<Record<string, string>> = { "prompts/support.yaml": promptFile(headText) },
  base: Readonly<Record<string, string>> = {},
): Promise<TestsFixture> {
  const before = {
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/support.yaml": promptFile(baseText),
    "replies.yaml": replies,
    ...base,
  };
  const inFolder = Object.entries(before).map(([path, text]) => [`${folder}/${path}`, text]);
  const fixture = await createFixture(Object.fromEntries(inFolder));
  const checkout = join(fixture.folder.path, "checkout");
  initialize(checkout);
  runGitScript(`${commitAll}; git checkout -q -b change`, checkout);
  for (const [path, text] of Object.entries(changes))
    fixture.folder.write(`checkout/${folder}/${path}`, text);
  const [baseCommit = "", mergeCommit = ""] = runGitScript(
    `${commitAll}; git checkout -q --detach main; git merge -q --no-ff -m merge change; git rev-parse main HEAD`,
    checkout,
  ).split("\n");
  const event = { ...pullRequest(), sha: mergeCommit };
  return {
    ...fixture,
    event,
    queued: queueEntry(mergeCommit, baseCommit),
    baseCommit,
    mergeCommit,
    test: ({ on = event, ...options } = {}) =>
      fixture.run("test", on, {
        ...options,
        with: { directory: folder, arguments: scriptedReplies, ...options.with },
        step: { ...step, ...options.step },
      }),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}
