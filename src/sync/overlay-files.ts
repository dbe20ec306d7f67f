// The files of a project as they will be: some with other texts, some that are not there yet, some
// gone.
import { type IncludeResult, includeKey } from "../engine/model/source-file.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import type { NewFile } from "../engine/export/pull-result.ts";

export interface Texts {
  /** Files with new texts, there already or not. */
  readonly texts: readonly NewFile[];
  /** Files that are gone. */
  readonly without: readonly NewFile[];
}

/** Files with others in their place or beside them. */
export function withTexts(existing: DefinitionFiles, { texts, without }: Texts): DefinitionFiles {
  const byPath = new Map(texts.map(({ path, text }) => [path, text]));
  const other = new Set([...byPath.keys(), ...without.map(({ path }) => path)]);
  return {
    read: async () => {
      const { files, diagnostics } = await existing.read();
      const kept = files.filter(({ path }) => !other.has(path));
      const more = texts.filter(({ path }) => /\.ya?ml$/i.test(path));
      return { files: [...kept, ...more], diagnostics };
    },
    include: async (wanted) => {
      const found = await existing.include(wanted);
      return new Map(
        wanted.map((each): [string, IncludeResult] => {
          const key = includeKey(each);
          const path = pathFrom(each.from, each.file);
          const text = byPath.get(path);
          return [key, text === undefined ? found.get(key)! : { path, text }];
        }),
      );
    },
  };
}

/** The path of a file that another one names. */
function pathFrom(from: string, file: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of file.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  return parts.join("/");
}
