// The limits of rendering, and that they count what is rendered.
import { describe, expect, it } from "vitest";
import {
  maxRenderedCharacters,
  renderMessages,
} from "../../../src/engine/render/rendered-prompt.ts";
import type { Message } from "../../../src/generated/types.ts";

const user = (text: string): Message => ({ role: "user", content: [{ type: "TEXT", text }] });
const problemOf = (messages: readonly Message[], variables: Record<string, string | null>) => {
  const rendered = renderMessages([{ field: "messages", messages }], variables);
  return "problem" in rendered ? rendered.problem : undefined;
};

describe("rendered texts have a limit together", () => {
  const half = "x".repeat(maxRenderedCharacters / 2);
  it.each<[string, readonly Message[], boolean]>([
    ["two halves fit", [user("{{a}}"), user("{{a}}")], true],
    ["a character more does not", [user("{{a}}"), user("{{a}}!")], false],
    ["nor do three halves in one text", [user("{{a}}{{a}}{{a}}")], false],
    ["nor three halves in one message that comes three times", Array(3).fill(user("{{a}}")), false],
  ])("%s", (_name, messages, fits) => {
    expect(problemOf(messages, { a: half })?.kind).toBe(fits ? undefined : "too-large");
  });
});

it("placeholders have a limit, and all of them are read in linear time", () => {
  expect(problemOf([user("{{a}}".repeat(100_000))], { a: null })).toBe(undefined);
  expect(problemOf([user("{{a}}".repeat(100_001))], { a: null })).toEqual({
    kind: "too-large",
    message: "The messages have more than 100000 placeholders.",
  });
});

it("all variables without a value are named once, in the order of the texts, with blocks that no provider takes", () => {
  const image = { type: "IMAGE_BASE64", mediaType: "image/png", imageBase64: "" } as const;
  const messages: Message[] = [
    user("{{b}} {{a}} {{b}}"),
    { role: "assistant", content: [image] },
    user("{{c}} {{a}} {{d}}"),
  ];
  expect(problemOf(messages, { d: "" })?.message).toBe(
    'These variables have no value: "b", "a", "c". /messages/1/content/0: no provider accepts IMAGE_BASE64 in a message of role assistant.',
  );
});
