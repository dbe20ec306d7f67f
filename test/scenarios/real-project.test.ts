// A large project that was not written for promptctl: 450 evaluations of function calls, with the calls
// that they expect as scripted replies. PROMPTCTL_REAL_PROJECT is its folder; without it, this is skipped.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { TestResult } from "../../src/generated/types.ts";
import { gitEnv, repositoryOf } from "../io/repository.ts";
import { builtProgram } from "../fixtures/built.ts";

const source = process.env["PROMPTCTL_REAL_PROJECT"];
const agents = "prompts/agents/agents.yaml";
const changedPrompts = 40;
const regressions = 10;

interface Agent {
  readonly name: string;
  readonly evaluations: readonly {
    readonly name: string;
    readonly assertions: readonly { readonly toolName: string; readonly argKeyName?: string }[];
  }[];
}

interface Reply {
  readonly evaluation: string;
  readonly side?: "head";
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: object }[];
}

/** The calls that an evaluation expects, with all its arguments. */
function expectedReplies(all: readonly Agent[]): Reply[] {
  return all.flatMap(({ name, evaluations }) =>
    evaluations.map((each) => {
      const keys = each.assertions.flatMap(({ argKeyName }) => argKeyName ?? []);
      const call = {
        name: each.assertions[0]!.toolName,
        arguments: Object.fromEntries(keys.map((key) => [key, "value"])),
      };
      return { evaluation: `evaluation/${name}/${each.name}`, calls: [call] };
    }),
  );
}

test.skipIf(source === undefined)(
  "450 evaluations pass with the expected calls, and exactly the ten that fail on the head regress",
  { timeout: 300_000 },
  async () => {
    await using repository = repositoryOf();
    cpSync(join(source!, "prompts"), repository.at("prompts"), { recursive: true });
    repository.commit({ "promptctl.yaml": "definitions: prompts\n" });
    const text = readFileSync(repository.at(agents), "utf8");
    const all = parseAllDocuments(text).map((document) => document.toJS() as Agent);
    const replies = expectedReplies(all);
    const runTest = (scripted: readonly Reply[], ...flags: readonly string[]) => {
      writeFileSync(repository.at("replies.json"), JSON.stringify(scripted));
      const words = ["test", ...flags, "--replies", "replies.json", "--format", "json"];
      const options = { cwd: repository.path, env: gitEnv, encoding: "utf8" } as const;
      const { status, stdout } = spawnSync(process.execPath, [builtProgram, ...words], {
        ...options,
        maxBuffer: 2 ** 28,
      });
      return { status, result: JSON.parse(stdout) as TestResult };
    };

    const passing = runTest(replies, "--base", "none");
    const verdicts = passing.result.cases.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(Array.from({ length: 450 }, () => "passed"));
    expect(passing.status).toBe(0);

    let changed = 0;
    const edited = text.replace(/Use the tools where they help\./g, (sentence) =>
      changed++ < changedPrompts ? "Use a tool if it helps." : sentence,
    );
    writeFileSync(repository.at(agents), edited);
    const failing = replies
      .slice(0, changedPrompts)
      .filter((_, index) => index % (changedPrompts / regressions) === 0)
      .map(({ evaluation }): Reply => ({ evaluation, side: "head", text: "I cannot help." }));
    const compared = runTest([...failing, ...replies], "--base", "HEAD");
    const regressed = compared.result.cases.filter(({ comparison }) => comparison === "regressed");
    expect(compared.result.cases).toHaveLength(changedPrompts);
    expect(regressed.map(({ address }) => address)).toEqual(
      failing.map(({ evaluation }) => evaluation),
    );
    expect(compared.status).toBe(5);
  },
);
