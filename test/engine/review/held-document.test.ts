// The version that the service holds, in plan documents: what they say, and what a saved plan keeps.
import { describe, expect, it } from "vitest";
import { plan as isPlan } from "../../../src/generated/plan-validators.js";
import type { Plan as PlanDocument } from "../../../src/generated/types.ts";
import type { HeldVersion } from "../../../src/engine/model/held-version.ts";
import type { ExecutablePlan } from "../../../src/engine/model/plan.ts";
import { planDocument, savedPlan } from "../../../src/engine/review/plan-document.ts";
import { isComplete, planFromDocument } from "../../../src/engine/review/plan-from-document.ts";
import { redactPlan } from "../../../src/engine/review/redact.ts";
import { kinds } from "../../../src/kinds.ts";
import {
  changedOnServiceVersion,
  heldCommit,
  reportedWrite,
  withHeld,
} from "../../fixtures/held-versions.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { planBasis } from "../../fixtures/plan-basis.ts";
import { tool, toolResponse } from "../../fixtures/responses.ts";

const updated = await planOf(tool.replace(": d", ": e"), { tools: [toolResponse("t")] });
const origin = { createdAt: "2026-01-01T00:00:00Z", project: "." };

/** A document as a file has it. */
function saved(plan: ExecutablePlan): PlanDocument {
  return JSON.parse(JSON.stringify(savedPlan(plan, planBasis, origin))) as PlanDocument;
}

/** The commit as a document has it, and as it is read again. */
const { author: _author, subject: _subject, ...at } = heldCommit;
const anonymous = { ...at, author: "", subject: "" };
const { content, observed } = changedOnServiceVersion.newest;

it.each<HeldVersion>([
  { type: "version", at: heldCommit, behind: 2 },
  { type: "version", at: { ...heldCommit, orOlder: true }, behind: 0, isPartial: true },
  { type: "other-ref", at: heldCommit, ref: "release/1.4", isChosen: false, isMerged: false },
  { type: "other-ref", at: heldCommit, ref: "main", isChosen: true, isMerged: true },
  changedOnServiceVersion,
  { ...changedOnServiceVersion, reported: reportedWrite },
  { type: "none" },
  { type: "none", reported: { number: 1, keyName: "ops" } },
  { type: "unknown" },
])("%o is in the document without author and subject, and is read again", (held) => {
  const plan = { ...withHeld(updated, held), history: { commits: 7, gap: "the clone is shallow" } };
  const written = saved(plan);
  expect(isPlan(written) || isPlan.errors).toBe(true);
  expect(written.history).toEqual(plan.history);
  expect(isComplete(kinds, written)).toBe(true);
  expect(JSON.stringify(written)).not.toMatch(/Ann Lee|Lower/);
  const read = planFromDocument(kinds, written);
  expect(read.changes[0]!.held).toEqual(
    "at" in held
      ? { ...held, at: { ...held.at, author: "", subject: "" } }
      : held.type === "none" && held.newest
        ? { ...held, newest: { at: anonymous, content, observed } }
        : held,
  );
  expect(read.history).toEqual(plan.history);
});

describe("the digest of a saved plan", () => {
  const { digest } = saved(updated);

  it("does not depend on what the history says", () => {
    const other = { ...withHeld(updated, changedOnServiceVersion), history: { commits: 9 } };
    expect(saved(other).digest).toBe(digest);
  });
});

it.each([
  ["without a commit", { type: "version", behind: 1 }],
  ["without what the service has", { type: "none", newest: { at, content: {} } }],
  ["of an unknown type", { type: "other" }],
])("a version %s is damage", (_sentence, held) => {
  const document = saved(updated);
  const changes = document.changes.map((change) => ({ ...change, held }));
  expect(isPlan({ ...document, changes })).toBe(false);
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
    newest: { at, content: {}, observed: {} },
    changedOnService: [],
  });
});
