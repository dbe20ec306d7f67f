// Merges texts line by line, as git merge-file does.
import { diff3Merge } from "node-diff3";

/** The text with the changes of both sides since the base; undefined if they change the same lines. */
export function mergeLines(ours: string, base: string, theirs: string): string | undefined {
  const [one, origin, other] = [ours, base, theirs].map((text) => text.split("\n"));
  const regions = diff3Merge(one!, origin!, other!);
  const lines = regions.map((region) => region.ok);
  return lines.every((ok) => ok !== undefined) ? lines.flat().join("\n") : undefined;
}
