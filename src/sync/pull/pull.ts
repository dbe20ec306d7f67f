// Pull: writes the resources of the service into definition files. Definitions that differ are edited
// in place, other resources get new files. Then the new files are planned: only the selected differences
// may be gone, and of these only resources that the service does not have may remain, without --prune.
import type { VersionPlace } from "../../engine/history/held-version.ts";
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
import type { PullResult } from "../../engine/export/pull-result.ts";
import {
  type ChangedDefinition,
  type ReversePlan,
  reversePlan,
} from "../../engine/export/reverse-plan.ts";
import { type Diagnostic, diagnosticMessage, fileAndLine } from "../../engine/model/diagnostic.ts";
import type { RenameHint } from "../../engine/diff/rename-hints.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import { kindNamed } from "../../engine/model/kind.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { DefinitionFiles, ServiceReader } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import type { Project } from "../load/load.ts";
import { overlayFiles } from "../load/overlay-files.ts";
import { locateAll } from "../load/parse-files.ts";
import { makePlan, type Planned } from "../plan/plan.ts";
import { mergeDifferences, type Remaining } from "./merge-differences.ts";
import { differsInKeptTexts, type EditedFiles, pullChanged } from "./pull-changed.ts";
import {
  cannotChange,
  keptTextNote,
  leftDefinitionNote,
  leftoverNotes,
  lostChecksNotes,
  renameNote,
  throwRefusals,
  throwRenames,
  type UneditableDefinition,
} from "./pull-messages.ts";
import { type PullContext, type PulledNew, pullNew, pullTarget } from "./pull-new.ts";
import {
  changedConfiguration,
  changedForAll,
  otherEnvironmentNotes,
  pulledOverrides,
} from "./pull-overrides.ts";
import { type PullSelection, selectPulled } from "./pull-selection.ts";

export interface PulledProject {
  readonly project: Project;
  /** Undefined if the project has errors. */
  readonly pulled?: PullResult;
  /** The definitions that get something of the service. */
  readonly taken?: readonly Address[];
  /** Those of them that still differ from the service, each with its base. */
  readonly bases?: ReadonlyMap<Address, VersionPlace>;
}

/** The file changes that make a project equal to the service. Throws a Failure if one is impossible. */
export async function pullAll(context: PullContext): Promise<PulledProject> {
  const { kinds, options } = context;
  const pullContext = { ...context, reader: cachingReader(context.reader) };
  const planned = await planFiles(pullContext, options.files, {});
  const { project, plan, planInput, renameHints = [] } = planned;
  if (!plan || !planInput) return { project };
  throwRefusals(plan);
  if (options.prune) throwRenames(project, renameHints);
  const whole = { project, plan, planInput, renameHints };
  const selection = await selectPulled(pullContext, whole);
  const { conflicts, ...merge } = await mergeDifferences(
    pullContext,
    { ...whole, plan: selection.plan },
    reversePlan(kinds, selection.plan, planInput),
  );
  const created = await pullNew(pullContext, project, merge.differences, selection.isLeft);
  const { edited, differences, left } = editPossible(pullContext, project, merge, created);
  const ownerOf = ({ address }: { readonly address: Address }): Address =>
    versionedAddress(
      kinds,
      planInput.definitions.find((each) => each.address === address)!,
    );
  const leftOwners = [...left, ...edited.kept].map(ownerOf);
  const remaining = withLeft(merge.remaining, left, leftOwners);
  const result = { ...created, ...edited };
  const expected = { differences, rest: selection.rest, remaining };
  const after = await verify(pullContext, project, expected, result);
  const target = pullTarget(pullContext);
  const { added, pins } = created;
  const { removed, kept } = edited;
  const changed = [...edited.changed, ...changedConfiguration(options.settings, after.overrides)];
  const leftOut = [
    ...created.leftOut,
    ...kept.map((text) => keptTextNote(project, text, target)),
    ...left.map((each) => leftDefinitionNote(project, each)),
  ];
  const notes = [
    ...selection.notes,
    ...merge.notes,
    ...created.notes,
    ...takenHints(renameHints, selection).map(renameNote),
    ...(options.prune ? lostChecksNotes(project, differences.missing) : []),
    ...leftoverNotes(project, after, options.settings.environment),
    ...otherEnvironmentNotes(options, changedForAll(project, differences.changed), result),
  ];
  const secrets = await newSecrets(options, project, after.project);
  const { stillDiffers } = after;
  const texts = { leftOut, notes, secrets, conflicts };
  const bases = new Map([...merge.bases].filter(([owner]) => !leftOwners.includes(owner)));
  const taken = new Set([
    ...differences.changed.map(ownerOf),
    ...created.nested.map(({ parent }) => parent),
    ...created.addresses.values(),
  ]);
  const pulled = { added, pins, changed, removed, ...texts, stillDiffers };
  return { project, pulled, taken: [...taken], bases };
}

interface PossibleEdits {
  readonly edited: EditedFiles;
  /** Without the definitions that are left. */
  readonly differences: ReversePlan;
  readonly left: readonly UneditableDefinition[];
}

/** Edits the files. Throws a Failure if a definition cannot be edited and must not be left. */
function editPossible(
  context: PullContext,
  project: Project,
  { differences }: { readonly differences: ReversePlan },
  created: PulledNew,
): PossibleEdits {
  const edited = pullChanged(context, project, differences, created);
  const { uneditable } = edited;
  if (uneditable.length === 0) return { edited, differences, left: [] };
  const isLeft = new Set(uneditable.map(({ address }) => address));
  const changed = differences.changed.filter(({ address }) => !isLeft.has(address));
  const isPossible =
    context.options.isForBranch && changed.length === differences.changed.length - isLeft.size;
  if (!isPossible) throw cannotChange(project, uneditable, pullTarget(context));
  const rest = editPossible(
    context,
    project,
    { differences: { ...differences, changed } },
    created,
  );
  return { ...rest, left: [...uneditable, ...rest.left] };
}

function withLeft(
  { contents, owners }: Remaining,
  left: readonly UneditableDefinition[],
  leftOwners: readonly Address[],
): Remaining {
  const isLeft = new Set(left.map(({ address }) => address));
  return {
    contents: new Map([...contents].filter(([address]) => !isLeft.has(address))),
    owners: left.length > 0 ? new Set([...owners, ...leftOwners]) : owners,
  };
}

/** The secrets that the project did not have in these files before. */
async function newSecrets(
  { checks }: PullContext["options"],
  before: Project,
  after: Project,
): Promise<readonly Diagnostic[]> {
  const keyOf = ({ location, message }: Diagnostic): string => `${location.file} ${message}`;
  const secretsIn = (project: Project): Promise<Diagnostic[]> =>
    locateAll(checks.errorsIn(project), project);
  const known = new Set((await secretsIn(before)).map(keyOf));
  return (await secretsIn(after)).filter((each) => !known.has(keyOf(each)));
}

/** The hints about new definitions. */
function takenHints(
  hints: readonly RenameHint[],
  { plan, isLeft }: PullSelection,
): readonly RenameHint[] {
  const missing = new Set(plan.changes.map(({ address }) => address));
  return hints.filter(({ address, kind, id }) => missing.has(address) && !isLeft(kind, id));
}

/** The plan of files, with pins in addition to those of the configuration. */
function planFiles(
  { kinds, schemas, options, reader }: PullContext,
  files: DefinitionFiles,
  addedPins: PullResult["pins"],
  overrides: EnvironmentOverrides | undefined = options.settings.environment?.overrides,
): Promise<Planned> {
  const { baseUrl } = reader;
  const { pins } = options.settings;
  return makePlan(
    { kinds, schemas, files, overrides, history: options.history, connect: async () => reader },
    {
      ...options.settings,
      pins: { ...pins, [baseUrl]: { ...pins[baseUrl], ...addedPins } },
      target: [],
      exclude: [],
      prune: false,
      allowMassDelete: false,
      lacksScope: false,
      conflicts: "warn",
      overwrite: [],
      journalEntries: [],
    },
  );
}

/** What pull was to write, and the changes that it leaves. */
interface Pulled {
  readonly differences: ReversePlan;
  readonly rest: readonly Change[];
  readonly remaining: Remaining;
}

interface VerifiedFiles {
  readonly project: Project;
  /** Definitions of missing resources that pull does not leave. */
  readonly missing: readonly Change[];
  /** Whether plan has changes. */
  readonly stillDiffers: boolean;
  /** The values of the environment, if they change. */
  readonly overrides: EnvironmentOverrides | undefined;
}

/**
 * Plans the new files. Throws a Failure if they differ from the service in more than what pull leaves
 * and missing resources, or if a difference that pull leaves is gone.
 */
async function verify(
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
      !isMerged(context, merged, change),
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
  const stillDiffers = plan.changes.length > 0;
  return { project: after.project, missing, stillDiffers, overrides };
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
  const after = await planFiles(context, files, pins);
  const current = context.options.settings.environment?.overrides;
  const changes = after.plan?.changes.filter((change) => !left.has(changeKey(change))) ?? [];
  const overrides = current && pulledOverrides(current, changes, after.project);
  if (!overrides) return { after, overrides };
  return { after: await planFiles(context, files, pins, overrides), overrides };
}

/** Whether a merge left this difference: what the definition has must be what it was to get. */
function isMerged(
  { kinds }: PullContext,
  { contents, owners }: Remaining,
  change: Change,
): boolean {
  if (!owners.has(versionedAddress(kinds, change))) return false;
  const isNumbered = kindNamed(kinds, change.kind).parent?.numbered ?? false; // the numbers may change
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
  const { changed } = reversePlan(kinds, { ...plan!, changes }, planInput!);
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

/** Lists each kind once, because pull plans twice. */
function cachingReader(reader: ServiceReader): ServiceReader {
  const lists = new Map<string, ReturnType<ServiceReader["list"]>>();
  return {
    ...reader,
    list: (kind, retries) => {
      const list = lists.get(kind) ?? reader.list(kind, retries);
      lists.set(kind, list);
      return list;
    },
  };
}
