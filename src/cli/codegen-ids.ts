// The ids of prompts in the file of promptctl codegen: those of the services that the flags name, and
// those in the file of others.
import { Failure } from "../engine/model/failure.ts";
import type { Settings } from "../io/configuration.ts";
import { type IdsByEnvironment, idsInCode } from "../views/client-code.ts";
import type { CommandHost } from "./command-host.ts";
import type { ConnectFlags } from "./connect.ts";
import { printUnknownIds, selectIds } from "./known-ids.ts";
import { preparePlan } from "./prepare-plan.ts";

export interface IdFlags extends Omit<ConnectFlags, "env"> {
  /** Reads the ids from the configured service. */
  readonly ids?: boolean;
  /** The names of environments whose ids are read. */
  readonly env?: readonly string[];
}

/** The name of the only service of a project without environments. */
const onlyService = "default";

/**
 * The ids of the prompts on the services that the flags name; none if they name none. Undefined if a
 * refusal, which is printed, prevents that an id is known.
 */
export async function readIds(
  host: CommandHost,
  directory: string | undefined,
  { ids, env, ...flags }: IdFlags,
  kind: string,
): Promise<IdsByEnvironment | undefined> {
  if (env && env.length > 1 && flags.baseUrl !== undefined)
    throw new Failure(
      "usage",
      "two-targets",
      "--base-url names one service, and --env several.",
      "Use one --env with --base-url, or write the addresses into promptctl.yaml.",
    );
  if (!ids && !env && flags.baseUrl === undefined && !flags.local) return new Map();
  const found = new Map<string, Readonly<Record<string, string>>>();
  let exitCode = 0;
  for (const name of new Set(env ?? [undefined])) {
    const named = { ...flags, ...(name !== undefined && { env: name }), history: false };
    const options = { directory, flags: named, access: "read", hidesWarnings: true } as const;
    const prepared = await preparePlan(host, options);
    const { plan, project, settings } = prepared;
    const definitions = project.definitions.filter((definition) => definition.kind === kind);
    const selection = selectIds(prepared, definitions);
    exitCode = printUnknownIds(host, plan, selection) || exitCode;
    const key = settings.environment?.name ?? (plan.baseUrl === "local" ? "local" : onlyService);
    found.set(key, selection.ids);
  }
  return exitCode === 0 ? found : undefined;
}

/** The ids in the file, replaced by those that were read, in the order of promptctl.yaml. */
export function mergedIds(
  { environments }: Pick<Settings, "environments">,
  before: IdsByEnvironment,
  read: IdsByEnvironment,
  addresses: readonly string[],
): IdsByEnvironment {
  const names = [...(environments?.map(({ name }) => name) ?? [onlyService]), "local"];
  const merged = names.flatMap((name) => {
    const ids = read.get(name) ?? before.get(name);
    return ids ? [[name, idsOf(addresses, ids)] as const] : [];
  });
  return new Map(merged);
}

/** The ids of these addresses, in their order. */
function idsOf(
  addresses: readonly string[],
  ids: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const known = addresses.filter((address) => Object.hasOwn(ids, address));
  return Object.fromEntries(known.map((address) => [address, ids[address]!]));
}

/** The ids in the text of a file that codegen wrote. Throws a Failure if they cannot be read. */
export function idsInFile(path: string, text: string | undefined): IdsByEnvironment {
  if (text === undefined) return new Map();
  const ids = idsInCode(text);
  if (ids) return ids;
  throw new Failure(
    "refused",
    "unreadable-ids",
    `The ids in ${path} cannot be read: the file was changed after codegen wrote it.`,
    "Restore it from git, and exclude it from your formatter. Or delete it, and read the ids again: --ids or --env",
  );
}
