// promptctl diff: the definitions of two commits, or of a commit and the working tree, offline.
import {
  compareDefinitions,
  type DefinitionDifference,
} from "../engine/history/compare-definitions.ts";
import { matchesPattern } from "../engine/model/address-pattern.ts";
import { fileAndLine } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import { maskSecrets } from "../engine/model/secrets.ts";
import type { Definition } from "../engine/model/resource.ts";
import type { Settings } from "../io/configuration.ts";
import { type GitObjects, openObjects } from "../io/git-objects.ts";
import { openRepository, resolveCommit } from "../io/git-repository.ts";
import { kinds } from "../kinds.ts";
import { load } from "../sync/load.ts";
import { diffDocument, type DiffSide } from "../views/diff-json.ts";
import { diffMarkdown, diffSummaryText } from "../views/diff-text.ts";
import { pluralize } from "../views/terminal-text.ts";
import { type CommandHost, printJson, screenOf } from "./command-host.ts";
import { definitionSchemas, loadValidProject, readSettings } from "./project.ts";
import { readProjectAt } from "./project-at.ts";

export interface DiffFlags {
  readonly format: "text" | "json" | "markdown";
  readonly target?: readonly string[];
  readonly detailedExitcode?: boolean;
}

/** Exit code 0; with --detailed-exitcode 2 if there are differences. */
export async function diffCommand(
  host: CommandHost,
  from: string | undefined,
  to: string | undefined,
  { format, target = [], detailedExitcode = false }: DiffFlags,
): Promise<number> {
  const settings = await readSettings(host, undefined);
  const objects = openObjects(await openRepository(settings.root, host.env));
  const [before, after] = await Promise.all([
    definitionsAt(objects, from ?? "HEAD"),
    to === undefined ? definitionsInFiles(settings) : definitionsAt(objects, to),
  ]).finally(objects.close);
  const differences = compareDefinitions(kinds, before.definitions, after.definitions).filter(
    (each) => isTarget(each, target),
  );
  const sides = { before: before.side, after: after.side };
  if (format === "json") printJson(host, diffDocument(differences, sides));
  else if (format === "markdown") host.out(diffMarkdown(differences, sides, maskSecrets));
  else host.out(diffSummaryText(differences, sides, screenOf(host, "out")));
  return detailedExitcode && differences.length > 0 ? 2 : 0;
}

interface SideDefinitions {
  readonly side: DiffSide;
  readonly definitions: readonly Definition[];
}

async function definitionsInFiles(settings: Settings): Promise<SideDefinitions> {
  const { definitions } = await loadValidProject(settings);
  return { side: { name: "working tree" }, definitions };
}

/** Throws a Failure if the definitions of the commit have errors. */
async function definitionsAt(objects: GitObjects, ref: string): Promise<SideDefinitions> {
  const commit = await resolveCommit(objects.repository, ref);
  const side = { name: ref, commit };
  const project = await readProjectAt(objects, commit);
  if (!project) return { side, definitions: [] };
  const { definitions, diagnostics } = await load(kinds, definitionSchemas, project.files);
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === "error");
  if (!first) return { side, definitions };
  const more = others.length > 0 ? ` And ${pluralize(others.length, "more error")}.` : "";
  throw new Failure(
    "invalid",
    "invalid-definitions",
    `${fileAndLine(first.location)} in ${ref} (${commit.slice(0, 7)}): ${first.message}${more}`,
    "Name a commit whose definitions are valid.",
  );
}

function isTarget({ before, after }: DefinitionDifference, target: readonly string[]): boolean {
  const addresses = [before, after].flatMap((each) => (each ? [each.address] : []));
  const matches = (pattern: string): boolean =>
    addresses.some((address) => matchesPattern(pattern, address));
  return target.length === 0 || target.some(matches);
}
