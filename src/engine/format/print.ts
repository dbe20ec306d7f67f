// Prints a layout: two spaces per level, comments at the column of their entry.
import { bracketed, keyText, maxLineLength } from "../edit/scalar-text.ts";
import type {
  BlockGroup,
  DocumentLayout,
  FlowCollection,
  FlowItem,
  LayoutEntry,
  LayoutLine,
} from "./layout.ts";

/** The text of a document without a `---`; ends with a newline. */
export function printDocument({ header, body, below }: DocumentLayout): string {
  const lines = body.form === "flow" ? printFlow(body, "") : printGroup(body);
  return withoutLeadingBlankLines([...header, ...lines, ...below])
    .map((line) => `${line}\n`)
    .join("");
}

function printGroup({ form, entries, below }: BlockGroup): LayoutLine[] {
  const lines = entries.flatMap((entry, index) => {
    const above = index === 0 ? withoutLeadingBlankLines(entry.above) : entry.above;
    return printEntry({ ...entry, above }, form === "list");
  });
  return [...lines, ...(entries.length === 0 ? withoutLeadingBlankLines(below) : below)];
}

function withoutLeadingBlankLines(lines: readonly LayoutLine[]): LayoutLine[] {
  const first = lines.findIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first);
}

function printEntry(entry: LayoutEntry, isItem: boolean): LayoutLine[] {
  const lead = isItem ? "-" : entry.name === undefined ? "" : `${keyText(entry.name)}:`;
  const { above, beside, props, value } = entry;
  const before = [...above, ...beside.slice(0, -1)];
  const comment = beside.at(-1) ?? "";
  const below = (lines: readonly LayoutLine[]): LayoutLine[] =>
    isItem && props === "" && lines.some(isContent)
      ? [...before, ...(comment === "" ? [] : [comment]), ...besideDash(lines)]
      : [...before, joinWords(lead, props, comment), ...indented(lines)];
  switch (value.form) {
    case "scalar": {
      const { text, block = [] } = value;
      return [...before, joinWords(lead, props, text, comment), ...indented(block)];
    }
    case "map":
    case "list":
      return below(printGroup(value));
    case "source": {
      const [first = "", ...others] = value.lines;
      const last = others.pop();
      return last === undefined
        ? [...before, joinWords(lead, props, first, comment)]
        : [...before, joinWords(lead, props, first), ...others, joinWords(last, comment)];
    }
    case "flow": {
      const lines = printFlow(value, joinWords(lead, props));
      return lines.length === 1
        ? [...before, joinWords(lead, props, lines[0]!, comment)]
        : below(lines);
    }
  }
}

function joinWords(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

function indented(lines: readonly LayoutLine[]): LayoutLine[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

/** Lines with a dash before the first one that is not a comment or empty. */
function besideDash(lines: readonly LayoutLine[]): LayoutLine[] {
  const start = lines.findIndex(isContent);
  const [first = "", ...others] = lines.slice(start);
  return [...lines.slice(0, start), `- ${first}`, ...indented(others)];
}

function isContent(line: LayoutLine): boolean {
  return line !== "" && !line.startsWith("#");
}

/** Brackets on one line if they had one, or fit beside their lead; else one line per item. */
function printFlow(flow: FlowCollection, lead: string): LayoutLine[] {
  const line = flowOnOneLine(flow);
  const fits = !flow.isMultiLine || lead.length + 1 + line.length <= maxLineLength;
  return fits ? [line] : flowOnLines(flow);
}

function flowOnOneLine({ open, entries }: FlowCollection): string {
  const texts = entries.map((item) =>
    itemText(item, item.value?.form === "flow" ? flowOnOneLine(item.value) : item.value?.text),
  );
  return bracketed(open, texts);
}

function itemText({ name, props }: FlowItem, value: string | undefined): string {
  const key = name === undefined ? "" : `${keyText(name)}${value === undefined ? "" : ":"}`;
  return joinWords(key, props, value ?? "");
}

function flowOnLines({ open, entries }: FlowCollection): LayoutLine[] {
  const lines = entries.flatMap((item): LayoutLine[] => {
    const { value } = item;
    if (value?.form !== "flow") return [`${itemText(item, value?.text)},`];
    const [first, ...others] = printFlow(value, itemText(item, ""));
    const itemLines = [itemText(item, first), ...others];
    return [...itemLines.slice(0, -1), `${itemLines.at(-1)!},`];
  });
  return [open, ...indented(lines), open === "[" ? "]" : "}"];
}
