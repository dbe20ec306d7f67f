// Warnings about templates in messages: the syntax of other languages, which the model would see, and what
// is meant literally but is a placeholder, so that runs without a value for it fail.
import type { Finding } from "../model/diagnostic.ts";
import { groupBy } from "../model/collections.ts";
import { objectOf } from "../model/json.ts";
import { placeholdersIn } from "../render/template.ts";
import { likenessOf } from "./placeholder-likeness.ts";
import type { RuleProject, Subject, TextAt } from "./rule.ts";

/** `{{md5(x)}}`: the text is about a template language with functions, such as that of Nuclei. */
const callInBraces = /\{\{\s*\w+\(/;

/** Mistyped placeholders and the syntax of other template languages, which are sent unchanged. */
const templates: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  /** What the model sees, if not the text itself. */
  readonly seen?: string;
  /** Texts in which the match is meant literally. */
  readonly unless?: RegExp;
}[] = [
  { name: "a Handlebars block", pattern: /\{\{[#/^>!&][^{}]*\}\}/ },
  {
    name: "a raw Handlebars value",
    pattern: /\{\{\{[^{}]*\}\}\}/,
    seen: "the value in braces",
  },
  { name: "a filter", pattern: /\{\{[^{}|]+\|[^{}]*\}\}/ },
  {
    name: "an empty placeholder",
    pattern: /(?<!\{)\{\{\s*\}\}/,
    unless: callInBraces,
  },
  {
    name: "a placeholder without its closing }}",
    pattern:
      /(?<!\{)\{\{[^\S\n]*[\p{L}_][\p{L}\p{N}_.-]*(?![\p{L}\p{N}_.-]|[^{}]*\}\})(?:[^{}\n]*\})?/u,
    unless: callInBraces,
  },
  { name: "a Jinja block", pattern: /\{%-?[^%]*%\}/ },
  { name: "an EJS tag", pattern: /<%[=\-_#]?[^%]*%>/ },
  { name: "a JavaScript placeholder", pattern: /\$\{[A-Za-z_$][\w$.]*\}/ },
];

/**
 * Matches every text with one of these or with what looks like one, and few others: most have only
 * `{{name}}`. To compile and search all patterns takes longer (docs/performance.md, row "validate 20").
 */
const mayContainTemplate =
  /\{\{(?!\s*(?!(?:else|this)\b)\w(?:[\w.-]*\w)?\s*\}\})|\{%|<%|\$\{|\\[A-Za-z]{2,}(?:\[[^\]{}]{0,20}\])?\{\{/;

/** Text in another template language, mistyped placeholders, and what is taken for a placeholder. */
export function templateTexts(subject: Subject, project: RuleProject): Finding[] {
  const { texts } = project.messages.get(subject.definition.address)!;
  const suspect = texts.filter(({ text }) => mayContainTemplate.test(text));
  if (suspect.length === 0) return [];
  const meant = meantVariables(subject, project);
  return suspect.flatMap((each) => [...otherTemplates(each), ...placeholderLikes(each, meant)]);
}

function otherTemplates({ path, text }: TextAt): Finding[] {
  return templates.flatMap(({ name, pattern, seen = "it literally", unless }) => {
    const found = pattern.exec(text);
    if (!found || unless?.test(text) === true) return [];
    return {
      code: "other-template",
      path,
      span: { offset: found.index, length: found[0].length },
      message: `This is ${name}, which is not supported: the model would see ${seen}.`,
      hint: "Only {{name}} is replaced. If it is meant literally, ignore this warning.",
    };
  });
}

/** The variables that the prompt declares, or that its evaluations have values for. */
function meantVariables({ definition, mapping }: Subject, project: RuleProject): Set<string> {
  const prompt = definition.parent === undefined ? undefined : project.find(definition.parent);
  const evaluations = project.children("evaluation", definition.address);
  const all = [mapping, prompt?.mapping, ...evaluations.map((each) => each.mapping)];
  return new Set(all.flatMap((each) => Object.keys(objectOf(each?.["variables"]))));
}

/** The longest placeholder that a message shows. */
const maxShown = 40;

/** The first placeholder of each kind that is hardly meant as one. */
function placeholderLikes({ path, text }: TextAt, meant: ReadonlySet<string>): Finding[] {
  const likes = placeholdersIn(text).flatMap(({ name, offset, length }) => {
    const like = meant.has(name) ? undefined : likenessOf(name, text.slice(0, offset));
    return like ? [{ like, offset, length }] : [];
  });
  return [...groupBy(likes, ({ like }) => like)].map(([like, all]) => {
    const { offset, length } = all[0]!;
    const whole = text.slice(offset, offset + length).replace(/\s+/g, " ");
    const shown = whole.length > maxShown ? `${whole.slice(0, maxShown)}…` : whole;
    const more = all.length - 1;
    const others = more === 0 ? "" : ` ${more} more like it ${more === 1 ? "follows" : "follow"}.`;
    return {
      code: "placeholder-like",
      path,
      span: { offset, length },
      message: `${shown} is a placeholder, but looks like ${like.name}: runs without a value for it fail.${others}`,
      hint: `If it is meant literally, ${like.remedy}. If it is a variable, declare it under variables.`,
    };
  });
}
