// Opens the history of a project: the first-parent line of HEAD in the git repository around it.
import { type LineCommit, type LineEnd, maxLineCommits } from "../engine/history/line-commit.ts";
import { readConfigurationIn, type Settings } from "../io/configuration.ts";
import { openObjects } from "../io/git-objects.ts";
import { openRepository, resolveCommit } from "../io/git-repository.ts";
import { readProjectLine } from "../io/project-line.ts";
import type { ProjectTree } from "../io/project-tree.ts";
import { kinds } from "../kinds.ts";
import type { CommandHost } from "./command-host.ts";
import { configurationSchema } from "./project.ts";
import { readProjectAt } from "./project-at.ts";

export interface History {
  /** The commits that touch the project, newest first, then the reason why there are no more. */
  readonly line: AsyncIterable<LineCommit | LineEnd>;
  /** Ends git. */
  close(): void;
}

/**
 * Opens the history of a project. `included`: files that its definitions include, relative to it. Throws
 * a Failure of class `usage` without git, repository or commit.
 */
export async function openHistory(
  { env }: CommandHost,
  { root }: Settings,
  included: Iterable<string>,
): Promise<History> {
  const repository = await openRepository(root, env);
  const commit = await resolveCommit(repository, "HEAD");
  const objects = openObjects(repository);
  const project = await readProjectAt(objects, commit);
  const definitionsIn = async (tree: ProjectTree): Promise<string | undefined> => {
    const read = await readConfigurationIn(kinds, configurationSchema, tree, root);
    return read?.diagnostics.length === 0 ? read.settings.definitions : undefined;
  };
  const line = project
    ? readProjectLine(
        objects,
        { commit, folder: project.folder, definitions: project.settings.definitions },
        { limit: maxLineCommits, included: [...included], definitionsIn },
      )
    : withoutCommits();
  return { line, close: objects.close };
}

/** The line of a project that is not committed. */
async function* withoutCommits(): AsyncGenerator<LineEnd> {
  yield "first";
}
