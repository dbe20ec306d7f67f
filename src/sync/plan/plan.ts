// Makes a plan: load → observe → match → diff → attribute → select → promote → order → guard. Nothing
// here can write.
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import type {
  EnvironmentOverrides,
  ProjectEnvironment,
} from "../../engine/environments/environment.ts";
import { unmanagedNames } from "../../engine/diff/leftovers.ts";
import { findRenameHints, type RenameHint } from "../../engine/diff/rename-hints.ts";
import { removedDefinitions } from "../../engine/history/uncommitted-removals.ts";
import type { ModelName } from "../../engine/alerts/model-alerts.ts";
import { planAlerts } from "../../engine/alerts/plan-alerts.ts";
import { withPrefix } from "../../engine/text/diagnostic-text.ts";
import type { ModelPrice } from "../../engine/model/alert.ts";
import type { Difference } from "../../engine/diff/diff.ts";
import { scopeNotes, unmatchedPatternNotes } from "../../engine/diff/scope-notes.ts";
import { similarNotes } from "../../engine/diff/similar-notes.ts";
import {
  type ConflictOptions,
  conflictRefusals,
  refuseUnusedOverwrites,
} from "../../engine/guard/conflicts.ts";
import { guard, type GuardOptions } from "../../engine/guard/mass-deletes.ts";
import { renameRefusals } from "../../engine/guard/renames.ts";
import { editedNotes } from "../../engine/history/history-notes.ts";
import { unusedPinNotes } from "../../engine/match/match-pins.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import type { Capabilities, Kinds } from "../../engine/model/kind.ts";
import type { Change, Plan, Refusal } from "../../engine/model/plan.ts";
import type { DefinitionFiles, ServiceReader } from "../../engine/model/ports.ts";
import { largeBodies } from "../../engine/apply/large-bodies.ts";
import type { JournalEntry } from "../../engine/model/replace-journal.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import { withObservedTags } from "../../engine/order/observed-tags.ts";
import { order } from "../../engine/order/order.ts";
import type { PlanInput } from "../../engine/review/executable-plan.ts";
import {
  countChanges,
  limitToReviewed,
  refuseUnmatched,
  select,
  type Selected,
  type Selection,
} from "../../engine/select/select.ts";
import { type Attributed, attribute, compare, type CompareOptions } from "./attribute.ts";
import type { PlanChecks } from "../load/check-plan.ts";
import { load, type Project } from "../load/load.ts";
import { withOverridePlaces } from "../load/locate-definitions.ts";
import { observeForPlan, refuseFalseEmptyLists } from "./observe-all.ts";
import { locateAll } from "../load/parse-files.ts";
import { pricesOf } from "./prices.ts";
import { promote, type Upstream } from "./promote.ts";
import type { HistoryReader } from "./read-history.ts";

export interface PlanSources {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  readonly files: DefinitionFiles;
  /** The values of one environment, which replace those of the files. */
  readonly overrides?: EnvironmentOverrides | undefined;
  /** Connects to the service. It is called only if the definitions have no errors. */
  connect(this: void): Promise<ServiceReader>;
  /** It is called only if the plan changes or deletes something that the service has. */
  readonly history: HistoryReader;
  /** The rules of validate; undefined: the definitions are only loaded. */
  readonly checks?: PlanChecks | undefined;
  /** The path of the project, before those of the files with warnings; empty, or with a final `/`. */
  readonly prefix?: string;
  /** The environment that must hold the changes first; undefined to ask none. */
  readonly upstream?: Upstream | undefined;
  /** The price of a model; undefined if it is not known. */
  priceOf?(this: void, model: ModelName): Promise<ModelPrice | undefined>;
}

export interface PlanOptions
  extends Selection, GuardOptions, Omit<ConflictOptions, "uncommittedFiles" | "baseUrl"> {
  /** Whether unmanaged resources are deleted. */
  readonly prune: boolean;
  /** Address patterns of resources that prune never deletes. */
  readonly keep: readonly string[];
  /** Whether the plan names the definitions that HEAD has and the files do not; default: no. */
  readonly findsRemovals?: boolean;
  /** Whether the plan is only compared, as by pull; default: no. */
  readonly isReadOnly?: boolean;
  /** Whether the configuration has no scope, although CI is set. */
  readonly lacksScope: boolean;
  /** Base URL → address → id. */
  readonly pins: { readonly [baseUrl: string]: { readonly [address: Address]: string } };
  /** The environment of promptctl.yaml that the service belongs to. */
  readonly environment?: ProjectEnvironment | undefined;
  readonly capabilities: Capabilities;
  /** The replace journal: replaces that started and may not have finished. */
  readonly journalEntries: readonly JournalEntry[];
}

/** The project, and its plan unless the project has errors. */
export interface Planned {
  readonly project: Project;
  readonly plan?: Plan;
  /** The values that the plan was computed from. */
  readonly planInput?: PlanInput;
  /** Created resources that may be renamed ones. */
  readonly renameHints?: readonly RenameHint[];
}

/** Makes the plan of a project for a service. */
export async function makePlan(sources: PlanSources, options: PlanOptions): Promise<Planned> {
  const { kinds } = sources;
  const project = await loadChecked(sources);
  if (project.diagnostics.some(({ severity }) => severity === "error")) return { project };
  const { definitions } = project;
  refuseUnmatched(definitions, options);

  const service = await sources.connect();
  const responses = await observeForPlan(kinds, service, definitions, options.prune);
  await refuseFalseEmptyLists(kinds, service, responses);

  const settings = settingsFor(service, options);
  const compared = compare(kinds, { definitions, responses }, settings);
  const { findsRemovals = false } = options;
  const input = { project, responses, compared, service, findsRemovals };
  const attributed = await attribute(sources, input, settings);
  const { matching, difference, history } = attributed;
  const selected = selectChanges(definitions, difference, options);
  const promoted = await promote(kinds, project, selected.changes, sources.upstream);
  const changes = await withOverridePlaces(project, promoted.changes);
  const steps = withObservedTags(kinds, order(kinds, definitions, changes), responses);
  const guarded = await guardRefusals(sources, project, { ...attributed, changes }, settings);

  const warnings = await warningsOf(sources, project, changes);
  const renameHints = findRenameHints(kinds, matching, changes);
  const removed = removedDefinitions(attributed.removed, renameHints);
  const target = {
    baseUrl: service.baseUrl,
    ...(options.environment && { environment: options.environment.name }),
    ...(options.directory !== undefined && { directory: options.directory }),
  };
  const plan: Plan = {
    ...target,
    definitionCount: definitions.length,
    counts: countChanges({ ...selected, changes: promoted.changes }),
    changes,
    steps,
    unmanaged: difference.unmanaged,
    refusals: [matching, difference, selected, promoted]
      .flatMap(({ refusals }) => refusals)
      .concat(guarded, largeBodies(kinds, steps, service)),
    notes: [
      ...selected.notes,
      ...unusedPinNotes(definitions, settings.pins),
      ...similarNotes(changes, difference.unmanaged),
      ...unmatchedPatternNotes(settings, definitions, matching.observed),
      ...scopeNotes(options, difference.unmanaged),
      ...editedNotes({ prune: options.prune, target }, difference.unmanaged),
    ],
    names: unmanagedNames(matching),
    ...(warnings.length > 0 && { warnings }),
    ...(removed.length > 0 && { removed }),
    ...(history && { history }),
    ...(promoted.promotion && { promotion: promoted.promotion }),
  };
  const priceOf = await pricesOf(changes, sources.priceOf);
  const alerts = planAlerts(kinds, plan, { definitions, renameHints, priceOf });
  const planInput = { definitions, matching, settings };
  return {
    project,
    plan: alerts.length > 0 ? { ...plan, alerts } : plan,
    planInput,
    renameHints,
  };
}

/** Loads the project, with the errors that its checks find. */
async function loadChecked(sources: PlanSources): Promise<Project> {
  const { kinds, schemas, files, overrides, checks } = sources;
  const project = await load(kinds, schemas, files, overrides);
  const errors = await locateAll(checks?.errorsIn(project) ?? [], project);
  return { ...project, diagnostics: [...project.diagnostics, ...errors] };
}

/** The changes that the options ask for, and that were reviewed. */
function selectChanges(
  definitions: readonly Definition[],
  difference: Difference,
  options: PlanOptions,
): Selected {
  const whole = select(definitions, difference, options);
  const selected = limitToReviewed(definitions, whole, options);
  if (!options.reviewed) refuseUnusedOverwrites(definitions, selected.changes, options.overwrite);
  return selected;
}

/** The refusals of mass deletes, and of what would overwrite changes made on the service. */
async function guardRefusals(
  { kinds, history: reader }: PlanSources,
  project: Project,
  { matching, oldCopies, history, changes }: Attributed & { readonly changes: readonly Change[] },
  settings: PlanSettings,
): Promise<Refusal[]> {
  const asksGit = settings.conflicts === "refuse" && changes.length > 0;
  const uncommittedFiles = asksGit ? await reader.uncommittedFiles(project) : [];
  return [
    ...guard({ kinds, definitions: project.definitions, matching, changes, oldCopies }, settings),
    ...conflictRefusals(changes, history?.gap, { ...settings, uncommittedFiles }),
    ...renameRefusals(changes, settings),
  ];
}

/** The warnings of the checks about a plan with these changes. */
async function warningsOf(
  { checks, prefix = "" }: PlanSources,
  project: Project,
  changes: readonly Change[],
): Promise<Diagnostic[]> {
  const warnings = await locateAll((await checks?.warningsIn(project, changes)) ?? [], project);
  return warnings.map((each) => withPrefix(each, prefix));
}

/** The options with the pins and journal entries of one service only. */
type PlanSettings = Omit<PlanOptions, "pins"> & CompareOptions;

/** Returns the options for the plan of a service. */
export function settingsFor(
  { baseUrl }: Pick<ServiceReader, "baseUrl">,
  options: PlanOptions,
): PlanSettings {
  return {
    ...options,
    baseUrl,
    pins: { ...options.pins[baseUrl], ...options.environment?.pins },
    journalEntries: options.journalEntries.filter((entry) => entry.baseUrl === baseUrl),
  };
}
