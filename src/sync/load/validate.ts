// Validation: loads the project and checks it with the rules, without a service.
import { warningCodes } from "../../generated/warning-codes.ts";
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
import type { Diagnostic, UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import { isAmong } from "../../engine/model/source-file.ts";
import { check, type CheckInput, withoutIgnored } from "../../engine/rules/check.ts";
import { checkEnvironment, knownFindings } from "../../engine/rules/check-environment.ts";
import { once } from "../../engine/model/collections.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import { copiedTextRules } from "./copied-text-rules.ts";
import { filterDiagnostics, type FilteredDiagnostics } from "./filter-diagnostics.ts";
import { rulesOnDemand } from "./rules-on-demand.ts";
import { inEnvironment, type LoadedFiles, loadFiles } from "./load.ts";
import { locateAll } from "./parse-files.ts";

export interface Validated extends Pick<FilteredDiagnostics, "files" | "unread"> {
  readonly project: LoadedFiles;
  /** Errors and warnings, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ValidateOptions {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  readonly rules: readonly Rule[];
  /** The current date: models have an announced end. */
  readonly now: Date;
  /** The providers with a base URL of the user's own; default: none. */
  readonly customProviders?: readonly string[];
  /** The addresses that promptctl.yaml pins, on any service; default: none. */
  readonly pinned?: ReadonlySet<Address>;
  /**
   * The files and folders whose diagnostics are returned, with those that they can cause in others.
   */
  readonly wanted: readonly string[] | "all";
  /** The environments that are checked too. */
  readonly environments?: readonly EnvironmentOverrides[];
}

/** Finds the errors and warnings of a project. */
export async function validateProject(
  files: DefinitionFiles,
  options: ValidateOptions,
): Promise<Validated> {
  const { kinds, schemas, now, wanted, environments = [], customProviders = [], pinned } = options;
  const project = await loadFiles(kinds, schemas, files);
  const copies = await copiedTextRules(files, project);
  const rules = [...(await rulesOnDemand(project.definitions)), ...copies, ...options.rules];
  const today = now.toISOString().slice(0, 10);
  const facts = { today, customProviders, environment: environments[0]?.environment, pinned };
  const input = { ...project, kinds, warnings: warningCodes, ...facts };
  const found = [...withoutIgnored(project.diagnostics, project.documents), ...check(rules, input)];
  const filtered = filterDiagnostics(kinds, project, found, { rules, wanted });
  const known = once(() => knownFindings(rules, input));
  const inEnvironments = environments.flatMap((each) =>
    validateEnvironment(project, input, each, { rules, wanted, known }),
  );
  const texts = new Map([
    ...project.texts,
    ...environments.map(({ file: { path, text } }) => [path, text] as const),
  ]);
  const all = [...inEnvironments, ...filtered.diagnostics];
  return { ...filtered, project, diagnostics: await locateAll(all, { ...project, texts }) };
}

/** The errors in the overrides of an environment, else the diagnostics that they cause. */
function validateEnvironment(
  project: LoadedFiles,
  input: CheckInput,
  overrides: EnvironmentOverrides,
  {
    rules,
    wanted,
    known,
  }: Pick<ValidateOptions, "rules" | "wanted"> & { known(): ReturnType<typeof knownFindings> },
): (Diagnostic | UnlocatedDiagnostic)[] {
  const changed = inEnvironment(project, overrides);
  const { overridden, definitions } = changed;
  const own = changed.diagnostics.slice(project.diagnostics.length);
  const errors = own.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return errors;
  const isWanted = (file: string): boolean => wanted === "all" || isAmong(wanted, file);
  const warnings = wanted === "all" ? own : [];
  if (overridden.size === 0) return warnings;
  const { environment } = overrides;
  const checked = { ...input, environment, definitions, overridden, texts: changed.texts };
  return [...warnings, ...checkEnvironment(rules, known(), checked, isWanted)];
}
