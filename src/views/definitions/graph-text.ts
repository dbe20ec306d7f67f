// The dependency graph of a project in Mermaid and DOT. Names are labels, escaped so that they are
// shown unchanged.
import { groupBy } from "../../engine/model/collections.ts";
import type { DependencyGraph, Node } from "../../engine/resolve/dependency-graph.ts";
import { pluralize, truncateMiddle, escapeText } from "../text/terminal-text.ts";

export type GraphFormat = "mermaid" | "dot";

export function graphText(graph: DependencyGraph, format: GraphFormat): string {
  const lines = format === "mermaid" ? mermaidLines(graph) : dotLines(graph);
  return `${lines.join("\n")}\n`;
}

/** The default limits of Mermaid: its `maxEdges` and `maxTextSize`. */
const mermaidEdges = 500;
const mermaidCharacters = 50_000;

/** Whether GitHub and others refuse to draw the graph. */
export function exceedsMermaidLimits(graph: DependencyGraph, text: string): boolean {
  return graph.edges.length > mermaidEdges || text.length > mermaidCharacters;
}

function mermaidLines({ nodes, edges }: DependencyGraph): string[] {
  const external = nodes.filter((node) => node.external).map(({ id }) => id);
  return [
    "flowchart LR",
    ...nodesByKind(nodes).flatMap(([plural, members], index) => [
      `  subgraph g${index + 1}["${escapeMermaid(plural)}"]`,
      ...members.map((node) => `    ${node.id}["${labelOf(node, escapeMermaid, "<br/>")}"]`),
      "  end",
    ]),
    ...edges.map(({ from, to }) => `  ${from} --> ${to}`),
    ...(external.length === 0
      ? []
      : ["  classDef external stroke-dasharray: 5 5", `  class ${external.join(",")} external`]),
  ];
}

function dotLines({ nodes, edges }: DependencyGraph): string[] {
  return [
    "digraph promptctl {",
    "  rankdir=LR;",
    '  node [shape=box, style="rounded"];',
    ...nodesByKind(nodes).flatMap(([plural, members], index) => [
      `  subgraph cluster_${index + 1} {`,
      `    label="${escapeDot(plural)}";`,
      ...members.map((node) => {
        const style = node.external ? ', style="rounded,dashed"' : "";
        return `    ${node.id} [label="${labelOf(node, escapeDot, "\\n")}"${style}];`;
      }),
      "  }",
    ]),
    ...edges.map(({ from, to }) => `  ${from} -> ${to};`),
    "}",
  ];
}

/** The nodes of each kind, by its plural. */
function nodesByKind(nodes: readonly Node[]): [string, Node[]][] {
  return [...groupBy(nodes, ({ plural }) => plural)];
}

const maxNameLength = 80;

/** The name, and a line for each count. */
function labelOf(
  { name, counts }: Node,
  escapeLabel: (text: string) => string,
  lineEnding: string,
): string {
  const title = truncateMiddle(escapeText(name), maxNameLength);
  return [title, ...counts.map(({ kind, number }) => pluralize(number, kind))]
    .map(escapeLabel)
    .join(lineEnding);
}

/**
 * Escapes all characters but letters, digits, and single `_`, `-` and spaces between them as Mermaid's
 * codes (`#35;`): Mermaid reads labels as HTML and as Markdown.
 */
function escapeMermaid(text: string): string {
  return text.replace(
    /(?<=[\p{L}\p{N}])[_-](?=[\p{L}\p{N}])|(?<=\S) (?=\S)|([^\p{L}\p{N}])/gu,
    (match, special?: string) => (special === undefined ? match : `#${special.codePointAt(0)};`),
  );
}

/** Graphviz reads escapes and HTML entities in quoted strings. */
function escapeDot(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("&", "&amp;");
}
