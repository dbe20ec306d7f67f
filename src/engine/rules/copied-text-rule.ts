// Text files that no definition includes, though a definition has their text: an import copied it.
import type { Finding } from "../model/diagnostic.ts";
import { groupBy } from "../model/collections.ts";
import type { Definition } from "../model/resource.ts";
import type { SourceFile } from "../model/source-file.ts";
import { relativeFile } from "../text/relative-path.ts";
import type { Rule } from "./rule.ts";
import { eachText } from "./texts.ts";

/** The fields that can include a file, in normal form. */
const includable: ReadonlySet<string> = new Set(["text", "description"]);

function eachIncludableText(
  { spec }: Definition,
  visit: (text: string, path: readonly (string | number)[]) => void,
): void {
  eachText(spec, (text, path) => {
    if (includable.has(String(path.at(-1)))) visit(text, path);
  });
}

/** The white space at the ends of a copy, with a byte order mark, in bytes. */
const maxEndBytes = 4096;

/** The size of the largest file that can be a copy, in bytes, with CRLF line endings. */
export function maxCopyBytes(definitions: readonly Definition[]): number {
  const encoder = new TextEncoder();
  let max = 0;
  for (const definition of definitions)
    eachIncludableText(definition, (text) => {
      const crlf = text.replaceAll("\n", "\r\n");
      max = Math.max(max, encoder.encode(crlf).length);
    });
  return max + maxEndBytes;
}

/** The rule for these text files, which no definition includes. White space at the ends does not count. */
export function copiedTextRule(files: readonly SourceFile[]): Rule {
  const byText = groupBy(files, ({ text }) => text.trim());
  byText.delete("");
  return {
    codes: ["copied-text"],
    check: (subject, project): Finding[] => {
      const found: Finding[] = [];
      const [{ path: from }] = project.files(subject);
      eachIncludableText(subject.definition, (text, path) => {
        for (const { path: file } of byText.get(text.trim()) ?? [])
          found.push({
            code: "copied-text",
            path: [...path],
            message: `${file} has the same text, but no definition includes the file: changes to it have no effect.`,
            hint: `Write { file: ${JSON.stringify(relativeFile(from, file))} } in place of the text, or remove the file.`,
          });
      });
      return found;
    },
  };
}
