// Regular expressions in schemas: those that are none, and what providers refuse in them.
import type { Finding } from "../model/diagnostic.ts";
import { type JsonObject, objectOf, type Path } from "../model/json.ts";
import type { PatternPart, RefusedPatterns } from "../providers/pattern-facts.ts";
import { eachSubschema } from "./subschemas.ts";

interface PatternAt extends Pick<Finding, "part"> {
  readonly path: Path;
  readonly pattern: string;
}

/** The patterns in a schema: values of `pattern`, and keys of `patternProperties`. */
export function patternsIn(top: JsonObject): PatternAt[] {
  const found: PatternAt[] = [];
  eachSubschema(top, ({ pattern, patternProperties }, path) => {
    if (typeof pattern === "string") found.push({ path: [...path, "pattern"], pattern });
    for (const key of Object.keys(objectOf(patternProperties)))
      found.push({ path: [...path, "patternProperties", key], part: "key", pattern: key });
  });
  return found;
}

/** Whether a text is a pattern, of JavaScript or with the groups and flags of Python. */
export function isRegularExpression(text: string): boolean {
  const own = text.replace(/^\(\?[aiLmsux]+\)/, "").replaceAll("(?P<", "(?<");
  return ["", "u"].some((flags) => {
    try {
      return new RegExp(own, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

interface PatternProblem {
  readonly what: string;
  readonly hint: string;
}

const inDescription = "Write a simpler pattern, or say it in the description.";

const problems: { readonly [part in PatternPart]: (token: string) => PatternProblem } = {
  lookAround: (token) => ({ what: `the look-around ${token} in a pattern`, hint: inDescription }),
  backReference: (token) => ({
    what: `the back-reference ${token} in a pattern`,
    hint: inDescription,
  }),
  wordBoundary: (token) => ({
    what: `the word boundary ${token} in a pattern`,
    hint: inDescription,
  }),
  namedGroup: () => ({ what: "a named group in a pattern", hint: "Use a group without a name." }),
  otherEscape: (token) => ({ what: `the escape ${token} in a pattern`, hint: inDescription }),
};

/** The first use of each part of a pattern that is refused. */
export function patternProblems({ parts }: RefusedPatterns, pattern: string): PatternProblem[] {
  const found = new Map<PatternPart, string>();
  for (const [part, token] of partsOf(pattern))
    if (parts.includes(part) && !found.has(part)) found.set(part, token);
  return [...found].map(([part, token]) => problems[part](token));
}

/** An escape, the start of a group, or one other character. */
const tokens = /\\(?:u\{|.)|\(\?(?:<?[=!]|<)|./gsu;

function* partsOf(pattern: string): Generator<readonly [part: PatternPart, token: string]> {
  let isInClass = false;
  for (const [token] of pattern.matchAll(tokens)) {
    const part = partOf(token, isInClass);
    if (part) yield [part, token];
    if (token === "[") isInClass = true;
    else if (token === "]") isInClass = false;
  }
}

function partOf(token: string, isInClass: boolean): PatternPart | undefined {
  if (!isInClass) {
    if (/^\(\?<?[=!]$/.test(token)) return "lookAround";
    if (token === "(?<") return "namedGroup";
    if (/^\\[1-9k]$/.test(token)) return "backReference";
    if (/^\\b$/i.test(token)) return "wordBoundary";
  }
  return /^\\(?:u\{|[^\W\d_abfnrtvxudDsSwWABUZN])$/.test(token) ? "otherEscape" : undefined;
}
