// Second copies that a plan was about to delete: where it was cut short after the first was changed,
// the next plan still knows them by its notes, and only as they were noted.
import type { JournalEntry } from "../../../src/engine/model/replace-journal.ts";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { journalBefore } from "../../../src/engine/order/journal-entries.ts";
import { promptAnswer, prompt, tool, toolAnswer } from "../../fixtures/answers.ts";
import { baseUrl, inShort, planOf, type PlanGiven } from "../../fixtures/in-memory.ts";

const older: JsonObject = { description: "older" };
const pruning: PlanGiven = { prune: true };

/** What the plan that makes the tool newer, and deletes its copies, notes. */
async function noted(...copies: readonly string[]): Promise<JournalEntry[]> {
  const held = { tools: ["a", ...copies].map((id) => toolAnswer(id, older)) };
  const plan = await planOf(tool, held, pruning);
  expect(inShort(plan)).toEqual([
    "update tool/look a",
    ...copies.map((id) => `delete tool/id:${id} ${id}`),
  ]);
  return journalBefore(plan, []);
}

describe("after the first copy was changed, and before the others were deleted", () => {
  it("the others are deleted", async () => {
    const held = { tools: [toolAnswer("a"), toolAnswer("b", older), toolAnswer("c", older)] };
    const plan = await planOf(tool, held, { ...pruning, journalEntries: await noted("b", "c") });
    expect(inShort(plan)).toEqual(["delete tool/id:b b", "delete tool/id:c c"]);
    expect(plan.changes.map((each) => each.action === "delete" && each.reason)).toEqual([
      "unfinished",
      "unfinished",
    ]);
  });

  it("they are deleted also where the definition has changed once more", async () => {
    const held = { tools: [toolAnswer("a"), toolAnswer("b", older)] };
    const newest = tool.replace("description: d", "description: newest");
    const plan = await planOf(newest, held, { ...pruning, journalEntries: await noted("b") });
    expect(inShort(plan)).toEqual(["update tool/look a", "delete tool/id:b b"]);
  });

  it("they stay without --prune, and a change is refused meanwhile", async () => {
    const held = { tools: [toolAnswer("a"), toolAnswer("b", older)] };
    const unfinished = await noted("b");
    expect(inShort(await planOf(tool, held, { journalEntries: unfinished }))).toEqual([
      "unmanaged tool look b: a duplicate of tool/look; --prune deletes it",
    ]);
    const newest = tool.replace("description: d", "description: newest");
    expect(inShort(await planOf(newest, held, { journalEntries: unfinished }))[0]).toBe(
      "refused double tool/look",
    );
  });

  it("one that something uses by now stays", async () => {
    const held = {
      tools: [toolAnswer("a"), toolAnswer("b", older)],
      prompts: [promptAnswer("p", { name: "Other", tools: [{ id: "b" }] })],
    };
    const given = { journalEntries: await noted("b"), prune: true, scope: ["tool/*"] };
    expect(inShort(await planOf(tool, held, given))[0]).toBe(
      'unmanaged tool look b: still used by the prompt "Other" (id:p)',
    );
  });

  it.each<[string, JsonObject[], (note: JournalEntry) => JournalEntry]>([
    ["was changed since", [toolAnswer("b", { description: "mine" })], (note) => note],
    ["was not noted", [toolAnswer("b", older)], (note) => ({ ...note, id: "x" })],
    ["was noted as something else", [toolAnswer("b", older)], (note) => ({ ...note, kind: "x" })],
    ["gave way to another", [toolAnswer("b", older)], (note) => ({ ...note, address: "tool/x" })],
    [
      "gave way to what is not there",
      [toolAnswer("b", older)],
      (note) => ({ ...note, replacementDigest: "sha256:x" }),
    ],
  ])("one that %s is not touched: the name is refused as it is", async (_what, others, change) => {
    const [note] = await noted("b");
    const given = { ...pruning, journalEntries: [change(note!)] };
    const plan = await planOf(tool, { tools: [toolAnswer("a"), ...others] }, given);
    expect(inShort(plan)).toEqual(["refused ambiguous-name tool/look"]);
  });

  it("nothing is noted of copies that stay", async () => {
    const held = { tools: [toolAnswer("a"), toolAnswer("b")] };
    const plan = await planOf(tool + "---\n" + prompt, held);
    expect(journalBefore(plan, [])).toEqual([]);
  });

  it("a note says where, what and for what", async () => {
    expect(await noted("b")).toEqual([
      {
        baseUrl,
        kind: "tool",
        id: "b",
        address: "tool/look",
        replacementDigest: expect.stringMatching(/^sha256:/),
        content: expect.stringMatching(/^sha256:/),
        children: [],
      },
    ]);
  });
});
