// Files of a project as they were read: definition files and the files they include.

/** A text file of the project. */
export interface SourceFile {
  /** Path relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A file that a definition includes with `{ file: path }`. */
export interface IncludeRequest {
  /** The YAML file that includes it, relative to the project. */
  readonly from: string;
  /** The path as written there. */
  readonly file: string;
  readonly form: "text" | "base64";
}

/** The content of an included file, or why it cannot be read. `changed`: how the text was normalized. */
export type IncludeResult =
  | (SourceFile & { readonly changed?: string })
  | { readonly problem: string; readonly hint?: string };

/** Reads an included file. */
export type ReadIncluded = (request: IncludeRequest) => IncludeResult;

/** `file`, relative to the folder of the file `from`, as a path relative to the project. */
export function resolvePath(from: string, file: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of file.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  return parts.join("/");
}

/** Whether a file is one of these files, or in one of these folders. */
export function isAmong(paths: readonly string[], file: string): boolean {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}
