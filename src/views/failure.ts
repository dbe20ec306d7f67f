// The failure a command ends with, for a person and for a program.
import type { Diagnostic } from "../engine/diagnostic.ts";
import type { Failure } from "../engine/failure.ts";
import { type Screen, visible } from "./paint.ts";

/** What happened, and beneath it what to do. */
export function failureText(failure: Failure, { colors }: Screen): string {
  const { message, hint } = failure;
  const word = failure.class === "refused" ? "Refused:" : "Error:";
  const lines = hint?.split("\n").map((line) => `  ${visible(line)}`) ?? [];
  return [`${colors.red(word)} ${visible(message)}`, ...lines].join("\n");
}

export interface ErrorDocument {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
    readonly diagnostics?: readonly Diagnostic[];
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
      ...(diagnostics && { diagnostics }),
    },
  };
}
