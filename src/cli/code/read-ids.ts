// The ids of prompts on the services that the flags of promptctl codegen name.
import { wrongUsage } from "../../engine/model/failure.ts";
import type { IdsByEnvironment } from "../../views/code/client-code.ts";
import { onlyService } from "./codegen-ids.ts";
import type { CommandHost } from "../host/command-host.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import { printUnknownIds, selectIds } from "./known-ids.ts";
import { preparePlan } from "../plan/prepare-plan.ts";

export interface IdFlags extends Omit<ConnectFlags, "env"> {
  /** Reads the ids from the configured service. */
  readonly ids?: boolean;
  /** The names of environments whose ids are read. */
  readonly env?: readonly string[];
}

/**
 * The ids of the prompts on the services that the flags name. Undefined if a refusal, which is printed,
 * prevents that an id is known.
 */
export async function readIds(
  host: CommandHost,
  directory: string | undefined,
  { ids: _ids, env, ...flags }: IdFlags,
  kind: string,
): Promise<IdsByEnvironment | undefined> {
  if (env && env.length > 1 && flags.baseUrl !== undefined)
    throw wrongUsage(
      "two-targets",
      "--base-url names one service, and --env several.",
      "Use one --env with --base-url, or write their base URLs into promptctl.yaml.",
    );
  const found = new Map<string, Readonly<Record<string, string>>>();
  let exitCode = 0;
  for (const name of new Set(env ?? [undefined])) {
    const named = { ...flags, env: name, history: false };
    const prepared = await preparePlan(host, { directory, flags: named, hidesWarnings: true });
    const { plan, project, settings } = prepared;
    const definitions = project.definitions.filter((definition) => definition.row.kind === kind);
    const selection = selectIds(prepared, definitions);
    exitCode = printUnknownIds(host, plan, selection) || exitCode;
    const key = settings.environment?.name ?? (plan.baseUrl === "local" ? "local" : onlyService);
    found.set(key, selection.ids);
  }
  return exitCode === 0 ? found : undefined;
}
