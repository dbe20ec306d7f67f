// The comments `# promptctl-ignore: code, code`, each of which ignores warnings in its document.
import { type Document, visit } from "yaml";
import type { ParsedDocument } from "./parsed-document.ts";
import { locationAt, type Offsets, type YamlFile } from "./yaml-documents.ts";

const ignoreComment = /promptctl-ignore[ \t]*(?::[ \t]*)?([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)/g;

/** The codes that the comments of a document ignore. */
export function ignoredCodesIn(
  document: Document.Parsed,
  file: YamlFile,
): ParsedDocument["ignoredCodes"] {
  const source = file.text;
  const start = startOf(document, source);
  const text = source.slice(start, document.range[2]);
  if (!text.includes("promptctl-ignore")) return [];
  const isInScalar = createScalarCheck(document);
  return [...text.matchAll(ignoreComment)].flatMap((match) => {
    const offset = start + match.index;
    const lineStart = source.lastIndexOf("\n", offset) + 1;
    const isComment = /(^|\s)#/.test(source.slice(lineStart, offset));
    if (!isComment || isInScalar(offset)) return [];
    return match[1]!.split(",").map((item) => {
      const code = item.trim();
      const codeStart = offset + match[0].indexOf(code);
      return { code, location: locationAt(file, [codeStart, codeStart + code.length]) };
    });
  });
}

/** The offset of a document's first line. Comments at the start of the file belong to the first document. */
function startOf({ range }: Document.Parsed, source: string): number {
  const marker = source.lastIndexOf("\n---", range[0] - 1) + 1;
  const isFirst = !/^[^#\s%]/m.test(source.slice(0, marker));
  return isFirst ? 0 : marker;
}

/** Returns a function: whether a scalar contains an offset. The offsets must ascend. */
function createScalarCheck(document: Document.Parsed): (offset: number) => boolean {
  const ranges: Offsets[] = [];
  visit(document, { Scalar: (_key, { range }) => void (range && ranges.push(range)) });
  let next = 0; // `visit` goes through the text in its order
  return (offset) => {
    while (next < ranges.length && ranges[next]![1] <= offset) next++;
    return next < ranges.length && ranges[next]![0] <= offset;
  };
}
