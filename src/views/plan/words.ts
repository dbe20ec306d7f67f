// Sentences with names and commits in them, before an output decides how these look.
import { shortHash } from "../../engine/text/commit-hash.ts";
import type { VersionCommit } from "../../engine/model/held-version.ts";
import { codeSpan, type Mask } from "../text/markdown.ts";

/** Our own words, names from definitions, git or the service (`code`), and commits. Not escaped. */
export type Words = readonly (
  | string
  /** `isCommand`: it is copied, so it is not cut. */
  | { readonly code: string; readonly isCommand?: boolean }
  | Pick<VersionCommit, "commit" | "date">
)[];

/** As text; the caller escapes it. */
export function wordsText(words: Words): string {
  return joined(words, String, ({ commit }) => shortHash(commit));
}

/** The maximum length of a command: longer ones are cut too. */
const maxCommand = 4000;

/** As Markdown, with the dates of commits. Their author and subject are personal data. */
export function wordsMarkdown(words: Words, mask: Mask): string {
  const code = (text: string, isCommand = false): string =>
    codeSpan(text, mask, isCommand ? maxCommand : undefined);
  return joined(
    words,
    code,
    ({ commit, date }) => `${code(shortHash(commit))} (${date.slice(0, 10)})`,
  );
}

function joined(
  words: Words,
  code: (text: string, isCommand?: boolean) => string,
  commit: (at: Pick<VersionCommit, "commit" | "date">) => string,
): string {
  const texts = words.map((word) => {
    if (typeof word === "string") return word;
    return "code" in word ? code(word.code, word.isCommand) : commit(word);
  });
  return texts.join("");
}
