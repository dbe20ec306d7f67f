// The ids of definitions on a service, and why the others are not known, for codegen.
import { someOf } from "../../engine/text/word-lists.ts";
import { commandText } from "../../engine/text/command-text.ts";
import { exitCodes } from "../../engine/model/failure.ts";
import { hintLines } from "../../engine/model/hint.ts";
import type { Plan, Refusal } from "../../engine/model/plan.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import { knownIds } from "../../engine/review/executable-plan.ts";
import { escapeText, pluralize } from "../../views/text/terminal-text.ts";
import type { CommandHost } from "../host/command-host.ts";
import type { PreparedPlan } from "../plan/prepare-plan.ts";

/** The ids of some definitions. */
export interface IdSelection {
  readonly ids: Readonly<Record<Address, string>>;
  /** The definitions that the service does not have. */
  readonly missing: readonly Definition[];
  /** The definitions whose id a refusal prevents; and those refusals. */
  readonly undetermined: readonly Definition[];
  readonly causes: readonly Refusal[];
}

/** The ids of the selected definitions of a plan. */
export function selectIds(
  { plan, planInput, project }: Pick<PreparedPlan, "plan" | "planInput" | "project">,
  selected: readonly Definition[],
): IdSelection {
  const ids = knownIds(planInput.matching);
  const unknown = selected.filter(({ address }) => ids[address] === undefined);
  const { causes, undetermined } = refusalsOf(unknown, project.definitions, plan.refusals);
  const known = selected.flatMap(({ address }) =>
    ids[address] === undefined ? [] : [[address, ids[address]] as const],
  );
  return {
    ids: Object.fromEntries(known),
    missing: unknown.filter((definition) => !undetermined.has(definition)),
    undetermined: [...undetermined],
    causes,
  };
}

/** Prints on standard error what is not known, with the reasons. Exit code 4 for refusals, else 0. */
export function printUnknownIds(
  host: CommandHost,
  plan: Plan,
  { missing, undetermined, causes }: IdSelection,
): number {
  for (const { message, hint } of causes)
    host.err(`${escapeText(message)}\n  ${hintLines(hint).map(escapeText).join("\n  ")}\n`);
  if (undetermined.length > 0) host.err(`Id not known: ${listText(undetermined)}\n`);
  if (missing.length > 0)
    host.err(
      `Not on ${escapeText(plan.baseUrl)} yet, create with ${commandText("apply", plan)}: ${listText(missing)}\n`,
    );
  return undetermined.length > 0 ? exitCodes.refused : 0;
}

/** The definitions whose id a refusal, of them or of an ancestor, prevents; and those refusals. */
function refusalsOf(
  unknown: readonly Definition[],
  definitions: readonly Definition[],
  refusals: readonly Refusal[],
): { readonly causes: readonly Refusal[]; readonly undetermined: ReadonlySet<Definition> } {
  const byAddress = new Map(definitions.map((definition) => [definition.address, definition]));
  const refusalsFor = (definition: Definition | undefined): readonly Refusal[] => {
    if (!definition) return [];
    const own = refusals.filter(({ addresses }) => addresses.includes(definition.address));
    return own.length > 0 ? own : refusalsFor(byAddress.get(definition.parent ?? ""));
  };
  const undetermined = unknown.filter((definition) => refusalsFor(definition).length > 0);
  const causes = new Set(undetermined.flatMap(refusalsFor));
  return { causes: [...causes], undetermined: new Set(undetermined) };
}

const maxListed = 5;

/** `2 definitions (tool/look, prompt/Support triage)`. */
function listText(definitions: readonly Definition[]): string {
  const addresses = definitions.map(({ address }) => address);
  return `${pluralize(definitions.length, "definition")} (${escapeText(someOf(addresses, maxListed))})`;
}
