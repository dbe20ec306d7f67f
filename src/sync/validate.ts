// Validation: the whole project is loaded, its mistakes are told with what the rules find, and
// nothing is asked of any service.
import { check, unsilenced } from "../engine/rules/check.ts";
import { byLocation, type Diagnostic } from "../engine/model/diagnostic.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import type { Rule } from "../engine/rules/rule.ts";
import { redactSecrets } from "../engine/model/secrets.ts";
import { type Grammars, load, type Project } from "./load.ts";

export interface Validated {
  readonly project: Project;
  /** Errors and warnings, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything that can be known of a project without a service. `warnings`: the codes that can be silenced. */
export async function validateProject(
  kinds: Kinds,
  grammars: Grammars,
  rules: readonly Rule[],
  warnings: readonly string[],
  files: DefinitionFiles,
): Promise<Validated> {
  const project = await load(kinds, grammars, files);
  const found = check(rules, { ...project, kinds, warnings });
  const loaded = unsilenced(project.diagnostics, project.documents);
  const diagnostics = [...loaded, ...found.map(redactSecrets)].sort(byLocation);
  return { project, diagnostics };
}
