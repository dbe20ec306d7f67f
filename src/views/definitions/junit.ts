// The result of validate as JUnit XML: a test suite per file, a test case per diagnostic.
import { groupBy } from "../../engine/model/collections.ts";
import {
  byLocation,
  type Diagnostic,
  diagnosticMessage,
  fileAndLine,
} from "../../engine/model/diagnostic.ts";
import { hintLines } from "../../engine/model/hint.ts";
import { countedNames } from "../text/counted-names.ts";
import { xmlAttributes, xmlText } from "../text/xml.ts";

interface Suite {
  readonly cases: readonly string[];
  readonly failures: number;
}

/**
 * The document; ends with a newline. `files`: the checked files; those without diagnostics have one
 * test case that passes. Warnings are passed test cases with output, and failures if `strict`.
 */
export function junitText(
  diagnostics: readonly Diagnostic[],
  files: readonly string[],
  strict: boolean,
): string {
  const byFile = groupBy(diagnostics.toSorted(byLocation), ({ location }) => location.file);
  const names = [...new Set([...byFile.keys(), ...files])].toSorted();
  const suites = names.map((name) => suiteOf(name, byFile.get(name) ?? [], strict));
  const total = (count: (suite: Suite) => number): number =>
    suites.reduce((sum, suite) => sum + count(suite), 0);
  const totals = {
    tests: total(({ cases }) => cases.length),
    failures: total(({ failures }) => failures),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name: "promptctl validate", ...totals, errors: 0 })}>`,
    ...suites.flatMap(({ cases, failures }, index) => {
      const name = names[index]!;
      const counts = { tests: cases.length, failures, errors: 0, skipped: 0 };
      return [
        `  <testsuite${xmlAttributes({ name, ...counts, file: name })}>`,
        ...cases,
        "  </testsuite>",
      ];
    }),
    "</testsuites>\n",
  ].join("\n");
}

function suiteOf(file: string, diagnostics: readonly Diagnostic[], strict: boolean): Suite {
  if (diagnostics.length === 0)
    return {
      cases: [`    <testcase${xmlAttributes({ name: "valid", classname: file })}/>`],
      failures: 0,
    };
  const fails = ({ severity }: Diagnostic): boolean => strict || severity === "error";
  // CI systems compare runs by name: without lines, a case is the same after a line is added above it.
  const names = countedNames(diagnostics.map(({ code, message }) => `${code}: ${message}`));
  const cases = diagnostics.map((diagnostic, index) => {
    const head = `    <testcase${xmlAttributes({ name: names[index]!, classname: file })}>`;
    const body = fails(diagnostic) ? failureElement(diagnostic) : outputElement(diagnostic);
    return [head, `      ${body}`, "    </testcase>"].join("\n");
  });
  return { cases, failures: diagnostics.filter(fails).length };
}

function failureElement(diagnostic: Diagnostic): string {
  const { message } = diagnosticMessage(diagnostic);
  return `<failure${xmlAttributes({ message, type: diagnostic.code })}>${detailsText(diagnostic)}</failure>`;
}

function outputElement(diagnostic: Diagnostic): string {
  return `<system-out>${detailsText(diagnostic)}</system-out>`;
}

/** Location, source line, message and hint, a line each. */
function detailsText(diagnostic: Diagnostic): string {
  const { location, severity, code } = diagnostic;
  const { message, hint } = diagnosticMessage(diagnostic);
  const source = location.text.trim();
  const head = `${fileAndLine(location)}:${location.column} ${severity} ${code}`;
  return [head, ...(source === "" ? [] : [source]), message, ...hintLines(hint)]
    .map(xmlText)
    .join("\n");
}
