import { expect, it } from "vitest";
import { similarNotes } from "../../../src/engine/diff/similar-notes.ts";
import type { Create } from "../../../src/engine/model/plan.ts";
import type { Unmanaged } from "../../../src/engine/model/unmanaged.ts";

const addresses = Array.from({ length: 23 }, (_, index) => `prompt/P${index}`);
const created = addresses.map((address) => ({ action: "create", address }) as Create);

function notesAbout(count: number): readonly string[] {
  const similar = addresses.slice(0, count).map((address, index) => {
    const similarTo = { address, reason: "shared" };
    return { kind: "prompt", id: `p${index}`, similarTo } as Unmanaged;
  });
  return similarNotes(created, similar);
}

it("notes about similar resources that stay are counted after the twentieth", () => {
  expect(notesAbout(20)).toHaveLength(20);
  const notes = notesAbout(23);
  expect(notes).toHaveLength(21);
  expect(notes.at(-1)).toBe("3 more new definitions are similar to resources that stay.");
});
