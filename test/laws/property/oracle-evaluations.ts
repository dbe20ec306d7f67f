// The oracle for the evaluations of one prompt. By exhaustive search it lists every end state that
// the rules allow, with its calls. It imports nothing of src/engine or src/sync.
import type { AssertionModel, EvaluationModel } from "./generate-project.ts";
import {
  canonical,
  canonicalAssertion,
  type JsonObject,
  normalizedEvaluation,
} from "./oracle-normal-form.ts";
import { historyPairs } from "./oracle-history.ts";
import type { RemoteResource } from "./remote-state.ts";

/** The evaluations of one prompt: the defined ones in file order, the observed ones by id. */
export interface EvaluationGroup {
  readonly prompt: string;
  /** The id of the prompt, absent if the prompt does not exist yet. */
  readonly id?: string;
  readonly defined: readonly EvaluationModel[];
  readonly observed: readonly ObservedEvaluation[];
  /** The definitions in the commits of the history, HEAD first. */
  readonly past: readonly (readonly EvaluationModel[])[];
}
interface ObservedEvaluation {
  readonly id: string;
  /** The body without the assertions. */
  readonly own: JsonObject;
  readonly assertions: readonly RemoteResource[];
}

/** One end state that the rules allow. Texts are those of `canonicalEvaluation`. */
export interface AllowedOutcome {
  /** The calls as `POST evaluation`, `DELETE assertion`, in no particular order. */
  readonly calls: readonly string[];
  /** The text at the end of each existing evaluation that remains and is defined, by id. */
  readonly remaining: ReadonlyMap<string, string>;
  /** The texts of the created evaluations. */
  readonly created: readonly string[];
  /** The text of the new evaluation, by the id of the replaced one. */
  readonly replaced: ReadonlyMap<string, string>;
  /** How many matched evaluations need no call. */
  readonly unchangedCount: number;
  /** How many calls are needed if only evaluations with equal own contents are matched. */
  readonly equalMatchCost: number;
  /** The ids of the evaluations that stay byte for byte as they are, with their assertions. */
  readonly untouched: readonly string[];
}

interface Capabilities {
  readonly prune: boolean;
  /** Whether the prompt is in scope. Outside it, evaluations may belong to others. */
  readonly inScope: boolean;
  readonly evaluationUpdate: boolean;
  readonly evaluationDeleteCascades: boolean;
}

/** A defined or observed evaluation as canonical texts. */
interface Evaluation {
  readonly id?: string;
  /** All fields but the assertions. */
  readonly own: string;
  readonly variables: string;
  readonly appended: string;
  /** Sorted. */
  readonly assertions: readonly string[];
  /** All fields and the assertions. */
  readonly text: string;
  /** Whether variables, appended messages and assertions are empty. */
  readonly isEmpty: boolean;
}
interface DefinedEvaluation extends Evaluation {
  readonly name: string;
}
type Pair = readonly [defined: DefinedEvaluation, observed: Evaluation];

/** The evaluations of a group as canonical texts. */
interface Texts {
  readonly defined: readonly DefinedEvaluation[];
  readonly observed: readonly Evaluation[];
  /** The definitions in the commits of the history, HEAD first. */
  readonly past: readonly (readonly DefinedEvaluation[])[];
}

/** The outcomes for every way to match defined with observed evaluations of equal own content. */
export function allowedOutcomes(
  group: EvaluationGroup,
  capabilities: Capabilities,
): readonly AllowedOutcome[] {
  const definedOf = ({ name, own, assertions }: EvaluationModel): DefinedEvaluation => ({
    ...evaluationOf(own, assertions),
    name,
  });
  const defined = group.defined.map(definedOf);
  const observed = group.observed.map(({ id, own, assertions }) => {
    const values = assertions.map(({ body }) => ({ value: body }));
    return evaluationOf(own, values, id);
  });
  const past = group.past.map((evaluations) => evaluations.map(definedOf));
  const texts = { defined, observed, past };
  return equalMatchings(texts, capabilities).map((equalPairs) =>
    outcomeOf(texts, equalPairs, capabilities),
  );
}

/**
 * The smallest number of calls that the rules allow. First as many evaluations as possible must stay
 * unchanged; then matching those of equal own content, with the creates and deletes of the others,
 * must need the fewest calls; only then are evaluations paired that their history or their similarity
 * tells to be the same.
 */
export function fewestCalls(outcomes: readonly AllowedOutcome[]): number {
  const mostUnchanged = Math.max(...outcomes.map(({ unchangedCount }) => unchangedCount));
  const unchanging = outcomes.filter(({ unchangedCount }) => unchangedCount === mostUnchanged);
  const leastCost = Math.min(...unchanging.map(({ equalMatchCost }) => equalMatchCost));
  const legal = unchanging.filter(({ equalMatchCost }) => equalMatchCost === leastCost);
  return Math.min(...legal.map(({ calls }) => calls.length));
}

/** The text by which evaluations with their assertions are compared. */
export function canonicalEvaluation(own: JsonObject, assertions: readonly JsonObject[]): string {
  const values = assertions.map((value) => ({ value }));
  return evaluationOf(own, values).text;
}

function evaluationOf(
  own: JsonObject,
  assertions: readonly Pick<AssertionModel, "value">[],
  id?: string,
): Evaluation {
  const normalized = normalizedEvaluation(own);
  const ownText = canonical(normalized);
  const variables = canonical(normalized["variables"]!);
  const appended = canonical(normalized["appendedMessages"]!);
  const assertionTexts = assertions.map(({ value }) => canonicalAssertion(value)).sort();
  return {
    ...(id !== undefined && { id }),
    own: ownText,
    variables,
    appended,
    assertions: assertionTexts,
    text: `${ownText} ${assertionTexts.join(" ")}`,
    isEmpty: variables === "{}" && appended === "[]" && assertions.length === 0,
  };
}

/** Every way to pair evaluations of equal own content, with as many pairs as possible. */
function equalMatchings({ defined, observed, past }: Texts, { inScope }: Capabilities): Pair[][] {
  // Outside the scope, no assertion that the definition never had is changed or deleted.
  const mayPair = (ours: DefinedEvaluation, theirs: Evaluation): boolean => {
    const earlier = past.flat().filter(({ name }) => name === ours.name);
    const known = [ours, ...earlier].flatMap(({ assertions }) => assertions);
    return inScope || theirs.assertions.every((assertion) => known.includes(assertion));
  };
  const contents = [...new Set(defined.map(({ own }) => own))];
  return contents.reduce<Pair[][]>(
    (matchings, own) => {
      const ours = defined.filter((evaluation) => evaluation.own === own);
      const theirs = observed.filter((evaluation) => evaluation.own === own);
      const pairings = largestPairings(ours, theirs, mayPair);
      return matchings.flatMap((pairs) => pairings.map((more) => [...pairs, ...more]));
    },
    [[]],
  );
}

type MayPair = (ours: DefinedEvaluation, theirs: Evaluation) => boolean;

/** Every way to choose as many pairs as possible. */
function largestPairings(
  ours: readonly DefinedEvaluation[],
  theirs: readonly Evaluation[],
  mayPair: MayPair,
): Pair[][] {
  let size = Math.min(ours.length, theirs.length);
  let pairings = pairingsOf(ours, theirs, size, mayPair);
  while (pairings.length === 0) pairings = pairingsOf(ours, theirs, --size, mayPair);
  return pairings;
}

/** Every way to choose this number of pairs. */
function pairingsOf(
  ours: readonly DefinedEvaluation[],
  theirs: readonly Evaluation[],
  size: number,
  mayPair: MayPair,
): Pair[][] {
  if (size === 0) return [[]];
  const [first, ...rest] = ours;
  const withFirst = theirs
    .filter((partner) => mayPair(first!, partner))
    .flatMap((partner) => {
      const others = theirs.filter((other) => other !== partner);
      const more = pairingsOf(rest, others, size - 1, mayPair);
      return more.map((pairs): Pair[] => [[first!, partner], ...pairs]);
    });
  return rest.length >= size
    ? [...withFirst, ...pairingsOf(rest, theirs, size, mayPair)]
    : withFirst;
}

/**
 * Pairs similar evaluations: at least two of variables, appended messages and assertions are equal,
 * and an equal part is not empty. Pairs with three equal parts come first, then those with two, each
 * in definition order and then by id.
 */
function similarPairs({ defined, observed }: Unmatched): Pair[] {
  const pairs: Pair[] = [];
  for (const parts of [3, 2])
    for (const ours of defined)
      for (const theirs of observed) {
        const isFree = pairs.every(([one, other]) => one !== ours && other !== theirs);
        if (isFree && equalParts(ours, theirs) === parts) pairs.push([ours, theirs]);
      }
  return pairs;
}

/** The number of equal parts, 0 if all equal parts are empty. */
function equalParts(one: Evaluation, other: Evaluation): number {
  const isEqual = [
    one.variables === other.variables,
    one.appended === other.appended,
    one.assertions.join() === other.assertions.join(),
  ];
  const isFilled = [one.variables !== "{}", one.appended !== "[]", one.assertions.length > 0];
  return isEqual.some((equal, part) => equal && isFilled[part])
    ? isEqual.filter(Boolean).length
    : 0;
}

function outcomeOf(
  { defined, observed, past }: Texts,
  equalPairs: readonly Pair[],
  capabilities: Capabilities,
): AllowedOutcome {
  const unmatchedBy = (pairs: readonly Pair[]): Unmatched => ({
    defined: defined.filter((evaluation) => pairs.every(([one]) => one !== evaluation)),
    observed: observed.filter((evaluation) => pairs.every(([, other]) => other !== evaluation)),
  });
  const unequal = unmatchedBy(equalPairs);
  const recognized = historyPairs(unequal.defined, unequal.observed, past);
  const { evaluationUpdate, prune, inScope } = capabilities;
  // Outside the scope, what is only similar may belong to others.
  const similar = inScope ? similarPairs(unmatchedBy([...equalPairs, ...recognized])) : [];
  const changed = [...recognized, ...similar];
  const updated = evaluationUpdate ? changed : [];
  const replaced = evaluationUpdate ? [] : changed;
  const rest = unmatchedBy([...equalPairs, ...changed]);
  // Prune deletes what only older commits define, and duplicates; without it, only equal ones go.
  const inHead = (past[0] ?? []).map(({ text }) => text);
  const isPruned = (evaluation: Evaluation): boolean =>
    !inHead.includes(evaluation.text) || isDuplicate(evaluation, equalPairs);
  const deletedAlone = rest.observed.filter(
    (evaluation) =>
      inScope &&
      (prune ? isPruned(evaluation) : equalPairs.some(([ours]) => ours.text === evaluation.text)),
  );
  const created = [...rest.defined, ...replaced.map(([ours]) => ours)];
  const deleted = [...deletedAlone, ...replaced.map(([, theirs]) => theirs)];
  const remaining = [...equalPairs, ...updated];
  return {
    calls: [
      ...created.flatMap(({ assertions }) => [
        "POST evaluation",
        ...assertions.map(() => "POST assertion"),
      ]),
      ...updated.map(() => "PUT evaluation"),
      ...remaining.flatMap(([ours, theirs]) => assertionCalls(ours.assertions, theirs.assertions)),
      ...deleted.flatMap((evaluation) => deleteCalls(evaluation, capabilities)),
    ],
    remaining: new Map(remaining.map(([ours, theirs]) => [theirs.id!, ours.text])),
    created: created.map(({ text }) => text),
    replaced: new Map(replaced.map(([ours, theirs]) => [theirs.id!, ours.text])),
    unchangedCount: equalPairs.filter(([ours, theirs]) => ours.text === theirs.text).length,
    equalMatchCost: equalMatchCost(equalPairs, unequal, capabilities),
    untouched: rest.observed
      .filter((evaluation) => !deletedAlone.includes(evaluation))
      .map(({ id }) => id!),
  };
}

interface Unmatched {
  readonly defined: readonly DefinedEvaluation[];
  readonly observed: readonly Evaluation[];
}

function equalMatchCost(
  equalPairs: readonly Pair[],
  { defined, observed }: Unmatched,
  capabilities: Capabilities,
): number {
  const deleted = capabilities.prune && capabilities.inScope ? observed : [];
  return [
    ...equalPairs.map(
      ([ours, theirs]) => assertionCalls(ours.assertions, theirs.assertions).length,
    ),
    ...defined.map(({ assertions }) => 1 + assertions.length),
    ...deleted.map((evaluation) => deleteCalls(evaluation, capabilities).length),
  ].reduce((sum, calls) => sum + calls, 0);
}

/** True if a matched evaluation has equal own content and has or gets all assertions of this one. */
function isDuplicate(evaluation: Evaluation, equalPairs: readonly Pair[]): boolean {
  return equalPairs.some(
    ([ours, theirs]) =>
      theirs.own === evaluation.own &&
      evaluation.assertions.every((assertion) =>
        [...ours.assertions, ...theirs.assertions].includes(assertion),
      ),
  );
}

function deleteCalls({ assertions }: Evaluation, capabilities: Capabilities): string[] {
  const children = capabilities.evaluationDeleteCascades ? [] : assertions;
  return [...children.map(() => "DELETE assertion"), "DELETE evaluation"];
}

/**
 * The fewest calls that turn the observed assertions into the defined ones. Tries every way to keep,
 * update, create or delete each of them.
 */
function assertionCalls(
  defined: readonly string[],
  observed: readonly string[],
): readonly string[] {
  const [first, ...rest] = defined;
  if (first === undefined) return observed.map(() => "DELETE assertion");
  const withCreate = ["POST assertion", ...assertionCalls(rest, observed)];
  const withPartner = observed.map((partner, index) => [
    ...(partner === first ? [] : ["PUT assertion"]),
    ...assertionCalls(rest, observed.toSpliced(index, 1)),
  ]);
  return [withCreate, ...withPartner].reduce((best, calls) =>
    calls.length < best.length ? calls : best,
  );
}
