// JSONPath (RFC 9535). A file of its own, because json-p3 is large.
import {
  FunctionExpressionType,
  type FilterFunction,
  JSONPathEnvironment,
  type JSONPathQuery,
  jsonpath,
} from "json-p3";
import { memo } from "../model/collections.ts";
import type { CompilePattern, LinearPattern } from "./linear-pattern.ts";

/** What judging needs of this file. */
export interface JsonPaths {
  readonly compileJsonPath: typeof compileJsonPath;
  readonly jsonPathErrorText: typeof jsonPathErrorText;
}

/** Why a text is not a JSONPath, without a full stop; undefined if it is one. */
export function jsonPathProblem(path: string): string | undefined {
  const environment = new JSONPathEnvironment();
  const checkTypes = environment.checkWellTypedness.bind(environment);
  let wrongPattern: string | undefined;
  environment.checkWellTypedness = (token, args) => {
    const pattern: unknown = args[1] && "value" in args[1] ? args[1].value : undefined;
    const isWrong = typeof pattern === "string" && !isIRegexp(pattern);
    if (["match", "search"].includes(token.value) && isWrong) wrongPattern ??= pattern;
    return checkTypes(token, args);
  };
  try {
    compileIn(environment, path);
  } catch (error) {
    return jsonPathErrorText(error);
  }
  if (wrongPattern === undefined) return undefined;
  return `${JSON.stringify(wrongPattern)} is not an I-Regexp (RFC 9485), so it matches nothing`;
}

/** How many brackets and negations a path may have: json-p3 reads them recursively. */
const maxBrackets = 500;

function compileIn(environment: JSONPathEnvironment, path: string): JSONPathQuery {
  const brackets = path.match(/[[(!]/g) ?? [];
  if (brackets.length > maxBrackets) throw new Error(`it has more than ${maxBrackets} brackets`);
  return environment.compile(path);
}

/** The first line of an error of json-p3, without a full stop. */
export function jsonPathErrorText(error: unknown): string {
  return (error as Error).message.split("\n")[0]!.replace(/\.$/, "");
}

/**
 * Compiles a path whose functions `match` and `search` take linear time. `patterns`: returns the
 * compiler of patterns, which only paths with these functions need. Throws for an invalid path.
 */
export function compileJsonPath(path: string, patterns: () => CompilePattern): JSONPathQuery {
  const environment = new JSONPathEnvironment();
  const iRegexp = memo((pattern: string) => compileIRegexp(pattern, patterns()));
  const register = (name: string, holds: (pattern: LinearPattern, text: string) => boolean): void =>
    void environment.functionRegister.set(name, patternFunction(iRegexp, holds));
  register("match", (pattern, text) => pattern.matchesWhole(text));
  register("search", (pattern, text) => pattern.matches(text));
  return compileIn(environment, path);
}

/** A function of two values, which is false for all but texts. */
function patternFunction(
  iRegexp: (pattern: string) => LinearPattern | undefined,
  holds: (pattern: LinearPattern, text: string) => boolean,
): FilterFunction {
  const { ValueType, LogicalType } = FunctionExpressionType;
  return {
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call: (text: unknown, pattern: unknown) => {
      if (typeof text !== "string" || typeof pattern !== "string") return false;
      const compiled = iRegexp(pattern);
      return compiled !== undefined && holds(compiled, text);
    },
  };
}

const iRegexpSyntax = new jsonpath.functions.Match({ throwErrors: true, cacheSize: 0 });

function isIRegexp(text: string): boolean {
  try {
    iRegexpSyntax.call("", text); // throws if the syntax is wrong
    return true;
  } catch {
    return false;
  }
}

/** The pattern of an I-Regexp (RFC 9485); undefined for a text that is none, which matches nothing. */
function compileIRegexp(text: string, compilePattern: CompilePattern): LinearPattern | undefined {
  if (!isIRegexp(text)) return undefined;
  const compiled = compilePattern(withDots(text));
  return "problem" in compiled ? undefined : compiled;
}

/** In an I-Regexp a dot is any character but a line feed and a carriage return. */
function withDots(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) =>
    part === "." ? "[^\\n\\r]" : part,
  );
}
