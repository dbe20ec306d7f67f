// Second copies that a plan was about to delete: where it was cut short after the first was changed,
// the next plan still knows them by its notes, and only as they were noted.
import type { JournalEntry } from "../../../src/engine/model/replace-journal.ts";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { journalBefore } from "../../../src/engine/apply/journal-entries.ts";
import { promptResponse, prompt, tool, toolResponse } from "../../fixtures/responses.ts";
import { planLines, planOf, type PlanFixtureOptions } from "../../fixtures/in-memory.ts";

const older: JsonObject = { description: "older" };
const pruning: PlanFixtureOptions = { prune: true };

/** What the plan that makes the tool newer, and deletes its copies, notes. */
async function noted(...copies: readonly string[]): Promise<JournalEntry[]> {
  const remote = { tools: ["a", ...copies].map((id) => toolResponse(id, older)) };
  const plan = await planOf(tool, remote, pruning);
  expect(planLines(plan)).toEqual([
    "update tool/look a",
    ...copies.map((id) => `delete tool/id:${id} ${id}`),
  ]);
  return journalBefore(plan, []);
}

describe("after the first copy was changed, and before the others were deleted", () => {
  it("the others are deleted", async () => {
    const remote = {
      tools: [toolResponse("a"), toolResponse("b", older), toolResponse("c", older)],
    };
    const plan = await planOf(tool, remote, { ...pruning, journalEntries: await noted("b", "c") });
    expect(planLines(plan)).toEqual(["delete tool/id:b b", "delete tool/id:c c"]);
    expect(plan.changes.map((each) => each.action === "delete" && each.reason)).toEqual([
      "unfinished",
      "unfinished",
    ]);
  });

  it("they are deleted also where the definition has changed once more", async () => {
    const remote = { tools: [toolResponse("a"), toolResponse("b", older)] };
    const newest = tool.replace("description: d", "description: newest");
    const plan = await planOf(newest, remote, { ...pruning, journalEntries: await noted("b") });
    expect(planLines(plan)).toEqual(["update tool/look a", "delete tool/id:b b"]);
  });

  it("they stay without --prune, and a change is refused meanwhile", async () => {
    const remote = { tools: [toolResponse("a"), toolResponse("b", older)] };
    const unfinished = await noted("b");
    expect(planLines(await planOf(tool, remote, { journalEntries: unfinished }))).toEqual([
      "unmanaged tool look b: a duplicate of tool/look; apply --prune deletes it",
    ]);
    const newest = tool.replace("description: d", "description: newest");
    expect(planLines(await planOf(newest, remote, { journalEntries: unfinished }))[0]).toBe(
      "refused duplicate tool/look",
    );
  });

  it("one that something uses by now stays", async () => {
    const remote = {
      tools: [toolResponse("a"), toolResponse("b", older)],
      prompts: [promptResponse("p", { name: "Other", tools: [{ id: "b" }] })],
    };
    const options = { journalEntries: await noted("b"), prune: true, scope: ["tool/*"] };
    expect(planLines(await planOf(tool, remote, options))[0]).toBe(
      'unmanaged tool look b: a duplicate of tool/look; still used by the prompt "Other" (id:p)',
    );
  });

  it.each<[string, JsonObject[], (note: JournalEntry) => JournalEntry]>([
    ["was changed since", [toolResponse("b", { description: "mine" })], (note) => note],
    ["was not noted", [toolResponse("b", older)], (note) => ({ ...note, id: "x" })],
    ["was noted as something else", [toolResponse("b", older)], (note) => ({ ...note, kind: "x" })],
    ["gave way to another", [toolResponse("b", older)], (note) => ({ ...note, address: "tool/x" })],
    [
      "gave way to what is not there",
      [toolResponse("b", older)],
      (note) => ({ ...note, replacementDigest: "sha256:x" }),
    ],
  ])("one that %s is not touched: the name is refused as it is", async (_name, others, change) => {
    const [note] = await noted("b");
    const options = { ...pruning, journalEntries: [change(note!)] };
    const plan = await planOf(tool, { tools: [toolResponse("a"), ...others] }, options);
    expect(planLines(plan)).toEqual(["refused ambiguous-name tool/look"]);
  });

  it("nothing is noted of copies that stay", async () => {
    const remote = { tools: [toolResponse("a"), toolResponse("b")] };
    const plan = await planOf(tool + "---\n" + prompt, remote);
    expect(journalBefore(plan, [])).toEqual([]);
  });
});
