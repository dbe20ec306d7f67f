// The nouns of a test run: trials, and the verdicts of their assertions.
import type { AssertionBody, CheckDefinition } from "../../../generated/types.ts";
import type { CallOutcome } from "./trial-calls.ts";
import type { Address } from "../../model/resource.ts";

/** The body of an assertion or a check in normal form: all fields but names have a value. */
export type AssertionSpec = SpecOf<AssertionBody> | CheckSpecOf<CheckDefinition>;
type SpecOf<Body> = Body extends AssertionBody
  ? Readonly<Required<Omit<Body, "evaluationId">>>
  : never;

/** The fields that hold JSON text in normal form. */
export const jsonFields = ["schema", "arguments", "argumentsSchema"] as const;
type JsonField = (typeof jsonFields)[number];

type CheckSpecOf<Check> = Check extends CheckDefinition
  ? Readonly<
      Required<Omit<Check, "name" | "metadata" | JsonField>> &
        Pick<Check, "name"> & {
          [Field in JsonField & keyof Check]: null extends Check[Field]
            ? string | null
            : undefined extends Check[Field]
              ? string | undefined
              : string;
        } & (Check extends { readonly run: unknown } ? CommandFiles : unknown)
    >
  : never;

/** What the loader adds to a check that runs a command: path → digest of its content. */
interface CommandFiles {
  readonly runFiles?: { readonly [path: string]: string };
}

/** The specs with one of these types. */
export type AssertionSpecOf<Type extends AssertionSpec["type"]> = Extract<
  AssertionSpec,
  { readonly type: Type }
>;

/** An assertion of a case. */
export interface CaseAssertion {
  readonly address: Address;
  readonly spec: AssertionSpec;
}

export type Verdict = "pass" | "fail" | "not measured";

/**
 * What an assertion compared with its targets. The texts are those of the reply, which is not
 * trusted.
 */
export type Compared =
  | {
      readonly form: "texts";
      /** The whole reply, or the texts that `jsonPath` selects. */
      readonly actual: readonly string[];
      /** The targets that count for the verdict: those missing, or with `negate` those present. */
      readonly expected: readonly string[];
    }
  | {
      readonly form: "number";
      readonly actual: number | null;
      readonly limit: number;
    }
  | {
      readonly form: "calls";
      /** All calls of the reply, or the one that must not be. */
      readonly actual: readonly ComparedCall[];
    }
  | {
      readonly form: "found";
      readonly actual: readonly string[];
      readonly expected: readonly string[];
    };

/** A tool call of the reply; `arguments` is JSON text as the model wrote it. */
export interface ComparedCall {
  readonly name: string;
  readonly arguments: string;
}

/** A verdict with its reason. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Why it did not pass, in one sentence without text of the reply; undefined for `pass`. */
  readonly reason?: string;
  readonly compared: Compared;
}

/** What an assertion of a case says about a reply. */
export interface AssertionVerdict extends Judgement {
  readonly address: Address;
  readonly assertion: AssertionSpec;
  /**
   * Why a judge or a command gave no answer; undefined for other assertions, and for those that were not
   * asked.
   */
  readonly unanswered?: UnmeasuredCause;
  /** What a command printed last that gave no answer. */
  readonly output?: string;
}

/**
 * Why a trial has no outcome. `failed`: a call failed, for no reason of its own · `refused`: the provider
 * refused the request · `not whole`: the reply is cut off, filtered or refused · `unreadable`: the answer
 * of a judge or a command cannot be read, or cannot be asked for here · `unfit`: the version of the evaluation cannot
 * judge the reply · `other`: asking again would not help.
 */
export type UnmeasuredCause = "failed" | "refused" | "not whole" | "unreadable" | "unfit" | "other";

export type TrialOutcome = "passed" | "failed" | "not measured" | "not run";

/** A trial with what its assertions say. */
export interface JudgedTrial {
  readonly call: CallOutcome;
  readonly outcome: TrialOutcome;
  /** From 0 to 1; null if it is not known exactly or all weights are 0. */
  readonly score: number | null;
  /** By the base's version of what judges it, which decides about a regression. */
  readonly prior?: JudgedTrial;
  /** By the head's version, in a trial by the base's one. */
  readonly own?: JudgedTrial;
  /** One per assertion of the case; empty without a reply. */
  readonly verdicts: readonly AssertionVerdict[];
}

/** The trials of a case on both sides, each in order. */
export interface CaseTrials<Trial = JudgedTrial> {
  readonly head: readonly Trial[];
  readonly base: readonly Trial[];
}
