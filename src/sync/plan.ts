// The sentence of the tool: read → parse → include → resolve → observe → match → diff → steps → guard.
// Plan and apply both say it here; it is given no way to write.
import type { JournalEntry } from "../engine/model/replace-journal.ts";
import { once } from "../engine/model/collections.ts";
import { diff } from "../engine/diff/diff.ts";
import { hintText } from "../engine/model/hint.ts";
import { digestJson, type JsonObject } from "../engine/model/json.ts";
import { guard, type GuardOptions } from "../engine/guard/guard.ts";
import { type Capabilities, type Kinds, kindNamed } from "../engine/model/kind.ts";
import { type RenameHint, renameHintNotes, findRenameHints } from "../engine/diff/rename-hints.ts";
import { match } from "../engine/match/match.ts";
import type { MatchResult } from "../engine/match/match-context.ts";
import { canonicalForm } from "../engine/normalize/normalize.ts";
import { type ListResponses, contentDigest, remoteAddress } from "../engine/observe/observe.ts";
import type { Change, Counts, Delete, Plan } from "../engine/model/plan.ts";
import type { DefinitionFiles, ServiceReader } from "../engine/model/ports.ts";
import { type Address, addressOf, type Definition } from "../engine/model/resource.ts";
import { refuseUnmatched, select, type Selected, type Selection } from "../engine/select/select.ts";
import { order } from "../engine/order/steps.ts";
import { type Grammars, load, type Project } from "./load.ts";

export interface PlanOptions extends Selection, GuardOptions {
  readonly prune: boolean;
  /** Base address → address → id. */
  readonly pins: { readonly [baseUrl: string]: { readonly [address: Address]: string } };
  readonly capabilities: Capabilities;
  /** Replaces that were begun and perhaps cut short. */
  readonly journalEntries: readonly JournalEntry[];
  /** Sentences to pass on about what was asked for and not done. */
  readonly notes: readonly string[];
}

/** The project, and its plan unless the project has errors. */
export interface Planned {
  readonly project: Project;
  readonly plan?: Plan;
  /** Definitions of what is not there that look like what is, under another name. */
  readonly renameHints?: readonly RenameHint[];
}

/** Makes the plan of a project for a service. */
export async function makePlan(
  kinds: Kinds,
  grammars: Grammars,
  files: DefinitionFiles,
  reader: () => Promise<ServiceReader>,
  options: PlanOptions,
): Promise<Planned> {
  const project = await load(kinds, grammars, files);
  if (project.diagnostics.some((each) => each.severity === "error")) return { project };
  const { definitions } = project;
  refuseUnmatched(definitions, options);
  const service = await reader();
  const answers = await observeAll(service, kindsToList(kinds, definitions, options.prune));
  const { baseUrl } = service;
  const pins = options.pins[baseUrl] ?? {};
  const journalEntries = options.journalEntries.filter((each) => each.baseUrl === baseUrl);
  const matching = match(kinds, definitions, answers, {
    ...options,
    baseUrl,
    pins,
    journalEntries,
  });
  const difference = diff(kinds, matching, { ...options, baseUrl });
  const selected = select(kinds, definitions, difference, options);
  const { changes } = selected;
  const guarded = guard(kinds, definitions, matching, changes, options);
  // Most plans are looked at and gone: what only a saved or applied one needs is made when it is asked for.
  const definitionsDigest = once(() =>
    digestOf(kinds, definitions, {
      scope: options.scope,
      maxDeletePercent: options.maxDeletePercent,
      capabilities: { ...options.capabilities },
      pins,
    }),
  );
  const seen = once(() => seenIn(matching));
  const ids = once(() => idsOf(matching));
  const alike = findRenameHints(kinds, matching, changes);
  const plan: Plan = {
    baseUrl,
    definitionCount: definitions.length,
    counts: count(selected),
    changes,
    steps: order(kinds, definitions, changes),
    unmanaged: difference.unmanaged,
    refusals: [...matching.refusals, ...difference.refusals, ...selected.refusals, ...guarded],
    notes: [...options.notes, ...idlePins(definitions, pins), ...renameHintNotes(alike, changes)],
    basis: {
      get definitions() {
        return definitionsDigest();
      },
      states: { ...reliedOn(matching, changes), ...Object.fromEntries(changes.flatMap(states)) },
    },
    names: namesOf(matching),
    get listed() {
      return seen();
    },
    get ids() {
      return ids();
    },
  };
  return { project, plan, renameHints: alike };
}

/** A pin of what no file defines says nothing: most often its address is misspelt. */
function idlePins(
  definitions: readonly Definition[],
  pins: Readonly<Record<Address, string>>,
): string[] {
  const pinned = Object.keys(pins);
  if (pinned.length === 0) return [];
  const defined = new Set(definitions.map((each) => each.address));
  return pinned
    .filter((address) => !defined.has(address))
    .map((address) => hintText(`promptctl.yaml pins ${address}, which no file defines.`));
}

/** Children only where a file speaks of them, or where what no file defines is to be deleted. */
function kindsToList(kinds: Kinds, definitions: readonly Definition[], prune: boolean): string[] {
  const children = prune || definitions.some((each) => each.managedChildKinds.length > 0);
  return kinds.filter((row) => !row.parent || children).map((row) => row.kind);
}

/** One list call each, all at once. Any that fails fails the plan. */
export async function observeAll(
  reader: ServiceReader,
  kinds: readonly string[],
): Promise<ListResponses> {
  const failed = new AbortController(); // the others need not go on waiting
  const lists = await Promise.all(
    kinds.map((kind) =>
      reader.list(kind, { signal: failed.signal }).catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  return new Map(
    kinds.map((kind, index): [string, readonly JsonObject[]] => [kind, lists[index]!]),
  );
}

function count({ changes, unchanged }: Selected): Counts {
  const of = (action: Change["action"]): number =>
    changes.filter((each) => each.action === action).length;
  return {
    create: of("create"),
    update: of("update"),
    replace: of("replace"),
    delete: of("delete"),
    keep: unchanged.length,
  };
}

/** The digest of what definitions and settings say: comments, layout and file names do not count. */
export function digestOf(
  kinds: Kinds,
  definitions: readonly Definition[],
  settings: JsonObject,
): string {
  const said = definitions.map(
    ({ address, kind, name, spec, external, renamedFrom, managedChildKinds: speaksOf }) => [
      address,
      name ?? null,
      external ? "" : contentDigest(kindNamed(kinds, kind), spec),
      external,
      [...renamedFrom],
      [...speaksOf],
    ],
  );
  return digestJson([said.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)), settings]);
}

/** The state of everything a change touches, as it was observed. */
function states(change: Change): [Address, string | null][] {
  if (change.action === "create") return [[change.address, null]];
  const made = change.action === "replace" ? change.childCreates : [];
  return [
    [change.address, digestJson(change.before)],
    ...made.map((each): [Address, null] => [each.address, null]),
    ...change.childDeletes.flatMap((each: Delete) => states(each)),
  ];
}

/** The state of what stays while its second copy, or the old one of its replace, is deleted. */
function reliedOn(
  { matches }: MatchResult,
  changes: readonly Change[],
): { [address: Address]: string } {
  const copies = new Set(
    changes.flatMap((each) => (each.action === "delete" ? (each.supersededBy ?? []) : [])),
  );
  const relied = matches.filter(
    ({ desired }) => copies.has(desired.address) || copies.has(desired.parent ?? ""),
  );
  return Object.fromEntries(
    relied.flatMap(({ row, desired, observed }) =>
      observed
        ? [[desired.address, digestJson(canonicalForm(row.shape, observed.spec))] as const]
        : [],
    ),
  );
}

/** Everything that was listed, with its name where it has one. */
function seenIn({ observed }: MatchResult): { [thing: string]: string } {
  return Object.fromEntries(
    [...observed.values()].flatMap((all) =>
      all.map(({ kind, id, name = "" }) => [addressOf(kind, id), name] as const),
    ),
  );
}

function namesOf({ leftovers }: MatchResult): { [address: Address]: string } {
  return Object.fromEntries(
    leftovers.flatMap(({ row, observed: { id, name } }) =>
      name === undefined ? [] : [[remoteAddress(row.kind, id), name] as const],
    ),
  );
}

function idsOf(matching: MatchResult): { [address: Address]: string } {
  return Object.fromEntries(
    matching.matches.flatMap(({ desired, observed }) =>
      observed ? [[desired.address, observed.id] as const] : [],
    ),
  );
}
