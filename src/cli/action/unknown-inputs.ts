// Inputs that action.yml does not have. GitHub's runner only warns of them and passes them on: a limit that
// is not applied would look like one that is.
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { similarWord } from "../../engine/text/did-you-mean.ts";
import { argumentForms, inputForms } from "../../github/inputs.ts";

const known = [...Object.keys(inputForms), "github-token"];

/** A sentence for each unknown input. */
export function unknownInputs(env: EnvironmentVariables): readonly string[] {
  return Object.keys(env)
    .filter((variable) => variable.startsWith("INPUT_"))
    .map((variable) => variable.slice("INPUT_".length).toLowerCase())
    .filter((name) => !known.includes(name))
    .map((name) => `The Action has no input ${JSON.stringify(name)}. ${suggestion(name)}`);
}

function suggestion(name: string): string {
  const { requests, tests } = argumentForms;
  if (Object.hasOwn({ ...requests, ...tests }, name))
    return `Set the flag --${name} in the input arguments.`;
  const words = name.split("-");
  const shared = (each: string): number =>
    words.filter((word) => each.split("-").includes(word)).length;
  const similar = known.find((each) => shared(each) === words.length) ?? similarWord(name, known);
  if (similar !== undefined) return `Did you mean "${similar}"?`;
  const near = known.filter((each) => shared(each) > 0);
  return `Expected one of: ${(near.length > 0 ? near : known).join(", ")}.`;
}
