// The input arguments: flags as on a command line, from a list. It is split without a shell.
import { shellWords } from "../../engine/text/shell-words.ts";
import { argumentForms, inputForms } from "../../github/inputs.ts";

/** An input that is set, or a flag of the input arguments. */
export interface Input {
  /** The name of the flag that it sets. */
  readonly name: string;
  readonly form: (typeof inputForms)[keyof typeof inputForms];
  readonly text: string;
  /** What messages call it: `input gate`. */
  readonly label: string;
}

interface ArgumentLine {
  readonly flags: readonly Input[];
  /** A sentence for each word that is refused. */
  readonly problems: readonly string[];
}

/** The command that gets the flags. */
interface FlaggedCommand {
  readonly command: string;
  /** Whether plan runs the tests too. */
  readonly test: boolean;
}

/** Parses the text of the input. */
export function parseArguments(text: string, command: FlaggedCommand): ArgumentLine {
  const { words, quote } = shellWords(text);
  if (text === "") return { flags: [], problems: [] };
  if (quote !== undefined)
    return { flags: [], problems: [`The input arguments has no closing ${quote}.`] };
  const forms = new Map<string, "value" | "switch">(Object.entries(formsOf(command)));
  const flags: Input[] = [];
  const problems: string[] = [];
  const rest = [...words];
  const nextValues = (max: number): string[] => {
    const next = rest.findIndex((word) => word.startsWith("-"));
    return rest.splice(0, Math.min(max, next < 0 ? rest.length : next));
  };
  while (rest.length > 0) {
    const [word = "", name = "", value] = /^--([^=]*)(?:=([^]*))?$/.exec(rest[0]!) ?? [rest[0]!];
    rest.shift();
    const form = forms.get(name);
    if (form === undefined) {
      nextValues(Infinity); // those of the refused flag
      const flag = JSON.stringify(name === "" ? word : `--${name}`);
      problems.push(`The input arguments has ${flag}${whyRefused(name, command)}`);
      continue;
    }
    const given = form === "switch" ? value : (value ?? nextValues(1)[0]);
    const label = `flag --${name} of the input arguments`;
    if (flags.some((other) => other.name === name)) problems.push(`The ${label} is given twice.`);
    else if (form === "switch" && given !== undefined)
      problems.push(`The ${label} takes no value.`);
    else if (form === "value" && (given ?? "") === "") problems.push(`The ${label} has no value.`);
    else flags.push({ name, form, text: given ?? "true", label });
  }
  return { flags, problems };
}

/** The flags of a command; all for an unknown command, which is another mistake. */
function formsOf({ command, test }: FlaggedCommand): Readonly<Record<string, "value" | "switch">> {
  const { requests, tests } = argumentForms;
  if (command === "validate") return {};
  const hasTests = !["plan", "apply", "drift"].includes(command) || (command === "plan" && test);
  return hasTests ? { ...requests, ...tests } : requests;
}

/** The end of a sentence: which input has the flag, or which flags are allowed. */
function whyRefused(name: string, command: FlaggedCommand): string {
  const owner = name.replace(/^no-/, "");
  if (Object.hasOwn(inputForms, owner) && owner !== "arguments") return `: use the input ${owner}.`;
  const names = Object.keys(formsOf(command));
  const isPlan = command.command === "plan" && !command.test;
  const more = isPlan ? `; with test: true also ${listed(Object.keys(argumentForms.tests))}` : "";
  return `. The command ${command.command} allows ${listed(names) || "no flags"} here${more}.`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `--${name}`).join(", ");
}
