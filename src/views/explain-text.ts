// The explanation of a diagnostic code, for --explain and docs/diagnostics.md.
import { type Code, type Example, filesOf } from "../engine/model/diagnostic-codes.ts";

/** `unknown-tool (error)`, its meaning, a bad and a good example. */
export function explainText(code: string, { severity, what, bad, good }: Code): string {
  const indented = (example: Example): string =>
    exampleLines(example)
      .map((line) => (line === "" ? "" : `    ${line}`))
      .join("\n");
  return `${code} (${severity})\n\n  ${what}\n\n  Bad:\n\n${indented(bad)}\n\n  Good:\n\n${indented(good)}\n`;
}

/** The section of a code in docs/diagnostics.md, for scripts/generate.mjs. @public */
export function explainMarkdown(code: string, { severity, what, bad, good }: Code): string {
  const fenced = (example: Example): string =>
    `\`\`\`yaml\n${exampleLines(example).join("\n")}\n\`\`\``;
  return `## ${code}\n\n*${severity}* · ${what}\n\nBad:\n\n${fenced(bad)}\n\nGood:\n\n${fenced(good)}\n`;
}

/** The lines of an example; the path precedes each file if there are several. */
function exampleLines(example: Example): string[] {
  const files = Object.entries(filesOf(example));
  return files.flatMap(([path, content]) => [
    ...(typeof example === "string" ? [] : [`# ${path}`]),
    ...(typeof content === "string" ? escapedLines(content) : ["(bytes that are not UTF-8)"]),
  ]);
}

/** Shows invisible characters as escapes. */
function escapedLines(content: string): string[] {
  return content
    .trimEnd()
    .replace(
      /[\u200B-\u200F]/g,
      (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase()}>`,
    )
    .replaceAll("\r", "<CR>")
    .split("\n");
}
