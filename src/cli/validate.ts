// promptctl validate: everything that can be known of definitions without a service.
import { resolve } from "node:path";
import { codes, warningCodes } from "../engine/model/diagnostic-codes.ts";
import { byLocation, type Diagnostic, didYouMean, withPrefix } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import { rules } from "../engine/rules/rules.ts";
import { configurationName, configure } from "../io/configuration.ts";
import { definitionFiles } from "../io/definitions.ts";
import { kinds } from "../kinds.ts";
import { filterDiagnostics } from "../sync/filter-diagnostics.ts";
import { validateProject } from "../sync/validate.ts";
import { annotationsText } from "../views/annotations.ts";
import { validationText } from "../views/diagnostics.ts";
import { explainText } from "../views/explain-text.ts";
import { validationDocument } from "../views/validate-json.ts";
import { findProjects } from "./find-projects.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { relativePath, projectPrefix } from "./relative-path.ts";

export interface ValidateFlags {
  readonly format: "text" | "json" | "github";
  readonly strict?: boolean;
  readonly explain?: string;
}

/** Exit code 0, or 3 where there is an error, with --strict a warning too. */
export async function validateCommand(
  host: CommandHost,
  paths: readonly string[],
  flags: ValidateFlags,
): Promise<number> {
  if (flags.explain !== undefined) return explain(host, flags.explain);
  const found: ProjectValidation = { diagnostics: [], definitions: 0, files: 0 };
  const missingNote = "; what needs it is told";
  const chosen = await findProjects(host, paths, { missingNote, strict: flags.strict });
  if (chosen.size === 0 && flags.format !== "json") return 0;
  for (const [root, wanted] of chosen) add(found, await validateProjectAt(host, root, wanted));
  tell(host, found, flags.format);
  const fails = ({ severity }: Diagnostic): boolean =>
    severity === "error" || flags.strict === true;
  return found.diagnostics.some(fails) ? 3 : 0;
}

export interface ProjectValidation {
  /** Paths lead from where the user stands. */
  diagnostics: Diagnostic[];
  definitions: number;
  files: number;
  /** How many of the files were named; undefined where all were. */
  named?: number;
}

function add(
  all: ProjectValidation,
  { diagnostics, definitions, files, named }: ProjectValidation,
): void {
  all.diagnostics.push(...diagnostics);
  all.definitions += definitions;
  all.files += files;
  if (named !== undefined) all.named = (all.named ?? 0) + named;
}

/** The whole project is always loaded; the paths say what of it is told. */
export async function validateProjectAt(
  host: CommandHost,
  root: string,
  wanted: readonly string[] | "all",
): Promise<ProjectValidation> {
  const { settings, diagnostics } = configure(kinds, configurationGrammar, host.cwd, root);
  const files = definitionFiles(root, settings.definitions);
  const validated = await validateProject(kinds, grammars, rules, warningCodes, files);
  const { project } = validated;
  const isAll = wanted !== "all" && wanted.includes(configurationName);
  const { diagnostics: told, named } = filterDiagnostics(kinds, validated, isAll ? "all" : wanted);
  const prefix = projectPrefix(host.cwd, root);
  return {
    diagnostics: [...diagnostics.toSorted(byLocation), ...told].map((each) =>
      withPrefix(each, prefix),
    ),
    definitions: project.definitions.length,
    files: project.files,
    ...(named !== undefined && { named }),
  };
}

function tell(
  host: CommandHost,
  { diagnostics, definitions, files, named }: ProjectValidation,
  format: ValidateFlags["format"],
): void {
  const text = validationText(diagnostics, { definitions, files, named }, screenOf(host, "out"));
  switch (format) {
    case "text":
      return host.out(text);
    case "json":
      return host.out(
        `${JSON.stringify(validationDocument(diagnostics, { definitions, files }), null, 2)}\n`,
      );
    case "github":
      return host.out(annotationsText(diagnostics.map((each) => fromTop(host, each))) + text);
  }
}

/** GitHub takes places from the top of the checkout, wherever a step runs. */
function fromTop({ cwd, env }: CommandHost, diagnostic: Diagnostic): Diagnostic {
  const top = env["GITHUB_WORKSPACE"];
  if (!top) return diagnostic;
  const { location } = diagnostic;
  const file = relativePath(top, resolve(cwd, location.file));
  return { ...diagnostic, location: { ...location, file } };
}

function explain(host: CommandHost, code: string): number {
  const found = Object.hasOwn(codes, code) ? codes[code] : undefined;
  if (!found)
    throw new Failure(
      "usage",
      "unknown-code",
      `There is no code "${code}".`,
      didYouMean(code, Object.keys(codes)) ?? `The codes are ${Object.keys(codes).join(", ")}.`,
    );
  host.out(explainText(code, found));
  return 0;
}
