// The lines of JSON between promptctl test and programs: what they read, and the answers of checks.
// providers/application-reply.ts reads the answers of applications.
import type { Message, ModelParameters } from "../../../generated/types.ts";
import { isObject, type JsonObject, parseJson } from "../../model/json.ts";
import type { Variables } from "../../render/template.ts";

/** What an evaluation gives its prompt. */
interface CaseInputs {
  /** The key of the prompt, or its name if it has no key. */
  readonly prompt: string;
  readonly variables: Variables;
  /** The messages that follow those of the prompt, with their placeholders. */
  readonly messages: readonly Message[];
}

/** A line to a program, without its `id`. It never says which side or trial it is for. */
export interface CommandLine extends CaseInputs {
  /** The version of the format. Added fields do not change it. */
  readonly v: 1;
  /** The request that the provider would get. */
  readonly request: {
    readonly provider: ModelParameters["provider"];
    readonly body: Readonly<Record<string, unknown>>;
  };
  /** The path of a bundle with all prompts of the side. */
  readonly bundle: string;
}

/** A line to a check. */
export interface CheckLine extends CommandLine {
  /** The address of the evaluation. */
  readonly evaluation: string;
  /** The name of the check; its address without one. */
  readonly name: string;
  readonly reply: {
    readonly text: string;
    readonly calls: readonly { readonly name: string; readonly arguments: string }[];
    readonly stopReason: string | null;
  };
}

/** The end of a sentence about a program. */
export const withoutAnswer = 'ended without an answer, which is a line of JSON with "id"';

/** The answer in a line of standard output; undefined for other lines, which are log. */
export function answerIn(line: string): JsonObject | undefined {
  const text = line.trim(); // also without a byte order mark
  if (!text.startsWith("{")) return undefined;
  const value = parseJson(text);
  return isObject(value) && Object.hasOwn(value, "id") ? value : undefined;
}

/** Why an answer is not one to the line with an id, as the end of a sentence; undefined if it is. */
export function wrongId({ id }: JsonObject, expected: string): string | undefined {
  return id === expected
    ? undefined
    : `answered with the id ${JSON.stringify(id)}, not ${JSON.stringify(expected)}`;
}

/** The verdict of a check about a reply, or why there is none. */
export type CheckOutcome =
  | { readonly pass: boolean; readonly reason?: string }
  | {
      /** The end of a sentence about the check. */
      readonly problem: string;
      /** What its program printed last. */
      readonly output?: string;
      /** Its time was over. */
      readonly isLate?: boolean;
      /** The check itself says that it cannot judge. */
      readonly isError?: boolean;
      /** The run ended. */
      readonly isStopped?: boolean;
    };

/** The longest reason of a program, in UTF-16 units. */
const maxReasonLength = 500;

/** The words of a program, cut. */
export function shortReason(text: string): string {
  return text.length > maxReasonLength ? `${text.slice(0, maxReasonLength)}…`.toWellFormed() : text;
}

/** Reads the answer of a check. Unknown fields are ignored. */
export function readCheckAnswer({ pass, reason = null, error }: JsonObject): CheckOutcome {
  if (typeof error === "string")
    return { problem: `reports an error: ${shortReason(error)}`, isError: true };
  if (typeof pass !== "boolean") return { problem: 'answered without "pass": true or false' };
  if (reason === null) return { pass };
  if (typeof reason === "string") return { pass, reason: shortReason(reason) };
  return { problem: 'answered with a "reason" that is not a text' };
}
