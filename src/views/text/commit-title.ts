// How messages and reports name a commit.
import { shortHash } from "../../engine/text/commit-hash.ts";

/** `v1.4.0 (3f2a91c)`; `3f2a91c` if the name is the start of the hash. */
export function commitTitle({
  name,
  commit,
}: {
  readonly name: string;
  readonly commit: string;
}): string {
  const short = shortHash(commit);
  return commit.startsWith(name) ? short : `${name} (${short})`;
}
