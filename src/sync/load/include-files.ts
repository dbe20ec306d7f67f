// Reads the files that drafts include. Files of data are parsed before, because `yaml` is loaded on demand.
import { error } from "../../engine/model/diagnostic.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import { locationInText, type SourceFile } from "../../engine/model/source-file.ts";
import type { ParsedFile } from "../../engine/parse/parsed-document.ts";
import type { Draft } from "../../engine/resolve/draft.ts";
import { include, includeRequests } from "../../engine/resolve/include.ts";
import type { Source } from "../../engine/resolve/source.ts";
import { jsonMistake } from "../../engine/json/json-mistake.ts";
import { inWordsOfJson, parseFiles } from "./parse-files.ts";

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
  const byPath = new Map(files.map((file, at) => [file.path, asNamed(file, parsed[at]!)]));
  return drafts.map((draft) => include(draft, readIncluded, ({ path }) => byPath.get(path)!));
}

/** A file that is named as JSON must be JSON: YAML would read `{"a": }` as null. */
function asNamed(file: SourceFile, parsed: ParsedFile): ParsedFile {
  const isNamedJson = /\.json$/i.test(file.path) && file.text.trim() !== "";
  const mistake = isNamedJson ? jsonMistake(file.text) : undefined;
  if (!mistake) return parsed;
  const found = parsed.diagnostics.map(inWordsOfJson);
  const message = "Invalid JSON syntax.";
  const hint = "Correct it, or name the file .yaml if it is YAML.";
  const own = error("yaml-syntax", locationInText(file, mistake), message, hint);
  return { documents: [], diagnostics: found.length > 0 ? found : [own] };
}
