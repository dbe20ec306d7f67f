// Creates the files of a new project. Existing files are kept; lines that are missing in .gitignore
// and the like are appended, and references to promptctl are changed. Nothing is written through a
// symbolic link.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { failed, isFailure } from "../../engine/model/failure.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import { createFileAtomically, linkStatsOf, rewriteFileAtomically } from "./atomic-file.ts";

/** What happens to a file. Paths are relative to the project, with `/`. */
export type FileAction =
  | { readonly action: "create"; readonly path: string; readonly text: string }
  /** `bytes`: the whole new content; the encoding of the existing file is not known. */
  | { readonly action: "append" | "update"; readonly path: string; readonly bytes: Buffer }
  | {
      readonly action: "skip";
      readonly path: string;
      readonly reason: string;
      /** What the user must add to the file. */
      readonly lacks?: string;
    };

/** True if the path exists, even as a symbolic link without target. */
export function isPathTaken(root: string, path: string): boolean {
  return withFileFailure(path, "read", () => linkStatsOf(join(root, path)) !== undefined);
}

/** True if the path is a file, and neither it nor a folder above it in the project is a symbolic link. */
export function isOwnFile(root: string, path: string): boolean {
  return withFileFailure(path, "read", () => {
    const isThere = obstacleTo(root, path) === alreadyExists;
    return isThere && linkStatsOf(join(root, path))!.isFile();
  });
}

/** Creates a file unless it exists. */
export function planFile(root: string, path: string, text: string): FileAction {
  const reason = withFileFailure(path, "read", () => obstacleTo(root, path));
  return reason === undefined ? { action: "create", path, text } : skip(path, reason);
}

/** Creates a file with the lines, or appends those that an existing file does not contain. */
export function planLines(root: string, path: string, lines: readonly string[]): FileAction {
  return withFileFailure(path, "read", () => {
    const stats = linkStatsOf(join(root, path));
    if (!stats) return planFile(root, path, lines.map((line) => `${line}\n`).join(""));
    if (stats.isSymbolicLink())
      return skip(path, `symbolic link: add ${lines.join(", ")} yourself`);
    if (!stats.isFile()) return skip(path, "not a regular file");
    const text = readFileSync(join(root, path), "latin1");
    const existing = new Set(text.split("\n").map(comparableLine));
    const missing = lines.filter((line) => !existing.has(comparableLine(line)));
    if (missing.length === 0) return skip(path, "up to date");
    const lineEnding = text.includes("\r\n") ? "\r\n" : "\n";
    const start = text === "" || text.endsWith("\n") ? text : text + lineEnding;
    const added = missing.map((line) => line + lineEnding).join("");
    return { action: "append", path, bytes: Buffer.from(start + added, "latin1") };
  });
}

/** Patterns of folders are equal with and without the slashes: `node_modules`, `/node_modules/`. */
function comparableLine(line: string): string {
  return line.trim().replace(/^(?:\*\*)?\/|\/$/g, "");
}

/**
 * Changes the text of an existing file. `change` returns undefined if it cannot; `advice` says what the user
 * does then.
 */
export function changeFile(
  root: string,
  path: string,
  advice: string,
  change: (text: string) => string | undefined,
): FileAction {
  return withFileFailure(path, "read", () => {
    const stats = linkStatsOf(join(root, path));
    if (!stats?.isFile()) return skip(path, `not a regular file: ${advice}`);
    const bytes = readFileSync(join(root, path));
    const text = bytes.toString("utf8");
    const changed = Buffer.from(text).equals(bytes) ? change(text) : undefined;
    if (changed === undefined) return skip(path, `cannot be edited: ${advice}`);
    if (changed === text) return skip(path, "up to date");
    return { action: "update", path, bytes: Buffer.from(changed) };
  });
}

/** Creates a folder of files (path → text), or none of them if the folder contains other files. */
export function planFolder(
  root: string,
  folder: string,
  texts: Readonly<Record<string, string>>,
): FileAction[] {
  const path = `${folder}/`;
  return withFileFailure(folder, "read", () => {
    const stats = linkStatsOf(join(root, folder));
    if (stats?.isSymbolicLink())
      return [skip(path, "symbolic link: its target must be a folder in the project")];
    if (stats && !(stats.isDirectory() && containsOnly(root, folder, texts)))
      return [skip(path, "already exists: no example is needed")];
    return Object.entries(texts).map(([file, text]) => planFile(root, file, text));
  });
}

const alreadyExists = "already exists";

function skip(path: string, reason: string): FileAction {
  return { action: "skip", path, reason };
}

/** True if a folder contains only files with these texts; hidden files are ignored. */
function containsOnly(
  root: string,
  folder: string,
  texts: Readonly<Record<string, string>>,
): boolean {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .every((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isFile() && readFileSync(join(root, path), "utf8") === texts[path];
    });
}

/** The reason why a file cannot be created, or undefined. */
function obstacleTo(root: string, path: string): string | undefined {
  for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) {
    const stats = linkStatsOf(join(root, folder));
    if (stats?.isSymbolicLink()) return `${folder} is a symbolic link`;
    if (stats && !stats.isDirectory()) return `${folder} is not a folder`;
  }
  return linkStatsOf(join(root, path)) ? alreadyExists : undefined;
}

/** Writes a file and its folders. Returns the action that was performed. */
export function performFileAction(root: string, action: FileAction): FileAction {
  if (action.action === "skip") return action;
  const { path } = action;
  const absolute = join(root, path);
  return withFileFailure(path, "written", () => {
    mkdirSync(dirname(absolute), { recursive: true });
    if (action.action !== "create") rewriteFileAtomically(absolute, action.bytes);
    else if (!createFileAtomically(absolute, action.text)) return skip(path, "already exists");
    return action;
  });
}

/** Runs a function and throws errors of the file system as a Failure. */
export function withFileFailure<Result>(
  path: string,
  verb: "read" | "written",
  run: () => Result,
): Result {
  try {
    return run();
  } catch (error) {
    if (isFailure(error)) throw error;
    throw failed(
      `not-${verb}`,
      `${path} cannot be ${verb}: ${systemMessage(error)}.`,
      "Fix the cause and run the same command again.",
    );
  }
}
