// The values of prompt variables, from --var and --vars.
import { resolve } from "node:path";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { didYouMean } from "../../engine/text/did-you-mean.ts";
import { type Diagnostic, errorAt, type SourceLocation } from "../../engine/model/diagnostic.ts";
import { isObject, type Json } from "../../engine/model/json.ts";
import { type ParsedFile, placeIn } from "../../engine/parse/parsed-document.ts";
import { integerProblem } from "../../engine/parse/representable.ts";
import { type Variables, variablesOf } from "../../engine/render/template.ts";
import { readNamedFile } from "../../io/files/file-problems.ts";
import { locateAll, parseFiles } from "../../sync/load/parse-files.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, screenOf } from "../host/command-host.ts";

export interface VariableFlags {
  /** `name=value`; overrides the file. */
  readonly var?: readonly string[];
  /** The path of a YAML file that maps names to strings, numbers or null. */
  readonly vars?: string;
}

/** Throws a Failure for invalid values. */
export async function readPromptVariables(cwd: string, flags: VariableFlags): Promise<Variables> {
  const values = (flags.var ?? []).map((assignment): [string, string] => {
    const at = assignment.indexOf("=");
    if (at > 0) return [assignment.slice(0, at), assignment.slice(at + 1)];
    throw wrongUsage("wrong-variable", `Invalid --var ${assignment}: expected name=value.`);
  });
  const fromFile = flags.vars === undefined ? {} : await readVariables(cwd, flags.vars);
  return { ...fromFile, ...Object.fromEntries(values) };
}

/**
 * Warns of variables that no text uses. Values of a file may be for several prompts: only those of --var
 * are checked.
 */
export function warnOfUnusedVariables(
  host: CommandHost,
  texts: readonly string[],
  flags: VariableFlags,
): void {
  const used = [...new Set(texts.flatMap(variablesOf))];
  const { colors } = screenOf(host, "err");
  for (const name of new Set(variableFlagNames(flags))) {
    if (used.includes(name)) continue;
    const similar = didYouMean(name, used);
    const text = `The prompt does not use the variable "${name}".${similar ? ` ${similar}` : ""}`;
    host.err(`${colors.yellow("Warning:")} ${escapeText(text)}\n`);
  }
}

/** The names of the --var flags. */
function variableFlagNames({ var: assignments = [] }: VariableFlags): string[] {
  return assignments.map((assignment) => assignment.slice(0, assignment.indexOf("=")));
}

async function readVariables(cwd: string, file: string): Promise<Variables> {
  const text = readNamedFile(resolve(cwd, file), file, "wrong-variables");
  const [{ documents, diagnostics }] = (await parseFiles([{ path: file, text }])) as [ParsedFile];
  // A number is the text that the author wrote, with all its digits.
  const syntaxErrors = diagnostics.filter(({ code }) => code !== integerProblem.code);
  if (documents.length > 1 && syntaxErrors.length === 0)
    throw invalidFile(`${file} contains more than one document.`);
  const values = documents[0]?.value ?? {};
  const files = { texts: new Map([[file, text]]) };
  const placesOf = (isFound: (value: Json) => boolean): Promise<Diagnostic[]> =>
    locateAll(
      Object.keys(values)
        .filter((name) => isFound(values[name]!))
        .map((name) => {
          const message = `"${name}" must be a string, a number or null.`;
          return errorAt("wrong-type", placeIn(documents[0]!, [name]), message, quoteHint);
        }),
      files,
    );
  const [error] =
    syntaxErrors.length > 0
      ? await locateAll(syntaxErrors, files)
      : await placesOf(
          (value) =>
            typeof value === "boolean" ||
            (typeof value === "number" && !Number.isFinite(value)) ||
            isObject(value) ||
            Array.isArray(value),
        );
  if (error) throw invalidFile(`${file}:${error.location.line}: ${error.message}`, error.hint);
  const numbers = await placesOf((value) => typeof value === "number");
  const names = Object.keys(values).filter((name) => typeof values[name] === "number");
  const written = names.map((name, index) => {
    const source = textAt(text, numbers[index]!.location);
    return [name, source.startsWith("*") ? anchoredNumber(text, source, values[name]!) : source];
  });
  return { ...values, ...Object.fromEntries(written) } as Variables;
}

/** The digits of a number that an alias (`*name`) repeats, from its anchor. */
function anchoredNumber(text: string, alias: string, value: Json): string {
  const anchors = [...text.matchAll(/&([^\s,[\]{}]+)[ \t]+([-+.\w]+)/g)];
  const written = anchors.flatMap(([, name, number]) => (`*${name}` === alias ? [number!] : []));
  return written.find((each) => Number(each) === value) ?? String(value);
}

const quoteHint = "Put the value in quotes.";

function textAt(text: string, { line, column, endColumn }: SourceLocation): string {
  return text.split("\n")[line - 1]!.slice(column - 1, endColumn - 1);
}

function invalidFile(message: string, hint?: string): Failure {
  return wrongUsage("wrong-variables", message, hint);
}
