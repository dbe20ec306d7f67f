// Texts of other formats as texts of messages, in which {{name}} is a placeholder.
import {
  missingIn,
  placeholderPattern,
  render,
  renderedLength,
  type Variables,
  variablesOf,
} from "../../engine/render/template.ts";
import { maxRenderedCharacters } from "../../engine/render/rendered-prompt.ts";
import { type PlaceholderSyntax, RefusedPart } from "./imported.ts";
import { leaveForCase } from "./left-fields.ts";
import { leave, noteChange, type SourceNode } from "./source-node.ts";

/** Turns a text into a text of a message. Throws a RefusedPart if that is impossible. */
export type Translate = (text: string, node: SourceNode) => string;

/** For formats whose {{name}} is a placeholder, and nothing else is syntax. */
export const asPlaceholders: Translate = (text) => text;

/**
 * For texts without placeholders: a literal {{name}} becomes a placeholder, and `values` gets the
 * value that restores the text.
 */
function asLiteral(values: Map<string, string>): Translate {
  const names = new Map<string, string>(); // by literal
  const numbers = new Map<string, number>(); // how many literals have a name
  const nameFor = (name: string): string => {
    let unique = name;
    while (values.has(unique)) {
      const number = (numbers.get(name) ?? 1) + 1;
      numbers.set(name, number);
      unique = `${name} ${number}`;
    }
    return unique;
  };
  return (text) =>
    text.replace(placeholderPattern, (whole) => {
      const [name] = variablesOf(whole);
      if (name === undefined) return whole;
      const unique = names.get(whole) ?? nameFor(name);
      names.set(whole, unique);
      values.set(unique, whole);
      return unique === name ? whole : `{{${unique}}}`;
    });
}

/** A name, or a path of names: what Jinja, Nunjucks and promptctl read in the same way. */
const plainName = /^\s*[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*\s*$/u;

/** For Jinja and Nunjucks: {{name}} is carried, and logic is refused. */
export const asJinja: Translate = refusingLogic("");

/** The same for texts that can be templates of another language. */
export const asPlainText: Translate = refusingLogic(
  " If {{ stands for a brace, as in format strings of Python: --placeholders single-braces.",
);

/** `hint` is for expressions in double braces. */
function refusingLogic(hint: string): Translate {
  return (text, node) => {
    const logic = findLogic(text);
    if (!logic) return text;
    const [found] = logic;
    const problem = logicProblem(found) + (found.startsWith("{{") ? hint : "");
    throw new RefusedPart(node, problem, logic.index);
  };
}

/** Why a text of Jinja or Nunjucks cannot be carried; undefined if it can. */
export function templateLogic(text: string): string | undefined {
  const logic = findLogic(text);
  return logic && logicProblem(logic[0]);
}

function findLogic(text: string): RegExpExecArray | undefined {
  const tag = /\{%.*?(?:%\}|$)|(?<!\{)\{#.*?(?:#\}|$)/s.exec(text);
  // Each {{ after the last }} would search the whole rest.
  const closed = text.slice(0, text.lastIndexOf("}}") + 2);
  const expressions = closed.matchAll(/\{\{(.*?)\}\}/gs);
  return tag ?? [...expressions].find(([, inside]) => !plainName.test(inside!));
}

function logicProblem(logic: string): string {
  return `${excerpt(logic)} is template logic, which definitions do not have.`;
}

/**
 * For Handlebars and Mustache without HTML escapes: {{name}} and {{{name}}} are carried, comments are
 * dropped, and logic is refused.
 */
export const asHandlebars: Translate = (text, node) => {
  const blanked = text.replace(comment, (whole) => " ".repeat(whole.length));
  const logic = [...blanked.matchAll(handlebarsTag)].find((tag) => nameInTag(tag) === undefined);
  if (logic) throw new RefusedPart(node, logicProblem(logic[0]), logic.index);
  const uncommented = text.replace(
    comment,
    (_whole, before: string, after: string | undefined, index: number) => {
      const isOwnLine =
        after !== undefined && /(?:^|\n)$/.test(text.slice(Math.max(0, index - 1), index));
      return isOwnLine ? "" : before + (after ?? "");
    },
  );
  return uncommented.replace(handlebarsTag, (...tag: string[]) => `{{${nameInTag(tag)!}}}`);
};

/** A comment, with what is before and after it on a line of its own. `(?![^])`: the end of the text. */
const comment =
  /(^[ \t]*|)\{\{~?!(?:--[^]*?(?:--~?\}\}|(?![^]))|[^]*?(?:\}\}|(?![^])))([ \t]*\n)?/gm;

/** {{{name}}} or {{name}}; other tags have no name of a variable. */
const handlebarsTag = /\{{4}[^{}]*|\\\{\{[^{}]*|\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}/g;

function nameInTag([_tag, raw, escaped]: readonly (string | undefined)[]): string | undefined {
  const inside = raw ?? escaped ?? "";
  return plainName.test(inside) && inside.trim() !== "this" ? inside.trim() : undefined;
}

/** The first characters on one line, in quotes. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return JSON.stringify(line.length > 40 ? `${line.slice(0, 40)}…` : line);
}

/** A name, or a path of names, without spaces. */
const identifier = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** What format strings of Python have between braces: a name or a number, a conversion, a format. */
const formatField = /^[^{}"':!]*(?:![rsa])?(?::[^{}"]*)?$/;

/**
 * For texts with {name}, which becomes {{name}}. All other braces stay text, which is noted once. In
 * format strings of Python, {{ and }} are single braces.
 */
const asSingleBraces: Translate = (text, node) => {
  const isFormat = isFormatString(text);
  const plain = isFormat ? text : refuseLiteral(text, node, "{x}");
  const translated = plain.replace(formatToken, (whole, inside: string | undefined) => {
    if (inside === undefined) return isFormat ? whole.slice(1) : whole;
    return identifier.test(inside) ? `{{${inside}}}` : whole;
  });
  // Blanks keep the place of what is after them.
  const others = text.replace(formatToken, (whole, inside: string | undefined) =>
    (inside === undefined ? isFormat : identifier.test(inside)) ? " ".repeat(whole.length) : whole,
  );
  const place = others.search(/[{}]/);
  if (place >= 0) noteChange(node, "Braces other than {name} stay text.", place);
  return translated;
};

const formatToken = /\{\{|\}\}|\{([^{}]*)\}/g;

/** Whether a text has only the braces that format strings of Python can have. */
function isFormatString(text: string): boolean {
  const rest = text.replace(formatToken, (whole, inside = "") =>
    formatField.test(inside) ? "" : whole,
  );
  return !/[{}]/.test(rest);
}

/** For JavaScript templates: ${name} becomes {{name}}. */
const asDollarBraces: Translate = (text, node) =>
  refuseLiteral(text, node, "${x}").replace(
    /\$\{([^{}]*)\}/g,
    (whole, inside: string, index: number) => {
      if (plainName.test(inside)) return `{{${inside.trim()}}}`;
      throw new RefusedPart(node, `${excerpt(whole)} is no plain placeholder.`, index);
    },
  );

/** The text, which has no {{name}}: it would become a placeholder. */
function refuseLiteral(text: string, node: SourceNode, syntax: string): string {
  const [name] = variablesOf(text);
  if (name !== undefined)
    throw new RefusedPart(
      node,
      `The text has a literal {{${name}}} beside the placeholders of ${syntax}.`,
      text.indexOf("{{"),
    );
  return text;
}

/** How the texts of requests are read. `values` gets the values of literal {{name}}. */
export function requestTranslate(
  syntax: PlaceholderSyntax | undefined,
  values: Map<string, string>,
): Translate {
  switch (syntax) {
    case "double-braces":
      return asJinja;
    case "single-braces":
      return asSingleBraces;
    case "dollar-braces":
      return asDollarBraces;
    default:
      return asLiteral(values);
  }
}

/** Why a text with its values is not imported: values in values can be longer than memory. */
export function tooLongWith(text: string, values: Variables): string | undefined {
  return renderedLength(text, values) <= maxRenderedCharacters
    ? undefined
    : `With its values, it has more than ${maxRenderedCharacters} characters.`;
}

/**
 * A text of a case with the values of its placeholders. Undefined, and `node` is listed, if a
 * placeholder has no value, or if the text would be too long. `row`: where the case is; undefined for one without values.
 */
export function rendered(
  text: string,
  values: Variables,
  node: SourceNode,
  row: SourceNode | undefined,
): string | undefined {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  const [missing] = missingIn(text, Object.fromEntries(given));
  if (missing === undefined) {
    const problem = tooLongWith(text, values);
    if (problem === undefined) return render(text, values);
    leave(node, problem);
    return undefined;
  }
  const what = `value for {{${missing}}}`;
  if (row) leaveForCase(node, row, what);
  else leave(node, `There is no ${what}.`);
  return undefined;
}
