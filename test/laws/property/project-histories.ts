// Generated histories of two projects, A and B, on one service: in one repository or in two. A resource
// goes from one project to the other by a move in one repository; in two, it is external first.
import * as fc from "fast-check";

export type Side = "a" | "b";

/** A tool, or a prompt with evaluations. All texts of a case differ. */
export interface Item {
  readonly kind: "tool" | "prompt";
  readonly text: string;
  readonly evaluations: readonly string[];
  readonly renamedFrom: readonly string[];
  readonly external: boolean;
}

/** What a project defines, by name. */
export type ProjectState = ReadonlyMap<string, Item>;
export type BothStates = Readonly<Record<Side, ProjectState>>;

/** `branch`: what the second parent has, if the commit is a merge. */
export interface HistoryCommit {
  readonly states: BothStates;
  readonly branch?: BothStates;
}

/** How much of the history an apply can read. */
const histories = ["full", "full", "shallow", "no git", "--no-history"] as const;

/** An apply of one side, at a commit of its repository. */
export interface HistoryApply {
  readonly side: Side;
  readonly prune: boolean;
  readonly history: (typeof histories)[number];
  /** The number of the commit. */
  readonly commit: number;
  /** What the projects define then. */
  readonly states: BothStates;
  /** Names that were in both projects once. */
  readonly handedOver: ReadonlySet<string>;
}

export interface TwoProjects {
  readonly isOneRepository: boolean;
  /** Both projects in each commit; in two repositories, each has its own part. */
  readonly commits: readonly HistoryCommit[];
  readonly applies: readonly HistoryApply[];
}

const actions = ["define", "edit", "remove", "rename", "revert", "handOver", "apply"] as const;

interface Event {
  readonly action: (typeof actions)[number];
  readonly side: Side;
  readonly pick: number;
  readonly isMerge: boolean;
  readonly prune: boolean;
  readonly history: (typeof histories)[number];
}

const events: fc.Arbitrary<Event[]> = fc.array(
  fc.record({
    action: fc.constantFrom(...actions, "define", "define", "apply", "apply"),
    side: fc.constantFrom<Side>("a", "b"),
    pick: fc.nat(20),
    isMerge: fc.boolean(),
    prune: fc.constantFrom(true, true, false),
    history: fc.constantFrom(...histories),
  }),
  { minLength: 30, maxLength: 40, size: "max" },
);

export const twoProjects: fc.Arbitrary<TwoProjects> = fc
  .tuple(fc.boolean(), events)
  .map(([isOneRepository, all]) => simulate(isOneRepository, all));

interface World {
  states: BothStates;
  readonly isOneRepository: boolean;
  readonly commits: HistoryCommit[];
  readonly applies: HistoryApply[];
  readonly handedOver: Set<string>;
  /** Numbers names and texts. */
  count: number;
}

function simulate(isOneRepository: boolean, all: readonly Event[]): TwoProjects {
  const empty = { a: new Map(), b: new Map() };
  const world: World = {
    isOneRepository,
    states: empty,
    commits: [{ states: empty }],
    applies: [],
    handedOver: new Set(),
    count: 0,
  };
  for (const event of all) happen(world, event);
  for (const side of ["a", "b"] as const) addApply(world, { side, prune: true, history: "full" });
  return world;
}

function happen(world: World, event: Event): void {
  const { action, side, pick } = event;
  if (action === "apply") return addApply(world, event);
  if (action === "handOver") return handOver(world, event);
  const own = world.states[side];
  const names = [...own].filter(([, { external }]) => !external).map(([name]) => name);
  const name = names[pick % Math.max(1, names.length)];
  if (action === "define") {
    const item = newItem(world, pick % 3 === 0 ? "tool" : "prompt");
    return change(world, event, new Map([...own, [`n${++world.count}`, item]]));
  }
  if (action === "revert") return revert(world, event);
  if (name === undefined) return;
  const item = own.get(name)!;
  const rest = [...own].filter(([other]) => other !== name);
  if (action === "remove") return change(world, event, new Map(rest));
  const edited = { ...newItem(world, item.kind), renamedFrom: item.renamedFrom };
  if (action === "edit") return change(world, event, new Map([...rest, [name, edited]]));
  const renamed = { ...item, renamedFrom: [name] };
  if (!world.handedOver.has(name))
    change(world, event, new Map([...rest, [`n${++world.count}`, renamed]]));
}

function newItem(world: World, kind: Item["kind"]): Item {
  const number = ++world.count;
  const evaluations = kind === "tool" ? [] : [`e${number}`, `f${number}`].slice(number % 2);
  return { kind, text: `text ${number}`, evaluations, renamedFrom: [], external: false };
}

/** Commits a new state of one project; in a merge, the branch has an earlier draft of it. */
function change(world: World, { side, isMerge }: Event, state: ProjectState): void {
  const before = world.states[side];
  world.states = { ...world.states, [side]: state };
  const draft = new Map(
    [...state].map(([name, item]) => {
      const isNew = before.get(name) !== item && !item.external;
      return [name, isNew ? { ...item, text: `draft of ${item.text}` } : item];
    }),
  );
  const branch = { ...world.states, [side]: draft };
  world.commits.push({ states: world.states, ...(isMerge && { branch }) });
}

/** Restores an earlier state, without what was ever in the other project or has another name now. */
function revert(world: World, event: Event): void {
  const { side, pick } = event;
  const earlier = world.commits[pick % world.commits.length]!.states[side];
  const kept = [...earlier].filter(([name]) => !world.handedOver.has(name));
  const shared = [...world.states[side]].filter(([name]) => world.handedOver.has(name));
  const names = new Set(kept.map(([name]) => name));
  const isRenamed = ([, { renamedFrom }]: [string, Item]): boolean =>
    renamedFrom.some((name) => names.has(name));
  change(world, event, new Map([...kept.filter((each) => !isRenamed(each)), ...shared]));
}

/** Gives a resource to the other project. */
function handOver(world: World, event: Event): void {
  const { side, pick } = event;
  const other = side === "a" ? "b" : "a";
  const owned = [...world.states[side]].filter(([, { external }]) => !external);
  const [name, item] = owned[pick % Math.max(1, owned.length)] ?? [];
  if (name === undefined || item === undefined) return;
  world.handedOver.add(name);
  for (const earlier of item.renamedFrom) world.handedOver.add(earlier);
  const rest = [...world.states[side]].filter(([each]) => each !== name);
  const theirs = new Map([...world.states[other], [name, { ...item, renamedFrom: [] }]]);
  if (world.isOneRepository) {
    world.states = { ...world.states, [other]: theirs };
    return change(world, event, new Map(rest));
  }
  const external = { ...item, evaluations: [], external: true };
  change(world, { ...event, isMerge: false }, new Map([...rest, [name, external]]));
  change(world, { ...event, side: other }, theirs);
  if (pick % 2 === 0) change(world, event, new Map(rest));
}

function addApply(
  world: World,
  { side, prune, history }: Pick<Event, "side" | "prune" | "history">,
): void {
  world.applies.push({
    side,
    prune,
    history,
    commit: world.commits.length - 1,
    states: world.states,
    handedOver: new Set(world.handedOver),
  });
}
