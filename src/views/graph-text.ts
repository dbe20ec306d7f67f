// The graph of a project in the languages that draw graphs. Names are put into labels so that they
// are shown as they are, whatever they hold.
import { groupBy } from "../engine/model/collections.ts";
import type { Graph, Node } from "../engine/resolve/dependency-graph.ts";
import { pluralize, truncateMiddle, escapeText } from "./terminal-text.ts";

export type GraphFormat = "mermaid" | "dot";
export const graphFormats: readonly GraphFormat[] = ["mermaid", "dot"];

/** The graph as a text that draws it. */
export function graphText(graph: Graph, format: GraphFormat): string {
  const lines = format === "mermaid" ? mermaidLines(graph) : dotLines(graph);
  return `${lines.join("\n")}\n`;
}

/** What Mermaid draws unless it is configured otherwise: its `maxEdges` and `maxTextSize`. */
const mermaidEdges = 500;
const mermaidCharacters = 50_000;

/** Whether a text in Mermaid is more than GitHub and others draw. */
export function exceedsMermaidLimits(graph: Graph, text: string): boolean {
  return graph.edges.length > mermaidEdges || text.length > mermaidCharacters;
}

function mermaidLines({ nodes, edges }: Graph): string[] {
  const external = nodes.filter((each) => each.external).map(({ id }) => id);
  return [
    "flowchart LR",
    ...groups(nodes).flatMap(([plural, members], index) => [
      `  subgraph g${index + 1}["${inMermaid(plural)}"]`,
      ...members.map((each) => `    ${each.id}["${labelOf(each, inMermaid, "<br/>")}"]`),
      "  end",
    ]),
    ...edges.map(({ from, to }) => `  ${from} --> ${to}`),
    ...(external.length === 0
      ? []
      : ["  classDef external stroke-dasharray: 5 5", `  class ${external.join(",")} external`]),
  ];
}

function dotLines({ nodes, edges }: Graph): string[] {
  return [
    "digraph promptctl {",
    "  rankdir=LR;",
    '  node [shape=box, style="rounded"];',
    ...groups(nodes).flatMap(([plural, members], index) => [
      `  subgraph cluster_${index + 1} {`,
      `    label="${inDot(plural)}";`,
      ...members.map((each) => {
        const style = each.external ? ', style="rounded,dashed"' : "";
        return `    ${each.id} [label="${labelOf(each, inDot, "\\n")}"${style}];`;
      }),
      "  }",
    ]),
    ...edges.map(({ from, to }) => `  ${from} -> ${to};`),
    "}",
  ];
}

/** Kind by kind, each under the word for several. */
function groups(nodes: readonly Node[]): [string, Node[]][] {
  return [...groupBy(nodes, ({ plural }) => plural)];
}

/** More of a name would draw a box that nobody reads. */
const longestName = 80;

/** The name, and beneath it what is counted. */
function labelOf(
  { name, counts }: Node,
  escaped: (text: string) => string,
  lineEnd: string,
): string {
  const shown = truncateMiddle(escapeText(name), longestName);
  return [shown, ...counts.map(({ kind, number }) => pluralize(number, kind))]
    .map(escaped)
    .join(lineEnd);
}

/**
 * All but letters, digits, and what joins two of them, as Mermaid's codes (`#35;`): nothing is left
 * that ends a label, that HTML or Markdown could mean (Mermaid reads labels as both), or that looks
 * like a code or a comment of its own.
 */
function inMermaid(text: string): string {
  return text.replace(
    /(?<=[\p{L}\p{N}])[_-](?=[\p{L}\p{N}])|(?<=\S) (?=\S)|([^\p{L}\p{N}])/gu,
    (found, other?: string) => (other === undefined ? found : `#${other.codePointAt(0)};`),
  );
}

/** Graphviz reads escapes and HTML's entities in quoted texts. */
function inDot(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("&", "&amp;");
}
