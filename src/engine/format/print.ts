// Entries to lines: two blanks a level, comments at the column of what they belong to.
import { bracketed, keyText, maxLineLength } from "../edit/scalar-text.ts";
import type {
  LayoutEntry,
  FlowCollection,
  FlowItem,
  BlockGroup,
  LayoutLine,
  DocumentLayout,
} from "./tree.ts";

/** The text of a document, without a marker; ends with a line end. */
export function printDocument({ header, body, below }: DocumentLayout): string {
  const lines = body.form === "flow" ? bracketLines(body, "") : groupLines(body);
  const all = [...header, ...lines, ...below];
  return all
    .slice(firstLine(all))
    .map((line) => `${line}\n`)
    .join("");
}

function groupLines({ form, entries, below }: BlockGroup): LayoutLine[] {
  const lines = entries.flatMap((each, index) => {
    const above = index === 0 ? each.above.slice(firstLine(each.above)) : each.above;
    return entryLines({ ...each, above }, form === "list");
  });
  return [...lines, ...below];
}

/** Where the first line is that is not empty; their number where all are. */
function firstLine(lines: readonly LayoutLine[]): number {
  const found = lines.findIndex((line) => line !== "");
  return found < 0 ? lines.length : found;
}

function entryLines(entry: LayoutEntry, isItem: boolean): LayoutLine[] {
  const lead = isItem ? "-" : entry.name === undefined ? "" : `${keyText(entry.name)}:`;
  const { above, beside, props, value } = entry;
  const before = [...above, ...beside.slice(0, -1)];
  const comment = beside.at(-1) ?? "";
  const on = (...words: readonly string[]): string => words.filter((each) => each !== "").join(" ");
  const beneath = (lines: readonly LayoutLine[]): LayoutLine[] => {
    if (!isItem || props !== "") return [...before, on(lead, props, comment), ...indented(lines)];
    const own = comment === "" ? [] : [comment];
    const start = lines.findIndex((line) => line !== "" && !line.startsWith("#"));
    return [...before, ...own, ...lines.slice(0, start), ...besideDash(lines.slice(start))];
  };
  switch (value.form) {
    case "line":
      return [...before, on(lead, props, value.text, comment)];
    case "block":
      return [...before, on(lead, props, value.head, comment), ...indented(value.lines)];
    case "map":
    case "list":
      return beneath(groupLines(value));
    case "asIs": {
      const [first = "", ...others] = value.lines;
      return others.length === 0
        ? [...before, on(lead, props, first, comment)]
        : [...before, on(lead, props, first), ...others.slice(0, -1), on(others.at(-1)!, comment)];
    }
    case "flow": {
      const [line = "", ...more] = bracketLines(value, on(lead, props));
      return more.length === 0
        ? [...before, on(lead, props, line, comment)]
        : beneath([line, ...more]);
    }
  }
}

function indented(lines: readonly LayoutLine[]): LayoutLine[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

function besideDash([first = "", ...others]: readonly LayoutLine[]): LayoutLine[] {
  return [`- ${first}`, ...indented(others)];
}

/** Brackets on one line, where they stood on one or fit beside what leads to them. */
function bracketLines(flow: FlowCollection, lead: string): LayoutLine[] {
  const line = flowLine(flow);
  const fits = !flow.isBroken || lead.length + 1 + line.length <= maxLineLength;
  return fits ? [line] : flowLines(flow);
}

function flowLine({ open, items }: FlowCollection): string {
  return bracketed(
    open,
    items.map((each) => {
      const value = each.value?.form === "flow" ? flowLine(each.value) : each.value?.text;
      return itemText(each, value);
    }),
  );
}

function itemText({ name, props }: FlowItem, value: string | undefined): string {
  const key = name === undefined ? [] : [value === undefined ? keyText(name) : `${keyText(name)}:`];
  return [...key, props, value ?? ""].filter((each) => each !== "").join(" ");
}

/** An item a line, with a comma after each. */
function flowLines({ open, items }: FlowCollection): LayoutLine[] {
  const inside = items.flatMap((each): LayoutLine[] => {
    const { value } = each;
    if (value?.form !== "flow") return [`${itemText(each, value?.text)},`];
    const [first, ...others] = bracketLines(value, itemText(each, ""));
    const lines = [itemText(each, first), ...others];
    return [...lines.slice(0, -1), `${lines.at(-1)!},`];
  });
  return [open, ...indented(inside), open === "[" ? "]" : "}"];
}
