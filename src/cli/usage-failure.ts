// Wrong usage: the errors of Commander with hints, also for the commands and flags of other tools.
import type { Command, CommanderError } from "commander";
import { didYouMean } from "../engine/text/did-you-mean.ts";
import { oneOf } from "../engine/text/word-lists.ts";
import { type Failure, wrongUsage } from "../engine/model/failure.ts";

/** What to run in place of earlier commands and those of other tools, by their names. */
const commandHints = byWord({
  export: "Did you mean render --from files?",
  version: "Did you mean --version?",
  ids: "Did you mean codegen --out FILE.json --ids?",
  "push deploy sync up publish": "To send the definitions to the service: promptctl apply",
  "fetch download clone": "To write the resources of the service to files: promptctl pull",
  "preview show status refresh": "To see what apply would change: promptctl plan",
  "lint check verify": "To check the definitions: promptctl validate",
  "destroy delete remove rm down prune":
    "To delete resources: remove their definitions, then run promptctl apply --prune",
  "format prettier": "To format the definitions: promptctl fmt",
  "new create setup": "To create a project: promptctl init",
  "list ls output": "To list the definitions and what they need: promptctl graph",
  "server start dev": "To start the embedded service: promptctl serve",
  "login auth configure": "There is no login. Set the environment variable PROMPTCTL_API_KEY.",
  explain: "To explain a diagnostic code: promptctl validate --explain CODE",
  drift: "To detect drift: promptctl plan --detailed-exitcode",
  "history versions": "To see the versions of a definition: promptctl log ADDRESS",
  "rollback revert undo":
    "To go back: promptctl apply --ref COMMIT, then revert the commits in git",
});

/** What to do in place of flags of other tools, by their names. */
const flagHints = byWord<(command: string) => string | undefined>({
  "--api-key --key --token --apikey": (command) =>
    command === "serve"
      ? "API keys are only read from the environment variable PROMPTCTL_SERVE_KEYS."
      : "The API key is only read from the environment variable PROMPTCTL_API_KEY.",
  "--dry-run": (command) =>
    ({
      apply: "To see the changes without making them: promptctl plan",
      plan: "plan never changes the service. Omit --dry-run.",
      fmt: "To see the changes without writing files: promptctl fmt --check",
      init: "Without --auto-approve, init shows the files and asks before it writes them.",
    })[command],
  "--force": (command) =>
    command === "apply"
      ? "--auto-approve skips the confirmation, --allow-mass-delete overrides the mass-delete limit."
      : undefined,
  "-y": (command) =>
    ["init", "apply", "pull"].includes(command) ? "Use --auto-approve." : undefined,
  "-v --verbose --debug": (command) =>
    ["validate", "fmt", "graph", "schema", "init", "serve", "store"].includes(command)
      ? undefined
      : "To log every request: --trace FILE",
  "--output -o": (command) =>
    ["plan", "apply"].includes(command)
      ? "--format selects the output format, --out FILE saves the plan."
      : undefined,
});

/** The table with a row for each word of its keys. */
function byWord<Value>(table: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const rows = Object.entries(table).flatMap(([words, value]) =>
    words.split(" ").map((word) => [word, value] as const),
  );
  return Object.fromEntries(rows);
}

/** The failure for an error of Commander in a command, which is `program` if none was found. */
export function usageFailure(error: CommanderError, program: Command, command: Command): Failure {
  const [, sentence = "", similar] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\))?$/s.exec(
    error.message,
  )!;
  const message = sentence.replace(
    /^command-argument value (.*) is invalid for argument '(.*?)'\./s,
    "<$2> cannot be $1.",
  );
  const isCommand = command.parent && error.code !== "commander.unknownCommand"; // of `help pln`
  const help = isCommand
    ? `To see the options: promptctl ${command.name()} --help`
    : "To see the commands: promptctl --help";
  const hint = ownHint(error, program, command) ?? similar;
  return wrongUsage(
    "usage",
    message.charAt(0).toUpperCase() + message.slice(1).replace(/[^.?!]$/, "$&."),
    hint === undefined ? help : [hint, help],
  );
}

function ownHint(
  { code, message }: CommanderError,
  program: Command,
  command: Command,
): string | undefined {
  if (code === "commander.unknownCommand") return entryOf(commandHints, program.args[0]!);
  if (code === "commander.invalidArgument") return similarChoice(message);
  const [, flag] = /unknown option '([^']+)'/.exec(message) ?? [];
  if (code !== "commander.unknownOption" || flag === undefined) return undefined;
  return flagHint(flag.replace(/=.*/s, ""), program, command);
}

/** The choice that is similar to the wrong value of a flag or an argument. */
function similarChoice(message: string): string | undefined {
  const choice = /'([^']*)' is invalid.* Allowed choices are (.*)\.$/s.exec(message);
  return choice ? didYouMean(choice[1]!, choice[2]!.split(", ")) : undefined;
}

function flagHint(flag: string, program: Command, command: Command): string | undefined {
  const owners = ownersOf(program, flag);
  if (command === program)
    return owners.length > 0
      ? `Write flags after the command: promptctl COMMAND ${flag}`
      : undefined;
  if (hasFlag(command, flag)) return `${flag} takes no value.`;
  const special = entryOf(flagHints, flag)?.(command.name());
  if (special !== undefined) return special;
  if (flag === "--json" && formatsOf(command).includes("json")) return "Use --format json.";
  if (hasFlag(command, `-${flag}`)) return `Long flags begin with two dashes: -${flag}`;
  return owners.length > 0 ? `${flag} is a flag of ${oneOf(owners)}.` : undefined;
}

/** The names of the commands that have a flag. */
function ownersOf(program: Command, flag: string): string[] {
  return program.commands.filter((each) => hasFlag(each, flag)).map((each) => each.name());
}

function hasFlag(command: Command, flag: string): boolean {
  return command.options.some(({ long, short }) => flag === long || flag === short);
}

function formatsOf(command: Command): readonly string[] {
  return command.options.find(({ long }) => long === "--format")?.argChoices ?? [];
}

function entryOf<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
