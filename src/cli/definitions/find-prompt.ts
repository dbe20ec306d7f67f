// Finds the prompt that a command line names, by its address, its key or its name.
import { wrongUsage } from "../../engine/model/failure.ts";
import { someLines } from "../../engine/text/word-lists.ts";
import { type Address, addressOf, type Definition, nameOf } from "../../engine/model/resource.ts";
import { didYouMeanAddress } from "../../engine/select/unmatched-pattern.ts";
import { kinds } from "../../kinds.ts";

const promptKind = kinds.find(({ runs }) => runs)!.kind;

/** The address of the prompt; of one that no file defines, the address that it would have. */
export function promptAddress(definitions: readonly Definition[], text: string): Address {
  const name = text.startsWith(`${promptKind}/`) ? nameOf(text) : text;
  const address = addressOf(promptKind, name);
  const prompts = definitions.filter(({ row }) => row.kind === promptKind);
  const found = prompts.find((each) => each.address === address);
  return (found ?? prompts.find((each) => each.name === name))?.address ?? address;
}

/** The definition of the prompt. Throws a Failure if the files define none. */
export function findPromptDefinition(definitions: readonly Definition[], text: string): Definition {
  const address = promptAddress(definitions, text);
  const found = definitions.find((each) => each.address === address);
  if (found) return found;
  const known = definitions
    .filter(({ row }) => row.kind === promptKind)
    .map((each) => each.address);
  throw wrongUsage(
    "no-prompt",
    `The files define no ${address}.`,
    didYouMeanAddress(text, known) ?? someLines(known),
  );
}
