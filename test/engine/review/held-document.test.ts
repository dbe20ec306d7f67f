// The version that the service holds, in plan documents: what they say, and what a saved plan keeps.
import { describe, expect, it } from "vitest";
import { plan as isPlan } from "../../../src/generated/plan-validators.js";
import type { Plan as PlanDocument } from "../../../src/generated/types.ts";
import type { ExecutablePlan, HeldVersion } from "../../../src/engine/model/plan.ts";
import { planDigest, planDocument, savedPlan } from "../../../src/engine/review/plan-document.ts";
import { isComplete, planFromDocument } from "../../../src/engine/review/plan-from-document.ts";
import { redactPlan } from "../../../src/engine/review/redact.ts";
import { kinds } from "../../../src/kinds.ts";
import { changedOnServiceVersion, heldCommit, withHeld } from "../../fixtures/held-versions.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { tool, toolResponse } from "../../fixtures/responses.ts";

const updated = await planOf(tool.replace(": d", ": e"), { tools: [toolResponse("t")] });
const origin = { createdAt: "2026-01-01T00:00:00Z", project: "." };

/** A document as a file has it. */
function saved(plan: ExecutablePlan): PlanDocument {
  return JSON.parse(JSON.stringify(savedPlan(plan, origin))) as PlanDocument;
}

/** The version as a saved plan returns it: without author and subject. */
const anonymous = { ...heldCommit, author: "", subject: "" };
const { commit, date } = heldCommit;
const { content, observed } = changedOnServiceVersion.newest;

it.each<[HeldVersion, document: object, again: HeldVersion]>([
  [
    { type: "version", at: heldCommit, behind: 2 },
    { type: "version", commit, date, behind: 2 },
    { type: "version", at: anonymous, behind: 2 },
  ],
  [
    { type: "version", at: { ...heldCommit, orOlder: true }, behind: 0 },
    { type: "version", commit, date, orOlder: true, behind: 0 },
    { type: "version", at: { ...anonymous, orOlder: true }, behind: 0 },
  ],
  [
    { type: "other-ref", at: heldCommit, ref: "release/1.4", isChosen: false, isMerged: false },
    { type: "other-ref", commit, date, ref: "release/1.4" },
    { type: "other-ref", at: anonymous, ref: "release/1.4", isChosen: false, isMerged: false },
  ],
  [
    { type: "other-ref", at: heldCommit, ref: "main", isChosen: false, isMerged: true },
    { type: "other-ref", commit, date, ref: "main", merged: true },
    { type: "other-ref", at: anonymous, ref: "main", isChosen: false, isMerged: true },
  ],
  [
    changedOnServiceVersion,
    {
      type: "none",
      commit,
      date,
      newest: content,
      changedOnService: [
        { op: "add", path: "/tools/0", value: "tool/look" },
        { op: "replace", path: "/parameters/temperature", value: 0.5 },
      ],
    },
    { type: "none", newest: { at: anonymous, content, observed } },
  ],
  [{ type: "none" }, { type: "none" }, { type: "none" }],
  [{ type: "unknown" }, { type: "unknown" }, { type: "unknown" }],
])("%o is in the document, and a saved plan keeps it", (held, document, again) => {
  const plan = { ...withHeld(updated, held), history: { commits: 7, gap: "the clone is shallow" } };
  const written = saved(plan);
  expect(isPlan(written) || isPlan.errors).toBe(true);
  expect(written.changes[0]!.held).toEqual(document);
  expect(written.history).toEqual({ commits: 7, gap: "the clone is shallow" });
  expect(isComplete(kinds, written)).toBe(true);
  const read = planFromDocument(kinds, written);
  expect(read.changes[0]!.held).toEqual(again);
  expect(read.history).toEqual(plan.history);
  expect(JSON.stringify(written)).not.toMatch(/Ann Lee|Lower/);
});

describe("the digest of a saved plan", () => {
  const { digest } = saved(updated);

  it("does not depend on what the history says", () => {
    const other = { ...withHeld(updated, changedOnServiceVersion), history: { commits: 9 } };
    expect(saved(other).digest).toBe(digest);
  });

  it("stays that of plans saved by earlier versions, which are valid", () => {
    const { history: _history, digest: _digest, changes, ...others } = saved(updated);
    const earlier = { ...others, changes: changes.map(({ held: _held, ...change }) => change) };
    expect(planDigest(earlier)).toBe(digest);
    expect(isPlan({ ...earlier, digest })).toBe(true);
    expect(planFromDocument(kinds, earlier as PlanDocument).changes[0]!.held).toBeUndefined();
  });
});

it.each([
  ["without a commit", { type: "version", behind: 1 }],
  [
    "with operations that do not fit",
    { type: "none", commit, date, newest: {}, changedOnService: [{ op: "remove", path: "/a" }] },
  ],
  [
    "with operations on a prototype",
    {
      type: "none",
      commit,
      date,
      newest: {},
      changedOnService: [{ op: "add", path: "/__proto__/a", value: 1 }],
    },
  ],
])("a version %s is damage", (_sentence, held) => {
  const document = saved(updated);
  const changes = document.changes.map((change) => ({ ...change, held }));
  expect(isComplete(kinds, { ...document, changes } as PlanDocument)).toBe(false);
  expect(({} as { a?: number }).a).toBeUndefined();
});

it("a redacted plan has commits, and no values, authors and subjects", () => {
  const redacted = redactPlan(withHeld(updated, changedOnServiceVersion));
  expect(redacted.changes[0]!.held).toEqual({
    type: "none",
    newest: { at: anonymous, content: {}, observed: {} },
  });
  const document = planDocument({ ...updated, ...redacted });
  expect(document.changes[0]!.held).toEqual({
    type: "none",
    commit,
    date,
    newest: {},
    changedOnService: [],
  });
});
