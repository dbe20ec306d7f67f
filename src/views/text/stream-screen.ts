// Which colours and symbols a stream gets: decided by what the stream is and by environment variables.
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { asciiSymbols, createScreen, type Screen, unicodeSymbols } from "./terminal-text.ts";

/** An output stream of the process. */
export interface OutputStream {
  readonly isTerminal: boolean;
  readonly isFile: boolean;
  /** The width of a line, in characters. */
  readonly columns: number;
}

/** The layout of text on a stream. */
export function screenFor(env: EnvironmentVariables, stream: OutputStream): Screen {
  const symbols = hasUnicode(env) ? unicodeSymbols : asciiSymbols;
  return createScreen(hasColor(env, stream), stream.columns, stream.isTerminal, symbols);
}

/** FORCE_COLOR decides, then NO_COLOR, then the stream. */
function hasColor(env: EnvironmentVariables, { isTerminal, isFile }: OutputStream): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: type } = env;
  if (forced) return forced !== "0" && forced !== "false";
  if (none) return false;
  return isTerminal ? type !== "dumb" : !isFile && hasColorLog(env);
}

/**
 * The variables of CI systems whose logs show colours, as in
 * https://github.com/chalk/supports-color/blob/v10.2.2/index.js. Azure Pipelines sets the last two.
 */
const colorLogVariables = [
  ["GITHUB_ACTIONS"],
  ["GITEA_ACTIONS"],
  ["CIRCLECI"],
  ["GITLAB_CI"],
  ["BUILDKITE"],
  ["DRONE"],
  ["TRAVIS"],
  ["APPVEYOR"],
  ["TF_BUILD", "AGENT_NAME"],
];

function hasColorLog(env: EnvironmentVariables): boolean {
  return colorLogVariables.some((names) => names.every((name) => env[name]));
}

/** Whether the locale is another one than C and POSIX, which have no Unicode. C.UTF-8 has. */
function hasUnicode({
  LC_ALL: all,
  LC_CTYPE: characters,
  LANG: language,
}: EnvironmentVariables): boolean {
  return !/^(?:C|POSIX)$/.test(all || characters || language || "");
}
