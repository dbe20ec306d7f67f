// Holds what a service has at the end against the oracle, and says in words what is wrong.
import { everything, type Held, type Thing, under } from "./remote-state.ts";
import { promptMeaning, toolMeaning } from "./oracle-normal-form.ts";
import type { Verdict } from "./oracle.ts";
import { type Outcome, wholeMeaning } from "./oracle-evaluations.ts";

/** Everything about the end that is not as the oracle says; empty where all is well. */
export function mistakes(verdict: Verdict, before: Held, after: Held): string[] {
  return [
    ...named(verdict, before, after),
    ...verdict.families.flatMap((family) => familyMistakes(family, before, after)),
    ...elsewhere(verdict, before, after),
  ];
}

function named(verdict: Verdict, before: Held, after: Held): string[] {
  const names = new Map(after.tool.map(({ id, body }) => [id, String(body["name"])]));
  const meaning = ({ kind, body, tools }: Thing): string => {
    if (kind === "tool") return toolMeaning(body);
    const tokens = tools.map((id) => verdict.tokenOf({ id, name: names.get(id)! }));
    return promptMeaning(body, tokens);
  };
  const there = new Set([...before.tool, ...before.prompt].map(({ id }) => id));
  const all = [...after.tool, ...after.prompt];
  const means = new Map(all.map((each) => [each.id, meaning(each)]));
  const stays = [...verdict.stays].filter(([id, wanted]) => means.get(id) !== wanted);
  const left = all.filter(({ id }) => there.has(id) && !verdict.stays.has(id));
  const made = all.filter(({ id }) => !there.has(id)).map(({ id }) => means.get(id)!);
  return [
    ...stays.map(([id, wanted]) => `${id} means ${means.get(id)}, not ${wanted}`),
    ...left.map(({ kind, id }) => `${kind} ${id} is still there`),
    ...multisetMistakes("new", made, verdict.made),
  ];
}

function multisetMistakes(
  what: string,
  found: readonly string[],
  wanted: readonly string[],
): string[] {
  const [one, other] = [found.toSorted().join("\n"), wanted.toSorted().join("\n")];
  return one === other ? [] : [`${what}:\n${one}\ninstead of:\n${other}`];
}

function familyMistakes(family: Verdict["families"][number], before: Held, after: Held): string[] {
  const prompt =
    after.prompt.find(({ id }) => id === family.id) ??
    after.prompt.find(({ body }) => body["name"] === family.prompt);
  if (!prompt) return [`the prompt "${family.prompt}" is not there`];
  const known = new Set(family.observed.map(({ id }) => id));
  const found = under(after.evaluation, prompt.id);
  const all = family.outcomes.map((outcome) =>
    outcomeMistakes(outcome, found, known, before, after),
  );
  const [best] = all.toSorted((a, b) => a.length - b.length);
  return best!.map((each) => `under "${family.prompt}": ${each}`);
}

function outcomeMistakes(
  outcome: Outcome,
  found: readonly Thing[],
  known: ReadonlySet<string>,
  before: Held,
  after: Held,
): string[] {
  const meaning = ({ id, body }: Thing): string =>
    wholeMeaning(
      body,
      under(after.assertion, id).map((each) => each.body),
    );
  const wrong = found.flatMap((each) => {
    const wanted = outcome.stays.get(each.id);
    if (wanted !== undefined) return multisetMistakes(each.id, [meaning(each)], [wanted]);
    if (!known.has(each.id)) return [];
    if (!outcome.untouched.includes(each.id)) return [`${each.id} is still there`];
    const parts = [each, ...under(after.assertion, each.id)];
    const same = withBeneath(before, each.id) === parts.map(({ bytes }) => bytes).join("\n");
    return same ? [] : [`${each.id} is not as it was`];
  });
  const ids = new Set(found.map(({ id }) => id));
  const lost = [...outcome.stays.keys(), ...outcome.untouched].filter((id) => !ids.has(id));
  const made = found.filter(({ id }) => !known.has(id)).map(meaning);
  return [
    ...wrong,
    ...lost.map((id) => `${id} is gone`),
    ...multisetMistakes("new evaluations", made, outcome.made),
  ];
}

function withBeneath(held: Held, id: string): string {
  const own = held.evaluation.find((each) => each.id === id)!;
  return [own, ...under(held.assertion, id)].map(({ bytes }) => bytes).join("\n");
}

/** Evaluations and assertions outside the families: as they were, or gone with their prompt. */
function elsewhere(verdict: Verdict, before: Held, after: Held): string[] {
  const [one, other] = [outside(verdict, before), outside(verdict, after)];
  const wanted = one.filter(({ id }) => !verdict.gone.has(id)).map(({ bytes }) => bytes);
  const found = other.map(({ bytes }) => bytes);
  return multisetMistakes("outside of what the files speak of", found, wanted);
}

function outside({ families }: Verdict, held: Held): readonly Thing[] {
  const prompts = new Set(
    families.map(
      (family) =>
        family.id ?? held.prompt.find(({ body }) => body["name"] === family.prompt)?.id ?? "",
    ),
  );
  const own = held.evaluation.filter(({ parent }) => prompts.has(parent!)).map(({ id }) => id);
  return everything(held).filter(
    ({ kind, id, parent }) =>
      (kind === "evaluation" && !own.includes(id)) ||
      (kind === "assertion" && !own.includes(parent!)),
  );
}
