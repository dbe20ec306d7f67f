// What judges the replies of a case: the version of the head, and that of the base if it is another one.
import { canonicalJson, jsonEquals, type JsonObject, objectOf } from "../../model/json.ts";
import type { Definition } from "../../model/resource.ts";
import { canonicalForm } from "../../normalize/normalize.ts";
import type { Variables } from "../../render/template.ts";
import type { CompilePattern } from "../../text/linear-pattern.ts";
import type { AssertionSpec } from "../trials/trial.ts";
import { whyCannotFail } from "./cannot-fail.ts";
import type { CaseChecks, PriorChecks } from "./case.ts";
import { checksContent } from "./pair-definitions.ts";
import type { TestDefinitions } from "./test-definitions.ts";

/** The checks of an evaluation with the judges that `judgeOf` finds. */
export function checksOf(
  side: TestDefinitions,
  evaluation: Definition,
  judgeOf: TestDefinitions["judgeOf"] = side.judgeOf,
): CaseChecks {
  const children = side.childrenOf(evaluation);
  const judges = children.flatMap((check): [string, Definition][] => {
    const judge = judgeOf(check);
    const { prompt } = check.spec;
    return judge ? [[String(prompt), judge]] : [];
  });
  return {
    threshold: Number(evaluation.spec["threshold"]),
    assertions: children.map(({ address, spec }) => ({
      address,
      spec: spec as unknown as AssertionSpec,
    })),
    variables: objectOf(evaluation.spec["variables"]) as Variables,
    ...(judges.length > 0 && { judges: new Map(judges) }),
  };
}

/** Why no reply fails, in one sentence; undefined if one can. */
export function whyUnfailing(
  { threshold, assertions }: CaseChecks,
  compilePattern: CompilePattern | undefined,
): string | undefined {
  const specs = assertions.map(({ spec }) => spec as unknown as JsonObject);
  return whyCannotFail({ threshold, assertions: specs }, compilePattern);
}

/** The definitions of both sides. */
interface BothSides {
  readonly head: TestDefinitions;
  readonly base: TestDefinitions;
}

/**
 * The base's version of what judges the same replies; undefined if it is equal, or no reply fails by it.
 * `other`: the evaluation on the base.
 */
export function priorChecks(
  { head, base }: BothSides,
  { evaluation, other }: { readonly evaluation: Definition; readonly other: Definition },
  compilePattern: CompilePattern | undefined,
): PriorChecks | undefined {
  // A service can lack a judge that is not applied yet.
  const judgeOf: TestDefinitions["judgeOf"] = (check) => base.judgeOf(check) ?? head.judgeOf(check);
  const own = checksOf(head, evaluation);
  const ofBase = checksOf(base, other, judgeOf);
  const hasSameInput = ["variables", "appendedMessages"].every((field) =>
    jsonEquals(evaluation.spec[field], other.spec[field]),
  );
  // What the base expects of other variables can be wrong, but its judges can be asked about them.
  const checks = hasSameInput
    ? ofBase
    : {
        ...checksOf(head, evaluation, judgeOf),
        variables: { ...ofBase.variables, ...own.variables },
      };
  if (whyUnfailing(checks, compilePattern) !== undefined) return undefined;
  if (hasSameInput && checksContent(head, evaluation) !== checksContent(base, other))
    return { ...checks, changed: "test" };
  return judgeContent(own) === judgeContent(checks) ? undefined : { ...checks, changed: "judge" };
}

function judgeContent({ judges }: CaseChecks): string {
  const all = [...(judges ?? [])].map(([key, { row, spec }]) =>
    canonicalJson([key, canonicalForm(row.shape, spec)]),
  );
  return all.sort().join("\n");
}
