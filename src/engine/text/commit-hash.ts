// How messages and reports write the hash of a commit.

/** The first 7 characters. */
export function shortHash(commit: string): string {
  return commit.slice(0, 7);
}
