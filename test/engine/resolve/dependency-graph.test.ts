// The dependency graph: its nodes, counts and edges, and the dependencies of a target.
import { expect, it } from "vitest";
import { graphOf } from "../../../src/engine/resolve/dependency-graph.ts";
import { kindNamed, type Kinds } from "../../../src/engine/model/kind.ts";
import { addressOf, type Definition } from "../../../src/engine/model/resource.ts";
import { kinds } from "../../../src/kinds.ts";

const define = (kind: string, name: string, more: Partial<Definition> = {}): Definition => ({
  address: addressOf(kind, name),
  row: kindNamed(kinds, kind),
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
