// Reads single inputs from the environment, and keeps what is wrong with them, to tell all at once.
import type { Environment } from "../engine/model/ports.ts";
import { parseDurationMs, parseWholeNumber } from "../engine/model/quantities.ts";

export interface InputReader {
  text(name: string): string;
  /** One a line; empty lines do not count. */
  lines(name: string): readonly string[];
  /** By the core schema of YAML 1.2, which workflows are written in. */
  flag(name: string): boolean;
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word;
  number(name: string, least: number, most: number): number;
  /** In milliseconds. */
  duration(name: string): number;
  /** A path from the top of the checkout, by its shortest name. */
  folder(name: string): string;
  /** Text of so many characters at most. */
  short(name: string, most: number): string;
  /** A sentence for each input that is wrong; what was read of it means nothing. */
  readonly problems: readonly string[];
}

/** `defaults`: what an input that is empty stands for. */
export function createInputReader(
  env: Environment,
  defaults: Readonly<Record<string, string>>,
): InputReader {
  const wrong: string[] = [];
  const text = (name: string): string =>
    env[`INPUT_${name.toUpperCase()}`]?.trim() || (defaults[name] ?? "");
  const checked = <Value>(name: string, value: Value | undefined, wanted: string): Value => {
    const given = text(name);
    const said = given === "" ? "is missing" : `is ${JSON.stringify(given)}`;
    if (value === undefined) wrong.push(`The input ${name} ${said}. It is ${wanted}.`);
    return value as Value;
  };
  return {
    problems: wrong,
    text,
    lines: (name) =>
      text(name)
        .split(/\r\n|\r|\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    flag: (name) => checked(name, truth(text(name)), "true or false"),
    oneOf: (name, words) => {
      const given = text(name);
      return checked(
        name,
        words.find((each) => each === given),
        listed(words),
      );
    },
    number: (name, least, most) =>
      checked(
        name,
        parseWholeNumber(text(name), least, most),
        `a whole number from ${least} to ${most}`,
      ),
    duration: (name) => checked(name, parseDurationMs(text(name)), "a time as 500ms, 30s or 2m"),
    folder: (name) =>
      checked(name, shortest(text(name)), "a folder from the top of the checkout, as prompts/shop"),
    short: (name, most) => {
      const given = text(name);
      const fits = given.length <= most ? given : undefined;
      return checked(name, fits, `a text of at most ${most} characters`);
    },
  };
}

/** `a/./b/../c/` → `a/c`; the top is `.`. Undefined for one that begins elsewhere. */
function shortest(path: string): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return undefined;
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/") || ".";
}

function truth(text: string): boolean | undefined {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  return /^(?:false|False|FALSE)$/.test(text) ? false : undefined;
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
