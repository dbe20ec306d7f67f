// Promise 1: plan writes nothing. It reads only the lists that it needs, and the versions of what changes,
// each once.
import { describe, expect, it } from "vitest";
import { definesEvaluations } from "./generate-project.ts";
import { type ExecutablePlan, flattenChange } from "../../../src/engine/model/plan.ts";
import { checkCases, type RecordedCall } from "./environment.ts";
import type { RemoteState } from "./remote-state.ts";

const namedLists = ["/sdk/v1/prompts", "/sdk/v1/tools"];
const allLists = ["/sdk/v1/evaluation-assertions", "/sdk/v1/evaluations", ...namedLists];

/**
 * The versions of each resource that changes and holds something that git knows, and of each that prune
 * deletes, with its evaluations; each once.
 */
function versionCalls({ changes, ids }: ExecutablePlan, { assertion }: RemoteState): string[] {
  const owners = changes.flatMap((change) => {
    const { held, row, parent } = change;
    const { kind } = row;
    const isAsked = held?.type === "none" ? held.newest && !held.isPartial : held && "at" in held;
    if (!isAsked) return [];
    if (kind === "assertion") return [`evaluations/${ids[parent!]!}`];
    return change.action === "update" || change.action === "replace"
      ? [`${kind}s/${change.id}`]
      : [];
  });
  const children = assertion.flatMap(({ id, parent }) =>
    owners.includes(`evaluations/${parent!}`) ? [`evaluation-assertions/${id}`] : [],
  );
  const pruned = changes
    .flatMap((change) =>
      change.action === "delete" && change.reason === "prune" ? flattenChange(change) : [],
    )
    .flatMap((each) =>
      each.action === "delete" && each.row.kind !== "assertion"
        ? [`${each.row.kind}s/${each.id}`]
        : [],
    );
  return [...new Set([...owners, ...children, ...pruned])].map(
    (path) => `GET /sdk/v1/${path}/versions`,
  );
}

describe("plan", () => {
  it("lists tools and prompts, the other kinds only if they are needed, and changes nothing", async () => {
    await checkCases(150, async (environment, { project, options }) => {
      const before = await environment.remoteState();
      const plan = await environment.plan();
      const needsAll = options.prune || project.prompts.some(definesEvaluations);
      const calls = environment.calls.map(({ method, path }) => `${method} ${path}`).sort();
      const lists = (needsAll ? allLists : namedLists).map((path) => `GET ${path}`);
      expect(calls).toEqual([...lists, ...versionCalls(plan, before)].sort());
      expect(environment.calls.filter(({ status }: RecordedCall) => status !== 200)).toEqual([]);
      expect(await environment.remoteState()).toEqual(before);
    });
  });

  it("returns the same plan a second time", async () => {
    await checkCases(50, async (environment) => {
      expect(await environment.plan()).toEqual(await environment.plan());
    });
  });
});
