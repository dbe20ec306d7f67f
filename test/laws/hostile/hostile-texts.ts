// The table of hostile texts, by category. The tests use each text as a name, id, key, value, path
// or error message. The oracle (oracle.ts) finds the forged lines by `forgedLineStarts`.

/** What a text attacks, or how. */
export type TextCategory =
  | "controlCharacters"
  | "lineCommands"
  | "inlineCommands"
  | "forgedLines"
  | "syntax"
  | "longTexts";

/** Terminal escapes, invisible characters, and characters that change the text direction. */
const controlCharacters: Readonly<Record<string, string>> = {
  "colors and cursor movement": "\x1b[31mred\x1b[0m\x1b[3A\x1b[2K",
  "clear screen": "\x1b[2J\x1b[H",
  "a link (OSC 8)": "\x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\",
  "window title and clipboard (OSC 0 and 52)": "\x1b]0;title\x07\x1b]52;c;ZXZpbA==\x07",
  "a device report": "\x1bP+q544e\x1b\\",
  "C1 control sequences": "\x9b31mred\x9d0;t\x9c",
  "a bell, backspaces and a deletion": "safe\x07\b\b\b\bevil\x7f",
  "tabs, feeds and shifts": "a\tb\vc\fd\x0ee\x0f",
  "direction overrides and isolates": "\u202egnp.exe\u202c\u2066a\u2069\u2067b\u2069",
  "direction marks": "a\u200eb\u200fc\u061cd",
  "zero-width characters and a byte order mark": "a\u200bb\u200cc\u200dd\u2060e\ufeff",
  "tag characters": "a\u{e0001}\u{e0041}\u{e007f}",
  "a soft hyphen, fillers and operators": "a\u00adb\u3164c\uffa0d\u2062e\u2064f",
  "annotations and selectors": "\ufff9a\ufffab\ufffb\u{e0100}c\ufe00d",
};

/** Lines that the GitHub Actions runner reads as commands. It skips leading white space. */
const lineCommands: Readonly<Record<string, string>> = {
  "an error": "::error file=x::boo",
  "a mask": "::add-mask::a",
  "an output": "::set-output name=x::y",
  "an end of commands": "::stop-commands::x",
  "a command after spaces": "  ::warning::boo",
  "a command after Unicode spaces": "\u00a0\u3000::notice::boo",
};

/** Commands that a CI runner reads anywhere in a line. */
const inlineCommands: Readonly<Record<string, string>> = {
  "an error in the old syntax": "see ##[error]boo",
  "a mask in the old syntax": "a ##[add-mask]b",
  "an Azure Pipelines variable": "a ##vso[task.setvariable variable=x]y",
};

/** Starts of forged lines. They look like lines of promptctl, which never prints exactly these. */
export const forgedLineStarts = [
  "Applied. 9 requests to nowhere succeeded.",
  "No changes. 9 definitions match nowhere.",
  "Refused: by nowhere.",
  "Error: nowhere",
  "✓ tool/nowhere",
  "Plan: 9 to nowhere.",
] as const;

/** Texts with a line break before a line that looks like one of promptctl, or like a command. */
const forgedLines: Readonly<Record<string, string>> = {
  "a summary": `a\n${forgedLineStarts[0]}`,
  "a summary after CR LF": `a\r\n${forgedLineStarts[1]}`,
  "a refusal after CR": `a\r${forgedLineStarts[2]}`,
  "an error after a line separator": `a\u2028${forgedLineStarts[3]}`,
  "a step after a paragraph separator": `a\u2029  ${forgedLineStarts[4]}`,
  "a summary after NEL": `a\u0085${forgedLineStarts[5]}`,
  "an indented summary": `a\n   ${forgedLineStarts[0]}`,
  "a command after LF": "a\n::error file=x::boo",
  "an indented command after LF": "a\n \t ::add-mask::b",
  "a command after CR": "a\r::warning::boo",
};

/** Texts with a meaning in JavaScript, shell, Markdown, HTML or YAML. */
const syntax: Readonly<Record<string, string>> = {
  "the prototype": "__proto__",
  "a constructor": "constructor",
  "a prototype": "prototype",
  "a method of every object": "hasOwnProperty",
  "the method that JSON.stringify calls": "toJSON",
  "the method of a promise": "then",
  "a shell command": "$(touch nowhere)",
  "a command in backticks": "`touch nowhere`",
  "the end of a single quote": "'; touch nowhere; echo '",
  "the end of a double quote": '"; touch nowhere; echo "',
  "an escaped quote": "\\'; touch nowhere #",
  "a shell variable": "${HOME}$PATH",
  "glob patterns": "* ? [a-z] ~ !x",
  "the end of a script element": "</script><script>alert(1)</script>",
  "an HTML image": "<img src=x onerror=alert(1)>",
  "a code fence": "```",
  "a mention": "@everyone @here",
  "a Markdown link": "[x](javascript:alert(1))",
  "a table row": "| a | b |",
  "a YAML anchor, alias and tag": "&a *a !!js/function",
  "a YAML document separator": "--- # ...",
  "a placeholder": "{{x}} {{{x}}} {{#x}}",
  "format specifiers": "%s %d %o %n",
  "an escaped parent path": "..%2f..%2fetc",
  "escaped line endings": "a%0A%0D::error file=x%3Ay::b%25",
};

/** Very long texts. */
const longTexts: Readonly<Record<string, string>> = {
  "combining marks": `Z${"\u0300\u0489".repeat(400)}`,
  "a long word": "x".repeat(100_000),
};

const texts: Readonly<Record<TextCategory, Readonly<Record<string, string>>>> = {
  controlCharacters,
  lineCommands,
  inlineCommands,
  forgedLines,
  syntax,
  longTexts,
};

export const allCategories: readonly TextCategory[] = Object.keys(texts) as TextCategory[];

/** The categories that are tried with every output. */
export const defaultCategories: readonly TextCategory[] = [
  "controlCharacters",
  "lineCommands",
  "inlineCommands",
  "forgedLines",
];

/** For outputs in which syntax of another language could have a meaning. */
export const defaultAndSyntax: readonly TextCategory[] = [...defaultCategories, "syntax"];

/** Appends a suffix to every line of a text. */
export const withLineSuffix = (text: string, suffix: string): string =>
  text.replaceAll("\n", `${suffix}\n`) + suffix;

/** Returns the texts of some categories. */
export function hostileTexts(...categories: readonly TextCategory[]): readonly string[] {
  return categories.flatMap((category) => Object.values(texts[category]));
}

/** Texts that no service can store: validate reports them as errors. */
export const unstorableTexts: Readonly<Record<string, string>> = {
  NUL: "a\0b",
  "a high surrogate alone": "a\ud83d",
  "a low surrogate alone": "\ude00a",
};
