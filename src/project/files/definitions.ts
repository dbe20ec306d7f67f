// Reads definition files and the files they include.
import type { IncludeResult, IncludeRequest, SourceFile } from "../../engine/model/source-file.ts";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { type Diagnostic, error } from "../../engine/model/diagnostic.ts";
import { isNamed } from "../../engine/model/failure.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import { isJsonFile, isTextFile, type ListedFile, listProjectFiles } from "./definition-listing.ts";
import { similarWord } from "../../engine/text/did-you-mean.ts";
import { readProblem } from "../../io/files/file-problems.ts";
import { decodeUtf8, notUtf8Problem } from "../../io/files/utf8.ts";
import { tryOr } from "../../io/files/paths.ts";
import { isOutside } from "./included-folders.ts";
import { folderTree, type Inclusion } from "./folder-tree.ts";
import { type ProjectTree, UnreadableFile } from "./project-tree.ts";
import { standInError } from "./stand-ins.ts";

/**
 * `root`: the folder of the project. `folder`: the folder of the definitions, relative to `root`.
 * Without `inclusion`, files outside the project are not included.
 */
export function definitionFiles(
  root: string,
  folder: string,
  inclusion?: Inclusion,
): DefinitionFiles {
  return definitionFilesIn(folderTree(root, inclusion), folder);
}

/** The definition files in a folder of the project. */
export function definitionFilesIn(tree: ProjectTree, folder: string): DefinitionFiles {
  const { fetch } = tree;
  return {
    read: async () => {
      const listed = listProjectFiles(tree, folder);
      const paths = listed.map(({ path }) => path);
      const [jsonFiles, textFiles] = [paths.filter(isJsonFile), paths.filter(isTextFile)];
      const others = new Set([...jsonFiles, ...textFiles]);
      const yamlFiles = listed.filter(({ path }) => !others.has(path)); // and submodules
      await fetch?.(yamlFiles.map(({ path }) => path));
      return { ...readFiles(tree, yamlFiles), jsonFiles, textFiles };
    },
    readIncluded: (request) => includeFile(tree, request),
    ...(fetch && { fetchIncluded: (requests) => fetch(requests.map(includedPath)) }),
  };
}

/** Reads definition files; unreadable ones are diagnostics. */
export function readFiles(
  tree: ProjectTree,
  listed: readonly ListedFile[],
): { readonly files: readonly SourceFile[]; readonly diagnostics: readonly Diagnostic[] } {
  const files: SourceFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { path, realPath } of listed) {
    let content: Buffer | undefined;
    try {
      const real = realPath ?? tree.realPath(path);
      content = tree.read(real);
      const standIn = tree.standIn?.(real, content);
      if (standIn) diagnostics.push(standInError(path, standIn));
      else files.push({ path, text: normalizeText(content).text });
    } catch (problem) {
      const { message, hint, line = 1, column = 1 } = readFailure(path, problem, content);
      const location = { file: path, line, column, endColumn: column + 1, text: "" };
      diagnostics.push({
        ...error("unreadable-file", location, message, hint),
        paths: [path],
      });
    }
  }
  return { files, diagnostics };
}

/** The same files. A stand-in for an included file is a warning, not an error. */
export function withReadableStandIns(files: DefinitionFiles): DefinitionFiles {
  return {
    ...files,
    readIncluded: (request) => {
      const result = files.readIncluded(request);
      if ("problem" in result || !result.standIn || result.text.includes("\0")) return result;
      return { ...result, standIn: { ...result.standIn, isWarning: true } };
    },
  };
}

function includedPath({ from, file }: IncludeRequest): string {
  return posix.join(posix.dirname(from), file);
}

function includeFile(tree: ProjectTree, request: IncludeRequest): IncludeResult {
  const problem = includePathProblem(request.file);
  if (problem !== undefined) return { problem };
  const path = includedPath(request);
  let content: Buffer | undefined;
  try {
    const real = tree.includedPath(path);
    if (isHidden(withoutParents(real)))
      throw new UnreadableFile("leads to a file whose path has a part that begins with a dot");
    const { maxBytes = Infinity } = request;
    if (maxBytes < Infinity && tree.size && tree.size(real) > maxBytes)
      throw new UnreadableFile(`is larger than ${maxBytes} bytes`);
    content = tree.read(real);
    const standIn = tree.standIn?.(real, content);
    const about = standIn && { standIn };
    const isBinary = request.form === "base64" && !/\.(b64|base64|txt)$/i.test(path);
    if (isBinary || standIn?.code === "not-checked-out")
      return { path, text: content.toString(isBinary ? "base64" : "utf8"), ...about };
    const { text, changed } = normalizeText(content);
    if (request.form === "base64") return { path, text: text.replace(/\s+/g, ""), ...about };
    return { path, text, ...(changed && { changed: `${path} ${changed}.` }), ...about };
  } catch (caught) {
    const failure = readFailure(path, caught, content);
    const similar = similarFile(tree, path, caught);
    if (similar !== undefined)
      return { problem: failure.message, hint: `Did you mean ${similar}?`, similar };
    const { message, hint } = failure;
    return { problem: message, ...(hint !== undefined && { hint }) };
  }
}

function includePathProblem(file: string): string | undefined {
  if (file.includes("\\")) return `Write ${JSON.stringify(file)} with / between folders.`;
  if (file.startsWith("/") || /^[a-z]:/i.test(file))
    return `The path ${JSON.stringify(file)} is absolute. Write it relative to this YAML file.`;
  const rest = withoutParents(file);
  if (rest === "") return `${JSON.stringify(file)} is a folder.`;
  if (rest.split("/").some((part) => part === "." || part === ".."))
    return `${JSON.stringify(file)} has "." or ".." after a folder: write ${JSON.stringify(posix.normalize(file))}.`;
  return isHidden(rest)
    ? `${JSON.stringify(file)} has a part that begins with a dot: such files are not included.`
    : undefined;
}

/** The path without `./` and `../` at its start. */
function withoutParents(path: string): string {
  return path.replace(/^(?:\.\.?(?:\/|$))+/, "");
}

function isHidden(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.startsWith("."));
}

/**
 * The text of a file in UTF-8 without a byte order mark, with LF line endings, and what was
 * changed.
 */
export function readNormalizedText(real: string): { text: string; changed: string } {
  return normalizeText(readFileSync(real));
}

/** The same for the content of a file. Throws a TypeError if it is not UTF-8. */
export function normalizeText(content: Uint8Array): { text: string; changed: string } {
  const raw = decodeUtf8(content);
  if (raw === undefined) throw new TypeError("not UTF-8");
  const hasMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const hasReturns = raw.includes("\r\n");
  const changes = [
    hasMark ? "begins with a byte order mark, which is dropped" : [],
    hasReturns ? "has CRLF line endings, which are read as LF" : [],
  ];
  const text = raw.replaceAll("\r\n", "\n");
  return { text, changed: changes.flat().join(", and ") };
}

interface ReadFailure {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly line?: number;
  readonly column?: number;
}

/** Why a file cannot be read. `content`: undefined if reading failed. */
function readFailure(path: string, caught: unknown, content: Buffer | undefined): ReadFailure {
  if (isNamed<UnreadableFile>(caught, "UnreadableFile"))
    return { message: `${path} ${caught.message}.`, hint: caught.hint };
  if (!(caught instanceof TypeError) || !content) return { message: readProblem(path, caught) };
  const { problem, hint, line, column } = notUtf8Problem(path, content);
  return { message: `${path} ${problem}.`, hint, line, column };
}

/** The file beside a missing one whose name is similar, or differs in its ending. */
function similarFile(tree: ProjectTree, path: string, caught: unknown): string | undefined {
  if ((caught as NodeJS.ErrnoException).code !== "ENOENT") return undefined;
  const folder = posix.dirname(path);
  const name = posix.basename(path);
  const entries = tryOr([], () => tree.entries(tree.realPath(folder === "." ? "" : folder)));
  const names = entries.filter(({ type }) => type === "file").map((entry) => entry.name);
  const shown = isOutside(path) ? [] : names.filter((each) => !each.startsWith("."));
  const stem = (each: string): string => posix.parse(each).name.toLowerCase();
  const near = similarWord(name, shown) ?? shown.find((each) => stem(each) === stem(name));
  return near === undefined ? undefined : posix.join(folder, near);
}
