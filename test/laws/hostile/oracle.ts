// The oracle: finds everything in an output that could act on a terminal or a CI runner or deceive
// a reader, and secrets in any encoding. It does not use src/views/text/terminal-text.ts, which it checks.
import { forgedLineStarts } from "./hostile-texts.ts";

/** Joiners and variation selectors within emoji: these are allowed. */
const emojiJoiner = /\uFE0F|(?<=\p{ExtPict}\uFE0F?)\u200D(?=\p{ExtPict})/gu;

/** Control, format, ignorable and line-separating characters, except LF. */
export const unsafeCharacter = /(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** The GitHub Actions runner reads a line that starts so, after any white space, as a command. */
const commandAtLineStart = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*::/u;

/** Commands anywhere in a line: `##[error]` (GitHub), `##vso[…]` (Azure), `##teamcity[…]`. */
const commandAnywhere = /##\w*\[/;

/** The largest indentation of promptctl's own lines. Diffs of texts are indented further. */
const maxIndent = 6;

/** The escapes that promptctl writes. Any other escape is unsafe. */
// oxlint-disable-next-line no-control-regex -- these are the escapes of a terminal
const paletteEscapes = /\u001b\[(?:1|2|22|31|32|33|35|36|39)m/g;

/** The changed words in a line of a diff. */
// oxlint-disable-next-line no-control-regex -- the escapes for inverse text
const inverse = /\u001b\[7m([^\u001b]*)\u001b\[27m/g;

/** An output without the colors of promptctl. Changed words are marked as they are without colors. */
export function withoutColors(output: string): string {
  return output
    .replaceAll(paletteEscapes, "")
    .split("\n")
    .map((line) => line.replace(inverse, /^ *- /.test(line) ? "[-$1-]" : "{+$1+}"))
    .join("\n");
}

export interface OracleOptions {
  /** The output may have lines of hostile text as separate lines, such as a model's reply. */
  readonly allowsOwnLines?: boolean;
}

/** Returns a description of each unsafe part of an output, with its line. Empty: all is safe. */
export function findUnsafe(
  output: string,
  { allowsOwnLines: ownLines = false }: OracleOptions = {},
): string[] {
  return output.split("\n").flatMap((line) => {
    const matches = line.replace(emojiJoiner, "").match(unsafeCharacter) ?? [];
    const characters = [...new Set(matches)].map(
      (char) => `U+${char.codePointAt(0)!.toString(16)}`,
    );
    return [
      ...characters,
      ...(commandAtLineStart.test(line) || commandAnywhere.test(line) ? ["a command"] : []),
      ...(!ownLines && isForged(line) ? ["a forged line"] : []),
    ].map((problem) => `${problem} in ${JSON.stringify(line.slice(0, 200))}`);
  });
}

function isForged(line: string): boolean {
  const start = line.trimStart();
  return (
    line.length - start.length <= maxIndent &&
    forgedLineStarts.some((forged) => start.startsWith(forged))
  );
}

/** A command as the GitHub Actions runner reads it. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** Commands of actions/runner (Runner.Common/ActionCommand.cs, Runner.Worker/ActionCommandManager.cs). */
const runnerCommand =
  /^(error|warning|notice|debug|group|endgroup|echo|add-mask|set-output|set-env|save-state|add-path|add-matcher|remove-matcher|stop-commands|internal-set-repo-path)$/i;

/** Returns the commands that the runner would execute, in order. */
export function parseRunnerCommands(output: string): RunnerCommand[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => {
    const command = parseColonCommand(line.trimStart()) ?? parseBracketCommand(line);
    return command && runnerCommand.test(command.name) ? [command] : [];
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

function commandOf(header: string, separator: string, data: string): RunnerCommand {
  const [name = "", ...rest] = header.split(" ");
  const pairs = rest.join(" ").trim().split(separator).filter(Boolean);
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

/** Returns a secret in all encodings in which it could appear. */
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

/** Returns the secrets in a text, in the encoding in which they appear. */
export function findSecrets(text: string, secrets: readonly string[]): string[] {
  return secrets.flatMap(encodingsOf).filter((encoded) => text.includes(encoded));
}
