// Reads the project of a command. Throws an InvalidProject if its files have errors.
import { readConfiguration, type Settings } from "../io/configuration.ts";
import { definitionFiles } from "../io/definitions.ts";
import { kinds } from "../kinds.ts";
import { load, type Project } from "../sync/load.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { InvalidProject } from "./invalid-project.ts";

/** The settings of the project in a folder; undefined for the project around `cwd`. */
export async function readSettings(cwd: string, directory: string | undefined): Promise<Settings> {
  const { settings, diagnostics } = await readConfiguration(
    kinds,
    configurationGrammar,
    cwd,
    directory,
  );
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, settings.root);
  return settings;
}

/** The definitions of a project, which may have warnings. */
export async function loadValidProject({ root, definitions }: Settings): Promise<Project> {
  const project = await load(kinds, grammars, definitionFiles(root, definitions));
  if (project.diagnostics.some(({ severity }) => severity === "error"))
    throw new InvalidProject(project.diagnostics, root);
  return project;
}
