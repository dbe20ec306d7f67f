// The types of codegen: texts of definitions are inert in them.
import ts from "typescript-5.9";
import { describe, expect, it } from "vitest";
import { clientCode, isClientCode } from "../../../src/views/code/client-code.ts";
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
  return clientCode(text);
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
    expect(values.map((each) => each.getText())).toEqual([]);
    const prompts = file.statements
      .filter((each) => ts.isInterfaceDeclaration(each))
      .find(({ name }) => name.text === "Prompts")!;
    const names = prompts.members.map((each) => (each.name as ts.StringLiteral).text);
    expect(names).toEqual(texts);
  });
});

it("a file is recognized by its first line", () => {
  expect(isClientCode(clientCode(""))).toBe(true);
  expect(isClientCode("// Mine.\n")).toBe(false);
});
