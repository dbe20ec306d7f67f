// {{placeholders}}: found and filled in. Names are flat, values literal, one pass; there is
// nothing else to the language. test/conformance/templates.yaml is its table, one row a case.

/** Values by name; null stands for the empty text. */
export type Variables = { readonly [name: string]: string | null };

/** Two braces, something without braces, two braces. */
const placeholder = /\{\{([^{}]+)\}\}/g;

/** What another template language would make of it is literal text here. */
const otherLanguage = /^[#^>/!&]|\|/;

/** The name a placeholder asks for; undefined where it is literal text. */
function nameIn(inside: string): string | undefined {
  const name = inside.trim();
  return name === "" || otherLanguage.test(name) ? undefined : name;
}

/** The names a text asks for, once each, in the order they first stand there. */
export function variablesOf(text: string): string[] {
  if (!text.includes("{{")) return [];
  const names = [...text.matchAll(placeholder)].map(([, inside]) => nameIn(inside!));
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The names a text asks for that have no value. */
export function missingIn(text: string, variables: Variables): string[] {
  return variablesOf(text).filter((name) => !Object.hasOwn(variables, name));
}

/** The text with every value in place. What has no value stays as it is: ask `missingIn` first. */
export function render(text: string, variables: Variables): string {
  return text.replace(placeholder, (whole, inside: string) => {
    const name = nameIn(inside);
    if (name === undefined || !Object.hasOwn(variables, name)) return whole;
    return variables[name] ?? "";
  });
}

/** How many characters the text would have with every value in place. */
export function renderedLength(text: string, variables: Variables): number {
  let length = text.length;
  for (const [whole, inside] of text.matchAll(placeholder)) {
    const name = nameIn(inside!);
    if (name !== undefined && Object.hasOwn(variables, name))
      length += (variables[name] ?? "").length - whole.length;
  }
  return length;
}
