// Warnings about placeholders such as ${MODEL} where a definition needs a value.
import { memo } from "../model/collections.ts";
import type { Finding } from "../model/diagnostic.ts";
import { containsPlaceholder, isWholePlaceholder } from "../text/environment-placeholder.ts";
import type { Path } from "../model/json.ts";
import type { SourceFile } from "../model/source-file.ts";
import type { RuleProject, Subject } from "./rule.ts";
import { eachText } from "./texts.ts";

/** Values that are placeholders of environment variables, which promptctl does not replace. */
export function placeholders(subject: Subject, project: RuleProject): Finding[] {
  // docs/performance.md, row "validate 2,000"
  if (!project.files(subject).some(mayContainPlaceholder)) return [];
  const found: Finding[] = [];
  eachText(subject.mapping, (text, path) => {
    if (!isPlaceholder(text, path) || isSentText(path)) return;
    found.push({
      code: "environment-placeholder",
      path: [...path],
      message: `"${text}" is not replaced: definitions have no environment variables.`,
      hint: "Write the value itself. Only {{name}} in messages is replaced, when the prompt runs.",
    });
  });
  return found;
}

/** Computed once for all definitions of a file. Its escapes can be any character. */
const mayContainPlaceholder = memo(
  ({ text }: SourceFile) => text.includes("$") || text.includes("%") || text.includes("\\"),
  new WeakMap<SourceFile, boolean>(),
);

function isPlaceholder(text: string, path: Path): boolean {
  if (isWholePlaceholder(text)) return true;
  return containsPlaceholder(text) && isName(path); // other texts may be about templates
}

function isName(path: Path): boolean {
  return path[0] === "tools" || ["name", "key"].includes(String(path.at(-1)));
}

/** Messages have a warning of their own; a JSON Schema and its descriptions are for the model. */
function isSentText(path: Path): boolean {
  if (path.includes("content")) return true;
  return path[0] === "metadata" || path[0] === "description" || path.includes("properties");
}
