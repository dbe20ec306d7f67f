// A merge on main and a newer commit, in a clone as actions/checkout makes it: HEAD is the commit of
// the event, and the branch of the remote is what the checkout found.
import { symlinkSync } from "node:fs";
import { greeter } from "../cli/project.ts";
import { commitAll, initialize, runGitScript, runTestGit } from "../io/repository.ts";
import { push } from "./events.ts";
import { type ActionFixture, createFixture } from "./fixture.ts";
import type { GitHubEvent } from "./run-step.ts";

export interface MergeFixture extends ActionFixture {
  /** The push of the merge. */
  readonly push: GitHubEvent;
  readonly merge: string;
  readonly newest: string;
  git(...words: readonly string[]): string;
}

/** Files of the newer commit, by what they change. */
export const newerFiles = {
  "another file": { "README.md": "Read me.\n" },
  "a definition": { "prompts/greeter.yaml": greeter.replace("Hello", "Good morning") },
  "a new definition": { "prompts/new.yaml": greeter.replace("Greeter", "Welcome") },
  "the configuration": { "promptctl.yaml": "definitions: prompts\nprune: false\n" },
  "an included file": { "texts/hello.md": "Good morning\n" },
  "a definition in a folder": { "app/prompts/greeter.yaml": greeter.replace("Hello", "Hi") },
  "a file beside a project in a folder": { "app/code.js": "// changed\n" },
  "the target of a link": { "elsewhere/linked.yaml": greeter.replace("Greeter", "Other") },
} as const;

/** `clone`: whether the clone has the newer commit, and whether its main is there. */
export async function createMergeFixture(
  newer: keyof typeof newerFiles,
  clone: "whole" | "reset" | "without" = "whole",
): Promise<MergeFixture> {
  const fixture = await createFixture({
    "prompts/with-file.yaml": greeter
      .replace("Greeter", "With file")
      .replace("content: Hello", "content: { file: ../texts/hello.md }"),
    "texts/hello.md": "Hello\n",
    "elsewhere/linked.yaml": greeter.replace("Greeter", "Linked"),
    "app/promptctl.yaml": "definitions: prompts\n",
    "app/prompts/greeter.yaml": greeter.replace("Greeter", "App"),
  });
  const checkout = fixture.folder.at("checkout");
  const git = (...words: readonly string[]): string => runTestGit(words, checkout);
  const commit = (): string => runGitScript(`${commitAll}; git rev-parse HEAD`, checkout);
  symlinkSync("../elsewhere/linked.yaml", fixture.folder.at("checkout/prompts/linked.yaml"));
  initialize(checkout);
  const merge = commit();
  for (const [path, text] of Object.entries(newerFiles[newer]))
    fixture.folder.write(`checkout/${path}`, text);
  const newest = clone === "without" ? "d4".repeat(20) : commit();
  const onMain = clone === "whole" ? newest : merge;
  runGitScript(
    `git checkout -q --force --detach ${merge}; git clean -q -f; git update-ref refs/remotes/origin/main ${onMain}`,
    checkout,
  );
  fixture.github.heads.set("main", newest);
  return {
    ...fixture,
    git,
    merge,
    newest,
    push: { ...push, sha: merge },
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}
