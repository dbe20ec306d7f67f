// What the rules of validate find for a plan: the errors of all definitions, and the warnings about those
// that the plan changes.
import { warningCodes } from "../../generated/warning-codes.ts";
import type { Diagnostic, UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change } from "../../engine/model/plan.ts";
import { check, type CheckInput } from "../../engine/rules/check.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { rules } from "../../engine/rules/rules.ts";
import type { LoadedFiles, Project } from "./load.ts";
import { rulesOnDemand } from "./rules-on-demand.ts";

type Diagnostics = (Diagnostic | UnlocatedDiagnostic)[];

export interface PlanChecks {
  errorsIn(this: void, project: LoadedFiles): Diagnostics;
  /** The warnings about the definitions that the changes create, update or replace. */
  warningsIn(this: void, project: Project, changes: readonly Change[]): Promise<Diagnostics>;
}

/** `facts`: the current date, the providers with a base URL of the user's own, and what is pinned. */
export function createPlanChecks(
  kinds: Kinds,
  facts: Pick<CheckInput, "today" | "customProviders" | "pinned">,
): PlanChecks {
  const [errorRules, warningRules] = [rulesOf("error"), rulesOf("warning")];
  const input = { kinds, warnings: warningCodes, ...facts };
  return {
    errorsIn: (project) => check(errorRules, { ...project, ...input, documents: [] }),
    warningsIn: async (project, changes) => {
      const changed = new Set(changes.flatMap(writtenAddresses));
      if (changed.size === 0) return [];
      const definitions = project.definitions.filter(({ address }) => changed.has(address));
      const documents = new Set(
        definitions.map(({ address }) => project.sources.get(address)!.draft.document),
      );
      return check(
        [...(await rulesOnDemand(definitions)), ...warningRules],
        { ...project, ...input, documents: [...documents] },
        (address) => changed.has(address),
      );
    },
  };
}

/** The rules with findings of a severity, without their other findings. */
function rulesOf(wanted: "error" | "warning"): Rule[] {
  return rules.flatMap((rule) => {
    const { severity = "warning", check: all } = rule;
    if (severity !== "mixed") return severity === wanted ? rule : [];
    const some: Rule["check"] = (subject, project) =>
      [all(subject, project)].flat().filter((finding) => finding.severity === wanted);
    return { ...rule, check: some };
  });
}

function writtenAddresses(change: Change): string[] {
  if (change.action === "delete") return [];
  const children = change.action === "replace" ? change.childCreates : [];
  return [change, ...children].map(({ address }) => address);
}
