// Finds the definition of the prompt that a command names.
import type { TestDefinitions } from "../engine/evaluate/test-definitions.ts";
import { didYouMean } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import { someLines } from "../engine/model/hint.ts";
import { type Definition, nameOf } from "../engine/model/resource.ts";

/** The prompt with an address, a key or a name. Throws a Failure if the files define none. */
export function findPromptDefinition(
  { kinds: { prompt: row }, prompts }: TestDefinitions,
  name: string,
): Definition {
  const key = name.startsWith(`${row.kind}/`) ? nameOf(name) : name;
  const found =
    prompts.find(({ address }) => nameOf(address) === key) ??
    prompts.find((each) => each.name === key);
  if (found) return found;
  const names = prompts.map(({ address }) => nameOf(address));
  const message = `The files define no ${row.kind} "${key}".`;
  throw new Failure("usage", "no-prompt", message, didYouMean(key, names) ?? someLines(names));
}
