// Reads single inputs from the environment and collects the problems, to report all at once.
import type { Environment } from "../engine/model/ports.ts";
import { parseDurationMs, parseWholeNumber } from "../engine/model/quantities.ts";

export interface InputReader {
  text(name: string): string;
  /** One item per line; blank lines are ignored. */
  list(name: string): readonly string[];
  /** A boolean of the YAML 1.2 core schema, as in workflows: true, True, TRUE and so on. */
  boolean(name: string): boolean;
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value;
  /** An integer from `min` to `max`. */
  integer(name: string, min: number, max: number): number;
  /** In milliseconds. */
  duration(name: string): number;
  /** A normalized path relative to the top of the checkout. */
  path(name: string): string;
  /** A text of at most `max` characters. */
  shortText(name: string, max: number): string;
  /** One sentence for each invalid input. The values read for them are meaningless. */
  readonly problems: readonly string[];
}

/** `defaults`: the values of empty inputs. */
export function createInputReader(
  env: Environment,
  defaults: Readonly<Record<string, string>>,
): InputReader {
  const problems: string[] = [];
  const text = (name: string): string =>
    env[`INPUT_${name.toUpperCase()}`]?.trim() || (defaults[name] ?? "");
  const checked = <Value>(name: string, value: Value | undefined, expected: string): Value => {
    const input = text(name);
    const problem = input === "" ? "is missing" : `is ${JSON.stringify(input)}`;
    if (value === undefined) problems.push(`The input ${name} ${problem}: expected ${expected}.`);
    return value as Value;
  };
  return {
    problems,
    text,
    list: (name) =>
      text(name)
        .split(/\r\n|\r|\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    boolean: (name) => checked(name, parseBoolean(text(name)), "true or false"),
    oneOf: (name, values) => {
      const value = values.find((candidate) => candidate === text(name));
      return checked(name, value, joinWithOr(values));
    },
    integer: (name, min, max) =>
      checked(name, parseWholeNumber(text(name), min, max), `an integer from ${min} to ${max}`),
    duration: (name) =>
      checked(name, parseDurationMs(text(name)), "a duration, for example 500ms, 30s or 2m"),
    path: (name) =>
      checked(
        name,
        normalizePath(text(name)),
        "a path relative to the top of the checkout, for example prompts/shop",
      ),
    shortText: (name, max) => {
      const value = text(name);
      return checked(
        name,
        value.length <= max ? value : undefined,
        `a text of at most ${max} characters`,
      );
    },
  };
}

/** `a/./b/../c/` → `a/c`; the top is `.`. Undefined for an absolute path. */
function normalizePath(path: string): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return undefined;
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/") || ".";
}

function parseBoolean(text: string): boolean | undefined {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  return /^(?:false|False|FALSE)$/.test(text) ? false : undefined;
}

/** `a, b or c` */
function joinWithOr(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
