// Pull: writes the resources of the service into definition files. Definitions that differ are edited
// in place, other resources get new files. Then the new files are planned, to verify them.
import { hintText } from "../../engine/model/hint.ts";
import type { VersionPlace } from "../../engine/history/held-version.ts";
import type { PullResult } from "../../engine/export/pull-result.ts";
import { type ReversePlan, reversePlan } from "../../engine/export/reverse-plan.ts";
import type { RenameHint } from "../../engine/diff/rename-hints.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import type { Project } from "../load/load.ts";
import { newSecrets } from "../load/new-secrets.ts";
import { mergeDifferences, type Remaining } from "./merge-differences.ts";
import { type EditedFiles, pullChanged } from "./pull-changed.ts";
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
import { changedConfiguration, changedForAll, otherEnvironmentNotes } from "./pull-overrides.ts";
import { planWithPins, verifyPulled } from "./verify-pulled.ts";
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
  const { options } = context;
  const pullContext = { ...context, reader: cachingReader(context.reader) };
  const planned = await planWithPins(pullContext, options.files, {});
  const { project, plan, planInput, renameHints = [] } = planned;
  if (!plan || !planInput) return { project };
  throwRefusals(plan);
  if (options.prune) throwRenames(project, renameHints);
  const whole = { project, plan, planInput, renameHints };
  const selection = await selectPulled(pullContext, whole);
  const { conflicts, ...merge } = await mergeDifferences(
    pullContext,
    { ...whole, plan: selection.plan },
    reversePlan(selection.plan, planInput),
  );
  const created = await pullNew(pullContext, project, merge.differences, selection.isLeft);
  const { edited, differences, left } = editPossible(pullContext, project, merge, created);
  const ownerOf = ({ address }: { readonly address: Address }): Address =>
    versionedAddress(planInput.definitions.find((each) => each.address === address)!);
  const leftOwners = [...left, ...edited.kept].map(ownerOf);
  const remaining = withLeft(merge.remaining, left, leftOwners);
  const result = { ...created, ...edited };
  const expected = { differences, rest: selection.rest, remaining };
  const after = await verifyPulled(pullContext, project, expected, result);
  const target = pullTarget(pullContext);
  const { added, pins } = created;
  const { removed, kept } = edited;
  const changed = [...edited.changed, ...changedConfiguration(options.settings, after.overrides)];
  const leftOut = [
    ...created.leftOut,
    ...kept.map((text) => keptTextNote(project, text, target)),
    ...left.map((each) => leftDefinitionNote(project, each)),
  ].map(hintText);
  const notes = [
    ...selection.notes,
    ...merge.notes,
    ...created.notes,
    ...takenHints(renameHints, selection).map(renameNote),
    ...(options.prune ? lostChecksNotes(project, differences.missing) : []),
    ...leftoverNotes(project, after, !options.settings.environment && !options.isForBranch),
    ...otherEnvironmentNotes(options, changedForAll(project, differences.changed), result),
  ].map(hintText);
  const secrets = await newSecrets(options.checks, project, after.project);
  const { counts } = after;
  const texts = { leftOut, notes, secrets, conflicts };
  const bases = new Map([...merge.bases].filter(([owner]) => !leftOwners.includes(owner)));
  const taken = new Set([
    ...differences.changed.map(ownerOf),
    ...created.nested.map(({ parent }) => parent),
    ...created.addresses.values(),
  ]);
  const pulled = { added, pins, changed, removed, ...texts, counts };
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

/** The hints about new definitions. */
function takenHints(
  hints: readonly RenameHint[],
  { plan, isLeft }: PullSelection,
): readonly RenameHint[] {
  const missing = new Set(plan.changes.map(({ address }) => address));
  return hints.filter(({ address, kind, id }) => missing.has(address) && !isLeft(kind, id));
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
