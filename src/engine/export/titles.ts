// Short titles made of what things say, and names that no file system refuses.
import { groupBy } from "../model/collections.ts";

/** No longer than a line of a list. */
const longestTitle = 40;

/** The first words of a text: letters, digits and what stands in words. */
export function shortTitle(text: string): string {
  const words = text
    .slice(0, 1000)
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}'_-]+/gu, " ")
    .replace(/^[\s'_-]+|[\s'_-]+$/gu, "");
  if (words.length <= longestTitle) return words;
  const cut = words.slice(0, longestTitle + 1);
  const end = cut.lastIndexOf(" ");
  return cut.slice(0, end > 0 ? end : longestTitle).replace(/[\s'_\p{Cs}-]+$/u, "");
}

/** A title, and a digest of what it is the title of. */
export interface Namer {
  readonly title: string;
  readonly content: string;
}

/** The titles; where several are the same or one is taken, with what tells them apart: digits of the digest. */
export function uniquely(
  all: readonly Namer[],
  isTaken: (title: string) => boolean,
): readonly string[] {
  const shared = groupBy(all, ({ title }) => title);
  const given = new Set<string>();
  return all.map(({ title, content }) => {
    const isOwn = shared.get(title)!.length === 1 && !isTaken(title);
    const own = isOwn ? title : `${title} ${content.replace("sha256:", "").slice(0, 6)}`;
    let full = own;
    for (let number = 2; given.has(full) || isTaken(full); number++) full = `${own} ${number}`;
    given.add(full);
    return full;
  });
}

/** Names that Windows keeps for devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name for a file, the same on every file system; `isTaken` is asked in small letters. */
export function fileName(name: string, isTaken: (lower: string) => boolean): string {
  const words = shortTitle(name).replaceAll(/[\s']+/g, "-") || "unnamed";
  const lower = words.toLowerCase();
  const safe = devices.test(lower) ? `${lower}-` : lower;
  for (let number = 1; ; number++) {
    const full = number === 1 ? safe : `${safe}-${number}`;
    if (!isTaken(full.normalize("NFKC").toLowerCase())) return full;
  }
}
