// The failure that ends a command, as text and as JSON.
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import type { Failure } from "../../engine/model/failure.ts";
import { hintLines } from "../../engine/model/hint.ts";
import { type Screen, wrapSentence } from "./terminal-text.ts";
import { diagnosticDocument } from "../../engine/review/diagnostic-document.ts";

/** The message, followed by the hint. */
export function failureText(
  failure: Pick<Failure, "class" | "message" | "hint">,
  screen: Screen,
): string {
  const { message, hint } = failure;
  const label = failure.class === "refused" ? "Refused:" : "Error:";
  const sentence = wrapSentence(`${label} ${message}`, screen, "").join("\n");
  const lines = hintLines(hint).flatMap((line) => wrapSentence(line, screen));
  return [screen.colors.red(label) + sentence.slice(label.length), ...lines].join("\n");
}

/** The document that JSON output ends with; `diagnostics` only for an invalid project. */
export function errorDocument(
  { code, message, hint }: Pick<Failure, "code" | "message" | "hint">,
  diagnostics?: readonly Diagnostic[],
): object {
  return {
    error: {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(diagnostics && { diagnostics: diagnostics.map(diagnosticDocument) }),
    },
  };
}
