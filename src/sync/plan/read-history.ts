// Reads the history that a plan asks for: the commits of the line until the wanted versions are found,
// then other commits for what equals no version of the line.
import type { OtherProjectDefinition } from "../../engine/match/other-projects.ts";
import { candidatesIn, type ContentComparison } from "../../engine/history/held-version.ts";
import type { LineCommit, LineEnd } from "../../engine/history/line-commit.ts";
import type {
  FamiliesAt,
  FamilyNames,
  FamilyQuery,
  HistorySegment,
  OtherCommit,
  ProjectHistory,
  WantedVersion,
} from "../../engine/history/project-history.ts";
import { groupBy } from "../../engine/model/collections.ts";
import type { Address } from "../../engine/model/resource.ts";
import { followFamilies, type HistorySources } from "./history.ts";
import type { CommitAlone, CommitState } from "./read-commits.ts";
import type { LoadedFiles } from "../load/load.ts";

/** The commits that a history is read from. */
export interface CommitSource {
  /** HEAD alone. */
  head(this: void): AsyncIterable<LineCommit | LineEnd>;
  /** The first-parent line of HEAD. */
  line(this: void): AsyncIterable<LineCommit | LineEnd>;
  /** The first-parent line of --ref, and its name. */
  readonly chosen?: {
    readonly ref: string;
    line(this: void): AsyncIterable<LineCommit | LineEnd>;
    /** The commits of the line of HEAD that it does not contain. */
    newer(this: void): Promise<ReadonlySet<string>>;
  };
  /**
   * The first-parent line of a commit, and its commits that HEAD does not contain. Undefined if they
   * cannot be read.
   */
  from(
    this: void,
    commit: string,
  ): Promise<
    | {
        readonly line: AsyncIterable<LineCommit | LineEnd>;
        readonly newer: ReadonlySet<string>;
      }
    | undefined
  >;
  /** The other commits of branches and tags, without those with a hash in `known`. */
  others(this: void, known: ReadonlySet<string>): AsyncIterable<LineCommit | LineEnd>;
  /** Whether a commit is an ancestor of HEAD. */
  isMerged(this: void, commit: string): Promise<boolean>;
  /** A branch or tag that has a commit. */
  refWith(this: void, commit: string): Promise<string>;
  /** One commit, which may be in no line. */
  at(this: void, commit: string): Promise<CommitAlone>;
}

/** Reads what git knows of definitions. Nothing is written and nothing is fetched. */
export interface HistoryReader {
  /** Reads commits until the wanted versions are found, or to the end of the line; HEAD without any. */
  read(
    this: void,
    queries: readonly FamilyQuery[],
    comparison: ContentComparison,
    files: LoadedFiles,
  ): Promise<ProjectHistory>;
  /** Whether the history of a commit contains another commit; undefined if git cannot tell. */
  contains(this: void, commit: string, ancestor: string): Promise<boolean | undefined>;
  /** What commits have of some families, by their hashes. The files are those of the project now. */
  at(
    this: void,
    asked: ReadonlyMap<string, readonly FamilyNames[]>,
    files: LoadedFiles,
  ): Promise<ReadonlyMap<string, CommitState>>;
  /** The best common ancestors of two commits; none if git cannot tell. */
  mergeBases(this: void, commits: readonly [string, string]): Promise<readonly string[]>;
  /** What the other projects in HEAD and in the working tree define. */
  otherProjectDefinitions(this: void): Promise<readonly OtherProjectDefinition[]>;
  /** The files of the project that differ from HEAD; undefined if git cannot tell. */
  uncommittedFiles(this: void, project: LoadedFiles): Promise<readonly string[] | undefined>;
}

/** Reads what the queries ask for. */
export async function readHistory(
  sources: HistorySources,
  commits: CommitSource,
  queries: readonly FamilyQuery[],
  comparison: ContentComparison,
): Promise<ProjectHistory> {
  const search = createSearch(queries, comparison);
  const line: FamiliesAt[] = [];
  let end: LineEnd | undefined;
  const first = search.isComplete() ? commits.head() : commits.line();
  const newer = await commits.chosen?.newer();
  const options = { isOpen: search.isOpen, ...(newer && { newer }) };
  for await (const item of followFamilies(sources, first, queries, options)) {
    if (typeof item === "string") {
      end = item;
      break;
    }
    line.push(item);
    search.look(item);
    if (search.isComplete() && !newer?.has(item.info.commit)) break;
  }
  const others: OtherCommit[] = [];
  const readSegment = segmentReader(sources, commits, queries);
  for (const source of otherSources(commits, new Set(line.map(({ info }) => info.commit)))) {
    if (!search.isMissing()) break;
    for await (const item of followFamilies(sources, source.commits(), search.missing())) {
      if (typeof item === "string") break;
      if (!search.look(item)) continue;
      const ref = source.ref ?? (await commits.refWith(item.info.commit));
      const isMerged = await commits.isMerged(item.info.commit);
      const isChosen = source.ref !== undefined;
      const line = isChosen || isMerged ? undefined : await readSegment(item.info.commit);
      others.push({ ...item, ref, isChosen, isMerged, line });
      if (!search.isMissing()) break;
    }
  }
  return { commits: line, end, others, ...(newer && { newer }) };
}

/** Returns a function that reads the line of a commit as far as HEAD does not contain it. */
function segmentReader(
  sources: HistorySources,
  { from }: CommitSource,
  queries: readonly FamilyQuery[],
): (commit: string) => Promise<HistorySegment | undefined> {
  const read: HistorySegment[] = [];
  return async (commit) => {
    const known = read.find(({ newer }) => newer.has(commit));
    if (known) return known;
    const opened = await from(commit);
    if (!opened) return undefined;
    const { line, newer } = opened;
    const commits: FamiliesAt[] = [];
    for await (const item of followFamilies(sources, line, queries, { newer })) {
      if (typeof item === "string") break;
      commits.push(item);
      if (!newer.has(item.info.commit)) break;
    }
    const segment = { commits, newer };
    read.push(segment);
    return segment;
  };
}

/** Where versions are looked for that the line does not have. */
function otherSources(
  { chosen, others }: CommitSource,
  known: ReadonlySet<string>,
): { readonly ref?: string; commits(): AsyncIterable<LineCommit | LineEnd> }[] {
  return [
    ...(chosen ? [{ ref: chosen.ref, commits: chosen.line }] : []),
    { commits: () => others(known) },
  ];
}

interface Search {
  /** Looks for the wanted versions in a commit. Returns whether it has one that no newer commit had. */
  look(commit: FamiliesAt): boolean;
  /** Whether a version of a family, or the commit that introduced it, is not found yet. */
  isOpen(this: void, family: Address): boolean;
  isComplete(): boolean;
  /** Whether a version is not found. */
  isMissing(): boolean;
  /** The queries of the versions that are not found. */
  missing(): FamilyQuery[];
}

/** A wanted version, and how far its search is. */
interface Wanted {
  readonly query: FamilyQuery;
  readonly version: WantedVersion;
  /** `found`: in the commits so far; an older one may have it too. */
  state: "missing" | "found" | "introduced";
}

function createSearch(
  queries: readonly FamilyQuery[],
  { kinds, isEqual }: ContentComparison,
): Search {
  let open: readonly Wanted[] = queries.flatMap((query) =>
    query.wanted.map((version): Wanted => ({ query, version, state: "missing" })),
  );
  let openFamilies = new Set(queries.map(({ address }) => address));
  return {
    look: ({ families }) => {
      let isNew = false;
      for (const wanted of open) {
        const { query, version } = wanted;
        const family = families.get(query.address);
        if (!family) continue; // not followed any more
        const candidates = candidatesIn(kinds, family, version);
        const isHere = candidates.some((each) => isEqual(each, version.content));
        if (isHere && wanted.state === "missing") isNew = true;
        if (isHere) wanted.state = "found";
        else if (wanted.state === "found") wanted.state = "introduced";
      }
      open = open.filter(({ state }) => state !== "introduced");
      openFamilies = new Set(open.map(({ query }) => query.address));
      return isNew;
    },
    isOpen: (family) => openFamilies.has(family),
    isComplete: () => open.length === 0,
    isMissing: () => open.some(({ state }) => state === "missing"),
    missing: () => {
      const missing = open.filter(({ state }) => state === "missing");
      return [...groupBy(missing, ({ query }) => query)].map(([query, some]) => ({
        ...query,
        wanted: some.map(({ version }) => version),
      }));
    },
  };
}
