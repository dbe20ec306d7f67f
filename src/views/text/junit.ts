// JUnit XML, for CI systems that show test results.
import { escapeText } from "./terminal-text.ts";

export interface JunitSuite {
  readonly name: string;
  readonly file?: string;
  readonly cases: readonly JunitCase[];
}

/** `outcome`: undefined for a case that passes without output. */
export interface JunitCase {
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly outcome?: JunitOutcome | undefined;
}

/**
 * `flakyFailure`: Surefire's element, which viewers show beside a passed case · `system-out`: the
 * output of a passed case.
 */
export interface JunitOutcome {
  readonly element: "failure" | "error" | "skipped" | "flakyFailure" | "system-out";
  readonly attributes: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
}

/** The document; ends with a newline. `name`: the command. */
export function junitText(name: string, suites: readonly JunitSuite[]): string {
  const all = countsOf(suites.flatMap(({ cases }) => cases));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name, ...all })}>`,
    ...suites.flatMap(({ cases, file, ...suite }) => {
      const skipped = countOf(cases, "skipped");
      const attributes = { ...suite, ...countsOf(cases), skipped, ...(file && { file }) };
      return [
        `  <testsuite${xmlAttributes(attributes)}>`,
        ...cases.map(caseElement),
        "  </testsuite>",
      ];
    }),
    "</testsuites>\n",
  ].join("\n");
}

function countsOf(cases: readonly JunitCase[]): Record<string, number> {
  const [failures, errors] = [countOf(cases, "failure"), countOf(cases, "error")];
  return { tests: cases.length, failures, errors };
}

function countOf(cases: readonly JunitCase[], element: JunitOutcome["element"]): number {
  return cases.filter(({ outcome }) => outcome?.element === element).length;
}

function caseElement({ attributes, outcome }: JunitCase): string {
  const head = `    <testcase${xmlAttributes(attributes)}`;
  if (!outcome) return `${head}/>`;
  return [`${head}>`, `      ${outcomeElement(outcome)}`, "    </testcase>"].join("\n");
}

/** Surefire's schema has a stack trace in a flaky failure. */
function outcomeElement({ element, attributes, lines }: JunitOutcome): string {
  const start = `<${element}${xmlAttributes(attributes)}`;
  if (lines.length === 0) return `${start}/>`;
  const text = lines.map(xmlText).join("\n");
  const content = element === "flakyFailure" ? `<stackTrace>${text}</stackTrace>` : text;
  return `${start}>${content}</${element}>`;
}

/** ` name="value"` for each attribute. */
function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join("");
}

/** Escapes control characters too: XML has no reference for them. */
function xmlText(text: string): string {
  return escapeText(text.toWellFormed())
    .replace(/[\uFFFE\uFFFF]/g, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
