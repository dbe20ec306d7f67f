// A thing that would be made anew, beside one that is there under another name and says nearly
// the same: most often it was renamed, and one line in its definition would say so.
import { groupBy } from "../model/collections.ts";
import { hintText } from "../model/hint.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { kindNamed, type Kinds } from "../model/kind.ts";
import type { MatchResult } from "../match/match-context.ts";
import { contentDigest } from "../observe/observe.ts";
import type { Change, Create } from "../model/plan.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";

/** How much of the text of both must be the same, from 0 to 1. */
const enough = 0.7;
/** Shorter lines say little about whose they are. */
const shortest = 20;
/** More than these would not be read. */
const mostSentences = 20;
/** A line that more things have than this tells nothing apart. */
const mostHolders = 20;

/** A new definition, and a thing under another name that says nearly the same. */
export interface RenameHint {
  readonly address: Address;
  readonly kind: string;
  /** The name of the thing on the service, and its id. */
  readonly name: string;
  readonly id: string;
}

/** Every new thing that looks like one no file defines. */
export function findRenameHints(
  kinds: Kinds,
  matching: MatchResult,
  changes: readonly Change[],
): RenameHint[] {
  return kinds
    .filter((row) => row.identifiedBy.by === "name")
    .flatMap(({ kind }) => {
      const made = changes.filter((each) => each.action === "create" && each.kind === kind);
      const left = matching.leftovers
        .filter((each) => each.row.kind === kind && each.reason === "unmanaged")
        .map(({ observed }) => observed);
      return pairs(kinds, made as Create[], left).map(([{ address }, { id, name }]) => ({
        address,
        kind,
        name: name!,
        id,
      }));
    });
}

/** A sentence for each, with the line to add. */
export function renameHintNotes(all: readonly RenameHint[], changes: readonly Change[]): string[] {
  const going = new Set(
    changes.flatMap((each) => (each.action === "delete" ? [addressOf(each.kind, each.id)] : [])),
  );
  return all.slice(0, mostSentences).map(({ address, kind, name, id }) => {
    const goes = going.has(addressOf(kind, id));
    const state = goes ? "which this plan deletes" : "which no file defines";
    return hintText([
      `${address} is new and looks like the ${kind} "${name}" (${id}), ${state}. If it is the same under a new name, add to its definition:`,
      `renamedFrom: [${JSON.stringify(name)}]`,
    ]);
  });
}

/** What it says but for its name: the same text for the same content, and its long lines. */
interface Sayings {
  readonly content: string;
  readonly lines: ReadonlySet<string>;
}

function sayingsOf(kinds: Kinds, kind: string, { name: _name, ...rest }: JsonObject): Sayings {
  const content = contentDigest(kindNamed(kinds, kind), rest);
  return { content, lines: new Set(longLines(rest)) };
}

function longLines(value: Json): string[] {
  if (typeof value === "string")
    return value
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.length >= shortest);
  if (Array.isArray(value)) return value.flatMap(longLines);
  return isObject(value) ? Object.values(value).flatMap(longLines) : [];
}

/** The pairs that are alike, the most alike first, nothing twice. */
function pairs(
  kinds: Kinds,
  made: readonly Create[],
  left: readonly Observed[],
): [Create, Observed][] {
  if (made.length === 0 || left.length === 0) return [];
  const there = left.map((found) => ({ found, says: sayingsOf(kinds, found.kind, found.spec) }));
  const byContent = groupBy(there, ({ says }) => says.content);
  const byLine = groupBy(
    there.flatMap((each) => [...each.says.lines].map((line) => ({ line, each }))),
    ({ line }) => line,
  );
  const scored = made.flatMap((create) => {
    const says = sayingsOf(kinds, create.kind, create.body);
    const sharing = [...says.lines].flatMap((line) => {
      const holders = byLine.get(line) ?? [];
      return holders.length > mostHolders ? [] : holders.map(({ each }) => each);
    });
    const equal = (byContent.get(says.content) ?? []).slice(0, mostHolders);
    const candidates = new Set([...equal, ...sharing]);
    return [...candidates].map((each) => ({
      create,
      found: each.found,
      score: likeness(says, each.says),
    }));
  });
  const taken = new Set<unknown>();
  return scored
    .filter(({ score }) => score >= enough)
    .sort((a, b) => b.score - a.score)
    .flatMap(({ create, found }): [Create, Observed][] => {
      if (taken.has(create) || taken.has(found)) return [];
      taken.add(create).add(found);
      return [[create, found]];
    });
}

/** The share of the lines of both that both have, by length. */
function likeness(one: Sayings, other: Sayings): number {
  if (one.content === other.content) return 1;
  const common = [...one.lines].filter((line) => other.lines.has(line));
  return (2 * lengthOf(common)) / (lengthOf(one.lines) + lengthOf(other.lines));
}

function lengthOf(lines: Iterable<string>): number {
  let length = 0;
  for (const line of lines) length += line.length;
  return length;
}
