// A line of a step of an apply.
import { type Screen, wrapSentence } from "../text/terminal-text.ts";

const indent = "  ";

interface StepLine {
  /** A symbol and its colour. */
  readonly mark?: readonly [symbol: string, color: (text: string) => string];
  readonly title: string;
  /** Shown dim, escaped. */
  readonly details: string;
}

/** A title and what happened to it, broken between words if the screen wraps. */
export function stepLine(
  { mark: [symbol, color] = ["", String], title, details }: StepLine,
  screen: Screen,
): string {
  const { dim } = screen.colors;
  const start = symbol === "" ? title : `${symbol} ${title}`;
  const [first = "", ...more] = wrapSentence(`${start}  ${details}`, screen);
  const end = indent.length + start.length;
  const marked = first.slice(indent.length, end).replace(symbol, color);
  return [`${indent}${marked}  ${dim(first.slice(end).trimStart())}`, ...more.map(dim)].join("\n");
}
