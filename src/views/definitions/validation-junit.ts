// The result of validate as JUnit XML: a test suite per file, a test case per diagnostic.
import { diagnosticMessage } from "../../engine/text/diagnostic-text.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { byLocation, type Diagnostic, fileAndLine } from "../../engine/model/diagnostic.ts";
import { hintLines } from "../../engine/model/hint.ts";
import { countedNames } from "../text/counted-names.ts";
import { type JunitCase, junitText } from "../text/junit.ts";

/**
 * The document; ends with a newline. `files`: the checked files; those without diagnostics have one
 * test case that passes. Warnings are passed test cases with output, and failures if `strict`.
 */
export function validationJunit(
  diagnostics: readonly Diagnostic[],
  files: readonly string[],
  strict: boolean,
): string {
  const byFile = groupBy(diagnostics.toSorted(byLocation), ({ location }) => location.file);
  const names = [...new Set([...byFile.keys(), ...files])].toSorted();
  const suites = names.map((file) => ({
    name: file,
    file,
    cases: casesOf(file, byFile.get(file) ?? [], strict),
  }));
  return junitText("promptctl validate", suites);
}

function casesOf(file: string, diagnostics: readonly Diagnostic[], strict: boolean): JunitCase[] {
  if (diagnostics.length === 0) return [{ attributes: { name: "valid", classname: file } }];
  // CI systems compare runs by name: without lines, a case is the same after a line is added above it.
  const names = countedNames(diagnostics.map(({ code, message }) => `${code}: ${message}`));
  return diagnostics.map((diagnostic, index) => {
    const { severity, code: type } = diagnostic;
    const { message } = diagnosticMessage(diagnostic);
    const lines = detailsOf(diagnostic);
    return {
      attributes: { name: names[index]!, classname: file },
      outcome:
        strict || severity === "error"
          ? { element: "failure", attributes: { message, type }, lines }
          : { element: "system-out", attributes: {}, lines },
    };
  });
}

/** Location, source line, message and hint, a line each. */
function detailsOf(diagnostic: Diagnostic): string[] {
  const { location, severity, code } = diagnostic;
  const { message, hint } = diagnosticMessage(diagnostic);
  const source = location.text.trim();
  const head = `${fileAndLine(location)}:${location.column} ${severity} ${code}`;
  return [head, ...(source === "" ? [] : [source]), message, ...hintLines(hint)];
}
