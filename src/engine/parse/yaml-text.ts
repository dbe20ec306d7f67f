// What is looked for in the text of a YAML document besides its value: pieces of its texts, the
// comments that silence warnings, and words that other versions of YAML read otherwise.
import type { Document } from "yaml";
import type { Span } from "./parse.ts";
import { yaml } from "../packages.ts";

interface Found {
  readonly start: number;
  readonly end: number;
}

/** Offsets of a piece of a text that is written between two offsets; undefined where it is written otherwise. */
export function pieceIn(
  source: string,
  start: number,
  end: number,
  text: string,
  { offset, length }: Span,
): [number, number] | undefined {
  const piece = text.slice(offset, offset + length).split("\n")[0]!;
  if (piece === "") return undefined;
  let found = start - 1;
  for (let before = -1; before < offset;) {
    before = text.indexOf(piece, before + 1);
    found = source.indexOf(piece, found + 1);
    if (before < 0 || found < 0 || found >= end) return undefined;
  }
  return [found, found + piece.length];
}

const silencing = /promptctl-ignore[ \t]*(?::[ \t]*)?([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)/g;

/** Whether a comment may silence something. */
export function maySilence(source: string): boolean {
  return source.includes("promptctl-ignore");
}

/** The codes that the comments of a document silence. */
export function silencedIn(
  document: Document.Parsed,
  source: string,
): (Found & { readonly code: string })[] {
  const [begin, , end] = document.range;
  const marker = source.lastIndexOf("\n---", begin - 1) + 1;
  const isFirst = !/^[^#\s%]/m.test(source.slice(0, marker)); // nothing but comments before it
  const from = isFirst ? 0 : marker;
  const part = source.slice(from, end);
  if (!maySilence(part)) return [];
  const texts = scalarRanges(document);
  return [...part.matchAll(silencing)].flatMap((match) => {
    const at = from + match.index;
    const lineStart = source.lastIndexOf("\n", at) + 1;
    const isComment = /(^|\s)#/.test(source.slice(lineStart, at));
    if (!isComment || texts.some(([a, b]) => a <= at && at < b)) return [];
    return match[1]!.split(",").map((code) => {
      const start = at + match[0].indexOf(code.trim());
      return { code: code.trim(), start, end: start + code.trim().length };
    });
  });
}

function scalarRanges(document: Document.Parsed): [number, number][] {
  const ranges: [number, number][] = [];
  yaml().visit(document, {
    Scalar: (_key, node) => void (node.range && ranges.push([node.range[0], node.range[1]])),
  });
  return ranges;
}

/** What YAML 1.1 takes for true or false and YAML 1.2 for text. */
export function isTruthWord(text: string): boolean {
  return text.length <= 3 && /^(?:y|yes|n|no|on|off)$/i.test(text);
}

/** Plain words that YAML 1.1 takes for true or false, where a value stands. */
export function truthWordsOf(document: Document.Parsed): (Found & { readonly word: string })[] {
  const found: (Found & { word: string })[] = [];
  yaml().visit(document, {
    Scalar: (key, node) => {
      if (key === "key" || !yaml().isScalar(node) || node.type !== "PLAIN" || !node.range) return;
      if (typeof node.value === "string" && isTruthWord(node.value))
        found.push({ word: node.value, start: node.range[0], end: node.range[1] });
    },
  });
  return found;
}
