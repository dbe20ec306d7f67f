// --var and --vars: the values for a prompt's placeholders.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { parse } from "../engine/parse/parse.ts";
import type { Variables } from "../engine/model/template.ts";

export interface VariableFlags {
  /** `name=value`, each; wins over the file. */
  readonly var?: readonly string[];
  /** A YAML mapping of name to text or null. */
  readonly vars?: string;
}

/** The values of the flags. Wrong ones are a Failure that says where. */
export function readPromptVariables(cwd: string, flags: VariableFlags): Variables {
  const given = (flags.var ?? []).map((each): [string, string] => {
    const at = each.indexOf("=");
    if (at > 0) return [each.slice(0, at), each.slice(at + 1)];
    throw new Failure("usage", "wrong-variable", `--var ${each} is not of the form name=value.`);
  });
  const fromFile = flags.vars === undefined ? {} : readVariables(cwd, flags.vars);
  return { ...fromFile, ...Object.fromEntries(given) };
}

function readVariables(cwd: string, file: string): Variables {
  const { documents, diagnostics } = parse({ path: file, text: readText(cwd, file) });
  const [wrong] = diagnostics;
  if (wrong)
    throw wrongFile(`${wrong.location.file}:${wrong.location.line}: ${wrong.message}`, wrong.hint);
  if (documents.length > 1) throw wrongFile(`${file} holds more than one document.`);
  const values = documents[0]?.value ?? {};
  for (const [name, value] of Object.entries(values))
    if (typeof value !== "string" && value !== null) {
      const { line } = documents[0]!.locate([name]);
      throw wrongFile(`${file}:${line}: "${name}" must be text or null.`, "Put it in quotes.");
    }
  return values as Variables;
}

function readText(cwd: string, file: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (error) {
    throw wrongFile(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function wrongFile(message: string, hint?: string): Failure {
  return new Failure("usage", "wrong-variables", message, hint);
}
