// What judges the replies of a case: the version of the head, and that of the base if it is another one.
import { canonicalJson, jsonEquals, type JsonObject, objectOf, valueAt } from "../../model/json.ts";
import { exactJsonText } from "../../model/number-texts.ts";
import type { Definition } from "../../model/resource.ts";
import { canonicalForm } from "../../normalize/normalize.ts";
import type { Variables } from "../../render/template.ts";
import type { CompilePattern } from "../../text/linear-pattern.ts";
import type { AssertionSpec, CaseAssertion } from "../trials/trial.ts";
import { whyCannotFail } from "./cannot-fail.ts";
import type { CaseChecks, PriorChecks } from "./case.ts";
import { checksContent } from "./pair-definitions.ts";
import type { TestDefinitions } from "./test-definitions.ts";

interface CheckSources {
  /** Finds the judges; default: those of the side. */
  readonly judgeOf?: TestDefinitions["judgeOf"];
  /** The prompt of the head, whose reply schema counts for checks without a schema. */
  readonly prompt: Definition;
}

/** The checks of an evaluation. */
export function checksOf(
  side: TestDefinitions,
  evaluation: Definition,
  { judgeOf = side.judgeOf, prompt }: CheckSources,
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
      spec: withReplySchema(spec, prompt) as unknown as AssertionSpec,
    })),
    variables: objectOf(evaluation.spec["variables"]) as Variables,
    ...(judges.length > 0 && { judges: new Map(judges) }),
  };
}

/** The check with the reply schema of a prompt, if it has no schema of its own. */
export function withReplySchema(check: JsonObject, { row, spec }: Definition): JsonObject {
  const schema = row.replySchema && valueAt(spec, row.replySchema);
  return check["schema"] === null && schema !== undefined
    ? { ...check, schema: exactJsonText(schema) }
    : check;
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

interface EvaluationVersions extends Omit<CheckSources, "judgeOf"> {
  readonly evaluation: Definition;
  /** The evaluation on the base. */
  readonly other: Definition;
}

export interface PriorOptions {
  readonly compilePattern?: CompilePattern | undefined;
  /** Whether the code of the base can run: else the head's version of commands decides. */
  readonly hasBaseCode?: boolean;
}

/** The base's version, with the commands of the head in place of its own. */
function withCommandsOf(head: CaseChecks, base: CaseChecks): CaseChecks {
  const isCommand = ({ spec }: CaseAssertion): boolean => "run" in spec;
  const assertions = [
    ...base.assertions.filter((each) => !isCommand(each)),
    ...head.assertions.filter(isCommand),
  ];
  return { ...base, assertions };
}

/**
 * The base's version of what judges the same replies; undefined if it is equal, or no reply fails by it.
 */
export function priorChecks(
  { head, base }: BothSides,
  { evaluation, other, prompt }: EvaluationVersions,
  { compilePattern, hasBaseCode = false }: PriorOptions,
): PriorChecks | undefined {
  // A service can lack a judge that is not applied yet.
  const judgeOf: TestDefinitions["judgeOf"] = (check) => base.judgeOf(check) ?? head.judgeOf(check);
  const own = checksOf(head, evaluation, { prompt });
  const atBase = checksOf(base, other, { judgeOf, prompt });
  const ofBase = hasBaseCode ? atBase : withCommandsOf(own, atBase);
  const hasSameInput = ["variables", "appendedMessages"].every((field) =>
    jsonEquals(evaluation.spec[field], other.spec[field]),
  );
  // What the base expects of other variables can be wrong, but its judges can be asked about them.
  const checks = hasSameInput
    ? ofBase
    : {
        ...checksOf(head, evaluation, { judgeOf, prompt }),
        variables: { ...ofBase.variables, ...own.variables },
      };
  if (whyUnfailing(checks, compilePattern) !== undefined) return undefined;
  const ignores = { commands: !hasBaseCode };
  if (
    hasSameInput &&
    checksContent(head, evaluation, ignores) !== checksContent(base, other, ignores)
  )
    return { ...checks, changed: "test" };
  return judgeContent(own) === judgeContent(checks) ? undefined : { ...checks, changed: "judge" };
}

function judgeContent({ judges }: CaseChecks): string {
  const all = [...(judges ?? [])].map(([key, { row, spec }]) =>
    canonicalJson([key, canonicalForm(row.shape, spec)]),
  );
  return all.sort().join("\n");
}
