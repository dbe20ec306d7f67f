// The files of a project, in its folder or in a commit.
import type { StandIn } from "../../engine/model/source-file.ts";

/**
 * Paths are relative to the project, with `/`; that of the project itself is empty. A real path has
 * no symbolic links in it. The functions throw errors with the codes of the operating system, or an
 * UnreadableFile.
 */
export interface ProjectTree {
  /** The project in messages. */
  readonly name: string;
  /** The entries of a folder, by its real path. */
  entries(folder: string): readonly TreeEntry[];
  /**
   * What a path leads to through symbolic links. A commit does not know folders outside the
   * project.
   */
  follow(path: string): TreeTarget;
  /** The real path of a file or folder in the project. Throws for everything else. */
  realPath(path: string): string;
  /**
   * The real path of a file that a definition may include: in the project, or in a folder of
   * `include`. Throws for everything else.
   */
  includedPath(path: string): string;
  /** The size of a file in bytes, by its real path; commits do not tell it without the content. */
  size?(path: string): number;
  /** The content of a file, by its real path. */
  read(path: string): Buffer;
  /** What the content of a file stands for in a checkout; commits have no stand-ins. */
  standIn?(path: string, content: Buffer): StandIn | undefined;
  /** Loads files before they are read; by their paths, which need not exist. */
  readonly fetch?: (paths: readonly string[]) => Promise<void>;
}

export interface TreeEntry {
  readonly name: string;
  /** `special`: a pipe, a device or a socket. */
  readonly type: "folder" | "link" | "file" | "submodule" | "special";
}

export interface TreeTarget {
  readonly type: "folder" | "file" | "missing";
  /** Undefined outside the project. */
  readonly realPath: string | undefined;
}

/** A file that must not be read, or cannot; the message follows its path. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** A symbolic link that leads to nothing. */
export function lostLink(target: string): UnreadableFile {
  const problem = `is a symbolic link to ${target}, which does not exist`;
  return new UnreadableFile(problem, "Correct or remove the link.");
}
