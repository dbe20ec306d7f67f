// The file of codegen: texts of definitions are inert in it, and its ids are read back.
import ts from "typescript-5.9";
import { describe, expect, it } from "vitest";
import { clientCode, idsInCode, isClientCode } from "../../../src/views/code/client-code.ts";
import { clientTypes } from "../../../src/views/code/client-types.ts";
import { allCategories, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { unsafeCharacter } from "../../laws/hostile/oracle.ts";

const attacks = [
  "*/ export const evil = 1; /*",
  "a */\nexport const evil = 1;",
  "`${evil}` \\` ' \" \\",
  "@ts-nocheck\n@deprecated now",
  "line\u2028separator\u2029s\r\nand\rreturns",
  "}\n}\n{ // {",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "",
  "a: string }; export interface Evil {",
];
const texts = [...new Set([...attacks, ...hostileTexts(...allCategories)])];

/** A file with all texts in every place that a text of a definition or of a service has. */
async function hostileFile(): Promise<string> {
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      texts.map((text) => [text, { description: text, enum: [text, 1] }]),
    ),
    $defs: Object.fromEntries(texts.map((text, index) => [`${index}${text}`, { const: text }])),
    required: texts,
  };
  const { text } = await clientTypes(
    texts.map((name) => ({
      address: `prompt/${name}`,
      name,
      description: name,
      variables: texts.map((each) => ({ name: each, description: each, isRequired: true })),
      hasUnknownVariables: false,
      tools: texts,
    })),
    [
      {
        address: "tool/a",
        name: "a",
        description: texts.join("\n"),
        parameters: schema,
      },
    ],
  );
  const ids = Object.fromEntries(texts.map((each) => [`prompt/${each}`, each]));
  return clientCode(text, new Map([["staging", ids]]));
}

describe("texts of definitions and services", () => {
  it("declare nothing, show nothing, and stay what they are", async () => {
    const code = await hostileFile();
    const file = ts.createSourceFile("x.ts", code, ts.ScriptTarget.ES2022, true);
    const problems = (file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] })
      .parseDiagnostics;
    expect(problems.map(({ messageText }) => messageText)).toEqual([]);
    expect(code.match(unsafeCharacter)).toBeNull();
    expect(code).not.toMatch(/^[\s*/]*@/m); // no tag and no directive
    const values = file.statements.filter(
      (each) => !ts.isInterfaceDeclaration(each) && !ts.isTypeAliasDeclaration(each),
    );
    expect(values.map((each) => each.getText().slice(0, 18))).toEqual(["export const ids ="]);
    const prompts = file.statements
      .filter((each) => ts.isInterfaceDeclaration(each))
      .find(({ name }) => name.text === "Prompts")!;
    const names = prompts.members.map((each) => (each.name as ts.StringLiteral).text);
    expect(names).toEqual(texts);
  });

  it("are the same ids when the file is read again", async () => {
    const ids = Object.fromEntries(texts.map((each) => [`prompt/${each}`, each]));
    expect(idsInCode(await hostileFile())).toEqual(new Map([["staging", ids]]));
  });
});

it("a file is recognized by its first line", () => {
  expect(isClientCode(clientCode("", new Map()))).toBe(true);
  expect(isClientCode("// Mine.\n")).toBe(false);
});

it.each([
  ["no ids", "export const x = {};"],
  [
    "quotes that a formatter changed",
    "export const ids = { staging: { 'prompt/a': '1' } } as const;",
  ],
  ["a merge conflict", 'export const ids = {\n<<<<<<< HEAD\n  "a": {}\n} as const;'],
  ["ids of another form", 'export const ids = {\n  "prompt/a": "1"\n} as const;'],
])("with %s, the ids cannot be read", (_, text) => {
  expect(idsInCode(text)).toBeUndefined();
});
