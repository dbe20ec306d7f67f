// The errors of empty and invalid values of arguments and flags.
import type { Command, InvalidArgumentError } from "commander";

/**
 * The error of an empty path or flag, most often of a variable that is not set. Words of a command
 * line to complete may be empty.
 */
function emptyValue(command: Command): string | undefined {
  const { registeredArguments, processedArgs } = command;
  const argument = registeredArguments.find(
    (each, index) => each.name() !== "words" && [processedArgs[index]].flat().includes(""),
  );
  if (argument) return `argument '${argument.name()}' is empty. Omit it, or name a path.`;
  const option = command.options.find(
    (each) => each.long !== "--base-url" && command.getOptionValue(each.attributeName()) === "",
  );
  return option && `option '${option.flags}' is empty.`;
}

const invalidArgument = "commander.invalidArgument";

/** Reports an invalid value after all flags are parsed, because a later flag may select JSON. */
export function reportInvalidValuesLast(command: Command): void {
  let message: string | undefined;
  for (const option of command.options) {
    const { parseArg } = option;
    if (parseArg)
      option.parseArg = (value, previous) => {
        try {
          return parseArg(value, previous);
        } catch (error) {
          const { code, message: reason } = error as InvalidArgumentError;
          if (code !== invalidArgument) throw error;
          message ??= `option '${option.flags}' argument '${value}' is invalid. ${reason}`;
          return previous;
        }
      };
  }
  command.hook("preAction", () => {
    message ??= emptyValue(command);
    if (message !== undefined) command.error(message, { code: invalidArgument });
  });
}
