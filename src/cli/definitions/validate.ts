// promptctl validate: checks the definitions offline.
import { findProjects } from "../project/find-projects.ts";
import { withPrefix } from "../../engine/text/diagnostic-text.ts";
import { resolve } from "node:path";
import { findEnvironment, type ProjectEnvironment } from "../../engine/environments/environment.ts";
import { byLocation, type Diagnostic } from "../../engine/model/diagnostic.ts";
import { didYouMean } from "../../engine/text/did-you-mean.ts";
import { isFailure, wrongUsage } from "../../engine/model/failure.ts";
import { resolvePath } from "../../engine/text/relative-path.ts";
import { rules } from "../../engine/rules/rules.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import {
  configurationName,
  pinnedAddresses,
  type Settings,
} from "../../project/settings/configuration.ts";
import { testedKinds } from "../../kinds.ts";
import { validateProject } from "../../sync/load/validate.ts";
import { annotationsText } from "../../views/text/annotations.ts";
import { type ValidationCounts, validationText } from "../../views/text/diagnostics.ts";
import { explainText, validationDocument } from "../../views/definitions/validate-output.ts";
import { validationJunit } from "../../views/definitions/validation-junit.ts";
import { openDefinitionsAt, projectFilesAt } from "../project/definitions-at.ts";
import {
  type OutputFormat,
  type CommandHost,
  printJson,
  projectPrefix,
  relativePath,
  screenOf,
} from "../host/command-host.ts";
import { environmentName, unknownEnvironment } from "../connect/environment.ts";
import { customProviders } from "../../engine/providers/provider-access.ts";
import { definitionSchemas, projectFiles, readProject, readSettings } from "../project/project.ts";

export interface ValidateFlags {
  readonly format: OutputFormat<"validate">;
  readonly strict?: boolean;
  readonly explain?: string;
  readonly ref?: string;
  /** The only environment that is checked. */
  readonly env?: string | undefined;
}

/** Exit code 0, or 3 if there are errors; with --strict also for warnings. */
export async function validateCommand(
  host: CommandHost,
  paths: readonly string[],
  flags: ValidateFlags,
): Promise<number> {
  if (flags.explain !== undefined) return explain(host, flags.explain);
  const environment = environmentName(host, flags);
  if (flags.ref !== undefined)
    return validateCommit(host, paths, flags.ref, { ...flags, env: environment });
  const missingNote = ": checking the files that refer to it";
  const projects = await findProjects(host, paths, { missingNote, strict: flags.strict });
  if (projects.size === 0 && (flags.format === "text" || flags.format === "github")) return 0;
  const validations: ProjectValidation[] = [];
  for (const [root, selected] of projects)
    validations.push(await validateProjectAt(host, root, selected, environment));
  return report(host, sumOf(validations), flags);
}

/** Validates the definitions of a commit. */
async function validateCommit(
  host: CommandHost,
  paths: readonly string[],
  ref: string,
  flags: ValidateFlags,
): Promise<number> {
  if (paths.length > 0)
    throw wrongUsage(
      "paths-at-ref",
      "--ref cannot be used with paths.",
      "Omit the paths: the whole project of the commit is checked.",
    );
  const settings = await readSettings(host, undefined);
  const at = await openDefinitionsAt(host, settings, ref);
  const environments = selectEnvironments(at.project?.settings.environments ?? [], flags.env);
  const validation = await validateFiles(host, settings, projectFilesAt(at), {
    environments,
  }).finally(at.close);
  return report(host, validation, flags);
}

async function report(
  host: CommandHost,
  validation: ProjectValidation,
  flags: ValidateFlags,
): Promise<number> {
  await print(host, validation, flags);
  const fails = ({ severity }: Diagnostic): boolean =>
    severity === "error" || flags.strict === true;
  return validation.diagnostics.some(fails) ? 3 : 0;
}

export interface ProjectValidation extends ValidationCounts {
  /** Paths are relative to the current folder. */
  readonly diagnostics: readonly Diagnostic[];
  /** The paths of the selected files, relative to the current folder. */
  readonly checked: readonly string[];
}

function sumOf(validations: readonly ProjectValidation[]): ProjectValidation {
  const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
  const named = validations.flatMap((validation) => validation.named ?? []);
  return {
    diagnostics: validations.flatMap(({ diagnostics }) => diagnostics),
    definitions: sum(validations.map(({ definitions }) => definitions)),
    files: sum(validations.map(({ files }) => files)),
    unread: validations.flatMap(({ unread }) => unread),
    named: named.length === 0 ? undefined : sum(named),
    checked: validations.flatMap(({ checked }) => checked),
  };
}

const noFiles: ProjectValidation = {
  diagnostics: [],
  checked: [],
  definitions: 0,
  files: 0,
  unread: [],
  named: undefined,
};

/** Loads the whole project, and returns the diagnostics that concern the selected paths. */
export async function validateProjectAt(
  host: CommandHost,
  root: string,
  selected: readonly string[] | "all",
  environment?: string,
): Promise<ProjectValidation> {
  const { settings, diagnostics } = await readProject(host, root);
  const files = projectFiles(host, { ...settings, root });
  const known =
    diagnostics.length === 0
      ? selectEnvironments(settings.environments, environment)
      : (settings.environments ?? []);
  const environments = known.filter(
    ({ name }) => environment === undefined || name === environment,
  );
  const prefix = projectPrefix(host.cwd, root);
  const validation = await validateFiles(host, settings, files, { selected, environments }).catch(
    (problem: unknown) => {
      // The folder may be named in promptctl.yaml, beside the errors.
      const isFolderMissing = isFailure(problem) && problem.code === "no-definitions-folder";
      if (diagnostics.length === 0 || !isFolderMissing) throw problem;
      return noFiles;
    },
  );
  const all = [...diagnostics.map((each) => withPrefix(each, prefix)), ...validation.diagnostics];
  const isOwn = ({ location }: Diagnostic): boolean => location.file === prefix + configurationName;
  const own = all.filter(isOwn).toSorted(byLocation);
  return { ...validation, diagnostics: [...own, ...all.filter((each) => !isOwn(each))] };
}

async function validateFiles(
  host: CommandHost,
  settings: Pick<Settings, "root" | "pins" | "environments">,
  files: DefinitionFiles,
  {
    selected = "all",
    environments,
  }: {
    readonly selected?: readonly string[] | "all";
    readonly environments: readonly ProjectEnvironment[];
  },
): Promise<ProjectValidation> {
  const isAll = selected !== "all" && selected.includes(configurationName);
  const { project, ...filtered } = await validateProject(files, {
    kinds: testedKinds,
    schemas: definitionSchemas,
    rules,
    now: host.time(),
    customProviders: customProviders(host.env),
    pinned: pinnedAddresses(settings),
    wanted: isAll ? "all" : selected,
    environments: environments.map(({ overrides }) => overrides),
  });
  const prefix = projectPrefix(host.cwd, settings.root);
  return {
    diagnostics: filtered.diagnostics.map((diagnostic) => withPrefix(diagnostic, prefix)),
    definitions: project.definitions.length,
    files: project.files,
    unread: filtered.unread.map(({ file, reason }) => ({ file: prefix + file, reason })),
    named: isAll || selected === "all" ? undefined : filtered.files.length,
    checked: filtered.files.map((file) => resolvePath(prefix, file)),
  };
}

/** The environment with a name, or all of them. */
function selectEnvironments(
  environments: readonly ProjectEnvironment[] = [],
  name: string | undefined,
): readonly ProjectEnvironment[] {
  if (name === undefined) return environments;
  if (name === "local") return [];
  const found = findEnvironment(environments, name);
  return [found ?? unknownEnvironment(name, environments)];
}

async function print(
  host: CommandHost,
  { diagnostics, checked, ...counts }: ProjectValidation,
  { format, strict = false }: ValidateFlags,
): Promise<void> {
  if (format === "json") return printJson(host, validationDocument(diagnostics, counts));
  const inCheckout = diagnostics.map((diagnostic) => fromCheckout(host, diagnostic));
  if (format === "junit") {
    const files = checked.map((file) => pathInCheckout(host, file));
    host.out(validationJunit(inCheckout, files, strict));
  }
  if (format === "codequality") {
    const { codeQualityReport } = await import("../../views/definitions/code-quality.ts"); // loads node:crypto
    printJson(host, codeQualityReport(inCheckout));
  }
  if (format === "github") host.out(annotationsText(inCheckout));
  const isReport = format === "junit" || format === "codequality"; // a file: the log gets the text
  const stream = isReport ? "err" : "out";
  host[stream](validationText(diagnostics, counts, screenOf(host, stream)));
}

function fromCheckout(host: CommandHost, diagnostic: Diagnostic): Diagnostic {
  const { location } = diagnostic;
  return { ...diagnostic, location: { ...location, file: pathInCheckout(host, location.file) } };
}

/** CI systems expect paths relative to the checkout, even if a step runs in another folder. */
function pathInCheckout({ cwd, env }: CommandHost, path: string): string {
  const checkout = env["GITHUB_WORKSPACE"] || env["CI_PROJECT_DIR"];
  return checkout ? relativePath(checkout, resolve(cwd, path)) : path;
}

async function explain(host: CommandHost, code: string): Promise<number> {
  const { codes } = await import("../../generated/diagnostic-codes.ts"); // large: loaded on first use
  const explanation = Object.hasOwn(codes, code) ? codes[code] : undefined;
  if (!explanation)
    throw wrongUsage(
      "unknown-code",
      `Unknown diagnostic code "${code}".`,
      didYouMean(code, Object.keys(codes)) ?? `Available codes: ${Object.keys(codes).join(", ")}.`,
    );
  host.out(explainText(code, explanation));
  return 0;
}
