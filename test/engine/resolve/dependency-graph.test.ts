// The dependency graph: its nodes, counts and edges, and the dependencies of a target.
import { expect, it } from "vitest";
import { graphOf } from "../../../src/engine/resolve/dependency-graph.ts";
import type { Kind, Kinds } from "../../../src/engine/model/kind.ts";
import { addressOf, type Definition } from "../../../src/engine/model/resource.ts";
import { kinds } from "../../../src/kinds.ts";

const define = (kind: string, name: string, more: Partial<Definition> = {}): Definition => ({
  address: addressOf(kind, name),
  kind,
  name,
  renamedFrom: [],
  spec: {},
  external: false,
  managedChildKinds: [],
  ...more,
});
const prompt = (name: string, ...tools: string[]): Definition =>
  define("prompt", name, { spec: { tools: tools.map((each) => `tool/${each}`) } });
const evaluation = (name: string, of: string): Definition =>
  define("evaluation", `${of}/${name}`, { parent: `prompt/${of}` });
const assertion = (number: number, of: string): Definition =>
  define("assertion", `${of}/${number}`, { parent: `evaluation/${of}` });

const project = [
  assertion(1, "Triage/refund"),
  assertion(2, "Triage/refund"),
  evaluation("refund", "Triage"),
  prompt("Triage", "send", "look", "look"),
  prompt("Greeter"),
  define("tool", "send", { external: true }),
  define("tool", "look"),
  define("prompt", "Elsewhere", { external: true }),
];

/** A graph as text: its nodes, then its edges, by the names of the nodes. */
function textOfGraph(
  table: Kinds,
  definitions: readonly Definition[],
  ...target: string[]
): string[] {
  const { nodes, edges } = graphOf(table, definitions, target);
  const names = new Map(nodes.map(({ id, kind, name }) => [id, `${kind} ${name}`]));
  return [
    ...nodes.map(({ kind, name, external, counts }) =>
      [
        `${kind} ${name}`,
        ...(external ? ["external"] : []),
        ...counts.map((each) => `${each.number} ${each.kind}`),
      ].join(", "),
    ),
    ...edges.map(({ from, to }) => `${names.get(from)} → ${names.get(to)}`),
  ];
}

it("definitions are nodes in order of address; references and parents are edges, each once", () => {
  expect(textOfGraph(kinds, project)).toEqual([
    "evaluation refund, 2 assertion",
    "prompt Elsewhere, external",
    "prompt Greeter",
    "prompt Triage",
    "tool look",
    "tool send, external",
    "evaluation refund → prompt Triage",
    "prompt Triage → tool look",
    "prompt Triage → tool send",
  ]);
});

it("the order of the files does not matter", () => {
  expect(graphOf(kinds, project.toReversed(), [])).toEqual(graphOf(kinds, project, []));
});

it.each<[string, string, string[]]>([
  ["a target includes its dependencies", "prompt/T*", ["prompt Triage", "tool look", "tool send"]],
  ["a target does not include its dependents", "tool/look", ["tool look"]],
  [
    "a child includes its parent and the dependencies of the parent",
    "evaluation/*",
    ["evaluation refund", "prompt Triage", "tool look", "tool send"],
  ],
  [
    "a counted definition includes its parent",
    "assertion/Triage/refund/1",
    ["evaluation refund", "prompt Triage", "tool look", "tool send"],
  ],
])("%s", (_sentence, target, expected) => {
  const { nodes } = graphOf(kinds, project, [target]);
  expect(nodes.map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected);
});

it("counts do not depend on the target", () => {
  expect(textOfGraph(kinds, project, "assertion/Triage/refund/1")[0]).toBe(
    "evaluation refund, 2 assertion",
  );
});

it("an id depends on its address only", () => {
  const all = new Map(graphOf(kinds, project, []).nodes.map(({ name, id }) => [name, id]));
  for (const { name, id } of graphOf(kinds, project, ["prompt/Triage"]).nodes)
    expect(all.get(name)).toBe(id);
  for (const id of all.values()) expect(id).toMatch(/^n[0-9a-f]{12}$/);
  expect(new Set(all.values()).size).toBe(all.size);
});

it("the rows of other kinds decide if they are drawn or counted", () => {
  const [tool] = kinds as [Kind];
  const under = { idField: "x", nestedField: "x", owned: true, cascades: true } as const;
  const step: Kind = {
    ...tool,
    kind: "step",
    plural: "steps",
    parent: { ...under, kind: "tool", field: "tool", numbered: true },
  };
  const note: Kind = {
    ...step,
    kind: "note",
    plural: "notes",
    parent: { ...step.parent!, kind: "step", field: "step" },
  };
  const list: Kind = {
    ...tool,
    kind: "list",
    plural: "lists",
    references: [{ field: "notes", kind: "note", requestIdField: "id", responseIdField: "id" }],
  };
  const definitions = [
    define("tool", "look"),
    define("step", "look/1", { parent: "tool/look" }),
    define("note", "look/1/1", { parent: "step/look/1" }),
  ];
  expect(textOfGraph([tool, step], definitions.slice(0, 2))).toEqual(["tool look, 1 step"]);
  expect(textOfGraph([tool, step, note], definitions)).toEqual([
    "step 1, 1 note", // drawn, because it has children
    "tool look",
    "step 1 → tool look",
  ]);
  const all = [...definitions, define("list", "all", { spec: { notes: ["note/look/1/1"] } })];
  expect(textOfGraph([tool, step, note, list], all)).toEqual([
    "list all",
    "note 1", // drawn, because a list refers to it
    "step 1",
    "tool look",
    "list all → note 1",
    "note 1 → step 1",
    "step 1 → tool look",
  ]);
});
