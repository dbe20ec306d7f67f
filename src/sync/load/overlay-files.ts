// The definition files of a project with some files added, replaced or removed.
import type { NewFile } from "../../engine/export/pull-result.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import { resolvePath } from "../../engine/text/relative-path.ts";

/** `files`: added and replaced files, included texts too. */
export function overlayFiles(
  existing: DefinitionFiles,
  files: readonly NewFile[],
  removed: readonly Pick<NewFile, "path">[] = [],
): DefinitionFiles {
  const { fetchIncluded } = existing;
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const hidden = new Set([...files, ...removed].map(({ path }) => path));
  return {
    read: async () => {
      const result = await existing.read();
      const unchanged = result.files.filter(({ path }) => !hidden.has(path));
      const overlaid = files.filter(({ path }) => /\.ya?ml$/i.test(path));
      return { files: [...unchanged, ...overlaid], diagnostics: result.diagnostics };
    },
    readIncluded: (request) => {
      const path = resolvePath(request.from, request.file);
      const text = texts.get(path);
      return text === undefined ? existing.readIncluded(request) : { path, text };
    },
    ...(fetchIncluded && { fetchIncluded }),
  };
}
