// The oracle for the evaluations of one prompt: every end and every count of calls that the rules
// of identity and ownership allow, by exhaustive search. Imports nothing of engine or sync.
import type { AssertionModel, EvaluationModel } from "./generate-project.ts";
import type { Thing } from "./remote-state.ts";
import {
  assertionMeaning,
  canonical,
  evaluationMeaning,
  type JsonObject,
} from "./oracle-normal-form.ts";

/** Both sides under one prompt: the defined in the order of the files, the others smaller id first. */
export interface Family {
  readonly prompt: string;
  /** The prompt's id; absent where it is still to be made. */
  readonly id?: string;
  readonly defined: readonly EvaluationModel[];
  readonly observed: readonly ObservedEvaluation[];
}
interface ObservedEvaluation {
  readonly id: string;
  readonly own: JsonObject;
  readonly assertions: readonly Thing[];
}

export interface Outcome {
  /** The calls as `POST evaluation`, `DELETE assertion`, in no order. */
  readonly calls: readonly string[];
  /** What the evaluations that are there now must mean at the end, by id. */
  readonly stays: ReadonlyMap<string, string>;
  readonly made: readonly string[];
  /** What the one that takes its place must mean, by the id of the old one. */
  readonly replaced: ReadonlyMap<string, string>;
  /** How many equals need no call, and how many calls the equals of both sides need as such. */
  readonly same: number;
  readonly cost: number;
  /** Left byte for byte as they are, with their assertions. */
  readonly untouched: readonly string[];
}

interface Capabilities {
  readonly prune: boolean;
  readonly evaluationUpdate: boolean;
  readonly evaluationDeleteCascades: boolean;
}

/** One evaluation of either side, by what it means. */
interface Side {
  readonly id?: string;
  readonly own: string;
  readonly variables: string;
  readonly appended: string;
  readonly assertions: readonly string[];
}
type Pair = readonly [wanted: Side, found: Side];

/** One outcome for each way to assign equals among themselves. */
export function outcomes(family: Family, capabilities: Capabilities): readonly Outcome[] {
  const wanted = family.defined.map(({ own, assertions }) => side(own, assertions));
  const found = family.observed.map(({ id, own, assertions }) =>
    side(
      own,
      assertions.map(({ body }) => ({ value: body })),
      id,
    ),
  );
  return assignments(wanted, found).map((equal) => outcome(wanted, found, equal, capabilities));
}

/**
 * The least number of calls over all legal outcomes. Legal is an assignment among equals in which
 * nothing that is equal with all its assertions is changed, and in which their assertions need the
 * fewest calls, those of equals left over included; pairs of unequal ones then follow.
 */
export function fewest(all: readonly Outcome[]): number {
  const most = Math.max(...all.map(({ same }) => same));
  const unchanging = all.filter(({ same }) => same === most);
  const least = Math.min(...unchanging.map(({ cost }) => cost));
  const legal = unchanging.filter(({ cost }) => cost === least);
  return Math.min(...legal.map(({ calls }) => calls.length));
}

/** The text an evaluation with its assertions is compared by. */
export function wholeMeaning(own: JsonObject, assertions: readonly JsonObject[]): string {
  return whole(
    side(
      own,
      assertions.map((value) => ({ value })),
    ),
  );
}

function whole({ own, assertions }: Side): string {
  return `${own} ${assertions.join(" ")}`;
}

function side(
  written: JsonObject,
  assertions: readonly Pick<AssertionModel, "value">[],
  id?: string,
): Side {
  const own = evaluationMeaning(written);
  return {
    ...(id !== undefined && { id }),
    own: canonical(own),
    variables: canonical(own["variables"]!),
    appended: canonical(own["appendedMessages"]!),
    assertions: assertions.map(({ value }) => assertionMeaning(value)).sort(),
  };
}

/** Every way to pair those of equal own content, as many of them as can be. */
function assignments(wanted: readonly Side[], found: readonly Side[]): Pair[][] {
  const contents = [...new Set(wanted.map(({ own }) => own))];
  return contents.reduce<Pair[][]>(
    (ways, own) => {
      const ours = wanted.filter((each) => each.own === own);
      const theirs = found.filter((each) => each.own === own);
      const here = injections(ours, theirs, Math.min(ours.length, theirs.length));
      return ways.flatMap((way) => here.map((more) => [...way, ...more]));
    },
    [[]],
  );
}

function injections(ours: readonly Side[], theirs: readonly Side[], size: number): Pair[][] {
  if (size === 0) return [[]];
  const [first, ...rest] = ours;
  const paired = theirs.flatMap((each) =>
    injections(
      rest,
      theirs.filter((other) => other !== each),
      size - 1,
    ).map((more): Pair[] => [[first!, each], ...more]),
  );
  return rest.length >= size ? [...paired, ...injections(rest, theirs, size)] : paired;
}

/**
 * Leftovers pair where at least two of variables, appended messages and assertions are equal and
 * one equal part is not empty: most equal parts first, then definition order, then smaller id.
 */
function pairsOfLeftovers(wanted: readonly Side[], found: readonly Side[]): Pair[] {
  const pairs: Pair[] = [];
  for (const enough of [3, 2])
    for (const ours of wanted)
      for (const theirs of found) {
        const isFree = pairs.every(([one, other]) => one !== ours && other !== theirs);
        if (isFree && equalParts(ours, theirs) === enough) pairs.push([ours, theirs]);
      }
  return pairs;
}

function equalParts(one: Side, other: Side): number {
  const isSame = [
    one.variables === other.variables,
    one.appended === other.appended,
    one.assertions.join() === other.assertions.join(),
  ];
  const isFull = [one.variables !== "{}", one.appended !== "[]", one.assertions.length > 0];
  return isSame.some((same, part) => same && isFull[part]) ? isSame.filter(Boolean).length : 0;
}

function outcome(
  wanted: readonly Side[],
  found: readonly Side[],
  equal: readonly Pair[],
  capabilities: Capabilities,
): Outcome {
  const freeOf = (pairs: readonly Pair[]) => ({
    wanted: wanted.filter((each) => pairs.every(([one]) => one !== each)),
    found: found.filter((each) => pairs.every(([, other]) => other !== each)),
  });
  const left = freeOf(equal);
  const alike = pairsOfLeftovers(left.wanted, left.found);
  const { evaluationUpdate, prune } = capabilities;
  const updated = evaluationUpdate ? alike : [];
  const replaced = evaluationUpdate ? [] : alike;
  const rest = freeOf([...equal, ...alike]);
  const goes = rest.found.filter((each) => prune || isDouble(each, equal));
  const made = [...rest.wanted, ...replaced.map(([ours]) => ours)];
  const gone = [...goes, ...replaced.map(([, theirs]) => theirs)];
  const kept = [...equal, ...updated];
  return {
    calls: [
      ...made.flatMap((each) => [
        "POST evaluation",
        ...each.assertions.map(() => "POST assertion"),
      ]),
      ...updated.map(() => "PUT evaluation"),
      ...kept.flatMap(([ours, theirs]) => cheapest(ours.assertions, theirs.assertions)),
      ...gone.flatMap((each) => removal(each, capabilities)),
    ],
    stays: new Map(kept.map(([ours, theirs]) => [theirs.id!, whole(ours)])),
    made: made.map(whole),
    replaced: new Map(replaced.map(([ours, theirs]) => [theirs.id!, whole(ours)])),
    same: equal.filter(([ours, theirs]) => whole(ours) === whole(theirs)).length,
    cost: costOfEquals(equal, left, capabilities),
    untouched: rest.found.filter((each) => !goes.includes(each)).map((each) => each.id!),
  };
}

function costOfEquals(
  equal: readonly Pair[],
  left: { readonly wanted: readonly Side[]; readonly found: readonly Side[] },
  capabilities: Capabilities,
): number {
  const goes = capabilities.prune ? left.found : [];
  return [
    ...equal.map(([ours, theirs]) => cheapest(ours.assertions, theirs.assertions).length),
    ...left.wanted.map((each) => 1 + each.assertions.length),
    ...goes.map((each) => removal(each, capabilities).length),
  ].reduce((sum, each) => sum + each, 0);
}

/** Its own content is a matched one's, and each assertion is one that one has or will have. */
function isDouble(leftover: Side, equal: readonly Pair[]): boolean {
  return equal.some(
    ([ours, theirs]) =>
      theirs.own === leftover.own &&
      leftover.assertions.every((each) =>
        [...ours.assertions, ...theirs.assertions].includes(each),
      ),
  );
}

function removal({ assertions }: Side, { evaluationDeleteCascades }: Capabilities): string[] {
  const first = evaluationDeleteCascades ? [] : assertions.map(() => "DELETE assertion");
  return [...first, "DELETE evaluation"];
}

/** The fewest calls from one multiset of assertions to another: each is kept, updated, created or deleted. */
function cheapest(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const [first, ...rest] = wanted;
  if (first === undefined) return found.map(() => "DELETE assertion");
  const made = ["POST assertion", ...cheapest(rest, found)];
  const kept = found.map((each, index) => [
    ...(each === first ? [] : ["PUT assertion"]),
    ...cheapest(rest, found.toSpliced(index, 1)),
  ]);
  return [made, ...kept].reduce((best, each) => (each.length < best.length ? each : best));
}
