// The alert about what validate finds in the definitions that change.
import { type Alert, alertValues } from "../model/alert.ts";
import { type Diagnostic, fileAndLine } from "../model/diagnostic.ts";

/** Further findings are only counted. */
const maxPlaces = 5;

/** One alert for all warnings. */
export function warningAlerts(warnings: readonly Diagnostic[]): Alert[] {
  if (warnings.length === 0) return [];
  const total = warnings.reduce((sum, { count = 1 }) => sum + count, 0);
  const places = warnings.map(
    ({ location, code }) => `${fileAndLine(location)}:${location.column} ${code}`,
  );
  return [
    {
      code: "warning",
      addresses: [],
      text: [
        `${total} ${total === 1 ? "warning" : "warnings"} in what changes: `,
        ...alertValues(places, maxPlaces),
      ],
      hint: ["promptctl validate shows them"],
      facts: { diagnostics: warnings.map(({ code }) => code) },
    },
  ];
}
