// The inputs and outputs of action.yml, and the parsing of inputs.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ParsedInputs, parseInputs } from "../../../src/cli/action/action-inputs.ts";
import { Failure } from "../../../src/engine/model/failure.ts";
import type { ActionInputs } from "../../../src/github/inputs.ts";
import { outputValues } from "../../../src/github/outputs.ts";
import { dist } from "../../fixtures/built.ts";
import { metadata } from "../../github/run-step.ts";

const parsed = (inputs: Readonly<Record<string, string>>): ParsedInputs =>
  parseInputs(
    Object.fromEntries(
      Object.entries({ command: "plan", ...inputs }).map(([name, value]) => [
        `INPUT_${name.toUpperCase()}`,
        value,
      ]),
    ),
  );

const read = (inputs: Readonly<Record<string, string>>): ActionInputs => parsed(inputs).inputs;

it("empty inputs have the defaults of action.yml", () => {
  const defaults = Object.entries(metadata.inputs)
    .map(([name, input]) => [name, input.default ?? ""] as const)
    .filter(([name]) => name !== "command" && name !== "github-token");
  const [empty, given] = [parsed({}), parsed(Object.fromEntries(defaults))];
  expect(given.inputs).toEqual({ ...empty.inputs, on: "provider" });
  expect(given.applyFlags).toEqual(empty.applyFlags);
  expect(given.testFlags).toEqual(empty.testFlags);
});

it("exactly the inputs of action.yml are read", () => {
  const names = new Set<string>();
  const env = new Proxy({} as Record<string, string>, {
    get: (_env, name) => void names.add(String(name)),
  });
  expect(() => parseInputs(env)).toThrow(Failure); // command is missing
  const expected = Object.keys(metadata.inputs).map((name) => `INPUT_${name.toUpperCase()}`);
  expect([...names].sort()).toEqual(expected.sort());
});

it("exactly the outputs of action.yml are set", () => {
  expect(Object.keys(outputValues({})).sort()).toEqual(Object.keys(metadata.outputs).sort());
});

describe("booleans of YAML 1.2", () => {
  it.each(["true", "True", "TRUE", " true "])("accepts %j", (word) => {
    expect(read({ strict: word }).strict).toBe(true);
  });
  it.each(["false", "False", "FALSE", ""])("accepts %j", (word) => {
    expect(read({ strict: word }).strict).toBe(false);
  });
  it.each(["yes", "on", "1", "tRUE", "null", "~"])("rejects %j", (word) => {
    expect(() => read({ strict: word })).toThrow(/Expected true or false\./);
  });
  it("an empty prune is undefined", () => {
    const values = ["", "true", "false"].map((prune) => parsed({ prune }).applyFlags.prune);
    expect(values).toEqual([undefined, true, false]);
  });
});

it("lists have one item per line", () => {
  const { applyFlags, testFlags } = parsed({ target: "\n  tool/*  \r\n\nprompt/A B\n" });
  for (const { target } of [applyFlags, testFlags])
    expect(target).toEqual(["tool/*", "prompt/A B"]);
});

it("no text becomes another flag or argument", () => {
  const { inputs, applyFlags } = parsed({ target: "--prune\n-x", ref: "--prune", label: "--test" });
  expect([inputs.label, inputs.test]).toEqual(["--test", false]);
  expect(applyFlags).toMatchObject({ target: ["--prune", "-x"], ref: "--prune" });
  expect(applyFlags.prune).toBeUndefined();
});

it.each([
  [".", "."],
  ["./", "."],
  ["", "."],
  ["./a/b/", "a/b"],
  ["..", ".."],
  ["a/../.", "."],
  ["a//b/../c/./", "a/c"],
  ["../../a/..", "../.."],
])("normalizes the directory %j to %j", (directory, normalized) => {
  expect(read({ directory }).directory).toBe(normalized);
});

it.each(["/", "/a", "\\\\host\\a", "C:\\a"])("rejects the directory %j", (directory) => {
  expect(() => read({ directory })).toThrow(/Expected a path relative to the top of the checkout/);
});

it("trims the token", () => {
  expect(read({ "github-token": "ghs_a\r\n" }).token).toBe("ghs_a");
});

it("limits the length of the label", () => {
  expect(read({ label: "a".repeat(100) }).label).toHaveLength(100);
  expect(() => read({ label: "a".repeat(101) })).toThrow(/at most 100 characters/);
});

describe("the inputs of tests", () => {
  it("are undefined if they are empty and have no default", () => {
    const { base, gate, minScore, maxCost } = parsed({}).testFlags;
    expect([base, gate, minScore, maxCost]).toEqual(Array(4).fill(undefined));
  });

  it("have the values of the flags", () => {
    const given = { base: "v1", "min-score": "0.9", "max-cost": "$2.50", test: "true" };
    const strictness = { "allow-unmeasured": "true", "require-evaluations": "true" };
    expect(parsed({ ...given, ...strictness })).toMatchObject({
      inputs: { base: "v1", test: true },
      testFlags: {
        base: "v1",
        minScore: 0.9,
        maxCost: 2.5,
        allowUnmeasured: true,
        requireEvaluations: true,
      },
    });
  });

  it("have a time-out of 10 minutes for calls, unless --timeout is set", () => {
    const times = ["", "--timeout 30s"].map((line) => parsed({ test: "true", arguments: line }));
    expect(
      times.map(({ applyFlags, testFlags }) => [applyFlags.timeout, testFlags.timeout]),
    ).toEqual([
      [60_000, 600_000],
      [30_000, 30_000],
    ]);
  });

  it.each([
    [{ gate: "none" }, 'The input gate is "none". Allowed choices are regressions, all, report.'],
    [{ "min-score": "90" }, 'The input min-score is "90". Expected a number from 0 to 1.'],
    [{ "max-cost": "-1" }, /max-cost .* Expected an amount in US dollars/],
    [{ "allow-unmeasured": "1" }, 'The input allow-unmeasured is "1". Expected true or false.'],
    [{ command: "" }, "The input command is missing. Allowed choices are validate, plan, "],
    [{ unmanaged: "true" }, 'The input unmanaged is "true". Allowed choices are count, list.'],
    [{ "drift-report": "pull-request" }, /The input drift-report .*: expected command: drift/],
    [{ command: "apply", test: "true" }, /The input test is true: expected command: plan/],
  ])("%j is wrong", (given, message) => {
    expect(() => read(given)).toThrow(message);
  });
});

it("every invalid input is named once, in one error", () => {
  const wrong = (): unknown => read({ gate: "1", "min-score": "2", strict: "1" });
  expect(wrong).toThrow(
    expect.objectContaining({
      message: 'The input strict is "1". Expected true or false.',
      hint: [
        'The input gate is "1". Allowed choices are regressions, all, report.',
        'The input min-score is "2". Expected a number from 0 to 1.',
        "Correct the inputs under with: of the step.",
      ].join("\n"),
    }),
  );
});

it("the bundle imports only modules of Node.js", () => {
  const text = readFileSync(join(dist, "action.js"), "utf8");
  const code = text.replace(/(['`])require\(.*?\1/g, ""); // ajv contains such code as text
  const imports = /\b(?:require|import)\("([^"]+)"\)|^(?:import|export) .*from "([^"]+)"/gm;
  const names = [...code.matchAll(imports)].map(([, dynamic, fixed]) => (dynamic ?? fixed)!);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !name.startsWith("node:") && !isBuiltin(name))).toEqual([]);
});

describe("inputs about programs", () => {
  const allowed = { "allow-commands": "true" };

  it.each<[string, Readonly<Record<string, string>>, object]>([
    ["allow-commands", { ...allowed }, { allowCommands: true }],
    ["base-checkout", { ...allowed, "base-checkout": "./base/" }, { baseCheckout: "./base/" }],
    ["on: command", { ...allowed, on: "command" }, { allowCommands: true, on: "command" }],
  ])("%s is taken with command: test", (_what, inputs, expected) => {
    expect(parsed({ command: "test", ...inputs }).testFlags).toMatchObject(expected);
  });

  const otherJob = "The input allow-commands is true: expected command: test, in a job of its own.";

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ["allow-commands with plan", { command: "plan", ...allowed }, otherJob],
    ["allow-commands with plan and test", { command: "plan", test: "true", ...allowed }, otherJob],
    ["allow-commands with apply", { command: "apply", ...allowed }, otherJob],
    [
      "allow-commands: yes",
      { command: "test", "allow-commands": "yes" },
      "Expected true or false.",
    ],
    [
      "on: command without it",
      { command: "test", on: "command" },
      "The input on is command: expected allow-commands: true.",
    ],
    [
      "base-checkout without it",
      { command: "test", "base-checkout": "base" },
      "The input base-checkout is set: expected allow-commands: true.",
    ],
    [
      "an absolute base-checkout",
      { command: "test", ...allowed, "base-checkout": "/base" },
      "Expected a path relative to the top of the checkout",
    ],
    [
      "--allow-commands in arguments",
      { command: "test", arguments: "--allow-commands" },
      'The input arguments has "--allow-commands": use the input allow-commands.',
    ],
    [
      "--base-checkout in arguments",
      { command: "test", arguments: "--base-checkout base" },
      'The input arguments has "--base-checkout": use the input base-checkout.',
    ],
  ])("%s is refused", (_what, inputs, message) => {
    expect(() => parsed(inputs)).toThrow(message);
  });
});
