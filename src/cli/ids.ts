// promptctl ids: the ids of the definitions on the service.
import { matchesPattern } from "../engine/model/address-pattern.ts";
import { commandText } from "../engine/model/command-text.ts";
import { exitCodes } from "../engine/model/failure.ts";
import { hintLines, someOf } from "../engine/model/hint.ts";
import type { Refusal } from "../engine/model/plan.ts";
import type { Definition } from "../engine/model/resource.ts";
import { knownIds } from "../engine/saved-plan/executable-plan.ts";
import { refuseUnmatched } from "../engine/select/select.ts";
import { idsText, type IdFormat } from "../views/ids-text.ts";
import { pluralize, escapeText } from "../views/terminal-text.ts";
import type { ConnectFlags } from "./connect.ts";
import type { CommandHost } from "./command-host.ts";
import { preparePlan } from "./prepare-plan.ts";

export interface IdsFlags extends ConnectFlags {
  readonly format: IdFormat;
  readonly target?: readonly string[];
  readonly ref?: string;
}

/**
 * Prints the ids that are known. Lists the other definitions on standard error, with the reasons.
 * Exit code 4 if a refusal prevents that an id is known, otherwise 0.
 */
export async function idsCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: IdsFlags,
): Promise<number> {
  const { target = [] } = flags;
  const { plan, planInput, project } = await preparePlan(host, {
    directory,
    flags: { ...flags, target: [], exclude: [] },
    access: "read",
  });
  refuseUnmatched(project.definitions, { target, exclude: [] });
  const ids = knownIds(planInput.matching);
  const selected = project.definitions.filter(
    ({ address }) =>
      target.length === 0 || target.some((pattern) => matchesPattern(pattern, address)),
  );
  const unknown = selected.filter(({ address }) => ids[address] === undefined);
  const { causes, undetermined } = refusalsOf(unknown, project.definitions, plan.refusals);
  const known = selected.flatMap(({ address }) =>
    ids[address] === undefined ? [] : [[address, ids[address]] as const],
  );
  host.out(idsText(Object.fromEntries(known), flags.format));
  for (const { message, hint } of causes)
    host.err(`${escapeText(message)}\n  ${hintLines(hint).map(escapeText).join("\n  ")}\n`);
  const missing = unknown.filter((definition) => !undetermined.has(definition));
  if (undetermined.size > 0) host.err(`Id not known: ${listText([...undetermined])}\n`);
  if (missing.length > 0)
    host.err(
      `Not on ${escapeText(plan.baseUrl)} yet, create with ${commandText("apply", plan)}: ${listText(missing)}\n`,
    );
  return undetermined.size > 0 ? exitCodes.refused : 0;
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
