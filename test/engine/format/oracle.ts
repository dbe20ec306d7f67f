// Checks that a formatted text has the same values and comments. An oracle that is independent of
// src/engine/format.
import { expect } from "vitest";
import { Lexer, parseAllDocuments } from "yaml";
import { configurationSchema, definitionSchemas } from "../../../src/cli/project/project.ts";
import { formatFile } from "../../../src/sync/load/format.ts";

export interface Formatted {
  readonly text: string;
  readonly skipped: number;
}

/** The text as fmt writes it; undefined if it has YAML errors. */
export function formatted(text: string, path = "a.yaml"): Formatted | undefined {
  const { diagnostics, ...file } = formatFile({ path, text: asRead(text) }, (document) => {
    const { kind } = document as { kind?: string };
    return path === "promptctl.yaml" ? configurationSchema : definitionSchemas[kind ?? ""];
  });
  return diagnostics.length === 0 ? file : undefined;
}

/** The formatted text, checked against the guarantees of fmt. */
export function checkFormatted(text: string, path?: string): Formatted | undefined {
  const found = formatted(text, path);
  if (!found) return undefined;
  if (/\r|^\uFEFF/.test(asRead(text))) {
    expect(found).toMatchObject({ text: asRead(text), skipped: 1 }); // a second time it is another text
    return found;
  }
  expect(valuesOf(found.text)).toEqual(valuesOf(text));
  expect(commentsOf(found.text).sort()).toEqual(commentsOf(text).sort());
  expect(formatted(found.text, path)?.text).toBe(found.text);
  return found;
}

function asRead(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** The values of all documents that are not empty. */
function valuesOf(text: string): unknown[] {
  const documents = [...parseAllDocuments(asRead(text), { logLevel: "silent", stringKeys: true })];
  for (const each of documents) expect(each.errors).toEqual([]);
  return documents.map((each) => each.toJS() as unknown).filter((each) => each !== null);
}

/** The comments that the lexer of yaml finds, without trailing blanks. */
function commentsOf(text: string): string[] {
  const lexemes = [...new Lexer().lex(asRead(text))];
  const isComment = (each: string, index: number): boolean =>
    each.startsWith("#") && lexemes[index - 1] !== "\u001f"; // \u001f precedes a scalar
  return lexemes.filter(isComment).map((each) => each.trimEnd());
}
