// Finds text files that look like prompts, which init names with the command that imports them.
import { readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { promptTextsIn } from "../../importers/text/prompt-texts.ts";
import { tryOr } from "../../io/files/paths.ts";

const otherFolder = /^(?:\..*|node_modules|bower_components|venv|vendor|build|dist|out|target)$/i;
/** How deep folders of a project are read: `src/product/prompts` is one of the deepest. */
const levels = 3;

/** The text files of a project that look like prompts. */
export function findPromptTexts(root: string): string[] {
  return promptTextsIn(filesBelow(root, "", levels));
}

/** The files of a folder and of the folders below it, to a number of levels. */
function filesBelow(root: string, folder: string, depth: number): string[] {
  const entries = tryOr([], () => readdirSync(join(root, folder), { withFileTypes: true }));
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isFile()) return [path];
    if (!entry.isDirectory() || depth === 0 || otherFolder.test(entry.name)) return [];
    return filesBelow(root, path, depth - 1);
  });
}
