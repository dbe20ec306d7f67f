// Text files as prompts: how each format divides a text into messages, and which values become a case.
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import type { ImportContext } from "../../../src/importers/convert/imported.ts";
import { importTexts } from "../../../src/importers/text/text.ts";

/** Imports one text file with these fields before its text. */
function importText(
  file: string,
  fields: JsonObject,
  text: string,
  context: Partial<ImportContext> = {},
) {
  const matter = `---\n${JSON.stringify(fields)}\n---\n`;
  const body = { file: matter + text, start: matter.length, path: file };
  const document = { file, text: JSON.stringify(fields), linesBefore: 0, index: 0, value: fields };
  const { prompts, left, refused } = importTexts([{ ...document, body }], {
    readReferred: () => "There are no files.",
    model: "gpt-6-luna",
    ...context,
  });
  const [prompt] = prompts;
  return {
    messages: prompt?.messages.map(({ role, content }) => [role, content]),
    cases: prompt?.evaluations.map(({ variables }) => variables),
    left: left.map(({ path }) => path.join(".")),
    refused: refused.map(({ reason, offset = 0 }) => [reason, offset - matter.length]),
  };
}

describe("the messages of a text", () => {
  it.each<[sentence: string, file: string, text: string, messages: Json[]]>([
    [
      "of Prompty have the role of the line before them, and text before it is of the system",
      "a.prompty",
      "Be kind.\nuser:\nHi\n# Assistant:\nYes\n",
      [
        ["system", "Be kind."],
        ["user", "Hi"],
        ["assistant", "Yes"],
      ],
    ],
    [
      "of Prompty by a developer are of the system",
      "a.prompty",
      "developer:\nHi\n",
      [["system", "Hi"]],
    ],
    [
      "of Prompty are not divided where the role is within a line",
      "a.prompty",
      "user:\nHi user:\nthe user: x\n",
      [["user", "Hi user:\nthe user: x"]],
    ],
    [
      "of Prompty without text are left out",
      "a.prompty",
      "system:\n\nuser:\nHi\n",
      [["user", "Hi"]],
    ],
    [
      "of Dotprompt have the role of the tag, and text before it is of the user",
      "a.prompt",
      'Hi{{role "model"}}Yes{{ role "system" }}Be kind.',
      [
        ["user", "Hi"],
        ["assistant", "Yes"],
        ["system", "Be kind."],
      ],
    ],
    ["of Dotprompt may end with the history", "a.prompt", "Hi{{history}}", [["user", "Hi"]]],
    [
      "of an editor are one of the user",
      "a.prompt.md",
      "Fix ${input:what:a bug}.",
      [["user", "Fix {{what}}."]],
    ],
    ["of another file are one of the system", "a.md", "user:\nHi", [["system", "user:\nHi"]]],
  ])("%s", (_sentence, file, text, messages) => {
    expect(importText(file, {}, text)).toMatchObject({ messages, refused: [] });
  });

  it("have the role of the flag where they name none", () => {
    const { messages } = importText("a.prompty", {}, "Hi\nsystem:\nBe kind.", { role: "user" });
    expect(messages).toEqual([
      ["user", "Hi"],
      ["system", "Be kind."],
    ]);
  });
});

describe("a text is refused", () => {
  it.each<[what: string, file: string, text: string, reason: string, index: number]>([
    ["without text", "a.prompty", "system:\n\n", "It has no text.", NaN],
    [
      "with a message of a tool",
      "a.prompty",
      "Hi\ntool:\nx",
      'The section "tool:" is no message of a definition.',
      3,
    ],
    [
      "with options of a role",
      "a.prompty",
      'user[name="x"]:\nHi',
      'The section "user[name=\\"x\\"]:" is no message of a definition.',
      0,
    ],
    [
      "with the messages of an application",
      "a.prompty",
      "Hi\n![thread]\n",
      'The section "![thread]" is no message of a definition.',
      3,
    ],
    [
      "with a history before other text",
      "a.prompt",
      "Hi{{history}}there",
      "{{history}} is not at the end of the text.",
      2,
    ],
    [
      "with an unknown role",
      "a.prompt",
      'Hi{{role "tool"}}x',
      'The message has the role "tool".',
      2,
    ],
    [
      "with a value of the editor",
      "a.prompt.md",
      "Fix ${selection}",
      "${selection} is a value of the editor.",
      4,
    ],
    [
      "with braces that an editor does not replace",
      "a.prompt.md",
      "Fix {{x}}",
      "{{x}} is literal text, but would be read as a variable.",
      4,
    ],
  ])("%s", (_what, file, text, reason, index) => {
    const { refused } = importText(file, {}, text);
    expect(refused).toEqual([[reason, Number.isNaN(index) ? expect.any(Number) : index]]);
  });

  it("in linear time if it has very many beginnings of images", () => {
    const { messages } = importText("a.prompty", {}, `user:\n${"![".repeat(300_000)}`);
    expect(messages).toHaveLength(1);
  });
});

describe("the case of a Prompty file", () => {
  const text = "Hi {{a}} and {{b}}";
  it.each<[sentence: string, fields: JsonObject, cases: JsonObject[], left: string[]]>([
    ["has the values of the sample", { sample: { a: "1", b: "2" } }, [{ a: "1", b: "2" }], []],
    [
      "has the sample before the default of an input",
      { sample: { a: "1" }, inputs: { a: { default: "x" }, b: { default: "2" } } },
      [{ a: "1", b: "2" }],
      ["inputs.a.default"],
    ],
    [
      "has the inputs of a list by their names",
      {
        inputs: [
          { name: "a", default: "1" },
          { name: "b", example: "2" },
        ],
      },
      [{ a: "1", b: "2" }],
      [],
    ],
    ["is none without a value for each variable", { sample: { a: "1" } }, [], ["sample.a"]],
    ["is none of a sample in another file", { sample: "${file:a.json}" }, [], ["sample"]],
  ])("%s", (_sentence, fields, cases, left) => {
    expect(importText("a.prompty", fields, text)).toMatchObject({ cases, left });
  });
});
