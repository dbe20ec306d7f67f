// What a commit of a first-parent line has: its definition files, as far as they are not known already.
import type { CommitInfo, LineCommit } from "../../engine/history/line-commit.ts";
import { blobHash } from "../../io/git/git-objects.ts";
import { definitionPathFilterIn, committedDefinitionFiles } from "../files/definition-listing.ts";
import { definitionFilesIn, readFiles } from "../files/definitions.ts";
import type { ProjectTree } from "../files/project-tree.ts";
import type { CommitListing } from "./commit-listing.ts";
import type { LineOptions, LineStart } from "./line-segments.ts";

interface CommitContent
  extends Pick<LineStart, "definitions" | "overrides">, Pick<LineOptions, "texts"> {
  /** The paths that differ from the next newer commit; undefined for the newest. */
  readonly changed: ReadonlySet<string> | undefined;
  readonly listing: CommitListing;
}

/** Reads the files of a commit: all, or those that differ from the next newer one. */
export async function readLineCommit(
  info: CommitInfo,
  tree: ProjectTree,
  { definitions, overrides, changed, listing: { entries, links }, texts }: CommitContent,
): Promise<LineCommit> {
  const isWhole = changed === undefined || links.size > 0; // links may lead to changed files
  const isDefinition = definitionPathFilterIn(definitions);
  const listed = isWhole ? committedDefinitionFiles(tree, definitions) : [...changed];
  const paths = listed.filter((path) => isDefinition(path) && entries.has(path));
  const isAsNow = (path: string): boolean => {
    const [text, entry] = [texts.get(path), entries.get(path)!];
    return text !== undefined && blobHash(text, entry.hash) === entry.hash;
  };
  const asNow = new Set(paths.filter(isAsNow));
  const others = paths.filter((path) => !asNow.has(path));
  await tree.fetch!(others);
  const { files, diagnostics } = readFiles(
    tree,
    others.map((path) => ({ path })),
  );
  const { readIncluded, fetchIncluded } = definitionFilesIn(tree, definitions);
  return {
    info,
    isWhole,
    files: [...[...asNow].map((path) => ({ path, text: texts.get(path)! })), ...files],
    unreadable: diagnostics.map(({ location }) => location.file),
    changed: changed ?? new Set(),
    overrides,
    readIncluded,
    ...(fetchIncluded && { fetchIncluded }),
  };
}
