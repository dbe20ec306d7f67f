// The other way round: what the service holds into files. Definitions that differ are changed where
// they stand, the rest gets new files; and before anything is written the plan of it all is made: it
// must be empty.
import { Failure } from "../engine/failure.ts";
import { hintText } from "../engine/hint.ts";
import type { Capabilities, Kinds } from "../engine/kind.ts";
import type { Plan } from "../engine/plan.ts";
import type { DefinitionFiles, Reader } from "../engine/ports.ts";
import type { Pulled } from "../engine/pulled.ts";
import { type Address, addressOf, kindOf, nameOf } from "../engine/resource.ts";
import { keptInLayout } from "./format.ts";
import type { Grammars, Project } from "./load.ts";
import { makePlan, observeAll, type Planned } from "./plan.ts";
import { pullChanged } from "./pull-changed.ts";
import { type NewOptions, pullNew } from "./pull-new.ts";
import { withTexts } from "./with-texts.ts";

export interface PullOptions extends Omit<NewOptions, "known" | "isTaken"> {
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
  const ids = new Map(
    Object.entries(plan.ids).map(([address, id]) => [addressOf(kindOf(address), id), address]),
  );
  const there = new Set(project.sourceFiles.map((path) => path.toLowerCase()));
  const { names, ...added } = await pullNew(kinds, grammars, answers, {
    ...options,
    known: (kind, id) => ids.get(addressOf(kind, id)),
    isTaken: (address) => Object.hasOwn(plan.ids, address) || project.sources.has(address),
    isThere: (path) => there.has(path) || options.isThere(path),
  });
  const { files: spliced, left } = pullChanged(kinds, project, plan, (address) =>
    names.get(address),
  );
  if (left.length > 0) throw cannotChange(left);
  const changed = spliced.map((each) =>
    project.sourceFiles.includes(each.path) ? keptInLayout(grammars, each) : each,
  );
  const after = await planOf(withTexts(files, [...changed, ...added.files]), added.pins);
  if (after.plan) refuseRefused(after.plan);
  const differing = (after.plan ?? plan).changes.filter(({ action }) => action !== "create");
  if (!after.plan || differing.length > 0)
    throw cannotChange(differing.map(({ address }) => address));
  return { project, pulled: { ...added, changed, notes: [...added.notes, ...notesOf(plan)] } };
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
  const lines = addresses.slice(0, mostNamed).map((address) => `  ${address}`);
  const more = addresses.length - lines.length;
  return new Failure(
    "refused",
    "cannot-change",
    "Some definitions differ from what the service holds in a way that cannot be changed where they stand. Nothing was written.",
    [
      ...lines,
      ...(more > 0 ? [`  and ${more} more`] : []),
      "promptctl plan shows how they differ. Change them by hand, then pull again.",
    ],
  );
}

/** What is left to its author: definitions that the service does not hold, and what it holds beneath others. */
function notesOf({ changes, unmanaged }: Plan): string[] {
  const gone = changes.filter(({ action }) => action === "create").map(({ address }) => address);
  const beneath = unmanaged.flatMap(({ kind, id, parent }) =>
    parent === undefined ? [] : [`${kind}/${nameOf(parent)}/id:${id}`],
  );
  return [
    ...(gone.length > 0
      ? [hintText(`Not on the service any more, or not yet: ${some(gone)}.`)]
      : []),
    ...(beneath.length > 0
      ? [hintText(`Not written, because it stands beneath what files define: ${some(beneath)}.`)]
      : []),
  ];
}

function some(addresses: readonly Address[]): string {
  const more = addresses.length - mostNamed;
  return addresses.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** So many are named; the rest is counted. */
const mostNamed = 10;
