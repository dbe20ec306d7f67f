// Atomic writes: a file gets its whole new content or stays as it is.
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isEnded, ownProcessId } from "./process-id.ts";

/**
 * Writes a temporary file in the same folder and renames it. Throws errors of the file system.
 * Without `flush`, which takes milliseconds, the file can be empty after a power failure.
 */
export function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  mode: number,
  { flush = true }: WriteOptions = {},
): void {
  withTemporaryFile({ path, content, mode, flush }, (temporary) => renameSync(temporary, path));
}

interface WriteOptions {
  /** Waits until the content is on the disk. */
  readonly flush?: boolean;
}

/** Replaces the content of an existing file, which keeps its mode, and its owner where that is permitted. */
export function rewriteFileAtomically(path: string, content: string | Uint8Array): void {
  const file = statSync(path);
  const mode = file.mode & 0o777;
  withTemporaryFile({ path, content, mode, flush: true }, (temporary) => {
    giveTo(temporary, file);
    chmodSync(temporary, mode); // the umask removed bits when the temporary file was created
    renameSync(temporary, path);
  });
}

/** Only root may give a file to another user; others may give it to a group of their own. */
function giveTo(path: string, { uid, gid }: Stats): void {
  const own = statSync(path);
  if (own.uid === uid && own.gid === gid) return;
  try {
    chownSync(path, uid, gid);
  } catch {
    // The new file then belongs to this user.
  }
}

/** The mode of new files of a project; the umask of the user removes bits from it. */
export const newFileMode = 0o666;

/** Creates a file with all its content. Returns false, and writes nothing, if the path exists. */
export function createFileAtomically(path: string, content: string | Uint8Array): boolean {
  return withTemporaryFile({ path, content, mode: newFileMode, flush: true }, (temporary) => {
    try {
      linkSync(temporary, path); // fails if the path exists, unlike a rename
    } catch {
      if (linkStatsOf(path)) return false;
      renameSync(temporary, path); // a file system without hard links
    }
    return true;
  });
}

/** The stats of a path, of a link itself; undefined if it does not exist. */
export function linkStatsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** `.NAME-UUID-PID`: the id of the process tells whether it still writes the file. */
function temporaryName(name: string): string {
  return `.${name}-${randomUUID()}-${ownProcessId}`;
}

/**
 * Whether a file with this name is a temporary one: `ended` if its process has ended, `running` if
 * another process has the id of that process. This process has no temporary files yet.
 */
export function temporaryFileState(name: string): "ended" | "running" | undefined {
  const match = /^\..+-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-(\d+)$/.exec(name);
  if (!match) return undefined;
  return isEnded(Number(match[1])) ? "ended" : "running";
}

interface NewFile extends Required<WriteOptions> {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly mode: number;
}

function withTemporaryFile<Result>(
  { path, content, mode, flush }: NewFile,
  publish: (temporary: string) => Result,
): Result {
  const temporary = join(dirname(path), temporaryName(basename(path)));
  try {
    writeFileSync(temporary, content, { mode, flush, flag: "wx" });
    return publish(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}
