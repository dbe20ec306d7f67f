// Generated events of two teams with a project each, who share a service. Each owns prompts, and may have
// evaluations of its own under a prompt of the other, which is external for it.
import * as fc from "fast-check";

export type Side = "a" | "b";

/** An evaluation, by the little that differs. `limits`: the thresholds of its assertions. */
export interface Case {
  readonly question: string;
  readonly threshold: number;
  readonly limits: readonly number[];
}

/** The first letter of a name is its owner. */
export const promptNames = ["a1", "b1"] as const;
export type PromptName = (typeof promptNames)[number];

export interface TeamSettings {
  readonly scope: readonly string[] | undefined;
  readonly keep: readonly string[];
}

export type TeamEvent =
  /** A commit: the definition of a prompt, external for a team that does not own it, or none. */
  | {
      readonly type: "define";
      readonly side: Side;
      readonly prompt: PromptName;
      /** Undefined: the definition is removed. */
      readonly cases: readonly Case[] | undefined;
    }
  /** A commit: the settings of a project. */
  | { readonly type: "configure"; readonly side: Side; readonly settings: TeamSettings }
  /** Somebody creates an evaluation on the service. */
  | { readonly type: "create"; readonly prompt: PromptName; readonly case: Case }
  /** Somebody deletes an assertion on the service. */
  | { readonly type: "delete assertion"; readonly pick: number }
  | {
      readonly type: "apply";
      readonly side: Side;
      readonly prune: boolean;
      readonly ci: boolean;
      readonly readsHistory: boolean;
      /** Whether git can be started. */
      readonly hasGit: boolean;
    };

const side = fc.constantFrom<Side>("a", "b");
const prompt = fc.constantFrom(...promptNames, "a1" as const);

/** Few questions and many limits, so that the cases of both teams are often similar and seldom equal. */
const anyCase: fc.Arbitrary<Case> = fc.record({
  question: fc.constantFrom("one", "one", "two"),
  threshold: fc.constantFrom(1, 1, 0.5),
  limits: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
});

const settings: fc.Arbitrary<TeamSettings> = fc.record({
  scope: fc.constantFrom(undefined, undefined, ["prompt/a*"], ["prompt/b*"]),
  keep: fc.constantFrom([], [], [], ["prompt/*"]),
});

const event: fc.Arbitrary<TeamEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("define" as const),
      side,
      prompt,
      cases: fc.option(fc.array(anyCase, { minLength: 1, maxLength: 2 }), {
        nil: undefined,
        freq: 8,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("configure" as const),
      side,
      settings,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("create" as const), prompt, case: anyCase }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("delete assertion" as const), pick: fc.nat(20) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constant("apply" as const),
      side,
      prune: fc.boolean(),
      ci: fc.boolean(),
      readsHistory: fc.constantFrom(true, true, false),
      hasGit: fc.constantFrom(true, true, true, false),
    }),
  },
);

export interface TeamHistory {
  readonly isOneRepository: boolean;
  readonly evaluationUpdate: boolean;
  readonly settings: Readonly<Record<Side, TeamSettings>>;
  readonly events: readonly TeamEvent[];
}

export const teamHistories: fc.Arbitrary<TeamHistory> = fc.record({
  isOneRepository: fc.boolean(),
  evaluationUpdate: fc.boolean(),
  settings: fc.record({ a: settings, b: settings }),
  events: fc.array(event, { minLength: 40, maxLength: 50, size: "max" }),
});
