// The ids of prompts in the file of promptctl codegen.
import { refused } from "../../engine/model/failure.ts";
import { type Address, addressOf, type Definition, namesOf } from "../../engine/model/resource.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { type IdsByEnvironment, idsInCode } from "../../views/code/client-code.ts";

type RenamedDefinition = Pick<Definition, "address" | "row" | "name" | "renamedFrom">;

/** The name of the only service of a project without environments. */
export const onlyService = "default";

/**
 * The ids for the file, by environment, in the order of promptctl.yaml: those that were read now, else
 * those that the file has. A renamed prompt keeps its id, and so does a prompt that gets a key.
 */
export function mergedIds(
  { environments }: Pick<Settings, "environments">,
  before: IdsByEnvironment,
  read: IdsByEnvironment,
  prompts: readonly RenamedDefinition[],
): IdsByEnvironment {
  const names = [...(environments?.map(({ name }) => name) ?? [onlyService]), "local"];
  const merged = names.flatMap((name) => {
    const ids = read.get(name) ?? before.get(name);
    return ids ? [[name, idsOf(prompts, ids)] as const] : [];
  });
  return new Map(merged);
}

/**
 * The ids of the prompts, in their order. A prompt without an id under its address gets the one under
 * its name or an earlier name, unless that is the address of another prompt.
 */
function idsOf(
  prompts: readonly RenamedDefinition[],
  ids: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const defined = new Set(prompts.map(({ address }) => address));
  const found = prompts.flatMap((prompt) => {
    const { address, row } = prompt;
    const earlier = namesOf(prompt).map((name) => addressOf(row.kind, name));
    const known = [address, ...earlier.filter((each) => !defined.has(each))].find((each) =>
      Object.hasOwn(ids, each),
    );
    return known === undefined ? [] : [[address, ids[known]!] as const];
  });
  return Object.fromEntries(found);
}

/** The prompts without an id in an environment whose ids were not read now. */
export function withoutIds(
  ids: IdsByEnvironment,
  read: IdsByEnvironment,
  prompts: readonly Pick<Definition, "address">[],
): ReadonlyMap<string, readonly Address[]> {
  const missing = [...ids]
    .filter(([name]) => !read.has(name))
    .map(([name, known]) => {
      const addresses = prompts.map(({ address }) => address);
      return [name, addresses.filter((each) => !Object.hasOwn(known, each))] as const;
    });
  return new Map(missing.filter(([, addresses]) => addresses.length > 0));
}

/** The ids in the text of a file that codegen wrote. Throws a Failure if they cannot be read. */
export function idsInFile(path: string, text: string | undefined): IdsByEnvironment {
  if (text === undefined) return new Map();
  const ids = idsInCode(text);
  if (ids) return ids;
  throw refused(
    "unreadable-ids",
    `The ids in ${path} cannot be read: the file was changed after codegen wrote it.`,
    "Restore it from git, and exclude it from your formatter. Or delete it, and read the ids again: --ids or --env",
  );
}
