// The oracle for the evaluations of one prompt. By exhaustive search it lists every end state that
// the rules allow, with its calls. It imports nothing of src/engine or src/sync.
import type { AssertionModel, EvaluationModel } from "./generate-project.ts";
import {
  canonical,
  canonicalAssertion,
  type JsonObject,
  normalizedEvaluation,
} from "./oracle-normal-form.ts";
import type { RemoteResource } from "./remote-state.ts";

/** The evaluations of one prompt: the defined ones in file order, the observed ones by id. */
export interface EvaluationGroup {
  readonly prompt: string;
  /** The id of the prompt, absent if the prompt does not exist yet. */
  readonly id?: string;
  readonly defined: readonly EvaluationModel[];
  readonly observed: readonly ObservedEvaluation[];
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
  /** Whether the prompt is in scope. Outside it, evaluations without a definition stay. */
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
}
type Pair = readonly [defined: Evaluation, observed: Evaluation];

/** The outcomes for every way to match defined with observed evaluations of equal own content. */
export function allowedOutcomes(
  group: EvaluationGroup,
  capabilities: Capabilities,
): readonly AllowedOutcome[] {
  const defined = group.defined.map(({ own, assertions }) => evaluationOf(own, assertions));
  const observed = group.observed.map(({ id, own, assertions }) => {
    const values = assertions.map(({ body }) => ({ value: body }));
    return evaluationOf(own, values, id);
  });
  return equalMatchings(defined, observed).map((equalPairs) =>
    outcomeOf(defined, observed, equalPairs, capabilities),
  );
}

/**
 * The smallest number of calls that the rules allow. First as many evaluations as possible must stay
 * unchanged; then matching those of equal own content, with the creates and deletes of the others,
 * must need the fewest calls; only then are similar evaluations paired.
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
  return fullText(evaluationOf(own, values));
}

function fullText({ own, assertions }: Evaluation): string {
  return `${own} ${assertions.join(" ")}`;
}

function evaluationOf(
  own: JsonObject,
  assertions: readonly Pick<AssertionModel, "value">[],
  id?: string,
): Evaluation {
  const normalized = normalizedEvaluation(own);
  return {
    ...(id !== undefined && { id }),
    own: canonical(normalized),
    variables: canonical(normalized["variables"]!),
    appended: canonical(normalized["appendedMessages"]!),
    assertions: assertions.map(({ value }) => canonicalAssertion(value)).sort(),
  };
}

/** Every way to pair evaluations of equal own content, with as many pairs as possible. */
function equalMatchings(defined: readonly Evaluation[], observed: readonly Evaluation[]): Pair[][] {
  const contents = [...new Set(defined.map(({ own }) => own))];
  return contents.reduce<Pair[][]>(
    (matchings, own) => {
      const ours = defined.filter((evaluation) => evaluation.own === own);
      const theirs = observed.filter((evaluation) => evaluation.own === own);
      const pairings = pairingsOf(ours, theirs, Math.min(ours.length, theirs.length));
      return matchings.flatMap((pairs) => pairings.map((more) => [...pairs, ...more]));
    },
    [[]],
  );
}

/** Every way to choose this number of pairs. */
function pairingsOf(
  ours: readonly Evaluation[],
  theirs: readonly Evaluation[],
  size: number,
): Pair[][] {
  if (size === 0) return [[]];
  const [first, ...rest] = ours;
  const withFirst = theirs.flatMap((partner) => {
    const others = theirs.filter((other) => other !== partner);
    return pairingsOf(rest, others, size - 1).map((more): Pair[] => [[first!, partner], ...more]);
  });
  return rest.length >= size ? [...withFirst, ...pairingsOf(rest, theirs, size)] : withFirst;
}

/**
 * Pairs similar evaluations: at least two of variables, appended messages and assertions are equal,
 * and an equal part is not empty. Pairs with three equal parts come first, then those with two, each
 * in definition order and then by id.
 */
function similarPairs(defined: readonly Evaluation[], observed: readonly Evaluation[]): Pair[] {
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
  defined: readonly Evaluation[],
  observed: readonly Evaluation[],
  equalPairs: readonly Pair[],
  capabilities: Capabilities,
): AllowedOutcome {
  const unmatchedBy = (pairs: readonly Pair[]): Unmatched => ({
    defined: defined.filter((evaluation) => pairs.every(([one]) => one !== evaluation)),
    observed: observed.filter((evaluation) => pairs.every(([, other]) => other !== evaluation)),
  });
  const unequal = unmatchedBy(equalPairs);
  const similar = similarPairs(unequal.defined, unequal.observed);
  const { evaluationUpdate, prune, inScope } = capabilities;
  const updated = evaluationUpdate ? similar : [];
  const replaced = evaluationUpdate ? [] : similar;
  const rest = unmatchedBy([...equalPairs, ...similar]);
  const deletedAlone = rest.observed.filter(
    (evaluation) => inScope && (prune || isDuplicate(evaluation, equalPairs)),
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
    remaining: new Map(remaining.map(([ours, theirs]) => [theirs.id!, fullText(ours)])),
    created: created.map(fullText),
    replaced: new Map(replaced.map(([ours, theirs]) => [theirs.id!, fullText(ours)])),
    unchangedCount: equalPairs.filter(([ours, theirs]) => fullText(ours) === fullText(theirs))
      .length,
    equalMatchCost: equalMatchCost(equalPairs, unequal, capabilities),
    untouched: rest.observed
      .filter((evaluation) => !deletedAlone.includes(evaluation))
      .map(({ id }) => id!),
  };
}

interface Unmatched {
  readonly defined: readonly Evaluation[];
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
