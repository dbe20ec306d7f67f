// The explanation of a diagnostic code, for --explain.
import type { Explanation } from "../../generated/diagnostic-codes.ts";

/** `unknown-tool (error)`, its meaning, a bad and a good example. */
export function explainText(code: string, { severity, what, bad, good }: Explanation): string {
  const indented = (example: string): string => example.replace(/^(?=.)/gm, "    ");
  return `${code} (${severity})\n\n  ${what}\n\n  Bad:\n\n${indented(bad)}\n\n  Good:\n\n${indented(good)}\n`;
}
