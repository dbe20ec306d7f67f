// The commands that messages tell the user to run: each names the project and the service that the
// message is about.
import { shellQuote } from "./shell-quote.ts";

/** The project and the service of a command, as a plan has them. */
export interface CommandTarget {
  /** The folder of the project, relative to the current folder; undefined if it is around that. */
  readonly directory?: string | undefined;
  readonly environment?: string | undefined;
  /** `local` for the embedded service. */
  readonly baseUrl?: string | undefined;
}

/** `promptctl plan --prune folder --env staging`: a command for the same project and service. */
export function commandText(
  words: string,
  { directory, environment, baseUrl }: CommandTarget,
): string {
  const folder = directory === undefined ? "" : ` ${shellQuote(directory)}`;
  const env = environment === undefined ? "" : ` --env ${environment}`;
  return `promptctl ${words}${folder}${baseUrl === "local" ? " --local" : env}`;
}

/** Messages name at most so many addresses, files or refs. */
export const maxListed = 5;

/**
 * `promptctl pull --branch hotfix --target 'prompt/A'`: takes over what was changed on the service. Without
 * --target, for many addresses, it is all of that.
 */
export function pullCommandText(addresses: readonly string[], target: CommandTarget): string {
  const command = commandText("pull --branch hotfix", target);
  return addresses.length > maxListed
    ? command
    : `${command} ${addressFlags("--target", addresses)}`;
}

/** `--target tool/a --target 'prompt/A' # and 2 more`: the end of a command. */
export function addressFlags(flag: string, addresses: readonly string[]): string {
  const others = addresses.length - maxListed;
  const flags = addresses
    .slice(0, maxListed)
    .map((address) => `${flag} ${shellQuote(address.replaceAll("*", "\\*"))}`);
  return [...flags, ...(others > 0 ? [`# and ${others} more`] : [])].join(" ");
}
