// promptctl ids: the ids of the definitions on the service.
import { matchesPattern } from "../engine/model/address-pattern.ts";
import { hintLines } from "../engine/model/hint.ts";
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
}

/** Prints the ids; lists definitions without one on standard error. Exit code 0. */
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
  const addresses = project.definitions
    .map(({ address }) => address)
    .filter(
      (address) =>
        target.length === 0 || target.some((pattern) => matchesPattern(pattern, address)),
    );
  const existing = addresses.filter((address) => ids[address] !== undefined);
  host.out(
    idsText(Object.fromEntries(existing.map((address) => [address, ids[address]!])), flags.format),
  );
  const refused = plan.refusals.flatMap((refusal) => refusal.addresses);
  const known = new Set([...existing, ...refused]);
  const missing = addresses.filter((address) => !known.has(address));
  for (const { message, hint } of plan.refusals)
    host.err(`${escapeText(message)}\n  ${hintLines(hint).map(escapeText).join("\n  ")}\n`);
  if (missing.length > 0)
    host.err(
      `Not on ${escapeText(plan.baseUrl)} yet, create with promptctl apply: ${pluralize(missing.length, "definition")} (${escapeText(missing.slice(0, 5).join(", "))}${missing.length > 5 ? ", …" : ""})\n`,
    );
  return 0;
}
