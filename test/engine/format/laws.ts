// Violations of the format: keys out of order, untidy lines, comments separated from their keys. An
// oracle that is independent of src/engine/format.
import {
  type Document,
  isMap,
  isSeq,
  parse,
  LineCounter,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLMap,
} from "yaml";
import type { Ugly } from "./unformatted.ts";

/** The order of the keys that the schemas know; those of free mappings have none. */
const orders = {
  document:
    "kind key evaluation prompt name metadata description tools parameters variables messages appendedMessages evaluations weight threshold assertions",
  assertion:
    "kind evaluation metadata type targetValues targetThreshold weight jsonPath ignoreCase negate",
  evaluation: "name metadata variables appendedMessages weight threshold assertions",
  parameters: "provider name maxTokens",
  message: "role content",
  block: "type text",
};

/** The mappings of a document whose keys are out of order. */
export function disorder(document: Document): string[] {
  const found: string[] = [];
  const hold = (map: unknown, order: keyof typeof orders): void => {
    if (!isMap(map)) return;
    const places = map.items.map(({ key }) =>
      orders[order].split(" ").indexOf((key as Scalar<string>).value),
    );
    if (places.some((each, index) => each < (places[index - 1] ?? 0)))
      found.push(`${order}: ${String(map)}`);
  };
  const items = (at: unknown): unknown[] => (isSeq(at) ? at.items : []);
  const holdMessages = (list: unknown): void => {
    for (const each of items(list)) {
      hold(each, "message");
      for (const block of items((each as YAMLMap).get("content", true))) hold(block, "block");
    }
  };
  const holdEvaluation = (each: YAMLMap): void => {
    holdMessages(each.get("appendedMessages", true));
    for (const one of items(each.get("assertions", true))) hold(one, "assertion");
  };
  const root = document.contents as YAMLMap;
  const kind = root.get("kind");
  hold(root, kind === "assertion" ? "assertion" : "document");
  if (kind === "prompt") hold(root.get("parameters", true), "parameters");
  holdMessages(root.get("messages", true));
  for (const each of items(root.get("evaluations", true))) {
    hold(each, "evaluation");
    holdEvaluation(each as YAMLMap);
  }
  holdEvaluation(root);
  return found;
}

/** Untidy lines of a formatted file, except lines of block scalars. */
export function untidy(text: string): string[] {
  const found = /^\uFEFF|\r\n|^\n|^---\n|\n---\n$|\n\.\.\.\n|[^\n]$|\n---[^\n]/.exec(text);
  const inTexts = new Set<number>();
  const lines = new LineCounter();
  for (const document of parseAllDocuments(text, { lineCounter: lines, stringKeys: true }))
    visit(document, {
      Scalar: (_key, { type, range }) => {
        if (!type?.startsWith("BLOCK")) return;
        for (let at = lines.linePos(range![0]).line; at < lines.linePos(range![1]).line; at++)
          inTexts.add(at + 1);
      },
    });
  const wrong = text.split("\n").flatMap((line, index, all) => {
    if (inTexts.has(index + 1)) return [];
    const isOdd =
      /[ \t]$/.test(line) ||
      /^ *\t/.test(line) ||
      (/^ */.exec(line)![0].length % 2 === 1 && !isInBrackets(all, index)) ||
      (line === "" && all[index - 1] === "" && index < all.length - 1);
    return isOdd ? [`${index + 1}: ${line}`] : [];
  });
  return [...(found ? [found[0]] : []), ...wrong];
}

/** Brackets with comments in them stay unchanged. */
function isInBrackets(lines: readonly string[], index: number): boolean {
  const before = lines
    .slice(0, index)
    .join("\n")
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*/g, "");
  return (before.match(/[[{]/g)?.length ?? 0) > (before.match(/[\]}]/g)?.length ?? 0);
}

/** Comments that are no longer above their key. */
export function astray(text: string, documents: readonly Ugly[]): string[] {
  const lines = text.split("\n");
  return documents.flatMap(({ above }) =>
    [...above].flatMap(([comment, key]) => {
      const at = lines.findIndex((line) => line.trim() === comment);
      const next = lines.slice(at + 1).find((line) => !/^\s*(?:#|$)/.test(line)) ?? "";
      const written = next.replace(/^[ -]*/, "");
      const [, found = ""] = /^("(?:[^"\\]|\\.)*"|.*?):(?: |$)/.exec(written) ?? [];
      const isThere = String(parse(found, { schema: "failsafe" })) === key;
      return at >= 0 && isThere ? [] : [`${comment} above ${key}`];
    }),
  );
}
