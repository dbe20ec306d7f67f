// The input arguments: flags from a list, without a shell.
import { describe, expect, it } from "vitest";
import { type ParsedInputs, parseInputs } from "../../../src/cli/action/action-inputs.ts";
import { argumentForms, inputForms } from "../../../src/github/inputs.ts";
import { metadata } from "../../github/run-step.ts";

const parsed = (line: string, command = "test", more: object = {}): ParsedInputs =>
  parseInputs(
    Object.fromEntries(
      Object.entries({ command, arguments: line, ...more }).map(([name, value]) => [
        `INPUT_${name.toUpperCase()}`,
        String(value),
      ]),
    ),
  );

const ofTests = Object.keys(argumentForms.tests);
const allowed = [...Object.keys(argumentForms.requests), ...ofTests];

it("has the flags that action.yml names, none of which is an input", () => {
  const { description } = metadata.inputs["arguments"] as unknown as { description: string };
  expect([...description.matchAll(/--([\w-]+)/g)].map(([, name]) => name)).toEqual(allowed);
  expect(allowed.filter((name) => Object.hasOwn(inputForms, name))).toEqual([]);
});

describe("flags are those of the command line", () => {
  it("of requests, for plan, apply, drift and test", () => {
    const flags = { concurrency: 3, timeout: 30_000, retries: 0 };
    for (const command of ["plan", "apply", "drift", "test"]) {
      const { applyFlags, testFlags } = parsed(
        "--concurrency 3 --timeout=30s --retries 0",
        command,
      );
      expect(applyFlags).toMatchObject(flags);
      expect(testFlags).toMatchObject(flags);
    }
  });

  it("of tests, also beside a plan", () => {
    const line =
      "--runs 10 --compare --all --max-calls=0\n--replies 'a b/replies.yaml' --concurrency 2 --fail-on looser";
    for (const [command, test] of [
      ["test", "false"],
      ["plan", "true"],
    ] as const)
      expect(parsed(line, command, { test }).testFlags).toMatchObject({
        runs: 10,
        compare: true,
        all: true,
        maxCalls: 0,
        replies: "a b/replies.yaml",
        concurrency: 2,
        failOn: "looser",
      });
  });

  it("with their defaults if the input is empty or blank", () => {
    const { testFlags } = parsed(" \n ");
    expect(testFlags).toMatchObject({ runs: 1, concurrency: 8, retries: 4, timeout: 600_000 });
    expect([testFlags.compare, testFlags.all, testFlags.maxCalls]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("nothing is expanded", () => {
  it.each([
    ["$HOME/x.yaml", "$HOME/x.yaml"],
    ["$(id)", "$(id)"],
    ["`id`", "`id`"],
    ["*.yaml", "*.yaml"],
    ["~/x", "~/x"],
    [String.raw`"a \"b\" \$c"`, 'a "b" $c'],
    [String.raw`'a\b'`, String.raw`a\b`],
    ["a\\\nb", "ab"],
    ["'a\nb'", "a\nb"],
    ['"--all"', undefined],
  ])("--replies %s", (word, value) => {
    const replies = (): unknown => parsed(`--replies ${word}`).testFlags.replies;
    if (value === undefined) expect(replies).toThrow("has no value");
    else expect(replies()).toBe(value);
  });
});

describe("the step is refused", () => {
  const list = `The command test allows ${allowed.map((name) => `--${name}`).join(", ")} here.`;

  it.each([
    ["--auto-approve", `The input arguments has "--auto-approve". ${list}`],
    ["--yes", `The input arguments has "--yes". ${list}`],
    ["--local", `The input arguments has "--local". ${list}`],
    ["--out x.json", `The input arguments has "--out". ${list}`],
    ["--env production", 'The input arguments has "--env": use the input env.'],
    ["--env=production", 'The input arguments has "--env": use the input env.'],
    ["--overwrite '*'", 'The input arguments has "--overwrite": use the input overwrite.'],
    ["--base-url https://x", 'The input arguments has "--base-url": use the input base-url.'],
    ["--no-prune", 'The input arguments has "--no-prune": use the input prune.'],
    ["--max-cost 5", 'The input arguments has "--max-cost": use the input max-cost.'],
    ["-t", `The input arguments has "-t". ${list}`],
    ["-", `The input arguments has "-". ${list}`],
    ["--", `The input arguments has "--". ${list}`],
    ["--=x", `The input arguments has "--=x". ${list}`],
    ["-- --runs 3", `The input arguments has "--". ${list}`],
    ["--constructor", `The input arguments has "--constructor". ${list}`],
    ["--__proto__=x", `The input arguments has "--__proto__". ${list}`],
    ["--RUNS 3", `The input arguments has "--RUNS". ${list}`],
    ["--run 3", `The input arguments has "--run". ${list}`],
    ["prompts", `The input arguments has "prompts". ${list}`],
    ["''", `The input arguments has "". ${list}`],
    ["--all prompts", `The input arguments has "prompts". ${list}`],
    ["--runs 3 5", `The input arguments has "5". ${list}`],
    ["--all; rm -rf x", `The input arguments has "--all;". ${list}`],
    ["--all # all", `The input arguments has "#". ${list}`],
    ["--all\n::error::x", 'The input arguments has "::error::x".'],
    ["--runs 3 --runs 5", "The flag --runs of the input arguments is given twice."],
    ["--all --all", "The flag --all of the input arguments is given twice."],
    ["--all=true", "The flag --all of the input arguments takes no value."],
    ["--all=", "The flag --all of the input arguments takes no value."],
    ["--max-calls", "The flag --max-calls of the input arguments has no value."],
    ["--max-calls=", "The flag --max-calls of the input arguments has no value."],
    ["--max-calls ''", "The flag --max-calls of the input arguments has no value."],
    ["--max-calls --all", "The flag --max-calls of the input arguments has no value."],
    ["--runs 2", 'The flag --runs of the input arguments is "2". Expected 1, or an integer from'],
    ["--retries=-1", 'The flag --retries of the input arguments is "-1". Expected an integer'],
    ["--timeout 1", 'The flag --timeout of the input arguments is "1". Expected a duration'],
    ["--runs '3", "The input arguments has no closing '."],
    ['--runs "3', 'The input arguments has no closing ".'],
  ])("%s", (line, message) => {
    expect(() => parsed(line)).toThrow(message);
  });

  it.each([
    ["apply", "--runs 3", "The command apply allows --concurrency, --timeout, --retries here."],
    [
      "drift",
      "--max-calls 3",
      "The command drift allows --concurrency, --timeout, --retries here.",
    ],
    [
      "plan",
      "--compare",
      "The command plan allows --concurrency, --timeout, --retries here; with test: true also --runs, --compare, --all, --replies, --max-calls, --fail-on.",
    ],
    ["validate", "--timeout 3s", "The command validate allows no flags here."],
  ])("if the command %s has no %s", (command, line, message) => {
    expect(() => parsed(line, command)).toThrow(message);
  });

  it("with every problem in one message", () => {
    expect(() => parsed("--env x --overwrite y --runs 2")).toThrow(
      expect.objectContaining({
        message:
          'The flag --runs of the input arguments is "2". Expected 1, or an integer from 3 to 1000.',
        hint: [
          'The input arguments has "--env": use the input env.',
          'The input arguments has "--overwrite": use the input overwrite.',
          "Correct the inputs under with: of the step.",
        ].join("\n"),
      }),
    );
  });
});
