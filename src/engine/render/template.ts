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
export interface Placeholder {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** The placeholders of a text, in their order. */
export function placeholdersIn(text: string): Placeholder[] {
  const found: Placeholder[] = [];
  for (const { 0: whole, 1: inside, index } of text.matchAll(placeholderPattern)) {
    const name = nameIn(inside!);
    if (name !== undefined) found.push({ name, offset: index, length: whole.length });
  }
  return found;
}

// The functions below take the placeholders of a text that was scanned before.

/** The names in a text that have no value. */
export function missingIn(
  text: string,
  variables: Variables,
  placeholders: readonly Placeholder[] = placeholdersIn(text),
): string[] {
  const missing = placeholders.filter(({ name }) => !Object.hasOwn(variables, name));
  return [...new Set(missing.map(({ name }) => name))];
}

/** Replaces the placeholders. Those without a value stay: check with `missingIn` first. */
export function render(
  text: string,
  variables: Variables,
  placeholders: readonly Placeholder[] = placeholdersIn(text),
): string {
  let rendered = "";
  let end = 0;
  for (const { name, offset, length } of placeholders) {
    if (!Object.hasOwn(variables, name)) continue;
    rendered += text.slice(end, offset) + (variables[name] ?? "");
    end = offset + length;
  }
  return rendered + text.slice(end);
}

/** The length of the rendered text. */
export function renderedLength(
  text: string,
  variables: Variables,
  placeholders: readonly Placeholder[] = placeholdersIn(text),
): number {
  let total = text.length;
  for (const { name, length } of placeholders)
    if (Object.hasOwn(variables, name)) total += (variables[name] ?? "").length - length;
  return total;
}
