// The values of prompt variables, from --var and --vars.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { parse } from "../engine/parse/parse.ts";
import type { Variables } from "../engine/model/template.ts";

export interface VariableFlags {
  /** `name=value`; overrides the file. */
  readonly var?: readonly string[];
  /** The path of a YAML file that maps names to strings or null. */
  readonly vars?: string;
}

/** Throws a Failure for invalid values. */
export function readPromptVariables(cwd: string, flags: VariableFlags): Variables {
  const values = (flags.var ?? []).map((assignment): [string, string] => {
    const at = assignment.indexOf("=");
    if (at > 0) return [assignment.slice(0, at), assignment.slice(at + 1)];
    throw new Failure(
      "usage",
      "wrong-variable",
      `Invalid --var ${assignment}: expected name=value.`,
    );
  });
  const fromFile = flags.vars === undefined ? {} : readVariables(cwd, flags.vars);
  return { ...fromFile, ...Object.fromEntries(values) };
}

function readVariables(cwd: string, file: string): Variables {
  const { documents, diagnostics } = parse({ path: file, text: readText(cwd, file) });
  const [error] = diagnostics;
  if (error)
    throw invalidFile(
      `${error.location.file}:${error.location.line}: ${error.message}`,
      error.hint,
    );
  if (documents.length > 1) throw invalidFile(`${file} contains more than one document.`);
  const values = documents[0]?.value ?? {};
  for (const [name, value] of Object.entries(values))
    if (typeof value !== "string" && value !== null) {
      const { line } = documents[0]!.locate([name]);
      throw invalidFile(
        `${file}:${line}: "${name}" must be a string or null.`,
        "Put the value in quotes.",
      );
    }
  return values as Variables;
}

function readText(cwd: string, file: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (error) {
    throw invalidFile(`Cannot read ${file}: ${(error as Error).message}.`);
  }
}

function invalidFile(message: string, hint?: string): Failure {
  return new Failure("usage", "wrong-variables", message, hint);
}
