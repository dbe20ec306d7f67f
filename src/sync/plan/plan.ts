// Makes a plan: load → observe → match → diff → attribute → select → promote → order → guard. Nothing
// here can write.
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
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
import { conflictRefusals, refuseUnusedOverwrites } from "../../engine/guard/conflicts.ts";
import { guard } from "../../engine/guard/mass-deletes.ts";
import { renameRefusals } from "../../engine/guard/renames.ts";
import { unkeptFieldRefusals } from "../../engine/guard/unkept-fields.ts";
import { editedNotes, originNotes } from "../../engine/history/history-notes.ts";
import { unusedPinNotes } from "../../engine/match/match-pins.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change, Plan, Refusal } from "../../engine/model/plan.ts";
import type { DefinitionFiles, ServiceReader } from "../../engine/model/ports.ts";
import { largeBodies } from "../../engine/apply/large-bodies.ts";
import type { PlanPolicy, ServiceFacts } from "../../engine/model/plan-policy.ts";
import type { Definition } from "../../engine/model/resource.ts";
import { withObservedTags } from "../../engine/order/observed-tags.ts";
import { order } from "../../engine/order/order.ts";
import type { PlanInput } from "../../engine/review/executable-plan.ts";
import {
  countChanges,
  limitToReviewed,
  refuseUnmatched,
  select,
  type Selected,
} from "../../engine/select/select.ts";
import { type Attributed, attribute } from "./attribute.ts";
import { compare } from "./compare.ts";
import { explainUnmanaged } from "./explain-unmanaged.ts";
import type { PlanChecks } from "../load/check-plan.ts";
import { load, type Project } from "../load/load.ts";
import { withOverridePlaces } from "../load/locate-definitions.ts";
import { observeForPlan, refuseFalseEmptyLists } from "./observe-all.ts";
import { locateAll } from "../load/parse-files.ts";
import { pricesOf } from "./prices.ts";
import { promote, type Upstream } from "./promote.ts";
import type { HistoryReader } from "./read-history.ts";
import type { AttributionInput } from "./read-past.ts";

export interface PlanSources {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  readonly files: DefinitionFiles;
  /** The values of one environment, which replace those of the files. */
  readonly overrides?: EnvironmentOverrides | undefined;
  /** Connects to the service. It is called only if the definitions have no errors. */
  connect(this: void): Promise<ServiceReader>;
  /** What promptctl.yaml and the replace journal know of a service. */
  factsOf(this: void, baseUrl: string): ServiceFacts;
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
export async function makePlan(sources: PlanSources, policy: PlanPolicy): Promise<Planned> {
  const { kinds } = sources;
  const project = await loadChecked(sources);
  if (project.diagnostics.some(({ severity }) => severity === "error")) return { project };
  const { definitions } = project;
  refuseUnmatched(definitions, policy);

  const service = await sources.connect();
  const explains = policy.explainsUnmanaged === true && !policy.prune;
  const responses = await observeForPlan(kinds, service, definitions, policy.prune || explains);
  await refuseFalseEmptyLists(kinds, service, responses);

  const facts = sources.factsOf(service.baseUrl);
  const options = { ...policy, ...facts };
  const compared = compare(kinds, { definitions, responses }, options);
  const known = { kinds, reader: sources.history, project, responses, service, options };
  const attributed = await attribute({ ...known, compared });
  const { matching, difference, history, origins } = attributed;
  const unmanaged = explains
    ? explainUnmanaged(difference.unmanaged, await attributeWithPrune(known))
    : difference.unmanaged;
  const selected = selectChanges(definitions, difference, policy);
  const promoted = await promote(kinds, project, selected.changes, sources.upstream);
  const changes = await withOverridePlaces(project, promoted.changes);
  const steps = withObservedTags(kinds, order(kinds, definitions, changes), responses);
  const guarded = await guardRefusals(sources, project, { ...attributed, changes }, options);

  const warnings = await warningsOf(sources, project, changes);
  const renameHints = findRenameHints(kinds, matching, changes);
  const removed = removedDefinitions(attributed.removed, renameHints);
  const target = {
    baseUrl: service.baseUrl,
    ...(policy.environment && { environment: policy.environment.name }),
    ...(policy.directory !== undefined && { directory: policy.directory }),
  };
  const plan: Plan = {
    ...target,
    definitionCount: definitions.length,
    counts: countChanges({ ...selected, changes: promoted.changes }),
    changes,
    steps,
    unmanaged,
    refusals: [matching, difference, selected, promoted]
      .flatMap(({ refusals }) => refusals)
      .concat(guarded, unkeptFieldRefusals(changes, service), largeBodies(kinds, steps, service)),
    notes: [
      ...selected.notes,
      ...unusedPinNotes(definitions, facts.pins),
      ...similarNotes(changes, difference.unmanaged),
      ...unmatchedPatternNotes(policy, definitions, matching.observed),
      ...scopeNotes(policy, difference.unmanaged),
      ...editedNotes({ prune: policy.prune, target }, difference.unmanaged),
      ...originNotes({ prune: policy.prune, target }, difference.unmanaged, origins.reasons),
    ],
    names: unmanagedNames(matching),
    ...(warnings.length > 0 && { warnings }),
    ...(removed.length > 0 && { removed }),
    ...(history && { history }),
    ...(promoted.promotion && { promotion: promoted.promotion }),
  };
  const priceOf = await pricesOf(changes, sources.priceOf);
  const { unreported } = origins;
  const alerts = planAlerts(kinds, plan, { definitions, renameHints, priceOf, unreported });
  const planInput = { definitions, matching, policy, facts };
  return {
    project,
    plan: alerts.length > 0 ? { ...plan, alerts } : plan,
    planInput,
    renameHints,
  };
}

/** The same comparison, as if prune was asked for. */
function attributeWithPrune(known: Omit<AttributionInput, "compared">): Promise<Attributed> {
  const { kinds, project, responses } = known;
  const options = { ...known.options, prune: true };
  const compared = compare(kinds, { definitions: project.definitions, responses }, options);
  return attribute({ ...known, options, compared });
}

/** Loads the project, with the errors that its checks find. */
async function loadChecked(sources: PlanSources): Promise<Project> {
  const { kinds, schemas, files, overrides, checks } = sources;
  const project = await load(kinds, schemas, files, overrides);
  const errors = await locateAll(checks?.errorsIn(project) ?? [], project);
  return { ...project, diagnostics: [...project.diagnostics, ...errors] };
}

/** The changes that the policy asks for, and that were reviewed. */
function selectChanges(
  definitions: readonly Definition[],
  difference: Difference,
  policy: PlanPolicy,
): Selected {
  const whole = select(definitions, difference, policy);
  const selected = limitToReviewed(definitions, whole, policy);
  if (!policy.reviewed) refuseUnusedOverwrites(definitions, selected.changes, policy.overwrite);
  return selected;
}

/** The refusals of mass deletes, and of what would overwrite changes made on the service. */
async function guardRefusals(
  { kinds, history: reader }: PlanSources,
  project: Project,
  { matching, oldCopies, history, changes }: Attributed & { readonly changes: readonly Change[] },
  options: PlanPolicy & ServiceFacts,
): Promise<Refusal[]> {
  const asksGit = options.conflicts === "refuse" && changes.length > 0;
  const uncommittedFiles = asksGit ? await reader.uncommittedFiles(project) : [];
  return [
    ...guard({ kinds, definitions: project.definitions, matching, changes, oldCopies }, options),
    ...conflictRefusals(changes, { history, uncommittedFiles }, options),
    ...renameRefusals({ changes, matching }, options),
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
