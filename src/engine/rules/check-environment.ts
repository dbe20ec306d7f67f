// Runs the rules on the definitions of one environment. Returns the warnings that the definitions
// do not have without it, each at the override that causes it.
import type { OverriddenFields } from "../environments/apply-overrides.ts";
import type { Override } from "../environments/override.ts";
import { type UnlocatedDiagnostic, warningAt } from "../model/diagnostic.ts";
import type { Address } from "../model/resource.ts";
import {
  type CheckInput,
  findWarnings,
  findingWarning,
  type SourcedFinding,
  withoutRepeated,
} from "./check.ts";
import type { Rule } from "./rule.ts";

/** `base`: the definitions without the environment. `isWanted`: whether a file is checked. */
export function checkEnvironment(
  rules: readonly Rule[],
  base: CheckInput,
  input: CheckInput,
  isWanted: (file: string) => boolean,
): UnlocatedDiagnostic[] {
  if (input.overridden.size === 0) return [];
  const known = new Set(findWarnings(rules, base).map(identityOf));
  const found = findWarnings(rules, input).filter(
    (each) => !known.has(identityOf(each)) && isWanted(each.source.draft.document.file),
  );
  return withoutRepeated(found).flatMap((each) => atOverride(each, input));
}

function identityOf({ address, finding: { code, path, message } }: SourcedFinding): string {
  return JSON.stringify([address, code, path, message]);
}

/** The warning at the override that causes it; nothing if no override concerns the definition. */
function atOverride(
  { address, finding, source }: SourcedFinding,
  input: CheckInput,
): UnlocatedDiagnostic[] {
  const fields = fieldsOf(address, input);
  const exact = fields?.get(finding.path.join("."));
  const override = exact?.override ?? (fields && likelyCause(fields));
  if (!override) return [];
  const { code, message, hint, usedBy } = finding;
  const subject = usedBy === undefined ? `${address}: ` : "";
  const found = warningAt(code, override.ref, subject + message, hint);
  const original = findingWarning(finding, source);
  const also = exact || !("ref" in original) ? undefined : original.ref;
  return [{ ...found, ...(also && { also: { in: "message" as const, ref: also } }) }];
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
