// promptctl ids: which definition has which id on the service.
import { matchesPattern } from "../engine/model/address-pattern.ts";
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

/** Prints what is there; says on standard error what is not there yet. Exit code 0. */
export async function idsCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: IdsFlags,
): Promise<number> {
  const { target = [] } = flags;
  const { plan, context, project, connection } = await preparePlan(
    host,
    directory,
    { ...flags, target: [], exclude: [] },
    "read",
  );
  connection.close();
  refuseUnmatched(project.definitions, { target, exclude: [] });
  const known = knownIds(context.matching);
  const wanted = project.definitions
    .map(({ address }) => address)
    .filter(
      (address) => target.length === 0 || target.some((each) => matchesPattern(each, address)),
    );
  const found = wanted.flatMap((address) => {
    const id = known[address];
    return id === undefined ? [] : [[address, id] as const];
  });
  host.out(idsText(Object.fromEntries(found), flags.format));
  const refused = new Set(plan.refusals.flatMap((each) => each.addresses));
  const absent = wanted.filter((address) => known[address] === undefined && !refused.has(address));
  for (const { message, hint } of plan.refusals)
    host.err(`${escapeText(message)}\n  ${hint.split("\n").map(escapeText).join("\n  ")}\n`);
  if (absent.length > 0)
    host.err(
      `${pluralize(absent.length, "definition")} not on ${escapeText(plan.baseUrl)} yet (promptctl apply makes them): ${escapeText(absent.slice(0, 5).join(", "))}${absent.length > 5 ? ", …" : ""}\n`,
    );
  return 0;
}
