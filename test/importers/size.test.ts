// Texts so large that a scan that searches the rest at each character does not end in the time of a test.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import type { Definition } from "../../src/engine/model/resource.ts";
import {
  missingIn,
  render,
  renderedLength,
  variablesOf,
} from "../../src/engine/render/template.ts";
import type { RuleProject, Subject } from "../../src/engine/rules/rule.ts";
import { templateTexts } from "../../src/engine/rules/template-rules.ts";
import type { ImportContext } from "../../src/importers/convert/imported.ts";
import { templateLogic } from "../../src/importers/convert/template-syntax.ts";
import { importers } from "../../src/importers/importers.ts";
import { textReader } from "../../src/sync/import/read-texts.ts";
import { importDocuments } from "./import-documents.ts";

const size = 300_000;

/** Beginnings and ends of what the formats know, without the other half. */
const parts = [
  ..."{ } {{ }} {{a {{{ {{! {{!-- {{~ {{a| {{# {{{{ {% {%- %} {# ${ ${input: \\{{ <% {{history".split(
    " ",
  ),
  ...'{{role_" ![ ![a]( ![thread] user user[ # #user --- . a. / " \\" [ [{"'.split(" "),
  ..." |\t|\n|\r|\u2028|{{ |{{}} |{a} |{{a b}} |x\n\n".split("|"),
];

/** Each part many times, and once before a long text. */
const texts = parts.flatMap((part) => [
  `x\n${part.repeat(size / part.length)}\nx`,
  `${part}${" ".repeat(size / 2)}${"a".repeat(size / 2)}`,
]);

/** Literals that have the same name, all of them different. */
const sameName = Array.from(
  { length: 2 ** 16 },
  (_, index) =>
    `{{${index.toString(2).padStart(16, "0").replaceAll("0", " ").replaceAll("1", "\t")}a}}`,
).join("");

const read = await textReader();

function importingText(path: string, context: Partial<ImportContext> = {}, head = "") {
  return (text: string): unknown => {
    const { documents } = read({ path, title: path, text: head + text });
    return importers["text"]!(documents, { readReferred: () => "", model: "gpt-4.1", ...context });
  };
}

function importingRequest(
  format: string,
  document: (text: string) => JsonObject,
  context: Partial<ImportContext> = {},
) {
  return (text: string): unknown => importDocuments(format, [document(text)], context);
}

const messages = (content: string): JsonObject[] => [{ role: "user", content }];
const chat = (text: string): JsonObject => ({ model: "gpt-4.1", messages: messages(text) });

const address = "prompt/a";
const subject = { definition: { address } as Definition, mapping: {} } as Subject;

const scans: Readonly<Record<string, (text: string) => unknown>> = {
  variablesOf,
  missingIn: (text) => missingIn(text, {}),
  render: (text) => render(text, { a: "b" }),
  renderedLength: (text) => renderedLength(text, { a: "b" }),
  templateLogic,
  "other-template": (text) =>
    templateTexts(subject, {
      messages: new Map([[address, { texts: [{ path: [], text }] }]]),
      children: () => [],
    } as unknown as RuleProject),
  "text .txt": importingText("a.txt"),
  "text .prompty": importingText("a.prompty"),
  "text .prompty in Mustache": importingText("a.prompty", {}, "---\ntemplate: mustache\n---\n"),
  "text .prompt": importingText("a.prompt"),
  "text .prompt.md": importingText("a.prompt.md"),
  "text in single braces": importingText("a.txt", { placeholders: "single-braces" }),
  "text in dollar braces": importingText("a.txt", { placeholders: "dollar-braces" }),
  "openai-chat": importingRequest("openai-chat", chat),
  "anthropic in double braces": importingRequest("anthropic", chat, {
    placeholders: "double-braces",
  }),
  openai: importingRequest("openai", (text) => ({ model: "gpt-4.1", input: messages(text) })),
  promptfoo: importingRequest("promptfoo", (text) => ({
    prompts: [text],
    providers: "openai:gpt-4.1",
    tests: [{ description: text, vars: { a: text }, assert: [{ type: "equals", value: text }] }],
  })),
  github: importingRequest("github", (text) => ({
    ...chat(text),
    testData: [{ input: text, expected: text }],
    evaluators: [{ name: "a", string: { equals: "{{expected}}" } }],
  })),
  langfuse: importingRequest("langfuse", (text) => ({
    name: "a",
    prompt: messages(text),
    config: { model: "gpt-4.1" },
  })),
};

describe("a large text of unclosed parts", () => {
  it.each(Object.keys(scans))("is read once by %s", (name) => {
    for (const text of [...texts, sameName]) expect(() => scans[name]!(text)).not.toThrow();
  });
});
