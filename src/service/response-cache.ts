// Texts of answers, kept for as long as the store stays as it is: most reads repeat an earlier one.
// What stands in an answer is resources.ts; when a store is no longer as it was, the connection tells.
import type { Store } from "./store.ts";

/** Characters kept at most, all texts together; a longer one is made each time. */
const maxCharacters = 16 * 1024 * 1024;

/** Gives the text made earlier for a key or, where the store has changed since, a new one. */
export function keptTexts({ version }: Pick<Store, "version">) {
  const texts = new Map<string, string>();
  let characters = 0;
  let madeAt = "";

  function forget(): void {
    texts.clear();
    characters = 0;
  }

  return (key: string, make: () => string): string => {
    const now = version(); // before reading: what changes in between is seen at the next request
    if (now !== madeAt) forget();
    madeAt = now;
    const text = texts.get(key) ?? make();
    if (texts.has(key) || text.length > maxCharacters) return text;
    if (characters + text.length > maxCharacters) forget();
    texts.set(key, text);
    characters += text.length;
    return text;
  };
}
