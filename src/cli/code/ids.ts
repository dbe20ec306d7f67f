// promptctl ids: the ids of the definitions on the service.
import { matchesPattern } from "../../engine/text/address-pattern.ts";
import { refuseUnmatched } from "../../engine/select/select.ts";
import { idsText, type IdFormat } from "../../views/code/ids-text.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import type { CommandHost } from "../host/command-host.ts";
import { printUnknownIds, selectIds } from "./known-ids.ts";
import { preparePlan } from "../plan/prepare-plan.ts";

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
  const prepared = await preparePlan(host, {
    directory,
    flags: { ...flags, target: [], exclude: [] },
  });
  const { definitions } = prepared.project;
  refuseUnmatched(definitions, { target, exclude: [] });
  const selected = definitions.filter(
    ({ address }) =>
      target.length === 0 || target.some((pattern) => matchesPattern(pattern, address)),
  );
  const selection = selectIds(prepared, selected);
  host.out(idsText(selection.ids, flags.format));
  return printUnknownIds(host, prepared.plan, selection);
}
