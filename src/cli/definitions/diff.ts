// promptctl diff: the definitions of two commits, or of a commit and the working tree, offline.
import {
  compareDefinitions,
  type DefinitionDifference,
} from "../../engine/history/compare-definitions.ts";
import { matchesPattern } from "../../engine/text/address-pattern.ts";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import type { OverridePlaces } from "../../engine/model/plan.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import { refuseUnmatched } from "../../engine/select/select.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { kinds } from "../../kinds.ts";
import type { Project } from "../../sync/load/load.ts";
import { overridePlaces } from "../../sync/load/locate-definitions.ts";
import { diffDocument, type DiffSide } from "../../views/history/diff-json.ts";
import { diffMarkdown, diffSummaryText } from "../../views/history/diff-text.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import { type CommandHost, printJson, screenOf } from "../host/command-host.ts";
import { loadDefinitionsAt, openDefinitionsAt } from "../project/definitions-at.ts";
import { environmentName, readSettingsIn } from "../connect/environment.ts";
import { loadValidProject } from "../project/project.ts";

export interface DiffFlags {
  readonly format: "text" | "json" | "markdown";
  /** The environment whose values the definitions have. */
  readonly env?: string | undefined;
  /** The environment that it is compared with. */
  readonly against?: string;
  readonly target?: readonly string[];
  readonly detailedExitcode?: boolean;
}

/** Exit code 0; with --detailed-exitcode 2 if there are differences. */
export async function diffCommand(
  host: CommandHost,
  from: string | undefined,
  to: string | undefined,
  flags: DiffFlags,
): Promise<number> {
  const { format, target = [], detailedExitcode = false } = flags;
  const named = { ...flags, env: environmentName(host, flags) };
  const { before, after } = await readSides(host, from, to, named);
  refuseUnmatched([...before.definitions, ...after.definitions].filter(isCompared), {
    target,
    exclude: [],
  });
  const differences = compareDefinitions(kinds, before.definitions, after.definitions)
    .filter((each) => isTarget(each, target))
    .map((each) => withPlaces(each, before, after));
  const sides = { before: before.side, after: after.side };
  if (format === "json") printJson(host, mapTexts(diffDocument(differences, sides), maskSecrets));
  else if (format === "markdown") host.out(diffMarkdown(differences, sides, maskSecrets));
  else host.out(diffSummaryText(differences, sides, screenOf(host, "out"), maskSecrets));
  return detailedExitcode && differences.length > 0 ? 2 : 0;
}

interface SideDefinitions {
  readonly side: DiffSide;
  readonly definitions: readonly Definition[];
  /** Where the values are that an environment overrides. */
  readonly places: ReadonlyMap<Address, OverridePlaces>;
}

/** Two commits, or a commit and the files, or with --against two environments of one of them. */
async function readSides(
  host: CommandHost,
  from: string | undefined,
  to: string | undefined,
  flags: Pick<DiffFlags, "env" | "against">,
): Promise<{ readonly before: SideDefinitions; readonly after: SideDefinitions }> {
  const { env, against } = flags;
  if (against !== undefined && (env === undefined || to !== undefined))
    throw wrongAgainst(flags, from);
  const settings = await readSettingsIn(host, undefined, env);
  if (against === undefined)
    return {
      before: await definitionsIn(host, settings, from ?? "HEAD"),
      after: await definitionsIn(host, settings, to),
    };
  return {
    before: await definitionsIn(host, await readSettingsIn(host, undefined, against), from),
    after: await definitionsIn(host, settings, from),
  };
}

function wrongAgainst(
  { env, against }: Pick<DiffFlags, "env" | "against">,
  commit: string | undefined,
): Failure {
  const within = commit === undefined ? "" : ` ${shellQuote(commit)}`;
  return wrongUsage(
    "wrong-against",
    env === undefined ? "--against needs --env." : "--against compares within one commit.",
    `To compare two environments: promptctl diff --env ${env ?? "NAME"} --against ${against}${within}`,
  );
}

/** The difference with the places of the values that the environments of its sides override. */
function withPlaces(
  difference: DefinitionDifference,
  before: SideDefinitions,
  after: SideDefinitions,
): DefinitionDifference {
  const [old, now] = [
    before.places.get(difference.before?.address ?? ""),
    after.places.get(difference.after?.address ?? ""),
  ];
  if (!old && !now) return difference;
  return { ...difference, overridden: { ...(old && { before: old }), ...(now && { after: now }) } };
}

/** The definitions of the files, or of a commit. Throws a Failure if they have errors. */
async function definitionsIn(
  host: CommandHost,
  settings: Settings,
  ref: string | undefined,
): Promise<SideDefinitions> {
  const { environment } = settings;
  const own = environment && { environment: environment.name };
  if (ref === undefined)
    return sideOf({ name: "working tree", ...own }, await loadValidProject(host, settings));
  const at = await openDefinitionsAt(host, settings, ref);
  const side = { name: ref, commit: at.commit, ...own };
  if (!at.project) return { side, definitions: [], places: new Map() };
  return sideOf(side, await loadDefinitionsAt(at));
}

async function sideOf(side: DiffSide, project: Project): Promise<SideDefinitions> {
  const { definitions } = project;
  const addresses = definitions.map(({ address }) => address);
  return { side, definitions, places: await overridePlaces(project, addresses) };
}

/** Assertions are compared as a part of their evaluation. */
function isCompared({ row }: Definition): boolean {
  return !row.parent?.numbered;
}

function isTarget({ before, after }: DefinitionDifference, target: readonly string[]): boolean {
  const addresses = [before, after].flatMap((each) => (each ? [each.address] : []));
  const matches = (pattern: string): boolean =>
    addresses.some((address) => matchesPattern(pattern, address));
  return target.length === 0 || target.some(matches);
}
