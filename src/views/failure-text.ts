// The failure a command ends with, for a person and for a program.
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import type { Failure } from "../engine/model/failure.ts";
import { type Screen, wrapSentence } from "./terminal-text.ts";
import type { Mistake } from "../generated/types.ts";
import { diagnosticJson } from "./validate-json.ts";

/** What happened, and beneath it what to do. */
export function failureText(failure: Failure, screen: Screen): string {
  const { message, hint } = failure;
  const word = failure.class === "refused" ? "Refused:" : "Error:";
  const said = wrapSentence(`${word} ${message}`, screen, "").join("\n");
  const lines = hint?.split("\n").flatMap((line) => wrapSentence(line, screen)) ?? [];
  return [screen.colors.red(word) + said.slice(word.length), ...lines].join("\n");
}

export interface ErrorDocument {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
    readonly diagnostics?: readonly Mistake[];
  };
}

export function errorDocument(
  { code, message, hint }: Pick<Failure, "code" | "message" | "hint">,
  diagnostics?: readonly Diagnostic[],
): ErrorDocument {
  return {
    error: {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(diagnostics && { diagnostics: diagnostics.map(diagnosticJson) }),
    },
  };
}
