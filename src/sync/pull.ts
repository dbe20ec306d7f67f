// The other way round: what the service holds into files. Definitions that differ are changed where
// they stand, the rest gets new files; and before anything is written the plan of it all is made: it
// must be empty.
import type { Known } from "../engine/export/export-names.ts";
import { type ReversePlan, reversePlan } from "../engine/export/reverse-plan.ts";
import { fileAndLine } from "../engine/model/diagnostic.ts";
import { knownIds } from "../engine/saved-plan/executable-plan.ts";
import type { Capabilities, Kind, Kinds } from "../engine/model/kind.ts";
import { remoteAddress } from "../engine/observe/observe.ts";
import type { DefinitionFiles, ServiceReader } from "../engine/model/ports.ts";
import type { PullResult } from "../engine/export/pull-result.ts";
import { type Address, type Definition, kindOf } from "../engine/model/resource.ts";
import { keptInLayout } from "./format.ts";
import type { Grammars, Project } from "./load.ts";
import { observeAll } from "./observe-all.ts";
import { makePlan, type Planned } from "./plan.ts";
import { type Left, pullChanged } from "./pull-changed.ts";
import { type NewOptions, type PulledNew, pullNew } from "./pull-new.ts";
import {
  cannotChange,
  leftNotes,
  refuseRefused,
  refuseRenamed,
  renamedNote,
} from "./pull-messages.ts";
import { withTexts } from "./overlay-files.ts";

export interface PullOptions extends Omit<NewOptions, keyof Known | "standsIn"> {
  /** Whether definitions of what the service does not hold go. */
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
  /** Undefined where the project has errors. */
  readonly pulled?: PullResult;
}

/** Everything that is to be written so that files say what the service holds. */
export async function pullAll(
  kinds: Kinds,
  grammars: Grammars,
  reader: ServiceReader,
  options: PullOptions,
): Promise<PulledProject> {
  const work: Work = { kinds, grammars, options, reader: remembering(reader) };
  const { project, plan, context, renameHints: alike = [] } = await planOf(work, options.files, {});
  if (!plan || !context) return { project };
  refuseRefused(plan);
  if (options.prune) refuseRenamed(project, alike);
  const differs = reversePlan(kinds, plan, knownIds(context.matching), speaking(project));
  const added = await newFiles(work, project, differs);
  const edited = editedFiles(work, project, differs, added);
  const after = await checked(work, project, differs, added, edited);
  const { files, pins } = added;
  const notes = [...added.notes, ...alike.map(renamedNote), ...leftNotes(project, after)];
  const stillDiffers = after.plan.changes.length > 0;
  return { project, pulled: { files, pins, ...edited, notes, stillDiffers } };
}

interface Work {
  readonly kinds: Kinds;
  readonly grammars: Grammars;
  readonly options: PullOptions;
  readonly reader: ServiceReader;
}

/** The plan of files, with pins besides those of the configuration. */
function planOf(
  { kinds, grammars, options, reader }: Work,
  files: DefinitionFiles,
  more: PullResult["pins"],
): Promise<Planned> {
  const { baseUrl } = reader;
  const { pins } = options.settings;
  return makePlan(
    { kinds, grammars, files, connect: async () => reader },
    {
      ...options.settings,
      pins: { ...pins, [baseUrl]: { ...pins[baseUrl], ...more } },
      target: [],
      exclude: [],
      prune: false,
      allowMassDelete: false,
      journalEntries: [],
      notes: [],
    },
  );
}

/** What no file defines. */
async function newFiles(
  { kinds, grammars, options, reader }: Work,
  project: Project,
  { come, ids }: ReversePlan,
): Promise<PulledNew> {
  const answers = await observeAll(
    reader,
    kinds.map(({ kind }) => kind),
  );
  const addresses = new Map(
    Object.entries(ids).map(([address, id]) => [remoteAddress(kindOf(address), id), address]),
  );
  const wanted = new Set(come.map(({ kind, id }) => remoteAddress(kind, id)));
  const there = new Set(project.sourceFiles.map((path) => path.toLowerCase()));
  return pullNew(kinds, grammars, answers, {
    ...options,
    known: (kind, id) => addresses.get(remoteAddress(kind, id)),
    isTaken: (address) => Object.hasOwn(ids, address) || project.sources.has(address),
    isWanted: (kind, id) => wanted.has(remoteAddress(kind, id)),
    isThere: (path) => there.has(path) || options.isThere(path),
    standsIn: (row, parent) => standsIn(project, row, parent),
  });
}

/** What files define and the service holds otherwise, or not at all. */
function editedFiles(
  { kinds, grammars, options }: Work,
  project: Project,
  { amended, gone }: ReversePlan,
  { names, inPlace }: PulledNew,
): Edited {
  const { left, changed, removed } = pullChanged(kinds, project, {
    amended,
    gone: options.prune ? gone : [],
    come: inPlace,
    nameOfId: (address) => names.get(address),
  });
  if (left.length > 0) throw cannotChange(project, left);
  const laidOut = changed.map((each) =>
    project.sourceFiles.includes(each.path) ? keptInLayout(grammars, each) : each,
  );
  return { changed: laidOut, removed };
}

type Edited = Pick<PullResult, "changed" | "removed">;

/** The plan of the files as they will be: nothing may differ any more but what is gone and stays. */
async function checked(
  work: Work,
  project: Project,
  { amended }: ReversePlan,
  { files, pins }: PulledNew,
  { changed, removed }: Edited,
): Promise<Pick<Required<Planned>, "project" | "plan">> {
  const texts = { texts: [...changed, ...files], without: removed };
  const after = await planOf(work, withTexts(work.options.files, texts), pins);
  if (!after.plan) throw cannotChange(project, inFilesOf(after, project, amended));
  refuseRefused(after.plan);
  const differs = after.plan.changes.filter(
    ({ action }) => work.options.prune || action !== "create",
  );
  if (differs.length > 0) throw cannotChange(project, differs);
  return { project: after.project, plan: after.plan };
}

/** Those whose files would have mistakes: of ours, since they had none before. */
function inFilesOf({ project }: Planned, before: Project, amended: readonly Left[]): Left[] {
  const wrong = project.diagnostics.filter(({ severity }) => severity === "error");
  const files = new Set(wrong.map(({ location }) => location.file));
  const own = amended.filter(({ address }) =>
    files.has(before.sources.get(address)!.draft.document.file),
  );
  return own.length > 0
    ? own
    : wrong.map(({ location, message }) => ({ address: fileAndLine(location), why: message }));
}

/** Whether a thing beneath a definition belongs into its document: unless others of its kind stand elsewhere. */
function standsIn(project: Project, { kind, parent: beneath }: Kind, parent: Address): boolean {
  const { value } = project.sources.get(parent)!.draft;
  const isOther = (each: Definition): boolean => each.kind === kind && each.parent === parent;
  return Array.isArray(value[beneath!.inPlace]) || !project.definitions.some(isOther);
}

/** Whether files say anything about things of a kind beneath a definition. */
function speaking({ definitions }: Project): (parent: Address, kind: string) => boolean {
  const speaksOf = new Map(definitions.map((each) => [each.address, each.managedChildKinds]));
  return (parent, kind) => speaksOf.get(parent)!.includes(kind);
}

/** One list call per kind, however often it is asked for. */
function remembering(reader: ServiceReader): ServiceReader {
  const lists = new Map<string, ReturnType<ServiceReader["list"]>>();
  return {
    ...reader,
    list: (kind, patience) => {
      const known = lists.get(kind) ?? reader.list(kind, patience);
      lists.set(kind, known);
      return known;
    },
  };
}
