// Limits how many errors and warnings of a document are reported: a mistake that repeats on each line
// must not hide all others, nor take long to print.
import { groupBy } from "../model/collections.ts";
import { byLocation, type Diagnostic } from "../model/diagnostic.ts";

/** The maximum number of errors, and of warnings, that are reported in full for a document. */
const maxPerDocument = 20;

/**
 * Replaces the errors and the warnings of a document after the first ones by one that counts them.
 * `diagnostics` are in the order of `byLocation`. `startLines`: the lines on which the documents of a
 * file start.
 */
export function limitDiagnostics(
  diagnostics: readonly Diagnostic[],
  startLines: (file: string) => readonly number[],
): Diagnostic[] {
  if (diagnostics.length <= maxPerDocument) return [...diagnostics];
  const groups = [...groupBy(diagnostics, ({ location }) => location.file)].flatMap(
    ([file, inFile]) => groupsOf(inFile, startLines(file)),
  );
  return groups.flatMap(limited).sort(byLocation);
}

/** The diagnostics of a file by severity and document. */
function groupsOf(inFile: readonly Diagnostic[], startLines: readonly number[]): Diagnostic[][] {
  let document = 0;
  const groups = groupBy(inFile, ({ severity, location }) => {
    while (startLines[document + 1]! <= location.line) document++;
    return `${severity} ${document}`;
  });
  return [...groups.values()];
}

function limited(group: readonly Diagnostic[]): readonly Diagnostic[] {
  const first = group[maxPerDocument];
  if (!first) return group;
  const { severity, code, location } = first;
  const count = group.length - maxPerDocument;
  const message =
    count === 1
      ? `The document has 1 more ${severity}, which is not shown.`
      : `The document has ${count} more ${severity}s, which are not shown.`;
  const hint = "Correct the others first.";
  return [...group.slice(0, maxPerDocument), { severity, code, message, hint, location, count }];
}
