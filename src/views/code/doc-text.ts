// Texts of definitions in doc comments of generated code.

/**
 * The text of a doc comment. It cannot end the comment, and `@word` is neither a tag nor a
 * directive of the compiler. Undefined for a text without content.
 */
export function docText(text: string): string | undefined {
  const inert = text
    .replace(/\r\n?/g, "\n")
    .trim()
    .replaceAll("*/", "*\\/")
    .replace(/(^|\s)@(?=\w)/g, "$1\\@");
  return inert === "" ? undefined : inert;
}
