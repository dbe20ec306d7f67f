// Reads the files that drafts include. Files of data are parsed before, because `yaml` is loaded on demand.
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { SourceFile } from "../../engine/model/source-file.ts";
import type { ParsedFile } from "../../engine/parse/parsed-document.ts";
import type { Draft } from "../../engine/resolve/draft.ts";
import { include, includeRequests } from "../../engine/resolve/include.ts";
import type { Source } from "../../engine/resolve/source.ts";
import { parseFiles } from "./parse-files.ts";

/** The sources of drafts, in the same order. */
export async function includeFiles(
  drafts: readonly Draft[],
  { fetchIncluded, readIncluded }: Pick<DefinitionFiles, "fetchIncluded" | "readIncluded">,
): Promise<Source[]> {
  const requests = drafts.flatMap(includeRequests);
  await fetchIncluded?.(requests);
  const data = new Map<string, SourceFile>();
  for (const request of requests) {
    const found = request.form === "data" ? readIncluded(request) : undefined;
    if (found && "text" in found) data.set(found.path, found);
  }
  const files = [...data.values()];
  const parsed = await parseFiles(files);
  const byPath = new Map<string, ParsedFile>(files.map(({ path }, at) => [path, parsed[at]!]));
  return drafts.map((draft) => include(draft, readIncluded, ({ path }) => byPath.get(path)!));
}
