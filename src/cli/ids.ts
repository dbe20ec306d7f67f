// promptctl ids: which definition has which id on the service.
import { matchesPattern } from "../engine/model/address-pattern.ts";
import { refuseUnmatched } from "../engine/select/select.ts";
import { idsText, type IdFormat } from "../views/ids.ts";
import { counted, visible } from "../views/paint.ts";
import type { ConnectFlags } from "./connect.ts";
import type { Host } from "./host.ts";
import { prepare } from "./prepare.ts";

export interface IdsFlags extends ConnectFlags {
  readonly format: IdFormat;
  readonly target?: readonly string[];
}

/** Prints what is there; says on standard error what is not there yet. Exit code 0. */
export async function ids(
  host: Host,
  directory: string | undefined,
  flags: IdsFlags,
): Promise<number> {
  const { target = [] } = flags;
  const { plan, project, connection } = await prepare(
    host,
    directory,
    { ...flags, target: [], exclude: [] },
    "read",
  );
  connection.close();
  refuseUnmatched(project.definitions, { target, exclude: [] });
  const wanted = project.definitions
    .map(({ address }) => address)
    .filter(
      (address) => target.length === 0 || target.some((each) => matchesPattern(each, address)),
    );
  const found = wanted.flatMap((address) => {
    const id = plan.ids[address];
    return id === undefined ? [] : [[address, id] as const];
  });
  host.out(idsText(Object.fromEntries(found), flags.format));
  const refused = new Set(plan.refusals.flatMap((each) => each.addresses));
  const absent = wanted.filter(
    (address) => plan.ids[address] === undefined && !refused.has(address),
  );
  for (const { message, hint } of plan.refusals)
    host.err(`${visible(message)}\n  ${hint.split("\n").map(visible).join("\n  ")}\n`);
  if (absent.length > 0)
    host.err(
      `${counted(absent.length, "definition")} not on ${visible(plan.baseUrl)} yet (promptctl apply makes them): ${visible(absent.slice(0, 5).join(", "))}${absent.length > 5 ? ", …" : ""}\n`,
    );
  return 0;
}
