// Generated projects and remote states as trials, judged by the oracle of the property tests.
import { rmSync } from "node:fs";
import * as fc from "fast-check";
import { bodies } from "../../../../src/generated/wire-validators.js";
import { kinds } from "../../../../src/kinds.ts";
import { createService } from "../../../../src/service/app.ts";
import { openStore, type Store } from "../../../../src/service/store.ts";
import { folderOf } from "../../../io/folder.ts";
import { type Held, heldBy, under } from "../../property/remote-state.ts";
import { mistakes } from "../../property/oracle-end-state.ts";
import { lay } from "../../property/write-project.ts";
import type { Mutation } from "../../property/mutate-remote.ts";
import { oracle, type Verdict } from "../../property/oracle.ts";
import { wholeMeaning } from "../../property/oracle-evaluations.ts";
import { idsFrom, seed, treeOf } from "../../property/generate-remote.ts";
import { type Case, cases } from "../../property/environment.ts";
import type { Staged } from "./scenario.ts";
import type { Opened } from "../run-with-faults.ts";

/** What befell a service most often where evaluations have to be replaced. */
const befell = ["changeWeight", "changeWeight", "changeVariables", "changeAppended"] as const;
const befellToo = ["changeAssertion", "dropAssertion", "addAssertion", "doubleEvaluation"] as const;
const more: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...befell, ...befellToo, "changeTool", "changeParameters"),
    at: fc.nat(11),
    also: fc.nat(11),
  }),
  { minLength: 3, maxLength: 9, size: "max" },
);

/** The cases of the property tests, with more changed on the service. */
const changedCases: fc.Arbitrary<Case> = fc
  .noBias(fc.tuple(cases, more))
  .map(([given, changes]) => {
    const mutations = [...given.remote.mutations, ...changes];
    return { ...given, remote: { ...given.remote, mutations } };
  });

/** The case of a seed: of four the one with most to do. Undefined where all are refused. */
export async function generated(from: number): Promise<Staged | undefined> {
  const some = fc.sample(changedCases, { seed: from, numRuns: 4 });
  const judged = await Promise.all(some.map(judge));
  const [most] = judged
    .filter(({ verdict }) => verdict.refusals.length === 0)
    .sort((a, b) => callsOf(b.verdict) - callsOf(a.verdict));
  if (!most) return undefined;
  const { given, held, verdict } = most;
  const folder = layOut(given);
  return {
    folder,
    flags: ["--allow-mass-delete"],
    open: () => serviceOf(given),
    mistakes: (before, after) => mistakes(verdict, before, after),
    mustStay: (id, now) => mustStay(verdict, held, id, now),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Judged {
  readonly given: Case;
  readonly held: Held;
  readonly verdict: Verdict;
}

async function judge(given: Case): Promise<Judged> {
  const { store } = await serviceOf(given);
  const held = heldBy(store);
  store.close();
  return { given, held, verdict: oracle(given.project, held, given.options) };
}

function callsOf({ named, families }: Verdict): number {
  const calls = families.map(({ outcomes }) => outcomes[0]!.calls.length);
  return calls.reduce((sum, each) => sum + each, named.length);
}

async function serviceOf({ project, donor, remote, options }: Case): Promise<Opened> {
  const { prune, evaluationUpdate, evaluationDeleteCascades } = options;
  const store = await openStore(":memory:");
  const newId = idsFrom(remote.idStep);
  const tree = treeOf(remote, project, donor);
  seed(store, prune ? { ...tree, orphans: [] } : tree, newId);
  const capabilities = { evaluationUpdate, evaluationDeleteCascades };
  const service = { kinds, store, bodies, keys: ["good"], capabilities, newId };
  return { store, handler: createService(service) };
}

function layOut({ project, options }: Case): string {
  const { prune, scope, ...service } = options;
  const files = lay(project).files.map(({ path, text }) => [`prompts/${path}`, text] as const);
  const configuration = JSON.stringify({ prune, scope, service });
  const all = [["promptctl.yaml", configuration], ["prompts/.keep", ""], ...files] as const;
  return folderOf(Object.fromEntries(all)).path;
}

/** An old evaluation and its assertions stay until what replaces it is there. */
function mustStay({ families }: Verdict, before: Held, id: string, now: Store): string | undefined {
  const own = before.assertion.find((each) => each.id === id)?.parent ?? id;
  const family = families.find(({ observed }) => observed.some((each) => each.id === own));
  if (!family) return undefined;
  const there = lazily(() => othersUnder(family.id!, before, heldBy(now)));
  const mayGo = family.outcomes.some(({ stays, untouched, replaced }) => {
    if (stays.has(own)) return own !== id;
    const wanted = replaced.get(own);
    return !untouched.includes(own) && (wanted === undefined || there().includes(wanted));
  });
  return mayGo ? undefined : `what replaces ${own} is not all there`;
}

/** What the evaluations of a prompt mean that were not there before. */
function othersUnder(prompt: string, before: Held, now: Held): string[] {
  const known = new Set(before.evaluation.map(({ id }) => id));
  return under(now.evaluation, prompt)
    .filter(({ id }) => !known.has(id))
    .map(({ id, body }) =>
      wholeMeaning(
        body,
        under(now.assertion, id).map((each) => each.body),
      ),
    );
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
