// The texts of definitions that are sent to a model, with their paths.
import { type Json, type Path, objectsIn } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import { placeholderPattern, variablesOf } from "../render/template.ts";
import type { BlockAt, Messages, Subject, TextAt } from "./rule.ts";

/** The messages of every prompt and evaluation, by address. */
export function allMessages(
  prompts: readonly Subject[],
  evaluations: readonly Subject[],
): ReadonlyMap<Address, Messages> {
  const all = new Map<Address, Messages>();
  for (const subject of prompts)
    all.set(subject.definition.address, messagesOf(subject, "messages", undefined));
  for (const subject of evaluations) {
    const { address, parent } = subject.definition;
    all.set(address, messagesOf(subject, "appendedMessages", all.get(parent ?? "")));
  }
  return all;
}

function messagesOf(subject: Subject, field: string, before: Messages | undefined): Messages {
  const blocks: BlockAt[] = [];
  const texts: TextAt[] = [];
  for (const [index, message] of objectsIn(subject.definition.spec[field]).entries())
    for (const [position, block] of objectsIn(message["content"]).entries()) {
      const path = [field, index, "content", position];
      blocks.push({ path, block, role: String(message["role"]) });
      if (block["type"] === "TEXT")
        texts.push({ path: [...path, "text"], text: String(block["text"]) });
    }
  return { blocks, texts, names: namesOf(texts), before };
}

function namesOf(texts: readonly TextAt[]): Map<string, TextAt> {
  const names = new Map<string, TextAt>();
  for (const each of texts)
    for (const name of variablesOf(each.text)) if (!names.has(name)) names.set(name, each);
  return names;
}

/** The position of the placeholder of a variable in a text. */
export function placeholderOf(name: string, { text }: TextAt): { offset: number; length: number } {
  for (const found of text.matchAll(placeholderPattern))
    if (found[1]!.trim() === name) return { offset: found.index, length: found[0].length };
  return { offset: 0, length: text.length };
}

/** Calls `visit` with every text in a value, keys excluded, and its path, which changes afterwards. */
export function eachText(
  value: Json,
  visit: (text: string, path: Path) => void,
  path: (string | number)[] = [],
): void {
  if (typeof value === "string") return visit(value, path);
  if (typeof value !== "object" || value === null) return;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, child] of entries) {
    path.push(key);
    eachText(child as Json, visit, path);
    path.pop();
  }
}
