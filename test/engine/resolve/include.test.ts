// Texts in parts: what they become in a definition, and where findings in them are.
import { describe, expect, it } from "vitest";
import { loadTexts } from "../../fixtures/in-memory.ts";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const head = "kind: prompt\nname: Greet\nparameters: { provider: OPENAI, name: gpt-5.4 }\n";
const included = { "tone.md": "Be kind.\n", "deep/rules.md": "Be brief.\n\n" };

const promptWith = (content: string): string =>
  `${head}messages:\n  - role: system\n    content: ${content}\n`;

async function specOf(texts: string): Promise<unknown> {
  const { definitions, diagnostics } = await loadTexts(texts, included);
  expect(diagnostics).toEqual([]);
  return definitions[0]!.spec;
}

const parts = "[{ file: tone.md }, You greet., { file: ./deep/rules.md }]";
const joined = "Be kind.\n\nYou greet.\n\nBe brief.\n\n";

describe("a text in parts is joined", () => {
  it("as the content of a message, which is one TEXT block", async () => {
    const messages = [{ role: "system", content: [{ type: "TEXT", text: joined }] }];
    expect(await specOf(promptWith(parts))).toMatchObject({ messages });
  });

  it("as the text of a block and the result of a tool", async () => {
    const blocks = [
      `{ type: TEXT, text: ${parts} }`,
      `{ type: TOOL_RESULT, toolCallId: a, result: ${parts} }`,
    ];
    const content = [
      { type: "TEXT", text: joined },
      { type: "TOOL_RESULT", toolCallId: "a", result: joined },
    ];
    expect(await specOf(promptWith(`[${blocks.join(", ")}]`))).toMatchObject({
      messages: [{ content }],
    });
  });

  it("as the description of a tool", async () => {
    const tool = `kind: tool\nname: look\nparameters: {}\ndescription: ${parts}\n`;
    expect(await specOf(tool)).toMatchObject({ description: joined });
  });

  it("as the target of an assertion", async () => {
    const assertion = `{ type: EXACT_MATCH, targetValue: ${parts} }`;
    const texts = `${promptWith("Hi")}evaluations: [{ name: e, assertions: [${assertion}] }]\n`;
    const { definitions } = await loadTexts(texts, included);
    expect(definitions.at(-1)!.spec).toMatchObject({ targetValue: joined });
  });
});

describe("a finding in a text in parts is located", () => {
  const files = { "a.md": "Fine.\n\nRead {{}}.\n", "b.md": "Fine too.\n" };
  const message =
    "This is an empty placeholder, which is not supported: the model would see it literally.";
  it.each([
    ["in its file", "[{ file: b.md }, { file: a.md }]", "a.md:3"],
    ["in its file, the first one", "[{ file: a.md }, { file: b.md }]", "a.md:3"],
    ["in the text between files", "\n      - { file: b.md }\n      - Read {{}}.", "a.yaml:8"],
    ["in a text after a text", "\n      - Hello\n      - Read {{}}.\n      - end", "a.yaml:8"],
    [
      "in the text of a block",
      "\n      - type: TEXT\n        text:\n          - { file: b.md }\n          - Read {{}}.",
      "a.yaml:10",
    ],
  ])("%s", async (_sentence, content, place) => {
    const found = await diagnosticsOf(promptWith(content), { included: files });
    expect(found).toEqual([`other-template ${place} ${message}`]);
  });

  it("at the list, if it is about the whole text", async () => {
    const texts = promptWith('[{ file: b.md }, "Answer {{ticket}}."]');
    const declared = `${texts}variables: { other: Unused }\n`;
    const found = await diagnosticsOf(declared, { included: files });
    expect(found).toEqual([
      expect.stringMatching(/ a\.yaml:6 /),
      expect.stringMatching(/ a\.yaml:7 /),
    ]);
  });

  it("a merge conflict is located in its file", async () => {
    const conflict = { "a.md": "x\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n" };
    const found = await diagnosticsOf(promptWith("[Hi, { file: a.md }]"), { included: conflict });
    expect(found).toEqual([expect.stringMatching(/^merge-conflict-in-text a\.md:2 /)]);
  });
});
