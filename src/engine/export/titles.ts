// Short titles for resources without a name, and file names that are valid on every file system.
import { groupBy } from "../model/collections.ts";

const maxTitleLength = 40;

/** The first words of a text: letters, digits, apostrophes, underscores and hyphens. */
export function shortTitle(text: string): string {
  const words = text
    .slice(0, 1000)
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}'_-]+/gu, " ")
    .replace(/^[\s'_-]+|[\s'_-]+$/gu, "");
  if (words.length <= maxTitleLength) return words;
  const cut = words.slice(0, maxTitleLength + 1);
  const end = cut.lastIndexOf(" ");
  return cut.slice(0, end > 0 ? end : maxTitleLength).replace(/[\s'_\p{Cs}-]+$/u, "");
}

export interface TitledContent {
  readonly title: string;
  /** A digest of the content, `sha256:…`. */
  readonly digest: string;
}

/** The titles in their order. A title that occurs twice or is taken gets six digits of the digest. */
export function uniqueTitles(
  all: readonly TitledContent[],
  isTaken: (title: string) => boolean,
): readonly string[] {
  const byTitle = groupBy(all, ({ title }) => title);
  const used = new Set<string>();
  return all.map(({ title, digest }) => {
    const isUnique = byTitle.get(title)!.length === 1 && !isTaken(title);
    const base = isUnique ? title : `${title} ${digest.replace("sha256:", "").slice(0, 6)}`;
    let unique = base;
    for (let number = 2; used.has(unique) || isTaken(unique); number++)
      unique = `${base} ${number}`;
    used.add(unique);
    return unique;
  });
}

/** Names that Windows reserves for devices. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns a function that chooses a portable file name, without extension, for a name, so that the path
 * that `pathOf` makes of it is unused; later calls do not use that path. `pathExists` gets paths in lower
 * case.
 */
export function createPathNames(
  usedPaths: readonly string[],
  pathExists: (lowerPath: string) => boolean,
): (name: string, pathOf: (base: string) => string) => string {
  const used = new Set(usedPaths.map((path) => path.toLowerCase()));
  return (name, pathOf) => {
    const base = fileName(name, (lower) => {
      const path = pathOf(lower).toLowerCase();
      return used.has(path) || pathExists(path);
    });
    used.add(pathOf(base.normalize("NFKC")).toLowerCase());
    return base;
  };
}

/** A portable file name without extension. `isTaken` gets lower-case names. */
function fileName(name: string, isTaken: (lower: string) => boolean): string {
  const words = shortTitle(name).replaceAll(/[\s']+/g, "-") || "unnamed";
  const lower = words.toLowerCase();
  const safe = deviceNames.test(lower) ? `${lower}-` : lower;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? safe : `${safe}-${number}`;
    if (!isTaken(candidate.normalize("NFKC").toLowerCase())) return candidate;
  }
}
