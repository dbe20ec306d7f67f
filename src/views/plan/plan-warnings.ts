// The warnings of a plan on one line: their number, and where the first ones are.
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { countDiagnostics } from "../text/diagnostics.ts";
import { pluralize } from "../text/terminal-text.ts";

/** Further warnings are only counted. */
const maxPlaces = 5;

/** `2 warnings in what changes:`, then `prompts/a.yaml:4:9 unused-variable` for the first ones. */
export function planWarnings({
  warnings = [],
}: Plan): { readonly head: string; readonly places: readonly string[] } | undefined {
  const { warnings: count } = countDiagnostics(warnings);
  if (count === 0) return undefined;
  const shown = warnings.slice(0, maxPlaces);
  const more = count - shown.length;
  return {
    head: `${pluralize(count, "warning")} in what changes:`,
    places: [
      ...shown.map(({ location, code }) => `${fileAndLine(location)}:${location.column} ${code}`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
  };
}
