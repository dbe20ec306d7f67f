// Runs the rules on the definitions of one environment. Returns the diagnostics that the definitions
// do not have without it, each at the override that causes it.
import type { OverriddenFields } from "../environments/apply-overrides.ts";
import type { Override } from "../environments/override.ts";
import type { UnlocatedDiagnostic } from "../model/diagnostic.ts";
import type { Address } from "../model/resource.ts";
import {
  applyRules,
  type CheckInput,
  findingDiagnostic,
  type SourcedFinding,
  withoutRepeated,
} from "./check.ts";
import type { Rule } from "./rule.ts";

/** What the rules find without an environment, or in an environment that was checked before. */
export type KnownFindings = Set<string>;

export function knownFindings(rules: readonly Rule[], base: CheckInput): KnownFindings {
  return new Set(applyRules(rules, base).map(findingKey));
}

/** Adds to `known` what is reported once for all environments. `isWanted`: whether a file is checked. */
export function checkEnvironment(
  rules: readonly Rule[],
  known: KnownFindings,
  input: CheckInput,
  isWanted: (file: string) => boolean,
): UnlocatedDiagnostic[] {
  const found = applyRules(rules, input).filter(
    (each) => !known.has(findingKey(each)) && isWanted(each.source.draft.document.file),
  );
  for (const each of found) if (each.finding.usedBy !== undefined) known.add(findingKey(each));
  return withoutRepeated(found).flatMap((each) => atOverride(each, input));
}

/** What several definitions have in common is reported once. */
function findingKey({ address, finding }: SourcedFinding): string {
  const { code, path, message, usedBy } = finding;
  return usedBy === undefined ? JSON.stringify([address, code, path, message]) : message;
}

/** The diagnostic at the override that causes it; nothing if no override concerns the definition. */
function atOverride(found: SourcedFinding, input: CheckInput): UnlocatedDiagnostic[] {
  const { address, finding } = found;
  const fields = [address, ...(finding.dependsOn ?? [])]
    .map((each) => fieldsOf(each, input))
    .find((each) => each !== undefined);
  const exact = input.overridden.get(address)?.get(finding.path.join("."));
  const override = exact?.override ?? (fields && likelyCause(fields));
  if (!override) return [];
  const original = findingDiagnostic(found, input);
  const subject = finding.usedBy === undefined ? `${address}: ` : "";
  const { severity, code, hint } = original;
  const message = subject + original.message;
  const also = exact || !("place" in original) ? undefined : original.place;
  const diagnostic = { severity, code, message, hint, place: override.place };
  return [{ ...diagnostic, ...(also && { also: { in: "message" as const, place: also } }) }];
}

/** The overrides of a definition, or of the nearest definition above it that has some. */
function fieldsOf(address: Address, input: CheckInput): OverriddenFields | undefined {
  const own = input.overridden.get(address);
  const parent = input.definitions.find((each) => each.address === address)?.parent;
  return own || parent === undefined ? own : fieldsOf(parent, input);
}

/** The override of the model, on which most rules depend, else the first one. */
function likelyCause(fields: OverriddenFields): Override {
  const names = ["parameters.name", "parameters.provider"];
  const chosen = names.map((name) => fields.get(name)).find((each) => each !== undefined);
  return (chosen ?? [...fields.values()][0]!).override;
}
