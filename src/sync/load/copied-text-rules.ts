// Reads the text files that no definition includes, for the rule about copies.
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { IncludeRequest } from "../../engine/model/source-file.ts";
import { copiedTextRule, maxCopyBytes } from "../../engine/rules/copied-text-rule.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { LoadedFiles } from "./load.ts";

/** The rule about copied texts; none if definitions include all text files. */
export async function copiedTextRules(
  { fetchIncluded, readIncluded }: DefinitionFiles,
  { textFiles, definitions }: Pick<LoadedFiles, "textFiles" | "definitions">,
): Promise<Rule[]> {
  if (textFiles.length === 0) return [];
  const maxBytes = maxCopyBytes(definitions);
  const requests = textFiles.map((file): IncludeRequest => ({
    from: "",
    file,
    form: "text",
    maxBytes,
  }));
  await fetchIncluded?.(requests);
  const texts = requests.map(readIncluded).filter((each) => "text" in each);
  return [copiedTextRule(texts)];
}
