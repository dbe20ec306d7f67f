// What a pull request changes in checks and judges, which no plan has: they are never sent.
import { checkAlerts } from "../../engine/alerts/test-alerts.ts";
import { looseningsOf } from "../../engine/evaluate/loosened.ts";
import type { Alert } from "../../engine/model/alert.ts";
import { isFailure } from "../../engine/model/failure.ts";
import { kinds, testedKinds } from "../../kinds.ts";
import { loadLibraries } from "../../sync/judge-replies.ts";
import type { Project } from "../../sync/load/load.ts";

/** The alerts, and what could not be determined. */
export interface ChangedChecks {
  readonly changedChecks: readonly Alert[];
  readonly problems: readonly string[];
}

/**
 * Compares the checks and the judges of two commits. `after` is without its checks, as a plan reads it;
 * `loadAfter` loads it with them, and throws a Failure if one of them has an error.
 */
export async function compareChecks(
  before: Project,
  after: Project,
  loadAfter: () => Promise<Project>,
): Promise<ChangedChecks> {
  const mayHaveChecks = [before, after].some(({ texts }) =>
    [...texts.values()].some((text) => text.includes("checks")),
  );
  if (!mayHaveChecks) return { changedChecks: [], problems: [] };
  try {
    const [own, other] = [(await loadAfter()).definitions, before.definitions];
    const patterns = [...own, ...other].map(({ spec }) => spec).filter((spec) => "pattern" in spec);
    const { compilePattern } = await loadLibraries(patterns);
    const found = looseningsOf(testedKinds, own, other, compilePattern);
    return { changedChecks: checkAlerts(kinds, found), problems: [] };
  } catch (error) {
    if (!isFailure(error) || error.class !== "invalid") throw error;
    const problem =
      "Not determined: changed checks, because a check has an error. To see it: promptctl validate";
    return { changedChecks: [], problems: [problem] };
  }
}
