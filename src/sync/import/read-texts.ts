// Reads text files to import: the front matter is the value of the document, the rest its body.
import { isObject } from "../../engine/model/json.ts";
import type { SourceFile } from "../../engine/model/source-file.ts";
import type { SourceDocument } from "../../importers/convert/source-node.ts";
import { frontMatterReader, type ReadSources, sourceReader } from "./read-sources.ts";

/** A text file, and its path from the working directory. */
export interface TextFile extends SourceFile {
  readonly title: string;
}

/** Returns a function that reads a text file. A file of YAML or JSON has fields and no body. */
export async function textReader(): Promise<(file: TextFile) => ReadSources> {
  const [readFields, readFrontMatter] = await Promise.all([sourceReader(), frontMatterReader()]);
  return ({ title, ...file }) => {
    if (/\.(?:ya?ml|json)$/i.test(file.path)) return readFields(file);
    const text = file.text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
    const matter = frontMatterIn(text, /\.prompty?$/i.test(file.path));
    const plain: SourceDocument = {
      file: file.path,
      text: "",
      linesBefore: 0,
      index: 0,
      value: {},
      body: { file: text, start: 0, path: title },
    };
    if (!matter) return { documents: [plain], diagnostics: [], isLines: false };
    const { yaml, linesBefore, start } = matter;
    const { documents, diagnostics } = readFrontMatter({ ...file, text: yaml }, linesBefore);
    if (diagnostics.length > 0) return { documents: [], diagnostics, isLines: false };
    const [front, second] = documents;
    // Lines of dashes also separate parts of a text.
    const isFrontMatter = !second && (!front || isObject(front.value));
    const body = { file: text, start, path: title };
    const document = isFrontMatter ? { ...(front ?? plain), body } : plain;
    return { documents: [document], diagnostics: [], isLines: false };
  };
}

interface FrontMatter {
  readonly yaml: string;
  readonly linesBefore: number;
  /** Where the text after it begins. */
  readonly start: number;
}

/** The front matter at the start of a text; in some formats after empty lines and comments. */
function frontMatterIn(text: string, mayFollowComments: boolean): FrontMatter | undefined {
  const [before = ""] = mayFollowComments ? /^(?:[ \t]*(?:#.*)?\n)*/.exec(text)! : [];
  const line = /^---[ \t]*(?:\n|$)/gm;
  line.lastIndex = before.length;
  const first = line.exec(text);
  const last = first?.index === before.length ? line.exec(text) : null;
  if (!first || !last) return undefined;
  return {
    yaml: text.slice(first.index + first[0].length, last.index),
    linesBefore: before.split("\n").length,
    start: last.index + last[0].length,
  };
}
