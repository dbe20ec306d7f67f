// The rules about assertions and evaluations that no reply can make fail, or pass.
import type { Finding } from "../model/diagnostic.ts";
import { type JsonObject, objectsIn } from "../model/json.ts";
import type { Rule, RuleProject, Subject } from "./rule.ts";

/** How promptctl test decides what cannot fail. */
export interface UnfailingTests {
  /** Whether every reply satisfies an assertion or a check. */
  alwaysPasses(this: void, spec: JsonObject): boolean;
  /** Whether a pattern matches every text. */
  matchesAll(this: void, spec: JsonObject): boolean;
  /** Why no reply makes a case fail, in one sentence; undefined if one can. */
  whyCannotFail(
    this: void,
    requirements: { readonly threshold: number; readonly assertions: readonly JsonObject[] },
  ): string | undefined;
}

/** The rules. */
export function cannotFailRules(tests: UnfailingTests): readonly Rule[] {
  return [
    {
      kinds: ["assertion", "check"],
      check: ({ definition: { spec } }) => constantAssertion(spec, tests),
      codes: ["constant-check"],
    },
    {
      kinds: ["evaluation"],
      check: (subject, project) => unfailingEvaluation(subject, project, tests),
      between: ["cannot-fail"],
    },
  ];
}

function constantAssertion(
  spec: JsonObject,
  { alwaysPasses, matchesAll }: UnfailingTests,
): Finding[] {
  const { pattern, negate } = spec;
  if (typeof pattern === "string") {
    if (!matchesAll(spec)) return [];
    const verb = negate === true ? "always fails" : "cannot fail";
    return [
      {
        code: "constant-check",
        path: ["pattern"],
        message: `The pattern matches every text, so this check ${verb}.`,
        hint: "Write what the reply must contain, for example [0-9]+ in place of [0-9]*.",
      },
    ];
  }
  const { targetValues } = spec;
  const isReported = Array.isArray(targetValues) && targetValues.length === 0; // empty-targets
  if (isReported || !alwaysPasses(spec)) return [];
  return [
    {
      code: "constant-check",
      path: [targetValues === undefined ? "targetValue" : "targetValues"],
      message: "Every text has the empty text, so this assertion cannot fail.",
      hint: "Write what the reply must contain.",
    },
  ];
}

/** Evaluations that cannot fail, although one of their assertions can. */
function unfailingEvaluation(
  { definition: { address, spec }, mapping: { checks } }: Subject,
  project: RuleProject,
  { alwaysPasses, whyCannotFail }: UnfailingTests,
): Finding[] {
  if (project.isIncomplete("assertion")) return [];
  const assertions = [
    ...project.children("assertion", address).map(({ definition }) => definition.spec),
    ...objectsIn(checks),
  ];
  const canFail = ({ weight, ...each }: JsonObject): boolean => weight !== 0 && !alwaysPasses(each);
  if (!assertions.some(canFail)) return []; // its assertions or weights are reported
  const message = whyCannotFail({ threshold: Number(spec["threshold"]), assertions });
  if (message === undefined) return [];
  const hint = "Raise its threshold, or remove assertions that cannot fail.";
  return [{ code: "cannot-fail", path: ["threshold"], message, hint }];
}
