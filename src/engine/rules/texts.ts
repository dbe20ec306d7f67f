// The texts of definitions: what is sent to a model, and where it stands.
import { isObject, type Json, type JsonObject, type Path } from "../json.ts";
import { variablesOf } from "../template.ts";

/** A text, and where it stands in its definition's normal form. */
export interface TextAt {
  readonly path: Path;
  readonly text: string;
}

interface BlockAt {
  readonly path: Path;
  readonly block: JsonObject;
  readonly role: string;
}

/** Every block of the messages in a field. */
export function blocksOf(spec: JsonObject, field: string): BlockAt[] {
  return asList(spec[field]).flatMap((message, index) =>
    asList(message["content"]).map((block, position) => ({
      path: [field, index, "content", position],
      block,
      role: String(message["role"]),
    })),
  );
}

function asList(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts of the messages in a field: those in which variables are filled in. */
export function templatesOf(spec: JsonObject, field: string): TextAt[] {
  return blocksOf(spec, field).flatMap(({ path, block }) =>
    block["type"] === "TEXT" ? [{ path: [...path, "text"], text: String(block["text"]) }] : [],
  );
}

/** The names that texts ask for, with the text each first stands in. */
export function namesIn(texts: readonly TextAt[]): Map<string, TextAt> {
  const names = new Map<string, TextAt>();
  for (const each of texts)
    for (const name of variablesOf(each.text)) if (!names.has(name)) names.set(name, each);
  return names;
}

/** Where the placeholder of a name stands in a text. */
export function placeholderOf(name: string, { text }: TextAt): { offset: number; length: number } {
  for (const found of text.matchAll(/\{\{([^{}]+)\}\}/g))
    if (found[1]!.trim() === name) return { offset: found.index, length: found[0].length };
  return { offset: 0, length: text.length };
}

/** Calls back with every text in a value, keys left out, and what gives its path. */
export function eachText(
  value: Json,
  tell: (text: string, path: () => Path) => void,
  at: (string | number)[] = [],
): void {
  if (typeof value === "string") return tell(value, () => [...at]);
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    at.push(Array.isArray(value) ? Number(key) : key);
    eachText(each as Json, tell, at);
    at.pop();
  }
}
