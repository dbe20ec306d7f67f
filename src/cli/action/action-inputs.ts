// Turns the inputs of the Action into arguments, which the parsers of its commands check: apply,
// whose flags plan has too, test, and the Action's own options. Each takes the inputs that it has.
import { Command, InvalidArgumentError, Option } from "commander";
import { wrongUsage } from "../../engine/model/failure.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { resolvePath } from "../../engine/text/relative-path.ts";
import { type ActionInputs, inputForms } from "../../github/inputs.ts";
import { addApplyFlags, collectValues } from "../host/flags.ts";
import type { ApplyFlags } from "../plan/apply-plan.ts";
import { addTestFlags, type TestFlags } from "../evaluate/test-flags.ts";
import { type Input, parseArguments } from "./action-arguments.ts";
import { unknownInputs } from "./unknown-inputs.ts";

/** The inputs, and the flags of the commands. */
export interface ParsedInputs {
  readonly inputs: ActionInputs;
  readonly applyFlags: ApplyFlags;
  readonly testFlags: TestFlags;
}

/** Parses the inputs in the environment. Throws one Failure that lists every invalid input. */
export function parseInputs(env: EnvironmentVariables): ParsedInputs {
  const textOf = (name: string): string => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? "";
  const token = textOf("github-token");
  const inputs = Object.entries(inputForms)
    .map(([name, form]): Input => ({ name, form, text: textOf(name), label: `input ${name}` }))
    .filter(({ name, text }) => text !== "" || isEmptyApproval(env, name));
  const line = parseArguments(textOf("arguments"), {
    command: textOf("command"),
    test: isTrue(textOf("test")),
  });
  inputs.push(...line.flags);
  const [own, apply, test] = [actionCommand(), addApplyFlags(new Command()), addTestCommand()];
  const invalid = [own, apply, test].flatMap((command) => invalidInputs(command, inputs));
  refuse([
    ...unknownInputs(env),
    ...missingInputs(own, inputs),
    ...new Set(invalid),
    ...line.problems,
  ]);
  const parsed: ParsedInputs = {
    inputs: { ...flagsOf(own, inputs), token },
    applyFlags: flagsOf(apply, inputs),
    testFlags: flagsOf(test, inputs),
  };
  refuse(conflicts(parsed.inputs));
  return parsed;
}

/** An empty permission is the output of a skipped job: it must not mean that nothing is asked for. */
function isEmptyApproval(env: EnvironmentVariables, name: string): boolean {
  return name === "permission" && env["INPUT_PERMISSION"] !== undefined;
}

const addTestCommand = (): Command => addTestFlags(new Command());

/** The options of the Action itself, and those of other commands that it decides with. */
function actionCommand(): Command {
  const choice = (flags: string, choices: readonly string[], standard?: string): Option =>
    new Option(flags).choices(choices).default(standard);
  return new Command()
    .addOption(
      choice("--command <name>", ["validate", "plan", "test", "apply", "drift"]) //
        .makeOptionMandatory(),
    )
    .option("--directory <path>", "", checkoutPath, ".")
    .option("--base-url <url>", "", "")
    .addOption(choice("--api-key <how>", ["oidc"]))
    .option("--env <name>")
    .option("--strict", "", false)
    .option("--test", "", false)
    .option("--ref <ref>")
    .option("--base <ref>")
    .option("--on <route>")
    .option("--allow-commands", "", false)
    .option("--base-checkout <path>", "", checkoutPath)
    .option("--branches <pattern>", "", collectValues, [])
    .option("--allow-unmerged", "", false)
    .addOption(choice("--comment <when>", ["changes", "always", "new", "never"], "changes"))
    .addOption(choice("--unmanaged <how>", ["count", "list"], "count"))
    .addOption(choice("--comment-detail <detail>", ["full", "no-replies", "names"], "full"))
    .option("--html-artifact", "", false)
    .option("--label <text>", "", shortText, "")
    .option("--alert-labels", "", false)
    .addOption(choice("--reviewed-plan <check>", ["off", "notice", "require"], "notice"))
    .option("--permission <keys>", "", "off")
    .addOption(choice("--drift-report <where>", ["none", "issue", "pull-request"], "issue"))
    .option("--fail-on-drift", "", false);
}

/** A normalized path relative to the top of the checkout: `a/./b/../c/` → `a/c`; the top is `.`. */
function checkoutPath(path: string): string {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path))
    throw new InvalidArgumentError(
      "Expected a path relative to the top of the checkout, for example prompts/shop.",
    );
  return resolvePath("", path) || ".";
}

const maxLabelLength = 100;

function shortText(text: string): string {
  if (text.length <= maxLabelLength) return text;
  throw new InvalidArgumentError(`Expected a text of at most ${maxLabelLength} characters.`);
}

/** The flags that a command gets from the inputs. */
function flagsOf<Flags extends object>(command: Command, inputs: readonly Input[]): Flags {
  const words = inputs.flatMap((input) => {
    const option = optionOf(command, input);
    if (!option) return [];
    return input.form === "switch"
      ? [option.long!]
      : valuesOf(input).map((value) => `${option.long!}=${value}`); // a value is never a flag
  });
  return command.exitOverride().parse(words, { from: "user" }).opts<Flags>();
}

/** The option that an input sets; undefined if the command has none of this form. */
function optionOf(command: Command, { name, form, text }: Input): Option | undefined {
  const long = form === "switch" && !isTrue(text) ? `--no-${name}` : `--${name}`;
  return command.options.find(
    (option) => option.long === long && option.required === (form !== "switch"),
  );
}

/** Booleans are those of the YAML 1.2 core schema, as in workflows. */
function isTrue(text: string): boolean {
  return ["true", "True", "TRUE"].includes(text);
}

function isBoolean(text: string): boolean {
  return isTrue(text) || ["false", "False", "FALSE"].includes(text);
}

/** The text, or its lines that are not blank. */
function valuesOf({ form, text }: Input): string[] {
  if (form !== "lines") return [text];
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

/** A sentence for each input that the options of a command do not accept. */
function invalidInputs(command: Command, inputs: readonly Input[]): string[] {
  return inputs.flatMap((input) => {
    const { label, form, text } = input;
    const reason =
      form === "switch"
        ? isBoolean(text)
          ? undefined
          : "Expected true or false."
        : valuesOf(input).flatMap((value) => rejection(optionOf(command, input), value))[0];
    return reason === undefined ? [] : `The ${label} is ${JSON.stringify(text)}. ${reason}`;
  });
}

/** Why an option does not accept a value; none if it does. */
function rejection(option: Option | undefined, value: string): string[] {
  try {
    option?.parseArg?.(value, undefined);
    return [];
  } catch (error) {
    const { code, message } = error as InvalidArgumentError;
    if (code !== "commander.invalidArgument") throw error;
    return [message];
  }
}

function missingInputs(command: Command, inputs: readonly Input[]): string[] {
  return command.options
    .filter(({ mandatory, long }) => mandatory && !inputs.some(({ name }) => `--${name}` === long))
    .map((option) => `The input ${option.name()} is missing. ${rejection(option, "").join("")}`);
}

function conflicts(inputs: ActionInputs): string[] {
  const { command, test, ref, driftReport, permission } = inputs;
  return [
    ...commandConflicts(inputs),
    ...(test && command !== "plan"
      ? ["The input test is true: expected command: plan, or command: test without it."]
      : []),
    ...(driftReport === "pull-request" && command !== "drift"
      ? ["The input drift-report is pull-request: expected command: drift."]
      : []),
    ...(permission !== "off" && command !== "apply"
      ? ["The input permission is set: expected command: apply."]
      : []),
    ...(ref !== undefined && !["plan", "apply"].includes(command)
      ? ["The input ref is set: expected command: plan or command: apply."]
      : []),
  ];
}

/** Programs run in a job of their own: a plan has the key of the service, which they could read. */
function commandConflicts({ command, on, allowCommands, baseCheckout }: ActionInputs): string[] {
  if (allowCommands)
    return command === "test"
      ? []
      : ["The input allow-commands is true: expected command: test, in a job of its own."];
  return [
    ...(on === "command" ? ["The input on is command: expected allow-commands: true."] : []),
    ...(baseCheckout !== undefined
      ? ["The input base-checkout is set: expected allow-commands: true."]
      : []),
  ];
}

function refuse([first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  const hint = [...others, "Correct the inputs under with: of the step."];
  throw wrongUsage("wrong-input", first, hint);
}
