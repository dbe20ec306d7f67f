// The ids of prompts on the services of environments, for the bundle of promptctl codegen.
import { wrongUsage } from "../../engine/model/failure.ts";
import { nameOf } from "../../engine/model/resource.ts";
import type { IdsByEnvironment } from "../../views/code/bundle.ts";
import type { CommandHost } from "../host/command-host.ts";
import { preparePlan } from "../plan/prepare-plan.ts";
import type { BundledEnvironment } from "./bundle-environments.ts";
import type { SourceFlags } from "./generated-file.ts";
import { printUnknownIds, selectIds } from "./known-ids.ts";

/**
 * The ids of the prompts in each environment. Undefined if a refusal, which is printed, prevents that an id
 * is known.
 */
export async function readIds(
  host: CommandHost,
  directory: string | undefined,
  { ids: _ids, env: _env, local: _local, ...flags }: SourceFlags,
  environments: readonly BundledEnvironment[],
): Promise<IdsByEnvironment | undefined> {
  const names = environments.map(({ name }) => name);
  if (names.length > 1 && flags.baseUrl !== undefined)
    throw wrongUsage(
      "two-targets",
      `--base-url names one service, and the bundle is for ${names.join(", ")}.`,
      "Use one --env with --base-url, or write their base URLs into promptctl.yaml.",
    );
  const found = new Map<string, ReadonlyMap<string, string>>();
  let exitCode = 0;
  for (const { name, env } of environments) {
    const prepared = await preparePlan(host, {
      directory,
      flags: { ...flags, env, history: false },
      hidesWarnings: true,
    });
    const { plan, project } = prepared;
    const prompts = project.definitions.filter(({ row }) => row.runs);
    const selection = selectIds(prepared, prompts);
    exitCode = printUnknownIds(host, plan, selection) || exitCode;
    const ids = Object.entries(selection.ids).map(
      ([address, id]) => [nameOf(address), id] as const,
    );
    found.set(name, new Map(ids));
  }
  return exitCode === 0 ? found : undefined;
}
