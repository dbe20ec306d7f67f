// Plans the files of a pull before they are written: only the selected differences may be gone, and of
// these only resources that the service does not have may remain, without --prune.
import { diagnosticMessage } from "../../engine/text/diagnostic-text.ts";
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
import type { PullResult } from "../../engine/export/pull-result.ts";
import {
  type ChangedDefinition,
  type ReversePlan,
  reversePlan,
} from "../../engine/export/reverse-plan.ts";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import type { Change, ChangeCounts } from "../../engine/model/plan.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import type { Project } from "../load/load.ts";
import { overlayFiles } from "../load/overlay-files.ts";
import { makePlan, type Planned } from "../plan/plan.ts";
import { factsFrom } from "../plan/service-facts.ts";
import type { Remaining } from "./merge-differences.ts";
import { differsInKeptTexts, type EditedFiles } from "./pull-changed.ts";
import { cannotChange, throwRefusals, type UneditableDefinition } from "./pull-messages.ts";
import { type PullContext, type PulledNew, pullTarget } from "./pull-new.ts";
import { pulledOverrides } from "./pull-overrides.ts";

/** The plan of files, with pins in addition to those of the configuration. */
export function planWithPins(
  { kinds, schemas, options, reader }: PullContext,
  files: DefinitionFiles,
  addedPins: PullResult["pins"],
  overrides: EnvironmentOverrides | undefined = options.settings.environment?.overrides,
): Promise<Planned> {
  const { settings, history } = options;
  const facts = factsFrom(settings, [])(reader.baseUrl);
  return makePlan(
    {
      kinds,
      schemas,
      files,
      overrides,
      history,
      connect: async () => reader,
      factsOf: () => ({ ...facts, pins: { ...facts.pins, ...addedPins } }),
    },
    {
      ...settings,
      target: [],
      exclude: [],
      prune: false,
      allowMassDelete: false,
      lacksScope: false,
      conflicts: "warn",
      overwrite: [],
      isReadOnly: true,
    },
  );
}

/** What pull was to write, and the changes that it leaves. */
export interface Pulled {
  readonly differences: ReversePlan;
  readonly rest: readonly Change[];
  readonly remaining: Remaining;
}

interface VerifiedFiles {
  readonly project: Project;
  /** Definitions of missing resources that pull does not leave. */
  readonly missing: readonly Change[];
  /** What plan has to do. */
  readonly counts: ChangeCounts;
  /** The values of the environment, if they change. */
  readonly overrides: EnvironmentOverrides | undefined;
}

/**
 * Plans the new files. Throws a Failure if they differ from the service in more than what pull leaves
 * and missing resources, or if a difference that pull leaves is gone.
 */
export async function verifyPulled(
  context: PullContext,
  project: Project,
  { differences, rest, remaining: merged }: Pulled,
  { added, changed, removed, pins, kept }: PulledNew & EditedFiles,
): Promise<VerifiedFiles> {
  const { files, prune } = context.options;
  const newFiles = overlayFiles(files, [...changed, ...added], removed);
  const left = new Set(rest.map(changeKey));
  const { after, overrides } = await planPulled(context, newFiles, pins, left);
  const { plan } = after;
  const target = pullTarget(context);
  if (!plan)
    throw cannotChange(project, brokenDefinitions(after, project, differences.changed), target);
  throwRefusals(plan);
  const remaining = plan.changes.filter((change) => !left.has(changeKey(change)));
  const expected =
    kept.length > 0 ? expectedChanges(context, after, remaining) : new Set<Address>();
  const unexpected = remaining.filter(
    (change) =>
      (prune || change.action !== "create") &&
      !expected.has(change.address) &&
      !isMerged(merged, change),
  );
  const still = new Set(plan.changes.map(changeKey));
  const gone = rest.filter((change) => !still.has(changeKey(change)));
  if (unexpected.length + gone.length > 0)
    throw cannotChange(
      project,
      [...unexpected, ...gone].map(({ address }) => ({ address })),
      target,
    );
  const missing = remaining.filter(({ action }) => action === "create");
  return { project: after.project, missing, counts: plan.counts, overrides };
}

/**
 * The plan of the new files. Where the environment overrides values that the service has changed, with
 * new values of the environment. `left`: the changes that pull leaves.
 */
async function planPulled(
  context: PullContext,
  files: DefinitionFiles,
  pins: PullResult["pins"],
  left: ReadonlySet<string>,
): Promise<{ readonly after: Planned; readonly overrides: EnvironmentOverrides | undefined }> {
  const after = await planWithPins(context, files, pins);
  const current = context.options.settings.environment?.overrides;
  const changes = after.plan?.changes.filter((change) => !left.has(changeKey(change))) ?? [];
  const overrides = current && pulledOverrides(current, changes, after.project);
  if (!overrides) return { after, overrides };
  return { after: await planWithPins(context, files, pins, overrides), overrides };
}

/** Whether a merge left this difference: what the definition has must be what it was to get. */
function isMerged({ contents, owners }: Remaining, change: Change): boolean {
  if (!owners.has(versionedAddress(change))) return false;
  const isNumbered = change.row.parent?.numbered ?? false; // the numbers may change
  const content = isNumbered ? undefined : contents.get(change.address);
  return !content || ("after" in change && jsonEquals(change.after, content));
}

/** Equal for the same change in the plans before and after a pull. */
function changeKey(change: Change): string {
  return `${change.action} ${change.address}`;
}

/** The addresses of the definitions that still differ in kept texts only, and of those around them. */
function expectedChanges(
  { kinds }: PullContext,
  { project, plan, planInput }: Planned,
  changes: readonly Change[],
): ReadonlySet<Address> {
  const { changed } = reversePlan({ ...plan!, changes }, planInput!);
  const parents = new Map(project.definitions.map(({ address, parent }) => [address, parent]));
  const isExpected = (definition: ChangedDefinition): boolean =>
    differsInKeptTexts(kinds, project, definition);
  const expected = new Set<Address>();
  if (!changed.every(isExpected)) return expected;
  for (const { address } of changed)
    for (let each: Address | undefined = address; each !== undefined; each = parents.get(each))
      expected.add(each);
  return expected;
}

/** The changed definitions whose files have errors after the pull, else the errors themselves. */
function brokenDefinitions(
  { project }: Planned,
  before: Project,
  changed: readonly UneditableDefinition[],
): UneditableDefinition[] {
  const errors = project.diagnostics.filter(({ severity }) => severity === "error");
  const files = new Set(errors.map(({ location }) => location.file));
  const broken = changed.filter(({ address }) =>
    files.has(before.sources.get(address)!.draft.document.file),
  );
  return broken.length > 0
    ? broken
    : errors.map((error) => ({
        address: fileAndLine(error.location),
        reason: diagnosticMessage(error).message,
      }));
}
