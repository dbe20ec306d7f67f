// The file of --replies: what it may contain, and the messages of its errors.
import { describe, expect, it } from "vitest";
import { readScriptedReplies } from "../../../src/cli/evaluate/scripted-replies-file.ts";
import { folderOf, rejectionOf } from "../../io/folder.ts";

const read = async (text: string, name = "replies.yaml") => {
  await using folder = folderOf({ [name]: text });
  return await readScriptedReplies(folder.path, name);
};

it.each([
  ["YAML", "- evaluation: a\n  text: Hi\n- { evaluation: b, calls: [{ name: look }] }\n"],
  ["JSON", '[{"evaluation":"a","text":"Hi"},{"evaluation":"b","calls":[{"name":"look"}]}]'],
])("%s", async (_, text) => {
  expect(await read(text)).toEqual([
    { evaluation: "a", text: "Hi" },
    { evaluation: "b", calls: [{ name: "look" }] },
  ]);
});

it("an empty file has no replies", async () => {
  expect(await read("# none yet\n")).toEqual([]);
});

describe("errors", () => {
  it.each([
    ["no list", "evaluation: a\n", "replies.yaml:1: The file must contain one list."],
    [
      "two lists",
      "- {evaluation: a, text: b}\n---\n- {}\n",
      "replies.yaml:3: The file must contain one list.",
    ],
    [
      "a misspelled key",
      "- evaluation: a\n  txt: b\n",
      'replies.yaml:2: Unknown key "txt". Did you mean "text"?',
    ],
    [
      "a wrong type",
      "- evaluation: a\n  text: [7]\n",
      'replies.yaml:2: "text" has the wrong type: expected string, found list.',
    ],
    [
      "a wrong side",
      "- evaluation: a\n  text: b\n  side: left\n",
      'replies.yaml:3: "side" must be head or base, not "left".',
    ],
    [
      "no content",
      "- evaluation: a\n",
      'replies.yaml:1: Reply 1 has no content. Add "text", "calls" or "error".',
    ],
    [
      "an error with a text",
      '[\n{"evaluation": "a", "text": "b", "error": "c"}]',
      'replies.yaml:2: Reply 1 has "error" and a content. Remove "error", or "text" and "calls".',
    ],
  ])("%s", async (_, text, expected) => {
    const { class: failureClass, message, hint = "" } = await rejectionOf(read(text));
    expect(failureClass).toBe("usage");
    expect([message, ...hint.split("\n")]).toContain(expected);
    expect(message).not.toContain("\n"); // a message is one line, its hints follow
  });

  it("a missing file", async () => {
    await using folder = folderOf();
    const { message } = await rejectionOf(readScriptedReplies(folder.path, "none.yaml"));
    expect(message).toContain("none.yaml");
  });
});
