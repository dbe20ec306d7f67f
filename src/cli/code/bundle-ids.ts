// The ids of prompts in a bundle: those that were read now, else those that the file has.
import { refused } from "../../engine/model/failure.ts";
import { type Definition, nameOf, namesOf } from "../../engine/model/resource.ts";
import { type IdsByEnvironment, idsInBundle } from "../../views/code/bundle.ts";

type RenamedDefinition = Pick<Definition, "address" | "name" | "renamedFrom">;

/**
 * The ids of the prompts by key. A prompt without an id under its key gets the one under its name or an
 * earlier name, unless that is the key of another prompt: it was renamed, or got a key.
 */
export function keptIds(
  prompts: readonly RenamedDefinition[],
  ids: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const keys = new Set(prompts.map(({ address }) => nameOf(address)));
  const found = prompts.flatMap((prompt) => {
    const key = nameOf(prompt.address);
    const earlier = namesOf(prompt).filter((name) => !keys.has(name));
    const id = [key, ...earlier].map((each) => ids.get(each)).find((each) => each !== undefined);
    return id === undefined ? [] : [[key, id] as const];
  });
  return new Map(found);
}

/** The prompts without an id in an environment that has ids of others. */
export function withoutIds(
  ids: IdsByEnvironment,
  keys: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const missing = [...ids]
    .filter(([, known]) => known.size > 0)
    .map(([name, known]) => [name, keys.filter((key) => !known.has(key))] as const);
  return new Map(missing.filter(([, without]) => without.length > 0));
}

/** The ids in the text of a bundle. Throws a Failure if they cannot be read. */
export function idsInFile(path: string, text: string | undefined): IdsByEnvironment {
  if (text === undefined) return new Map();
  const ids = idsInBundle(text);
  if (ids) return ids;
  throw refused(
    "unreadable-ids",
    `The ids in ${path} cannot be read: the file was changed after codegen wrote it, or another version wrote it.`,
    "Restore it from git. Or read the ids again with --ids, or delete the file if the application uses no service.",
  );
}
