// The inputs and outputs of action.yml are those that the code knows.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Failure } from "../../src/engine/model/failure.ts";
import { inputDefaults, type ActionInputs, readInputs } from "../../src/github/inputs.ts";
import { outputValues } from "../../src/github/outputs.ts";
import { metadata } from "./run-step.ts";

const given = (inputs: Readonly<Record<string, string>>): ActionInputs =>
  readInputs(
    Object.fromEntries(
      Object.entries({ command: "plan", ...inputs }).map(([name, value]) => [
        `INPUT_${name.toUpperCase()}`,
        value,
      ]),
    ),
  );

it("an input that is empty has the default of action.yml", () => {
  const theirs = Object.entries(metadata.inputs)
    .map(([name, each]) => [name, each.default ?? ""] as const)
    .filter(([name, value]) => value !== "" && name !== "github-token");
  expect(Object.fromEntries(theirs)).toEqual(inputDefaults);
});

it("all inputs of action.yml are read, and no other", () => {
  const read = new Set<string>();
  const env = new Proxy({} as Record<string, string>, {
    get: (_env, name) => void read.add(String(name)),
  });
  expect(() => readInputs(env)).toThrow(Failure); // command is missing
  const names = Object.keys(metadata.inputs).map((name) => `INPUT_${name.toUpperCase()}`);
  expect([...read].sort()).toEqual(names.sort());
});

it("all outputs of action.yml are set, and no other", () => {
  const none = { exitCode: 1, planFile: "", planDigest: "", commentUrl: "" };
  expect(Object.keys(outputValues(none)).sort()).toEqual(Object.keys(metadata.outputs).sort());
});

describe("booleans are those of YAML 1.2", () => {
  it.each(["true", "True", "TRUE", " true "])("%s", (word) => {
    expect(given({ strict: word }).strict).toBe(true);
  });
  it.each(["false", "False", "FALSE", ""])("%s", (word) => {
    expect(given({ strict: word }).strict).toBe(false);
  });
  it.each(["yes", "on", "1", "tRUE", "null", "~"])("not %s", (word) => {
    expect(() => given({ strict: word })).toThrow(/expected true or false\./);
  });
  it("prune is left to promptctl.yaml where it is empty", () => {
    const said = ["", "true", "false"].map((prune) => given({ prune }).prune);
    expect(said).toEqual([undefined, true, false]);
  });
});

it("patterns stand one a line", () => {
  const { target } = given({ target: "\n  tool/*  \r\n\nprompt/A B\n" });
  expect(target).toEqual(["tool/*", "prompt/A B"]);
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
])("the directory %s is called %s", (directory, called) => {
  expect(given({ directory }).directory).toBe(called);
});

it.each(["/", "/a", "\\\\host\\a", "C:\\a"])("the directory %s is refused", (directory) => {
  expect(() => given({ directory })).toThrow(/expected a path relative to the top of the checkout/);
});

it("a token has no line ends around it", () => {
  expect(given({ "github-token": "ghs_a\r\n" }).token).toBe("ghs_a");
});

it("a label is short enough for a marker", () => {
  expect(given({ label: "a".repeat(100) }).label).toHaveLength(100);
  expect(() => given({ label: "a".repeat(101) })).toThrow(/at most 100 characters/);
});

it("the bundle imports only modules of Node.js", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "..", metadata.runs.main), "utf8");
  const code = text.replace(/'require\([^']*'/g, ""); // ajv contains such code as text
  const imports = /\b(?:require|import)\("([^"]+)"\)|^(?:import|export) .*from "([^"]+)"/gm;
  const names = [...code.matchAll(imports)].map(([, dynamic, fixed]) => (dynamic ?? fixed)!);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !name.startsWith("node:") && !isBuiltin(name))).toEqual([]);
});
