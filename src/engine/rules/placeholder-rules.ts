// Warnings about placeholders such as ${MODEL} where a definition needs a value.
import { memo } from "../model/collections.ts";
import type { Finding } from "../model/diagnostic.ts";
import type { Path } from "../model/json.ts";
import type { SourceFile } from "../model/source-file.ts";
import type { Subject } from "./rule.ts";
import { eachText } from "./texts.ts";

/** `${NAME}`, `$NAME`, `$(NAME)`, `${{ env.NAME }}`, `%NAME%`: the whole value. */
const wholePlaceholder =
  /^(?:\$\{\{?[^{}\n]*\}?\}|\$[A-Z_][A-Z\d_]+|\$\([A-Za-z_]\w*\)|%[A-Z_][A-Z\d_]+%)$/;
/** `${NAME}` in a longer value, for names: other texts may be about templates. */
const partOfName = /\$\{\{?[^{}\n]+\}?\}/;

/** Values that are placeholders of environment variables, which promptctl does not replace. */
export function placeholders({ mapping, files }: Subject): Finding[] {
  if (hasNoPlaceholder(files[0]!)) return []; // docs/performance.md, row "validate 2,000"
  const found: Finding[] = [];
  eachText(mapping, (text, path) => {
    if (isSentText(path) || !isPlaceholder(text, path)) return;
    found.push({
      code: "environment-placeholder",
      path: [...path],
      message: `"${text}" is not replaced: definitions have no environment variables.`,
      hint: "Write the value itself. Only {{name}} in messages is replaced, when the prompt runs.",
    });
  });
  return found;
}

/** Computed once for all definitions of a file. */
const hasNoPlaceholder = memo(
  ({ text }: SourceFile) =>
    !(text.includes("$") || text.includes("%")) || !/\$[{(A-Z_]|%[A-Z_]/.test(text),
  new WeakMap<SourceFile, boolean>(),
);

function isPlaceholder(text: string, path: Path): boolean {
  if (wholePlaceholder.test(text)) return true;
  const isName = ["name", "key"].includes(String(path.at(-1))) || path[0] === "tools";
  return isName && partOfName.test(text);
}

/** Messages have a warning of their own; a JSON Schema and its descriptions are for the model. */
function isSentText(path: Path): boolean {
  if (path.includes("content")) return true;
  return path[0] === "metadata" || path[0] === "description" || path.includes("properties");
}
