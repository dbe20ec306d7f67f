// A project in a repository, and a service on which somebody changed what its first commit defines.
import { expect } from "vitest";
import type { CliResult } from "../fake-host.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

export interface Content {
  readonly lines?: readonly string[];
  readonly temperature?: number;
  /** Assertions of an evaluation, by their thresholds; without it, no evaluation is defined. */
  readonly seconds?: readonly number[];
}

const evaluationWith = (seconds: readonly number[]): string => `evaluations:
  - name: e
    variables: {}
    appendedMessages:
      - role: user
        content: Hi
    assertions:
${seconds.map((each) => `      - type: LATENCY\n        targetThreshold: ${each}\n`).join("")}`;

export const path = "prompts/p.yaml";
export const configuration = "definitions: prompts\n";

export const prompt = ({
  lines = ["One.", "Two.", "Three."],
  temperature = 0.25,
  seconds,
}: Content = {}) => `kind: prompt
name: Support
parameters:
  provider: OPENAI
  name: gpt-test
  temperature: ${temperature} # chosen by the team
messages:
  - role: system
    content: |
${lines.map((line) => `      ${line}\n`).join("")}${seconds ? evaluationWith(seconds) : ""}`;

export const hotfix: Content = { lines: ["One.", "Two.", "Hotfix."] };
export const committed: Content = { lines: ["New.", "Two.", "Three."], temperature: 0.5 };
export const merged: Content = { lines: ["New.", "Two.", "Hotfix."], temperature: 0.5 };

export type Files = Readonly<Record<string, string>>;

/**
 * The first commit is applied, then the service has what other files define. The working tree is clean.
 * `words`: those of apply, for example the folder of the project.
 */
export async function withHotfix(
  service: Files = { [path]: prompt(hotfix) },
  first: Files = { [path]: prompt() },
  words: readonly string[] = [],
): Promise<RepositoryFixture> {
  const project = await createRepositoryFixture({ "promptctl.yaml": configuration, ...first });
  const { run } = project;
  expect((await run(["apply", "--auto-approve", ...words])).code).toBe(0);
  await editService(project, service, words);
  return project;
}

/** Applies other files than the committed ones. */
export async function editService(
  { repository, run }: RepositoryFixture,
  files: Files,
  words: readonly string[] = [],
): Promise<void> {
  for (const [name, text] of Object.entries(files)) repository.write(name, text);
  expect((await run(["apply", "--auto-approve", "--overwrite", "*", ...words])).code).toBe(0);
  repository.git(["checkout", "-q", "."]);
}

export const pullBranch = (project: RepositoryFixture, ...words: string[]): Promise<CliResult> =>
  project.run(["pull", "--branch", "hotfix", ...words]);
