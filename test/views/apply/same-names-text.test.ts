// The warning about resources with the names of created ones: what it says of each, and to do.
import { expect, it } from "vitest";
import { Failure } from "../../../src/engine/model/failure.ts";
import type { SameName } from "../../../src/engine/apply/apply-event.ts";
import { sameNamesText } from "../../../src/views/apply/same-names-text.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";

const plain = createScreen(false, 100);
const staging = { environment: "staging" };
const other: SameName = {
  address: "tool/look",
  id: "a",
  otherId: "b\u001B[2J",
  isDuplicate: true,
  deletedByPrune: true,
};

it.each<[string, Partial<SameName>, readonly string[]]>([
  [
    "deleted by prune",
    {},
    [
      "  tool/look: id:a and id:b\\u{1b}[2J",
      "To delete the duplicates when no other apply is running: promptctl apply --prune --env staging",
      "To see first what it deletes: promptctl plan --prune --env staging",
    ],
  ],
  [
    "outside the scope",
    { deletedByPrune: false },
    [
      "  tool/look: id:a and id:b\\u{1b}[2J, outside the scope of promptctl.yaml: delete one on the service",
    ],
  ],
  [
    "with other content",
    { deletedByPrune: false, isDuplicate: false },
    [
      "  tool/look: id:a and id:b\\u{1b}[2J, with different content",
      "promptctl plan --env staging shows the pins that select one of two resources.",
    ],
  ],
])("%s", (_title, change, expected) => {
  const text = sameNamesText({ sameNames: [{ ...other, ...change }] }, staging, plain)!;
  expect(text.split("\n").slice(1)).toEqual(expected);
});

it("nothing to warn about is no text", () => {
  expect(sameNamesText({ sameNames: [] }, staging, plain)).toBeUndefined();
});

it("lists that failed are one sentence, with what follows from it", () => {
  const sameNamesUnknown = new Failure("failed", "x", "403 from GET /sdk/v1/tools: no");
  expect(sameNamesText({ sameNames: [], sameNamesUnknown }, staging, plain)).toBe(
    "Warning: The created resources could not be listed again: 403 from GET /sdk/v1/tools: no\nIf another apply ran at the same time, the next plan shows duplicates of them.",
  );
});
