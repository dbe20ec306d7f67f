// The texts of definitions: what is sent to a model, and where it stands.
import { isObject, type Json, type JsonObject, type Path } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import { variablesOf } from "../model/template.ts";
import type { Checked, Subject } from "./rule.ts";

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

/** A list of messages: a prompt's own, or those that an evaluation appends to them. */
export interface Messages {
  readonly subject: Subject;
  readonly blocks: readonly BlockAt[];
  /** The texts: those in which variables are filled in. */
  readonly texts: readonly TextAt[];
  /** The names that the texts ask for, with the text each first stands in. */
  readonly names: ReadonlyMap<string, TextAt>;
  /** The messages of the prompt, where these are appended. */
  readonly before: Messages | undefined;
}

const known = new WeakMap<Checked, ReadonlyMap<Address, Messages>>();

/** The messages of every prompt and evaluation; what several rules ask is found out once. */
export function messagesIn(project: Checked): ReadonlyMap<Address, Messages> {
  let found = known.get(project);
  if (!found) known.set(project, (found = allMessages(project)));
  return found;
}

function allMessages(project: Checked): ReadonlyMap<Address, Messages> {
  const all = new Map<Address, Messages>();
  for (const subject of project.all("prompt"))
    all.set(subject.definition.address, messagesOf(subject, "messages", undefined));
  for (const subject of project.all("evaluation")) {
    const { address, parent } = subject.definition;
    all.set(address, messagesOf(subject, "appendedMessages", all.get(parent ?? "")));
  }
  return all;
}

function messagesOf(subject: Subject, field: string, before: Messages | undefined): Messages {
  const blocks: BlockAt[] = [];
  const texts: TextAt[] = [];
  for (const [index, message] of asList(subject.definition.spec[field]).entries())
    for (const [position, block] of asList(message["content"]).entries()) {
      const path = [field, index, "content", position];
      blocks.push({ path, block, role: String(message["role"]) });
      if (block["type"] === "TEXT")
        texts.push({ path: [...path, "text"], text: String(block["text"]) });
    }
  return { subject, blocks, texts, names: namesOf(texts), before };
}

function asList(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function namesOf(texts: readonly TextAt[]): Map<string, TextAt> {
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

/** Calls back with every text in a value, keys left out, and its path of the moment. */
export function eachText(
  value: Json,
  tell: (text: string, path: Path) => void,
  at: (string | number)[] = [],
): void {
  if (typeof value === "string") return tell(value, at);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      beneath(value[index] as Json, tell, at, index);
    return;
  }
  for (const key of Object.keys(value)) beneath((value as JsonObject)[key]!, tell, at, key);
}

function beneath(
  value: Json,
  tell: (text: string, path: Path) => void,
  at: (string | number)[],
  key: string | number,
): void {
  at.push(key);
  eachText(value, tell, at);
  at.pop();
}
