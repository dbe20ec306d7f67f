// The three shorthands of messages. The other rules of the normal form are in the oracle of laws/property.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { prompt, promptResponse, textMessage } from "../../fixtures/responses.ts";
import { differences, planOf } from "../../fixtures/in-memory.ts";

describe("shorthands", () => {
  const call = (args: string): JsonObject => ({
    role: "assistant",
    content: [
      {
        type: "TOOL_CALL",
        toolCall: {
          toolCallId: "c",
          type: "function",
          function: { name: "look", arguments: args },
        },
      },
    ],
  });
  const calling = (args: string): string =>
    `{ role: assistant, content: [{ type: TOOL_CALL, toolCall: { toolCallId: c, type: function, function: { name: look, arguments: ${args} } } }] }`;
  const image = {
    role: "user",
    content: [{ type: "IMAGE_BASE64", imageBase64: "w4U=", mediaType: "image/png" }],
  };

  it.each<[string, string, JsonObject, differences?: string[]]>([
    ["text is one TEXT block", "{ role: user, content: hi }", textMessage("hi")],
    [
      "a file is one TEXT block",
      "{ role: user, content: { file: ./a.md } }",
      textMessage("from a file\n"),
    ],
    [
      "a file in a block",
      "{ role: user, content: [{ type: TEXT, text: { file: a.md } }] }",
      textMessage("from a file\n"),
    ],
    [
      "the final newline stays",
      '{ role: user, content: "from a file" }',
      textMessage("from a file\n"),
      ["prompt/Greet replace /messages/0/content/0/text"],
    ],
    [
      "an image file is encoded",
      "{ role: user, content: [{ type: IMAGE_BASE64, imageBase64: { file: a.png }, mediaType: image/png }] }",
      image,
    ],
    ["arguments as an object", calling("{ b: 1, a: [2] }"), call('{"a": [2], "b": 1.0}')],
    [
      "arguments as text in another layout",
      calling('\'{"b":1,"a":[2]}\''),
      call('{"a": [2],\n"b": 1}'),
    ],
    ["arguments that are no JSON are text", calling("'{a'"), call("{a")],
    [
      "arguments that are no JSON differ as text",
      calling("'{a '"),
      call("{a"),
      ["prompt/Greet replace /messages/0/content/0/toolCall/function/arguments"],
    ],
  ])("%s", async (_sentence, message, answer, expected = []) => {
    const texts = prompt.replace("[]", `[${message}]`);
    const remote = { prompts: [promptResponse("p", { messages: [answer] })] };
    const included = { "a.md": "from a file\n", "a.png": "Å" };
    expect(await differences(texts, remote, included)).toEqual(expected);
  });

  it("arguments are sent as canonical JSON text where an object is written, as written where text is", async () => {
    const sent = async (args: string): Promise<unknown> => {
      const plan = await planOf(prompt.replace("[]", `[${calling(args)}]`), {});
      return plan.steps[0]!.body!["messages"];
    };
    expect(await sent("{ b: 1, a: 2 }")).toEqual([call('{"a":2,"b":1}')]);
    expect(await sent("'{ \"b\": 1 }'")).toEqual([call('{ "b": 1 }')]);
  });

  it("arguments that differ only past what a number can hold are not taken as equal", async () => {
    const texts = prompt.replace("[]", `[${calling("'{\"id\":9007199254740993}'")}]`);
    const messages = [call('{"id":9007199254740992}')];
    const found = await differences(texts, { prompts: [promptResponse("p", { messages })] });
    expect(found).toHaveLength(1);
  });

  it("local keys are never sent", async () => {
    const texts = `${prompt}key: k\nvariables: { a: b }\nmetadata: { c: d }\nrenamedFrom: Old\nexternal: false\nevaluations: []\n`;
    const plan = await planOf(texts, {});
    expect(Object.keys(plan.steps[0]!.body!).sort()).toEqual([
      "messages",
      "name",
      "parameters",
      "tools",
    ]);
  });
});
