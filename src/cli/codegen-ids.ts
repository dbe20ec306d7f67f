// The ids of prompts in the file of promptctl codegen.
import { Failure } from "../engine/model/failure.ts";
import type { Settings } from "../io/configuration.ts";
import { type IdsByEnvironment, idsInCode } from "../views/client-code.ts";

/** The name of the only service of a project without environments. */
export const onlyService = "default";

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
