// The names of definitions, now and earlier.
import { expect, test } from "vitest";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import { kinds } from "../../../src/kinds.ts";
import { type Definition, definitionsByName, namesOf } from "../../../src/engine/model/resource.ts";

const row = kindNamed(kinds, "prompt");

function prompt(key: string, name: string, ...renamedFrom: string[]): Definition {
  const rest = { spec: {}, external: false, managedChildKinds: [] };
  return { address: `prompt/${key}`, row, name, renamedFrom, ...rest };
}

test("the names of a definition are its own, then the earlier ones", () => {
  expect(namesOf(prompt("a", "A", "B", "C"))).toEqual(["A", "B", "C"]);
  expect(namesOf({ name: undefined, renamedFrom: [] })).toEqual([]);
});

test.each([
  ["its name, not its key", "prompt/Triage", "prompt/triage"],
  ["an earlier name", "prompt/Old triage", "prompt/triage"],
  ["the name of one and the earlier name of another, in any order", "prompt/Reply", "prompt/b"],
  ["the same", "prompt/Answer", "prompt/a"],
  ["no name", "prompt/triage", undefined],
])("a definition is found by %s", (_case, name, address) => {
  const definitions = [
    prompt("triage", "Triage", "Old triage"),
    prompt("a", "Answer", "Reply"),
    prompt("b", "Reply", "Answer"),
  ];
  for (const list of [definitions, definitions.toReversed()])
    expect(definitionsByName(list).get(name)?.address).toBe(address);
});
