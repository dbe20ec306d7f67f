// Where a text is no JSON.
import { visit } from "jsonc-parser";
import type { Span } from "../model/diagnostic.ts";
import { parseDeepJson } from "../model/json.ts";

/** Where a text stops to be JSON; undefined for JSON. */
export function jsonMistake(text: string): Span | undefined {
  if (parseDeepJson(text) !== undefined) return undefined;
  const found: Span[] = [];
  visit(
    text,
    { onError: (_code, offset, length) => void found.push({ offset, length }) },
    { disallowComments: true },
  );
  return found[0] ?? { offset: 0, length: 1 };
}
