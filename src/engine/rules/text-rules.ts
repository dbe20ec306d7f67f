// Texts that are not what they look like: other template languages, invisible characters, secrets.
import type { SourceFile } from "../model/source-file.ts";
import { memo } from "../model/collections.ts";
import { invisibleCharacters } from "../model/invisible-characters.ts";
import { candidateSecrets } from "../model/secrets.ts";
import type { Checked, Finding } from "./rule.ts";
import { eachText, messagesIn } from "./texts.ts";

/** What other template languages write and this one sends as it is. */
const templates: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly seen?: string;
}[] = [
  { what: "a Handlebars block", pattern: /\{\{[#/^>!&][^{}]*\}\}/g },
  {
    what: "a raw Handlebars value",
    pattern: /\{\{\{[^{}]*\}\}\}/g,
    seen: "the value in braces",
  },
  { what: "a filter", pattern: /\{\{[^{}|]+\|[^{}]*\}\}/g },
  { what: "a Jinja block", pattern: /\{%-?[^%]*%\}/g },
  { what: "an EJS tag", pattern: /<%[=\-_#]?[^%]*%>/g },
  { what: "a JavaScript placeholder", pattern: /\$\{[A-Za-z_$][\w$.]*\}/g },
];

/** Text in another template language, which the model would see literally. */
export function otherTemplates(project: Checked): Finding[] {
  const found: Finding[] = [];
  for (const { subject, texts } of messagesIn(project).values())
    for (const { path, text } of texts)
      for (const { what, pattern, seen = "it literally" } of templatesFor(text)) {
        const [first] = text.matchAll(pattern);
        if (!first) continue;
        found.push({
          code: "other-template",
          address: subject.definition.address,
          path,
          span: { offset: first.index, length: first[0].length },
          message: `This is ${what}, which is not supported: the model would see ${seen}.`,
          hint: "Only {{name}} is replaced. If it is meant literally, ignore this warning.",
        });
      }
  return found;
}

/** Those that may stand in a text: all of them have a sign that most texts do not have. */
function templatesFor(text: string): typeof templates {
  return /[{<]/.test(text) ? templates : [];
}

/** What is looked for in every text that is sent: characters nobody sees, carriage returns, secrets. */
export function oddTexts(project: Checked): Finding[] {
  const isPlain = memo(isPlainFile);
  const found: Finding[] = [];
  for (const { definition, files } of project.subjects) {
    if (files.every(isPlain)) continue; // that is nearly every definition
    eachText(definition.spec, (text, path) => {
      for (const look of [findInvisible, carriageReturns, looksSecret])
        for (const each of look(text))
          if (path.at(-1) !== "imageBase64")
            found.push({ ...each, address: definition.address, path: [...path] });
    });
  }
  return found;
}

/**
 * Whether no text of a file can be odd: nothing odd stands in it, and it has no escapes. No sign of a
 * secret begins on one line and ends on another.
 */
function isPlainFile({ text }: SourceFile): boolean {
  return (
    !text.includes("\\") && !perhapsInvisible.test(text) && candidateSecrets(text).length === 0
  );
}

/** What is odd about a text, wherever it stands. */
type Odd = Omit<Finding, "address" | "path">;

/** Invisible and direction-changing characters in what is sent. */
function findInvisible(text: string): Odd[] {
  if (!perhapsInvisible.test(text)) return [];
  const all = [...text.matchAll(invisibleCharacters)].filter(([each]) => !/[\t\n\r]/.test(each));
  const [first] = all;
  if (!first) return [];
  const points = [...new Set(all.map(([each]) => codePoint(each)))];
  const some = points.slice(0, 5).join(", ") + (points.length > 5 ? ", …" : "");
  return [
    {
      code: "invisible-character",
      span: { offset: first.index, length: first[0].length },
      message: `This text contains ${all.length === 1 ? "an invisible character" : `${all.length} invisible characters`}: ${some}.`,
      hint: "Reviewers cannot see it, but the model reads it. Remove it, or ignore this warning if it is intended.",
    },
  ];
}

/** What stands in every text with such a character or a return: most texts have none, and that is seen fast. */
const perhapsInvisible =
  /[^\n\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u3001-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A carriage return in what is sent: most often it came from another system. */
function carriageReturns(text: string): Odd[] {
  const offset = text.indexOf("\r");
  if (offset < 0) return [];
  return [
    {
      code: "carriage-return",
      span: { offset, length: 1 },
      message: "This text contains carriage returns. They are sent unchanged.",
      hint: "Use \\n as the line ending.",
    },
  ];
}

/** Text that looks like a secret. It is never quoted. */
function looksSecret(text: string): Odd[] {
  return candidateSecrets(text).flatMap(({ what, pattern }) => {
    const found = pattern.exec(text);
    if (!found) return [];
    return [
      {
        code: "secret",
        span: { offset: found.index, length: found[0].length },
        message: `This looks like ${what}: it would be stored in git and sent to the model.`,
        hint: "Remove it and revoke it with its issuer.",
      },
    ];
  });
}
