// Versions of a definition: runs of commits in which it has one content.
import { describe, expect, it } from "vitest";
import { definitionLog } from "../../../src/engine/history/definition-log.ts";
import { kinds } from "../../../src/kinds.ts";
import type { LineEnd } from "../../../src/engine/history/line-commit.ts";
import type { PastState } from "../../../src/engine/history/family-state.ts";
import { type StateAt, type Version, versionsOf } from "../../../src/engine/history/versions.ts";

const absent: PastState = { status: "absent" };
const unknown: PastState = { status: "unknown" };

/** A letter is a content, in lower case of an external definition; `-` is absent, `?` unknown. */
function stateOf(letter: string): PastState {
  if (letter === "-") return absent;
  if (letter === "?") return unknown;
  const external = letter === letter.toLowerCase();
  const own = { address: "tool/a", row: kinds[0]!, name: "a", renamedFrom: [], external };
  return { status: "defined", definition: { ...own, content: external ? {} : { text: letter } } };
}

/** The states of commits 9, 8, 7…, newest first. */
function statesOf(letters: string): StateAt[] {
  return [...letters].map((letter, index) => ({
    info: { commit: String(9 - index), date: "", author: "", subject: "" },
    state: stateOf(letter),
  }));
}

/** `A7`: commit 7 introduced content A; `A7?`: or an older one did; `-7`: it removed the definition. */
function letterOf(state: PastState): string {
  if (state.status === "absent") return "-";
  if (state.status === "unknown") return "?";
  return state.definition.external ? "x" : String(state.definition.content["text"]);
}

function describeVersions(letters: string, end: LineEnd | undefined): string {
  return versionsOf(statesOf(letters), end)
    .map(
      ({ introduced, state, previous }) =>
        letterOf(state) + introduced.commit + (previous.status === "unknown" ? "?" : ""),
    )
    .join(" ");
}

describe("versions", () => {
  it.each([
    ["nothing", "", "first", ""],
    ["one commit", "A", "first", "A9"],
    ["a run is introduced by its oldest commit", "AAB", "first", "A8 B7"],
    ["a revert is a version of its own", "ABA", "first", "A9 B8 A7"],
    ["a later project", "A--", "first", "A9"],
    ["a removed definition", "-A", "first", "-9 A8"],
    ["a definition that was away", "A-A", "first", "A9 -8 A7"],
    ["a shallow clone introduces nothing", "AAB", "shallow", "A8 B7?"],
    ["the limit introduces nothing", "A", "limit", "A9?"],
    ["commits that were not read", "A", undefined, "A9?"],
    ["an absence before the oldest commit is no removal", "A--", "limit", "A9"],
    ["an unknown state ends a run", "A?A", "first", "A9? A7"],
    ["an unknown state at the end", "AB?", "first", "A9 B8?"],
    ["an unknown state at the start", "?A", "first", "A8"],
    ["only unknown states", "??", "first", ""],
    ["external definitions", "Axx-", "first", "A9 x7"],
  ] as const)("%s", (_title, letters, end, expected) => {
    expect(describeVersions(letters, end)).toBe(expected);
  });
});

describe("the log of a definition", () => {
  const log = (letters: string, inFiles: string, limit = Infinity) =>
    definitionLog({
      address: "tool/a",
      states: statesOf(letters),
      end: "first",
      inFiles: stateOf(inFiles) as Version["state"],
      limit,
    });

  it("has the working tree only if it differs from the newest commit", () => {
    expect(log("AB", "A").workingTree).toBeUndefined();
    expect(log("AB", "C").workingTree).toEqual(stateOf("C"));
    expect(log("AB", "-").workingTree).toEqual(absent);
    expect(log("", "A").workingTree).toEqual(stateOf("A"));
    expect(log("-A", "-").workingTree).toBeUndefined();
  });

  it("says whether there are more versions", () => {
    expect(log("AAB", "A", 1)).toMatchObject({ end: "more", versions: [{ state: stateOf("A") }] });
    expect(log("AAB", "A", 2).end).toBe("first");
  });
});
