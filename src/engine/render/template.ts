// Finds and replaces {{placeholders}}. Names are flat, values are literal, and texts are replaced in
// one pass. test/engine/render/templates.yaml specifies the language, one row per case.

/** Values by name; null is the empty text. */
export type Variables = { readonly [name: string]: string | null };

/** Two braces, something without braces, two braces. */
export const placeholderPattern: RegExp = /\{\{([^{}]+)\}\}/g;

/** Syntax of other template languages, which is literal text. */
const otherLanguage = /^[#^>/!&]|\|/;

/** The name in a placeholder; undefined if it is literal text. */
function nameIn(inside: string): string | undefined {
  const name = inside.trim();
  return name === "" || otherLanguage.test(name) ? undefined : name;
}

/** The names in a text, without duplicates, in the order of their first use. */
export function variablesOf(text: string): string[] {
  if (!text.includes("{{")) return [];
  return [...new Set(placeholdersIn(text).map(({ name }) => name))];
}

/** A placeholder in a text. */
interface Placeholder {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** The placeholders of a text, in their order. */
export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(placeholderPattern)].flatMap(({ 0: whole, 1: inside, index }) => {
    const name = nameIn(inside!);
    return name === undefined ? [] : [{ name, offset: index, length: whole.length }];
  });
}

/** The names in a text that have no value. */
export function missingIn(text: string, variables: Variables): string[] {
  return variablesOf(text).filter((name) => !Object.hasOwn(variables, name));
}

/** Replaces the placeholders. Those without a value stay: check with `missingIn` first. */
export function render(text: string, variables: Variables): string {
  return text.replace(placeholderPattern, (whole, inside: string) => {
    const name = nameIn(inside);
    if (name === undefined || !Object.hasOwn(variables, name)) return whole;
    return variables[name] ?? "";
  });
}

/** The length of the rendered text. */
export function renderedLength(text: string, variables: Variables): number {
  let length = text.length;
  for (const [whole, inside] of text.matchAll(placeholderPattern)) {
    const name = nameIn(inside!);
    if (name !== undefined && Object.hasOwn(variables, name))
      length += (variables[name] ?? "").length - whole.length;
  }
  return length;
}
