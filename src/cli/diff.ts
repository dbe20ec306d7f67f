// promptctl diff: the definitions of two commits, or of a commit and the working tree, offline.
import {
  compareDefinitions,
  type DefinitionDifference,
} from "../engine/history/compare-definitions.ts";
import { matchesPattern } from "../engine/model/address-pattern.ts";
import { maskSecrets } from "../engine/model/secrets.ts";
import type { Definition } from "../engine/model/resource.ts";
import type { Settings } from "../io/configuration.ts";
import { kinds } from "../kinds.ts";
import { diffDocument, type DiffSide } from "../views/diff-json.ts";
import { diffMarkdown, diffSummaryText } from "../views/diff-text.ts";
import { type CommandHost, printJson, screenOf } from "./command-host.ts";
import { loadDefinitionsAt, openDefinitionsAt } from "./definitions-at.ts";
import { loadValidProject, readSettings } from "./project.ts";

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
  const before = await definitionsAt(host, settings, from ?? "HEAD");
  const after =
    to === undefined
      ? await definitionsInFiles(host, settings)
      : await definitionsAt(host, settings, to);
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

async function definitionsInFiles(host: CommandHost, settings: Settings): Promise<SideDefinitions> {
  const { definitions } = await loadValidProject(host, settings);
  return { side: { name: "working tree" }, definitions };
}

/** Throws a Failure if the definitions of the commit have errors. */
async function definitionsAt(
  host: CommandHost,
  settings: Settings,
  ref: string,
): Promise<SideDefinitions> {
  const at = await openDefinitionsAt(host, settings, ref);
  const side = { name: ref, commit: at.commit };
  if (!at.files) return { side, definitions: [] };
  return { side, definitions: (await loadDefinitionsAt(at)).definitions };
}

function isTarget({ before, after }: DefinitionDifference, target: readonly string[]): boolean {
  const addresses = [before, after].flatMap((each) => (each ? [each.address] : []));
  const matches = (pattern: string): boolean =>
    addresses.some((address) => matchesPattern(pattern, address));
  return target.length === 0 || target.some(matches);
}
