// The rules that every run of apply must obey under faults, and that must hold for the runs after it.
// Each check describes the violations; an empty list means none.
import type { Store } from "../../../../src/service/store/stored-resource.ts";
import type { CommandResult } from "../injection/built-program.ts";
import { isLost, type RecordedRequest } from "../injection/faulty-fetch.ts";
import type { FaultScenario } from "../scenarios/scenario.ts";

export interface RequestChecker {
  /** Checks a request before it is processed. */
  onRequest(request: RecordedRequest): Promise<void>;
  /** The violations so far. */
  readonly violations: readonly string[];
}

/**
 * Checks the requests of one run: a create with an unknown result is not sent again (unless the
 * service has the extensions: then it is sent again with its Idempotency-Key), nothing is written after the first delete, and no resource is deleted before its replacement is complete.
 */
export function createRequestChecker(
  scenario: Pick<FaultScenario, "earlyDelete">,
  store: Store,
  { extensions = false } = {},
): RequestChecker {
  const violations: string[] = [];
  const earlier: RecordedRequest[] = [];
  const onRequest = async (request: RecordedRequest): Promise<void> => {
    const { number, method, path } = request;
    const report = (text: string): void =>
      void violations.push(`${number} ${method} ${path} ${text}`);
    const lost = earlier.find((other) => isLost(other) && isEqual(other, request));
    if (method === "POST" && lost && !extensions)
      report(`was sent again, though the result of request ${lost.number} is unknown`);
    const firstDelete = earlier.find((other) => other.method === "DELETE");
    if ((method === "POST" || method === "PUT") && firstDelete)
      report(`was sent after request ${firstDelete.number}, which deletes`);
    earlier.push(request);
    if (method === "DELETE") {
      const reason = await scenario.earlyDelete(path.split("/").at(-1)!, store);
      if (reason !== undefined) report(`was sent too early: ${reason}`);
    }
  };
  return { onRequest, violations };
}

function isEqual(one: RecordedRequest, other: RecordedRequest): boolean {
  return one.method === other.method && one.path === other.path && one.body === other.body;
}

/** A run under faults ends with exit code 0 or 1, explains a failure, and shows no stack trace. */
export function exitViolations({ code, out, err }: CommandResult): string[] {
  return [
    ...(code === 0 || code === 1 ? [] : [`the run under faults ended with ${code}\n${err}`]),
    ...(code === 1 && err === "" ? ["the run under faults failed without a message"] : []),
    ...(/^\s+at .+:\d+:\d+\)?$/m.test(out + err) ? [`a stack trace was shown\n${err}`] : []),
  ];
}

/**
 * After the run under faults, the next apply succeeds, and the plan after that is empty. If the run
 * under faults succeeded, the next apply writes nothing.
 */
export function rerunViolations(runs: {
  readonly faulty: CommandResult;
  readonly nextApply: CommandResult;
  /** How many requests of the next apply were not GET. */
  readonly nextApplyWrites: number;
  readonly plan: CommandResult;
}): string[] {
  const { faulty, nextApply, nextApplyWrites, plan } = runs;
  const isEmpty = plan.code === 0 && /^No (changes|definitions)/m.test(plan.out);
  return [
    ...(faulty.code === 0 && nextApplyWrites > 0
      ? [`the run under faults ended with 0, but the next apply sent ${nextApplyWrites} writes`]
      : []),
    ...(nextApply.code === 0
      ? []
      : [`the next apply ended with ${nextApply.code}\n${nextApply.err}`]),
    ...(isEmpty ? [] : [`the plan after it ended with ${plan.code}\n${plan.out}${plan.err}`]),
  ];
}
