// A pull request whose tests run programs with the Action, and what the programs saw.
import { promptFile } from "../fixtures/support-project.ts";
import type { GitHubEvent, StepResult } from "./run-step.ts";
import { createTestsFixture, headText, type TestsFixture } from "./tests-fixture.ts";

/** What a runner would run, if it were a line of the log. */
const forged = ["::set-output name=passed::true", "::error::forged", "##[error]forged"];

/** Gives as reason its environment (`tells`) or commands of a runner (`fails`); or prints these, and ends. */
const check = `import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
const forged = ${JSON.stringify(forged)};
writeFileSync("seen.json", JSON.stringify(process.env));
for (const line of forged) console.log(line), console.error(line);
for await (const line of createInterface({ input: process.stdin })) {
  if (process.argv[2] === "ends") process.exit(3);
  const reason = process.argv[2] === "tells" ? JSON.stringify(process.env) : forged.join("\\n");
  console.log(JSON.stringify({ id: JSON.parse(line).id, pass: false, reason }));
}
`;

export const canaries = {
  GITHUB_TOKEN: "ghs_Canary0123456789abcdefghijklmnopqrst",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "canary-of-the-id-token-0123456789",
  ANTHROPIC_API_KEY: "sk-ant-canary-0123456789-0123456789",
};

/** A pull request that adds a check. */
export function createCommandsFixture(how = "fails"): Promise<TestsFixture> {
  const checks = `    checks: [{ type: COMMAND, run: [node, check.mjs, ${how}], name: price }]\n`;
  const prompt = `${promptFile(headText)}${checks}`;
  return createTestsFixture({ "prompts/support.yaml": prompt, "check.mjs": check });
}

export interface Run {
  readonly on?: GitHubEvent;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly built?: boolean;
}

/** Runs the tests with allowed commands, without a key of the service. */
export function runAllowed(
  fixture: TestsFixture,
  { built = false, ...run }: Run = {},
): Promise<StepResult> {
  return fixture.test({
    ...run,
    with: { "allow-commands": "true", "base-url": "", ...run.with },
    env: { PROMPTCTL_API_KEY: "", ...canaries, ...run.env },
    step: { built },
  });
}

/** The environment that a program had; undefined if none started. */
export function seenBy({ folder }: TestsFixture): string | undefined {
  const path = "checkout/support/seen.json";
  return folder.paths().includes(path) ? folder.read(path) : undefined;
}

export const errorIn = ({ commands }: StepResult): string =>
  commands.find(({ name }) => name === "error")?.data ?? "";
