// What the other projects of the git repository define, in HEAD and in the working tree.
import type { OtherProjectDefinition } from "../../engine/match/other-projects.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "../../engine/model/failure.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import { namesOf } from "../../engine/model/resource.ts";
import { listCommit } from "../../project/commits/commit-listing.ts";
import { configurationName, readConfiguration } from "../../project/settings/configuration.ts";
import { listFiles } from "../../io/git/git.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import { type GitRepository, pathToRoot } from "../../io/git/git-repository.ts";
import { kinds } from "../../kinds.ts";
import { loadFiles } from "../../sync/load/load.ts";
import { configurationSchema, definitionSchemas, projectFiles } from "./project.ts";
import { readProjectIn } from "./project-at.ts";

/** The resources that the projects of a repository define beside the one it was opened for. */
export async function otherProjectDefinitions(
  objects: GitObjects,
): Promise<OtherProjectDefinition[]> {
  const both = [committedProjects(objects), presentProjects(objects.repository)];
  return (await Promise.all(both)).flat();
}

/** Those of HEAD. */
async function committedProjects(objects: GitObjects): Promise<OtherProjectDefinition[]> {
  const { repository } = objects;
  const commit = repository.head;
  if (commit === undefined) return [];
  const { entries } = await listCommit(objects, { commit, folder: "" });
  const defined: OtherProjectDefinition[] = [];
  for (const folder of projectFolders(entries.keys(), repository))
    defined.push(
      ...(await definedIn(folder, async () => {
        const project = await readProjectIn(objects, { commit, folder });
        return project!.files;
      })),
    );
  return defined;
}

/** Those of the working tree. */
async function presentProjects(repository: GitRepository): Promise<OtherProjectDefinition[]> {
  const top = join(repository.folder, pathToRoot(repository));
  const files = await listFiles({ ...repository, folder: top });
  const defined: OtherProjectDefinition[] = [];
  for (const folder of projectFolders(files, repository)) {
    if (!existsSync(join(top, folder, configurationName))) continue; // deleted
    defined.push(
      ...(await definedIn(folder, async () => {
        const read = await readConfiguration(kinds, configurationSchema, top, folder || ".");
        if (read.diagnostics.length > 0) return undefined;
        return projectFiles(repository, read.settings);
      })),
    );
  }
  return defined;
}

/** The folders of other projects, each empty or with a final `/`. */
function projectFolders(paths: Iterable<string>, { prefix }: GitRepository): string[] {
  return [...paths]
    .filter((path) => path === configurationName || path.endsWith(`/${configurationName}`))
    .map((path) => path.slice(0, -configurationName.length))
    .filter((folder) => folder !== prefix);
}

/**
 * What the project in a folder defines. `open` returns undefined, or throws a Failure, if it cannot be
 * read.
 */
async function definedIn(
  folder: string,
  open: () => Promise<DefinitionFiles | undefined>,
): Promise<OtherProjectDefinition[]> {
  const project = folder === "" ? "at the top of the repository" : folder.slice(0, -1);
  const unreadable = { kind: "", name: undefined, project, external: false, childKinds: [] };
  try {
    const files = await open();
    if (!files) return [unreadable];
    const { definitions, diagnostics } = await loadFiles(kinds, definitionSchemas, files);
    if (diagnostics.some(({ severity }) => severity === "error")) return [unreadable];
    return definitions.flatMap((definition) => {
      const { row, external, managedChildKinds: childKinds } = definition;
      const { kind } = row;
      return namesOf(definition).map((name) => ({ kind, name, project, external, childKinds }));
    });
  } catch (problem) {
    if (isFailure(problem)) return [unreadable];
    throw problem;
  }
}
