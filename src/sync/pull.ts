// Pull: writes the resources of the service into definition files. Definitions that differ are edited
// in place, other resources get new files. Then the plan of the new files is made: it must be empty.
import type { Grammars } from "../engine/validate/validate-document.ts";
import type { KnownResources } from "../engine/export/export-names.ts";
import type { PullResult } from "../engine/export/pull-result.ts";
import { type ReversePlan, reversePlan } from "../engine/export/reverse-plan.ts";
import { fileAndLine } from "../engine/model/diagnostic.ts";
import type { Capabilities, Kind, Kinds } from "../engine/model/kind.ts";
import type { DefinitionFiles, ServiceReader } from "../engine/model/ports.ts";
import { type Address, type Definition, kindOf } from "../engine/model/resource.ts";
import { remoteAddress } from "../engine/observe/observe.ts";
import { knownIds } from "../engine/saved-plan/executable-plan.ts";
import { keepFormat } from "./format.ts";
import type { Project } from "./load.ts";
import { overlayFiles } from "./overlay-files.ts";
import { observeAll } from "./observe-all.ts";
import { makePlan, type Planned } from "./plan.ts";
import { pullChanged } from "./pull-changed.ts";
import {
  cannotChange,
  leftoverNotes,
  renameNote,
  throwRefusals,
  throwRenames,
  type UneditableDefinition,
} from "./pull-messages.ts";
import { type PulledNew, pullNew, type PullNewOptions } from "./pull-new.ts";

export interface PullOptions extends Omit<PullNewOptions, keyof KnownResources | "isNested"> {
  /** True if definitions of missing resources are removed. */
  readonly prune: boolean;
  readonly settings: {
    readonly scope: readonly string[];
    readonly maxDeletePercent: number;
    readonly pins: { readonly [baseUrl: string]: { readonly [address: Address]: string } };
    readonly capabilities: Capabilities;
  };
}

export interface PulledProject {
  readonly project: Project;
  /** Undefined if the project has errors. */
  readonly pulled?: PullResult;
}

/** The file changes that make a project equal to the service. Throws a Failure if one is impossible. */
export async function pullAll(
  kinds: Kinds,
  grammars: Grammars,
  reader: ServiceReader,
  options: PullOptions,
): Promise<PulledProject> {
  const context: PullContext = { kinds, grammars, options, reader: cachingReader(reader) };
  const planned = await planFiles(context, options.files, {});
  const { project, plan, renameHints = [] } = planned;
  if (!plan || !planned.context) return { project };
  throwRefusals(plan);
  if (options.prune) throwRenames(project, renameHints);
  const differences = reversePlan(
    kinds,
    plan,
    knownIds(planned.context.matching),
    managedChildren(project),
  );
  const created = await createDefinitions(context, project, differences);
  const edited = editDefinitions(context, project, differences, created);
  const after = await verify(context, project, differences, created, edited);
  const { added, pins } = created;
  const notes = [
    ...created.notes,
    ...renameHints.map(renameNote),
    ...leftoverNotes(project, after),
  ];
  const stillDiffers = after.plan.changes.length > 0;
  return { project, pulled: { added, pins, ...edited, notes, stillDiffers } };
}

interface PullContext {
  readonly kinds: Kinds;
  readonly grammars: Grammars;
  readonly options: PullOptions;
  readonly reader: ServiceReader;
}

/** The plan of files, with pins in addition to those of the configuration. */
function planFiles(
  { kinds, grammars, options, reader }: PullContext,
  files: DefinitionFiles,
  addedPins: PullResult["pins"],
): Promise<Planned> {
  const { baseUrl } = reader;
  const { pins } = options.settings;
  return makePlan(
    { kinds, grammars, files, connect: async () => reader },
    {
      ...options.settings,
      pins: { ...pins, [baseUrl]: { ...pins[baseUrl], ...addedPins } },
      target: [],
      exclude: [],
      prune: false,
      allowMassDelete: false,
      journalEntries: [],
      notes: [],
    },
  );
}

/** Definitions of resources that no file defines. */
async function createDefinitions(
  { kinds, grammars, options, reader }: PullContext,
  project: Project,
  { newChildren, ids }: ReversePlan,
): Promise<PulledNew> {
  const responses = await observeAll(
    reader,
    kinds.map(({ kind }) => kind),
  );
  const addresses = new Map(
    Object.entries(ids).map(([address, id]) => [remoteAddress(kindOf(address), id), address]),
  );
  const wanted = new Set(newChildren.map(({ kind, id }) => remoteAddress(kind, id)));
  const paths = new Set(project.sourceFiles.map((path) => path.toLowerCase()));
  return pullNew(kinds, grammars, responses, {
    ...options,
    addressOf: (kind, id) => addresses.get(remoteAddress(kind, id)),
    isTaken: (address) => Object.hasOwn(ids, address) || project.sources.has(address),
    isWanted: (kind, id) => wanted.has(remoteAddress(kind, id)),
    pathExists: (path) => paths.has(path) || options.pathExists(path),
    isNested: (row, parent) => isNested(project, row, parent),
  });
}

type EditedFiles = Pick<PullResult, "changed" | "removed">;

/** Edits definitions that differ from the service; with --prune removes those of missing resources. */
function editDefinitions(
  { kinds, grammars, options }: PullContext,
  project: Project,
  { changed: definitions, missing }: ReversePlan,
  { addresses, nested }: PulledNew,
): EditedFiles {
  const { uneditable, changed, removed } = pullChanged(kinds, project, {
    changed: definitions,
    removed: options.prune ? missing : [],
    inserted: nested,
    addressOfNew: (remote) => addresses.get(remote),
  });
  if (uneditable.length > 0) throw cannotChange(project, uneditable);
  const formatted = changed.map((file) =>
    project.sourceFiles.includes(file.path) ? keepFormat(grammars, file) : file,
  );
  return { changed: formatted, removed };
}

type CompletePlan = Pick<Required<Planned>, "project" | "plan">;

/** Plans the new files. Throws a Failure if they differ from the service in more than missing resources. */
async function verify(
  context: PullContext,
  project: Project,
  { changed: definitions }: ReversePlan,
  { added, pins }: PulledNew,
  { changed, removed }: EditedFiles,
): Promise<CompletePlan> {
  const overlay = { files: [...changed, ...added], removed };
  const after = await planFiles(context, overlayFiles(context.options.files, overlay), pins);
  if (!after.plan) throw cannotChange(project, brokenDefinitions(after, project, definitions));
  throwRefusals(after.plan);
  const differing = after.plan.changes.filter(
    ({ action }) => context.options.prune || action !== "create",
  );
  if (differing.length > 0)
    throw cannotChange(
      project,
      differing.map(({ address }) => ({ address })),
    );
  return { project: after.project, plan: after.plan };
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
    : errors.map(({ location, message }) => ({ address: fileAndLine(location), reason: message }));
}

/** New children are nested in their parent, unless its other children have documents of their own. */
function isNested(project: Project, { kind, parent: child }: Kind, parent: Address): boolean {
  const { value } = project.sources.get(parent)!.draft;
  const isSibling = (definition: Definition): boolean =>
    definition.kind === kind && definition.parent === parent;
  return Array.isArray(value[child!.inPlace]) || !project.definitions.some(isSibling);
}

function managedChildren({ definitions }: Project): (parent: Address, kind: string) => boolean {
  const kindsByParent = new Map(
    definitions.map(({ address, managedChildKinds }) => [address, managedChildKinds]),
  );
  return (parent, kind) => kindsByParent.get(parent)!.includes(kind);
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
