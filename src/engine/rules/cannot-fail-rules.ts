// The rules about assertions and evaluations that no reply can make fail, or pass.
import { alwaysPasses, matchesAll, whyCannotFail } from "../evaluate/cases/cannot-fail.ts";
import type { Finding } from "../model/diagnostic.ts";
import { type JsonObject, objectsIn } from "../model/json.ts";
import type { CompilePattern } from "../text/linear-pattern.ts";
import type { Findings, Rule, RuleProject, Subject } from "./rule.ts";

/** The rules. Without `compilePattern`, each pattern can fail. */
export function cannotFailRules(compilePattern?: CompilePattern): readonly Rule[] {
  return [
    {
      kinds: ["assertion", "check"],
      check: ({ definition: { spec } }) => constantAssertion(spec, compilePattern),
      codes: ["constant-check"],
    },
    {
      kinds: ["evaluation"],
      check: (subject, project) => unfailingEvaluation(subject, project, compilePattern),
      between: ["cannot-fail"],
    },
  ];
}

function constantAssertion(spec: JsonObject, compilePattern: CompilePattern | undefined): Findings {
  const { pattern, negate } = spec;
  if (typeof pattern === "string") {
    if (!matchesAll(spec, compilePattern)) return [];
    const verb = negate === true ? "always fails" : "cannot fail";
    return {
      code: "constant-check",
      path: ["pattern"],
      message: `The pattern matches every text, so this check ${verb}.`,
      hint: "Write what the reply must contain, for example [0-9]+ in place of [0-9]*.",
    };
  }
  const { targetValues } = spec;
  const isReported = Array.isArray(targetValues) && targetValues.length === 0; // empty-targets
  if (isReported || !alwaysPasses(spec, compilePattern)) return [];
  return {
    code: "constant-check",
    path: [targetValues === undefined ? "targetValue" : "targetValues"],
    message: "Every text has the empty text, so this assertion cannot fail.",
    hint: "Write what the reply must contain.",
  };
}

/** Evaluations that cannot fail, although one of their assertions can. */
function unfailingEvaluation(
  { definition: { address, spec }, mapping: { checks } }: Subject,
  project: RuleProject,
  compilePattern: CompilePattern | undefined,
): Finding[] {
  if (project.isIncomplete("assertion")) return [];
  const assertions = [
    ...project.children("assertion", address).map(({ definition }) => definition.spec),
    ...objectsIn(checks),
  ];
  const canFail = ({ weight, ...each }: JsonObject): boolean =>
    weight !== 0 && !alwaysPasses(each, compilePattern);
  if (!assertions.some(canFail)) return []; // its assertions or weights are reported
  const threshold = Number(spec["threshold"]);
  const message = whyCannotFail({ threshold, assertions }, compilePattern);
  if (message === undefined) return [];
  const hint = "Raise its threshold, or remove assertions that cannot fail.";
  return [{ code: "cannot-fail", path: ["threshold"], message, hint }];
}
