// Hostile texts by what they try. Each may stand for a name, an id, a key, a value, a path or a
// sentence of a service; what begins a line beneath a forgery is for the judge (judge.ts) to find.

/** What each sort of text tries. */
export type TextCategory =
  | "controlCharacters"
  | "lineCommands"
  | "inlineCommands"
  | "forgedLines"
  | "syntax"
  | "longTexts";

/** Terminal escapes, and all that is drawn as nothing or turns what is drawn. */
const controlCharacters: Readonly<Record<string, string>> = {
  "colours and a cursor that moves up": "\x1b[31mred\x1b[0m\x1b[3A\x1b[2K",
  "a cleared screen": "\x1b[2J\x1b[H",
  "a link (OSC 8)": "\x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\",
  "a title and a clipboard (OSC 0 and 52)": "\x1b]0;title\x07\x1b]52;c;ZXZpbA==\x07",
  "a device report": "\x1bP+q544e\x1b\\",
  "sequences of C1": "\x9b31mred\x9d0;t\x9c",
  "a bell, backspaces and a deletion": "safe\x07\b\b\b\bevil\x7f",
  "tabs, feeds and shifts": "a\tb\vc\fd\x0ee\x0f",
  "overrides and isolates": "\u202egnp.exe\u202c\u2066a\u2069\u2067b\u2069",
  "marks of direction": "a\u200eb\u200fc\u061cd",
  "zero-width characters and a byte order mark": "a\u200bb\u200cc\u200dd\u2060e\ufeff",
  "tag characters": "a\u{e0001}\u{e0041}\u{e007f}",
  "a soft hyphen, fillers and operators": "a\u00adb\u3164c\uffa0d\u2062e\u2064f",
  "annotations and selectors": "\ufff9a\ufffab\ufffb\u{e0100}c\ufe00d",
};

/** Lines that the runner of GitHub Actions takes as commands; it skips blanks before them. */
const lineCommands: Readonly<Record<string, string>> = {
  "an error": "::error file=x::boo",
  "a mask": "::add-mask::a",
  "an output": "::set-output name=x::y",
  "an end of commands": "::stop-commands::x",
  "a command after blanks": "  ::warning::boo",
  "a command after a blank of another width": "\u00a0\u3000::notice::boo",
};

/** Commands that a runner takes wherever in a line they stand. */
const inlineCommands: Readonly<Record<string, string>> = {
  "an error of the older form": "see ##[error]boo",
  "a mask of the older form": "a ##[add-mask]b",
  "a variable of Azure Pipelines": "a ##vso[task.setvariable variable=x]y",
};

/** What a forged line begins with: nothing of ours ever says so. */
export const forgedLineStarts = [
  "Applied. 9 requests to nowhere succeeded.",
  "No changes. 9 definitions match nowhere.",
  "Refused: by nowhere.",
  "Error: nowhere",
  "✓ tool/nowhere",
  "Plan: 9 to nowhere.",
] as const;

/** Texts that go on in a line of their own: one that looks like ours, or a command. */
const forgedLines: Readonly<Record<string, string>> = {
  "a summary beneath": `a\n${forgedLineStarts[0]}`,
  "a summary beneath, with CR LF": `a\r\n${forgedLineStarts[1]}`,
  "a refusal over the line": `a\r${forgedLineStarts[2]}`,
  "an error beneath a separator": `a\u2028${forgedLineStarts[3]}`,
  "a step beneath another separator": `a\u2029  ${forgedLineStarts[4]}`,
  "a summary beneath a next line": `a\u0085${forgedLineStarts[5]}`,
  "an indented summary beneath": `a\n   ${forgedLineStarts[0]}`,
  "a command beneath": "a\n::error file=x::boo",
  "an indented command beneath": "a\n \t ::add-mask::b",
  "a command beneath a return": "a\r::warning::boo",
};

/** Words that mean something to JavaScript, a shell, Markdown, HTML or YAML. */
const syntax: Readonly<Record<string, string>> = {
  "the prototype": "__proto__",
  "a constructor": "constructor",
  "a prototype": "prototype",
  "a method of every object": "hasOwnProperty",
  "what JSON asks for": "toJSON",
  "what makes a promise": "then",
  "a command of a shell": "$(touch nowhere)",
  "a command in backticks": "`touch nowhere`",
  "the end of a quote": "'; touch nowhere; echo '",
  "the end of another quote": '"; touch nowhere; echo "',
  "an escaped quote": "\\'; touch nowhere #",
  "a variable of a shell": "${HOME}$PATH",
  patterns: "* ? [a-z] ~ !x",
  "an end of a script": "</script><script>alert(1)</script>",
  "an image of HTML": "<img src=x onerror=alert(1)>",
  "a fence": "```",
  "a mention": "@everyone @here",
  "a link of Markdown": "[x](javascript:alert(1))",
  "a row of a table": "| a | b |",
  "an anchor of YAML": "&a *a !!js/function",
  "an end of a document": "--- # ...",
  "a placeholder": "{{x}} {{{x}}} {{#x}}",
  "a format": "%s %d %o %n",
  "a way up": "..%2f..%2fetc",
  "an escaped line end": "a%0A%0D::error file=x%3Ay::b%25",
};

/** Much of something. */
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

/** Those that every output is tried with. */
export const defaultCategories: readonly TextCategory[] = [
  "controlCharacters",
  "lineCommands",
  "inlineCommands",
  "forgedLines",
];
/** Also with words for other languages, where they could mean something. */
export const defaultAndSyntax: readonly TextCategory[] = [...defaultCategories, "syntax"];

/** The same text with every line of it ended in another way. */
export const withLineSuffix = (text: string, side: string): string =>
  text.replaceAll("\n", `${side}\n`) + side;

export function hostileTexts(...wanted: readonly TextCategory[]): readonly string[] {
  return wanted.flatMap((sort) => Object.values(texts[sort]));
}

/** What no service can keep, so that it is refused when it is read. */
export const unstorableTexts: Readonly<Record<string, string>> = {
  NUL: "a\0b",
  "half of a pair": "a\ud83d",
  "the other half": "\ude00a",
};
