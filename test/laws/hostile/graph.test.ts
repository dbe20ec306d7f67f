// Promise 9: names in graphs (Mermaid, DOT) stay within their label. The tests parse the graphs with
// their own grammars, which are stricter than those of Mermaid and Graphviz.
import { describe, expect, it } from "vitest";
import { truncateMiddle, escapeText } from "../../../src/views/text/terminal-text.ts";
import { findUnsafe } from "./oracle.ts";
import { checkOutputs, type OutputCase } from "./check-outputs.ts";
import { evaluation, prompt, createFixture, tool } from "./fixture.ts";
import { defaultAndSyntax, hostileTexts } from "./hostile-texts.ts";

/** The label lines of the nodes by id, and the edges. */
interface Graph {
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly edges: readonly (readonly [from: string, to: string])[];
}

/** Texts with a meaning in Mermaid, DOT, or HTML and Markdown within them. */
const syntaxTexts: readonly string[] = [
  'a"] --> b["c',
  'a"];\n  b -> c;',
  "a]\n  end\n  x --> y",
  "end",
  "%%{init: {'theme': 'dark'}}%%",
  "%% gone",
  "#quot;#35;#",
  "&quot;&#34;&lt;b&gt;",
  "<br/><b onclick=x>y</b>",
  "style x fill:#f00;",
  "classDef a fill:#f00;",
  "a:::external",
  "fa:fa-car",
  "1. a",
  "- a",
  "    code",
  "**a** _b_ ~~c~~ $$d$$",
  "`a`",
  "www.example.com and https://example.com",
  "{a} (b) [c] |d| >e]",
  "a\\",
  '\\"',
  "a\\nb\\lc\\N\\G",
  "<<b>html</b>>",
  "// a /* b */ # c",
  "-- --> -> ---",
  "ﬂ°°34¶ß",
  "Grüße 日本語 😀",
  " ",
];

const label = String.raw`(?:[\p{L}\p{N}]|(?<=[\p{L}\p{N}])[_-](?=[\p{L}\p{N}])|(?<=\S) (?=\S)|#\d+;)+`;
const node = "n[0-9a-f]{12}";

/** Parses the subset of Mermaid that promptctl writes. Any other line fails the test. */
function readMermaid(text: string): Graph {
  const labels = new Map<string, string[]>();
  const edges: [string, string][] = [];
  const statements: readonly (readonly [form: RegExp, read: (...groups: string[]) => void])[] = [
    [/^flowchart LR$/, () => {}],
    [/^ {2}subgraph g\d\["[a-z]+"\]$/, () => {}],
    [
      new RegExp(`^ {4}(${node})\\["(${label}(?:<br/>${label})*)"\\]$`, "u"),
      (id, label) => labels.set(id!, label!.split("<br/>").map(fromMermaid)),
    ],
    [/^ {2}end$/, () => {}],
    [new RegExp(`^ {2}(${node}) --> (${node})$`), (from, to) => edges.push([from!, to!])],
    [/^ {2}classDef external stroke-dasharray: 5 5$/, () => {}],
    [new RegExp(`^ {2}class ${node}(?:,${node})* external$`), () => {}],
  ];
  for (const line of text.trimEnd().split("\n")) {
    const [form, read] =
      statements.find(([pattern]) => pattern.test(line)) ??
      expect.fail(`no statement: ${line.slice(0, 200)}`);
    read(...form.exec(line)!.slice(1));
  }
  return { labels, edges };
}

function fromMermaid(text: string): string {
  return text.replace(/#(\d+);/g, (_match, code: string) => String.fromCodePoint(Number(code)));
}

/** Parses DOT from its tokens: words, quoted strings and signs. */
function readDot(text: string): Graph {
  const labels = new Map<string, string[]>();
  const edges: [string, string][] = [];
  const token = /\s+|(?<word>[A-Za-z_]\w*)|"(?<quoted>(?:[^"\\\n]|\\.)*)"|(?<sign>->|[{}[\]=;,])/uy;
  let statement: string[] = [];
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const { groups } = token.exec(text) ?? expect.fail(`no token: ${text.slice(at, at + 100)}`);
    const { word, quoted, sign } = groups!;
    if (sign === ";" || sign === "{" || sign === "}") {
      const [first = "", second = "", third = ""] = statement;
      if (second === "->") edges.push([first, third]);
      else if (second === "[" && first !== "node") labels.set(first, fromDot(statement[4]!));
      else expect(statement.join(" ")).toMatch(plainStatement);
      statement = [];
    } else if (word !== undefined || sign !== undefined) statement.push((word ?? sign)!);
    else if (quoted !== undefined) statement.push(quoted);
  }
  expect(statement).toEqual([]);
  return { labels, edges };
}

const plainStatement =
  /^(|digraph promptctl|rankdir = LR|node \[ shape = box , style = rounded \]|subgraph cluster_\d|label = [a-z]+)$/;

/** Returns the lines of a label as Graphviz shows it. */
function fromDot(text: string): string[] {
  return text.split(/(?<=(?<!\\)(?:\\\\)*)\\n/).map((line) => {
    expect(line).not.toMatch(/&(?!amp;)/); // no other entity
    return line.replace(/\\(.)/g, "$1").replaceAll("&amp;", "&");
  });
}

const readers = { mermaid: readMermaid, dot: readDot } as const;

/** Prints the graph of a prompt, a tool and an evaluation per text, which have it as name. */
async function printGraph(texts: readonly string[], format: string): Promise<string> {
  await using fixture = createFixture({
    "prompts/x.yaml": texts.flatMap((text, index) => [
      tool(text, index),
      prompt(text, {
        tools: [text],
        evaluations: [evaluation(text, { assertions: [{ type: "COST", targetThreshold: 1 }] })],
      }),
    ]),
  });
  const { code, out, err } = await fixture.run(["graph", "--format", format]);
  expect([code, err]).toEqual([0, ""]);
  return out;
}

const all = [...hostileTexts(...defaultAndSyntax), ...syntaxTexts];

describe.each(["mermaid", "dot"] as const)("graph --format %s", (format) => {
  it("shows every name unchanged, in its own label", async () => {
    const { labels, edges } = readers[format](await printGraph(all, format));
    const shown = (text: string): string => truncateMiddle(escapeText(text), 80);
    expect([...labels.values()].map((lines) => lines.join("\n")).sort()).toEqual(
      all
        .flatMap((text) => [
          shown(text),
          shown(text),
          `${shown(text.replaceAll("/", "-"))}\n1 assertion`,
        ])
        .sort(),
    );
    expect(edges).toHaveLength(2 * all.length);
    for (const id of edges.flat()) expect([...labels.keys()]).toContain(id);
  });

  it("truncates long names", async () => {
    const texts = hostileTexts("longTexts");
    const { labels } = readers[format](await printGraph(texts, format));
    expect(labels.size).toBe(3 * texts.length);
  });
});

const outputs = (["mermaid", "dot"] as const).map((format): OutputCase => ({
  title: `graph --format ${format}`,
  patterns: [/1 assertion/],
  print: (texts) => printGraph(texts, format),
}));
checkOutputs(outputs);

it("the oracle and the parsers reject invalid graphs", () => {
  expect(findUnsafe("a\x1b[2J")).not.toEqual([]);
  const wrong = ['flowchart LR\n  n123456789abc["a"b"]', "flowchart LR\n  x --> y", "%% a"];
  for (const text of wrong) expect(() => readMermaid(text)).toThrow("no statement");
  for (const text of ['digraph promptctl {\n  "a\n";\n}', "digraph promptctl { a <b> }"])
    expect(() => readDot(text)).toThrow("no token");
});
