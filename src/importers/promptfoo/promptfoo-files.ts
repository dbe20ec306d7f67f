// The files that a configuration of promptfoo names.
import type { BrokenPart, ReadReferred, ReferredFile } from "../convert/imported.ts";
import {
  carry,
  itemsOf,
  leave,
  type LeftField,
  rootOf,
  type SourceDocument,
  type SourceNode,
} from "../convert/source-node.ts";

/** What a configuration and its files are read with. */
export interface PromptfooFiles {
  readonly readReferred: ReadReferred;
  /** Gets the documents that the configuration refers to. */
  readonly roots: SourceNode[];
  /** Gets the fields whose files cannot be read. */
  readonly unread: LeftField[];
  /** Gets the files, and the lines of files, with wrong syntax. */
  readonly broken: BrokenPart[];
}

/** Programs: `file://prompt.py`, `prompt.js:build`, `exec:…`. */
export const program: RegExp =
  /^(?:file:\/\/.*|\S+)\.(?:py|[cm]?[jt]s|rb|go|sh|exe)(?::\w+)?$|^exec:/;

/** Services: `langfuse://name`. */
export const service: RegExp = /^(?!file:)[a-z]+:\/\/\S+$/;

/** The files of a path or pattern; a sentence if they cannot be read. */
export function filesAt(
  node: SourceNode,
  text: string,
  { readReferred }: PromptfooFiles,
): readonly ReferredFile[] | string {
  return readReferred(node.record.source, text.replace(/^file:\/\//, ""));
}

/**
 * The items of the documents in the files that a text names: tests and their values, or providers and
 * tools. A file that cannot be read is an error, and the others are read.
 */
export function itemsInFiles(node: SourceNode, files: PromptfooFiles): SourceNode[] {
  const path = String(node.value);
  const isFile = !program.test(path) && !service.test(path);
  const read = isFile ? filesAt(node, path, files) : [];
  if (!isFile) leave(node, "Only files with data are read, no programs and no services.");
  else if (typeof read === "string") addUnread(node, read, files);
  else carry(node);
  if (typeof read === "string") return [];
  const documents = read.flatMap((file) => documentsIn(file, files)).map(rootOf);
  files.roots.push(...documents);
  return documents.flatMap((root) => (Array.isArray(root.value) ? itemsOf(root) : [root]));
}

/** Makes a field an error, because its files cannot be read. `reason` is a sentence. */
export function addUnread(node: SourceNode, reason: string, { unread }: PromptfooFiles): void {
  unread.push({ source: node.record.source, path: node.path, reason });
  carry(node); // it is listed once
}

/** The documents of a file. Of JSON Lines, those of the lines without errors. */
export function documentsIn(file: ReferredFile, files: PromptfooFiles): readonly SourceDocument[] {
  const none: BrokenPart = {
    part: "file",
    place: file.file,
    message: "It has no JSON, YAML or table.",
  };
  const isEmpty = file.documents.length === 0 && file.broken.length === 0;
  const broken = isEmpty ? [none] : file.broken;
  const known = new Set(files.broken.map(({ place }) => place));
  files.broken.push(...broken.filter(({ place }) => !known.has(place)));
  return broken.some(({ part }) => part === "file") ? [] : file.documents;
}
