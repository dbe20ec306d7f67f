// A case of a test run: one evaluation of one prompt, its requests and what it is compared with.
import type { Address, Definition } from "../../model/resource.ts";
import type { Variables } from "../../render/template.ts";
import type { CaseAssertion } from "../trials/trial.ts";

/** The request of one side of a case, or why there is none. */
export type Prepared<Request> = PreparedRequest<Request> | CaseProblem;

interface PreparedRequest<Request> {
  readonly request: Request;
}

export interface CaseProblem {
  /** Whole sentences. */
  readonly problem: string;
  /** Whether the run must not start: it would not measure what was asked for. */
  readonly refusesRun?: boolean;
}

/**
 * How a case is judged. `no-base`: alone, because the run has no base · `new`: alone, because the
 * evaluation is new or changed, or the base has no request · `affected`: against the base, because
 * the requests differ · `unchanged`: nothing differs, so that it need not run.
 */
type Basis = "no-base" | "new" | "affected" | "unchanged";

/** What a reply must satisfy. */
export interface CaseChecks {
  /** The score that a trial needs. */
  readonly threshold: number;
  /** The assertions and the checks. */
  readonly assertions: readonly CaseAssertion[];
  /** The variables of the evaluation: judges get them too. */
  readonly variables?: Variables;
  /** The prompts that judge, as the checks name them. */
  readonly judges?: ReadonlyMap<string, Definition>;
}

/** The base's version of what judges a reply. It decides about a regression. */
export interface PriorChecks extends CaseChecks {
  /** What the change has another version of: the test, or only a prompt that judges. */
  readonly changed: "test" | "judge";
}

/** Both versions of what judges a reply. */
export interface CheckVersions extends CaseChecks {
  /** Undefined if the head's version is the only one. */
  readonly prior?: PriorChecks;
}

/** The versions that judge each reply. */
export function checkVersions(each: CheckVersions): CaseChecks[] {
  return each.prior ? [each, each.prior] : [each];
}

/** Whether a prompt judges some of the checks. */
export function hasQuestions({ assertions }: CaseChecks): boolean {
  return assertions.some(({ spec }) => "question" in spec);
}

/** What a case and its result have in common. */
export interface CaseIdentity {
  /** The address of the evaluation on the head. */
  readonly address: Address;
  readonly prompt: Address;
  /** The weight of the case in the score of its prompt, from 0 to 1. */
  readonly weight: number;
  /** The score that a trial needs, from 0 to 1. */
  readonly threshold: number;
  /** The case cannot fail: it runs but decides nothing. */
  readonly informational: boolean;
  readonly basis: Basis;
}

/** One evaluation of one prompt. */
export interface Case<Request = unknown> extends CaseIdentity, CheckVersions {
  readonly head: Prepared<Request>;
  /**
   * The prompt and the tools of the base with the evaluation of the head, if the case is affected.
   */
  readonly base?: PreparedRequest<Request>;
  /** Why no reply makes the case fail, in one sentence; undefined if one can. */
  readonly cannotFail?: string;
  /** Why the case is new, in one or more sentences. */
  readonly newBecause?: string;
  /** It is new because the base cannot be rendered: the change repairs it. */
  readonly repairsBase?: true;
}

/** Whether the side of a case has no request. */
export function hasProblem<Request>(prepared: Prepared<Request>): prepared is CaseProblem {
  return "problem" in prepared;
}
