// What a code means, as --explain and docs/diagnostics.md show it.
import { type Code, type Example, filesOf } from "../engine/model/diagnostic-codes.ts";

/** `unknown-tool (error)`, what it means, and both examples. */
export function explainText(code: string, { severity, what, bad, good }: Code): string {
  const indented = (example: Example): string =>
    exampleLines(example)
      .map((line) => (line === "" ? "" : `    ${line}`))
      .join("\n");
  return `${code} (${severity})\n\n  ${what}\n\n  Bad:\n\n${indented(bad)}\n\n  Good:\n\n${indented(good)}\n`;
}

/** A section of the page of all codes, which scripts/generate.mjs makes. @public */
export function explainMarkdown(code: string, { severity, what, bad, good }: Code): string {
  const fenced = (example: Example): string =>
    `\`\`\`yaml\n${exampleLines(example).join("\n")}\n\`\`\``;
  return `## ${code}\n\n*${severity}* · ${what}\n\nBad:\n\n${fenced(bad)}\n\nGood:\n\n${fenced(good)}\n`;
}

/** The lines of an example; its files are named where one name does not go without saying. */
function exampleLines(example: Example): string[] {
  const files = Object.entries(filesOf(example));
  return files.flatMap(([path, content]) => [
    ...(typeof example === "string" ? [] : [`# ${path}`]),
    ...(typeof content === "string" ? shown(content) : ["(bytes that are not UTF-8)"]),
  ]);
}

/** Invisible characters as escapes: a page that holds them would show nothing. */
function shown(content: string): string[] {
  return content
    .trimEnd()
    .replace(/[\u200B-\u200F]/g, (found) => `<U+${found.charCodeAt(0).toString(16).toUpperCase()}>`)
    .replaceAll("\r", "<CR>")
    .split("\n");
}
