import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Message } from "../../../../src/generated/types.ts";
import { pairMessages } from "../../../../src/service/page/versions/pair-messages.ts";

const roles = { s: "system", u: "user", a: "assistant" } as const;

/** `u: text`. */
function message(line: string): Message {
  const role = roles[line[0] as keyof typeof roles];
  return { role, content: [{ type: "TEXT", text: line.slice(3) }] };
}

const lineOf = ({ role, content: [block] }: Message): string =>
  `${role[0]}: ${block?.type === "TEXT" ? block.text : ""}`;

/** Equal pairs as `=`, with the line of the new message. */
function pairs(before: readonly string[], after: readonly string[]): string[] {
  return pairMessages(before.map(message), after.map(message)).map((pair) => {
    if (!pair.before) return `+ ${lineOf(pair.after!)}`;
    if (!pair.after) return `- ${lineOf(pair.before)}`;
    const [old, current] = [lineOf(pair.before), lineOf(pair.after)];
    return old === current ? `= ${current}` : `${old} → ${current}`;
  });
}

it.each<[sentence: string, before: string[], after: string[], pairs: string[]]>([
  ["no messages", [], [], []],
  ["equal messages", ["s: A", "u: B"], ["s: A", "u: B"], ["= s: A", "= u: B"]],
  ["a rewritten message", ["s: A", "u: B"], ["s: C", "u: B"], ["s: A → s: C", "= u: B"]],
  [
    "an inserted first message and a small edit",
    ["s: Be very brief.", "u: Hello"],
    ["s: New.", "s: Be quite brief.", "u: Hello"],
    ["+ s: New.", "s: Be very brief. → s: Be quite brief.", "= u: Hello"],
  ],
  [
    "a removed first message and a small edit",
    ["s: Old.", "s: Be very brief.", "u: Hello"],
    ["s: Be quite brief.", "u: Hello"],
    ["- s: Old.", "s: Be very brief. → s: Be quite brief.", "= u: Hello"],
  ],
  [
    "a message that moves to the front",
    ["u: A", "u: B", "u: C"],
    ["u: C", "u: A", "u: B"],
    ["+ u: C", "= u: A", "= u: B", "- u: C"],
  ],
  [
    "several edits",
    ["s: Be brief.", "u: Where is it?", "a: It is here."],
    ["s: Be very brief.", "u: Where was it?", "a: It was here."],
    [
      "s: Be brief. → s: Be very brief.",
      "u: Where is it? → u: Where was it?",
      "a: It is here. → a: It was here.",
    ],
  ],
  ["unlike messages of one role, in order", ["u: A"], ["u: B", "u: C"], ["u: A → u: B", "+ u: C"]],
  ["unlike messages of two roles", ["s: A"], ["u: B"], ["- s: A", "+ u: B"]],
  ["a changed role", ["s: A", "u: B"], ["u: A", "u: B"], ["s: A → u: A", "= u: B"]],
])("%s", (_sentence, before, after, expected) => {
  expect(pairs(before, after)).toEqual(expected);
});

it("each message is in one pair, in order, and only equal texts change their role", () => {
  const line = fc
    .tuple(
      fc.constantFrom("s", "u", "a"),
      fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }),
    )
    .map(([role, parts]) => `${role}: ${parts.join(" ")}`);
  const lines = fc.array(line, { maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const found = pairMessages(before.map(message), after.map(message));
      const sides = (side: "before" | "after"): string[] =>
        found.flatMap((pair) => (pair[side] ? [lineOf(pair[side])] : []));
      expect([sides("before"), sides("after")]).toEqual([before, after]);
      for (const pair of found)
        if (pair.before && pair.after && pair.before.role !== pair.after.role)
          expect(pair.before.content).toEqual(pair.after.content);
    }),
  );
});

it.each([100, 2000, 20_000])(
  "%i changed messages are paired in order",
  { timeout: 5000 },
  (count) => {
    const lines = (text: string): string[] =>
      Array.from({ length: count }, (_, index) => `${"su"[index % 2]}: ${text} ${index}`);
    const [before, after] = [lines("old").map(message), lines("new").map(message)];
    const found = pairMessages(before, after);
    expect(found).toEqual(before.map((each, index) => ({ before: each, after: after[index]! })));
  },
);
