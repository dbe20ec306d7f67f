// The other way round: what the service holds into files. Definitions that differ are changed where
// they stand, the rest gets new files; and before anything is written the plan of it all is made: it
// must be empty.
import type { Known } from "../engine/author.ts";
import { differing } from "../engine/differing.ts";
import { Failure } from "../engine/failure.ts";
import { hintText, someLines, someOf } from "../engine/hint.ts";
import type { Capabilities, Kind, Kinds } from "../engine/kind.ts";
import { remoteAddress } from "../engine/observe.ts";
import type { Plan } from "../engine/plan.ts";
import type { DefinitionFiles, Reader } from "../engine/ports.ts";
import type { Pulled } from "../engine/pulled.ts";
import { type Address, type Definition, kindOf } from "../engine/resource.ts";
import { keptInLayout } from "./format.ts";
import type { Grammars, Project } from "./load.ts";
import { makePlan, observeAll, type Planned } from "./plan.ts";
import { pullChanged } from "./pull-changed.ts";
import { type NewOptions, pullNew } from "./pull-new.ts";
import { withTexts } from "./with-texts.ts";

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
  readonly pulled?: Pulled;
}

/** Everything that is to be written so that files say what the service holds. */
export async function pullAll(
  kinds: Kinds,
  grammars: Grammars,
  reader: Reader,
  options: PullOptions,
): Promise<PulledProject> {
  const { files } = options;
  const remembered = remembering(reader);
  const { baseUrl } = reader;
  const { pins } = options.settings;
  const planOf = (of: DefinitionFiles, more: Pulled["pins"] = {}): Promise<Planned> =>
    makePlan(kinds, grammars, of, async () => remembered, {
      ...options.settings,
      pins: { ...pins, [baseUrl]: { ...pins[baseUrl], ...more } },
      target: [],
      exclude: [],
      prune: false,
      allowMassDelete: false,
      unfinished: [],
      notes: [],
    });
  const { project, plan } = await planOf(files);
  if (!plan) return { project };
  refuseRefused(plan);
  const answers = await observeAll(
    remembered,
    kinds.map(({ kind }) => kind),
  );
  const { amended, gone, come, ids } = differing(kinds, plan, speaking(project));
  const addresses = new Map(
    Object.entries(ids).map(([address, id]) => [remoteAddress(kindOf(address), id), address]),
  );
  const wanted = new Set(come.map(({ kind, id }) => remoteAddress(kind, id)));
  const there = new Set(project.sourceFiles.map((path) => path.toLowerCase()));
  const { names, inPlace, ...added } = await pullNew(kinds, grammars, answers, {
    ...options,
    known: (kind, id) => addresses.get(remoteAddress(kind, id)),
    isTaken: (address) => Object.hasOwn(plan.ids, address) || project.sources.has(address),
    isWanted: (kind, id) => wanted.has(remoteAddress(kind, id)),
    isThere: (path) => there.has(path) || options.isThere(path),
    standsIn: (row, parent) => standsIn(project, row, parent),
  });
  const { left, ...spliced } = pullChanged(kinds, project, {
    amended,
    gone: options.prune ? gone : [],
    come: inPlace,
    nameOfId: (address) => names.get(address),
  });
  if (left.length > 0) throw cannotChange(left);
  const isDefinitions = (path: string): boolean => project.sourceFiles.includes(path);
  const changed = spliced.changed.map((each) =>
    isDefinitions(each.path) ? keptInLayout(grammars, each) : each,
  );
  const edited = { ...spliced, changed };
  const texts = { texts: [...edited.changed, ...added.files], without: edited.removed };
  const after = await planOf(withTexts(files, texts), added.pins);
  if (!after.plan) throw cannotChange(amended.map(({ address }) => address));
  refuseRefused(after.plan);
  const differs = after.plan.changes.filter(({ action }) => options.prune || action !== "create");
  if (differs.length > 0) throw cannotChange(differs.map(({ address }) => address));
  const notes = [...added.notes, ...notesOf(after.plan, notIncluded(project, after.project))];
  return { project, pulled: { ...added, ...edited, notes } };
}

/** Whether a thing beneath a definition belongs into its document: unless others of its kind stand elsewhere. */
function standsIn(project: Project, { kind, parent: beneath }: Kind, parent: Address): boolean {
  const { value } = project.sources.get(parent)!.draft;
  const isOther = (each: Definition): boolean => each.kind === kind && each.parent === parent;
  return Array.isArray(value[beneath!.inPlace]) || !project.definitions.some(isOther);
}

/** Whether files say anything about things of a kind beneath a definition. */
function speaking({ definitions }: Project): (parent: Address, kind: string) => boolean {
  const speaksOf = new Map(definitions.map((each) => [each.address, each.speaksOf]));
  return (parent, kind) => speaksOf.get(parent)!.includes(kind);
}

/** Files that definitions included, and none does any more. */
function notIncluded(before: Project, after: Project): readonly string[] {
  return [...before.included.keys()].filter((path) => !after.included.has(path));
}

/** One list call per kind, however often it is asked for. */
function remembering(reader: Reader): Reader {
  const lists = new Map<string, ReturnType<Reader["list"]>>();
  return {
    ...reader,
    list: (kind, patience) => {
      const known = lists.get(kind) ?? reader.list(kind, patience);
      lists.set(kind, known);
      return known;
    },
  };
}

function refuseRefused({ refusals }: Plan): void {
  const [first] = refusals;
  if (first) throw new Failure("refused", first.code, first.message, first.hint.split("\n"));
}

function cannotChange(addresses: readonly Address[]): Failure {
  return new Failure(
    "refused",
    "cannot-change",
    "Some definitions differ from what the service holds in a way that cannot be changed where they stand. Nothing was written.",
    [
      ...someLines(addresses),
      "promptctl plan shows how they differ. Change them by hand, then pull again.",
    ],
  );
}

/** What is left to its author. */
function notesOf({ changes }: Plan, notIncluded: readonly string[]): string[] {
  const gone = changes.map(({ address }) => address);
  const said: readonly (readonly [readonly string[], string, string])[] = [
    [gone, "Not on the service any more, or not yet", "--prune takes them out of the files"],
    [notIncluded, "No definition includes these files any more", "They are left"],
  ];
  return said.flatMap(([names, what, more]) =>
    names.length > 0 ? [hintText(`${what}: ${someOf(names)}. ${more}.`)] : [],
  );
}
