// What of an output could act on a terminal, on a runner of workflows or on a reader; nothing where
// all is well. Written apart from src/views/terminal-text.ts, which it checks.
import { forgedLineStarts } from "./hostile-texts.ts";

/** Emoji are joined and coloured by these; there they stay. */
const emojiJoiner = /\uFE0F|(?<=\p{ExtPict}\uFE0F?)\u200D(?=\p{ExtPict})/gu;

/** Control, format, ignorable and line-separating characters: all but the line end. */
export const unsafeCharacter = /(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** The runner of GitHub Actions takes a line that begins so, blanks before it or not, as a command. */
const commandAtLineStart = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*::/u;

/** And these wherever they stand: `##[error]` of its own, `##vso[…]` and `##teamcity[…]` of others. */
const commandAnywhere = /##\w*\[/;

/** Ours are indented by no more than this; deeper stand the lines of texts that differ. */
const maxIndent = 6;

export interface OracleOptions {
  /** Whether lines of hostile text stand there as lines, as those of a reply do. */
  readonly allowsOwnLines?: boolean;
}

/** Everything in an output that should not be there, each with the line it stands in. */
export function findUnsafe(
  output: string,
  { allowsOwnLines: ownLines = false }: OracleOptions = {},
): string[] {
  return output.split("\n").flatMap((line) => {
    const found = line.replace(emojiJoiner, "").match(unsafeCharacter) ?? [];
    const characters = [...new Set(found)].map((each) => `U+${each.codePointAt(0)!.toString(16)}`);
    return [
      ...characters,
      ...(commandAtLineStart.test(line) || commandAnywhere.test(line) ? ["a command"] : []),
      ...(!ownLines && isForged(line) ? ["a forged line"] : []),
    ].map((what) => `${what} in ${JSON.stringify(line.slice(0, 200))}`);
  });
}

function isForged(line: string): boolean {
  const start = line.trimStart();
  return (
    line.length - start.length <= maxIndent &&
    forgedLineStarts.some((each) => start.startsWith(each))
  );
}

/** A command as the runner of GitHub Actions reads it. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** What that runner does (src/Runner.Common/ActionCommand.cs, Runner.Worker/ActionCommandManager.cs). */
const runnerCommand =
  /^(error|warning|notice|debug|group|endgroup|echo|add-mask|set-output|set-env|save-state|add-path|add-matcher|remove-matcher|stop-commands|internal-set-repo-path)$/i;

/** The commands that the runner would carry out, line by line. */
export function parseRunnerCommands(output: string): RunnerCommand[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => {
    const found = parseColonCommand(line.trimStart()) ?? parseBracketCommand(line);
    return found && runnerCommand.test(found.name) ? [found] : [];
  });
}

function parseColonCommand(line: string): RunnerCommand | undefined {
  const end = line.startsWith("::") ? line.indexOf("::", 2) : -1;
  if (end < 0) return undefined;
  return commandOf(line.slice(2, end), ",", unescapeCommand(line.slice(end + 2)));
}

function parseBracketCommand(line: string): RunnerCommand | undefined {
  const start = line.indexOf("##[");
  const end = start < 0 ? -1 : line.indexOf("]", start);
  return end < 0 ? undefined : commandOf(line.slice(start + 3, end), ";", line.slice(end + 1));
}

function commandOf(words: string, between: string, data: string): RunnerCommand {
  const [name = "", ...rest] = words.split(" ");
  const pairs = rest.join(" ").trim().split(between).filter(Boolean);
  const properties = Object.fromEntries(
    pairs.map((pair): [string, string] => {
      const at = pair.indexOf("=");
      const value = pair
        .slice(at + 1)
        .replaceAll("%3A", ":")
        .replaceAll("%2C", ",");
      return [pair.slice(0, at), unescapeCommand(value)];
    }),
  );
  return { name, properties, data };
}

function unescapeCommand(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

/** The forms in which a secret could stand somewhere, for all to be looked for. */
export function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString("base64"),
      bytes.toString("base64").replace(/=+$/, ""),
      bytes.toString("base64url"),
      bytes.toString("hex"),
    ]),
  ];
}

/** The forms of secrets that a text holds. */
export function findSecrets(text: string, secrets: readonly string[]): string[] {
  return secrets.flatMap(encodingsOf).filter((form) => text.includes(form));
}
