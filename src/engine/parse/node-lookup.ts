// Finds the node at a path of a document. Keys and aliases are indexed, so that the time for many
// paths of a large document is linear.
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  type Node,
  visit,
} from "yaml";
import { memo } from "../model/collections.ts";
import type { Path } from "../model/json.ts";
import { type Entry, entryAt } from "./yaml-documents.ts";

/** The node at a path, or its key; if it does not exist, its nearest ancestor. */
export type FindNode = (document: Document.Parsed, path: Path, part?: "key") => Node | null;

/** Returns a function that finds nodes. Documents must not change while it is used. */
export function createNodeLookup(): FindNode {
  const entriesOf = memo(entriesByKey, new WeakMap());
  const targetsOf = memo(aliasTargets, new WeakMap());
  return (document, path, part) => {
    let node: Node | null = document.contents;
    let nearest = node;
    for (const [depth, key] of path.entries()) {
      const target = isAlias(node) ? targetsOf(document).get(node) : node;
      const entry = isMap(target) ? entriesOf(target).get(String(key)) : entryAt(target, key);
      if (!entry) break;
      const isLast = depth === path.length - 1;
      node = isPair(entry) ? entry.value : entry;
      nearest = isPair(entry) && (!node || (isLast && part === "key")) ? entry.key : node;
    }
    return nearest;
  };
}

/** The pairs of a mapping by key; the first of two with one key. */
function entriesByKey({ items }: { readonly items: readonly unknown[] }): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const pair of items as readonly Entry[]) {
    const key = isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : undefined;
    if (key !== undefined && !entries.has(key)) entries.set(key, pair);
  }
  return entries;
}

/** The node that each alias refers to: the last one before it with the anchor. */
function aliasTargets(document: Document.Parsed): Map<Alias, Node> {
  const targets = new Map<Alias, Node>();
  const anchored = new Map<string, Node>();
  visit(document, {
    Value: (_key, node) => void (node.anchor && anchored.set(node.anchor, node)),
    Alias: (_key, alias) => {
      const target = anchored.get(alias.source);
      if (target) targets.set(alias, target);
    },
  });
  return targets;
}
