// The definition files of a project with some files added, replaced or removed.
import type { NewFile } from "../engine/export/pull-result.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import { type IncludeResult, includeKey } from "../engine/model/source-file.ts";

export interface FileOverlay {
  /** Added and replaced files, included texts too. */
  readonly files: readonly NewFile[];
  readonly removed: readonly NewFile[];
}

export function overlayFiles(
  existing: DefinitionFiles,
  { files, removed }: FileOverlay,
): DefinitionFiles {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const hidden = new Set([...files, ...removed].map(({ path }) => path));
  return {
    read: async () => {
      const result = await existing.read();
      const unchanged = result.files.filter(({ path }) => !hidden.has(path));
      const overlaid = files.filter(({ path }) => /\.ya?ml$/i.test(path));
      return { files: [...unchanged, ...overlaid], diagnostics: result.diagnostics };
    },
    include: async (requests) => {
      const results = await existing.include(requests);
      return new Map(
        requests.map((request): [string, IncludeResult] => {
          const key = includeKey(request);
          const path = resolvePath(request.from, request.file);
          const text = texts.get(path);
          return [key, text === undefined ? results.get(key)! : { path, text }];
        }),
      );
    },
  };
}

/** `file`, a path relative to the folder of the file `from`, as a path relative to the project. */
function resolvePath(from: string, file: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of file.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  return parts.join("/");
}
