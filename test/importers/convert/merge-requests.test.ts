// Logs of requests: which lines are one prompt, and that each case renders to its line.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import type { ImportContext } from "../../../src/importers/convert/imported.ts";
import { mostDifferent } from "../../../src/importers/convert/most-different.ts";
import { propertySettings } from "../../fixtures/property-settings.ts";
import { importDocuments } from "../import-documents.ts";
import { renderedRequest } from "../rendered-requests.ts";

const system = { role: "system", content: "You sort tickets." };
const user = (content: Json): JsonObject => ({ role: "user", content });
const assistant = (content: Json): JsonObject => ({ role: "assistant", content });
const chat = (...messages: readonly JsonObject[]): JsonObject => ({
  model: "gpt-6-luna",
  messages: [...messages],
});

function promptsOf(lines: readonly Json[], context: Partial<ImportContext> = {}): JsonObject[] {
  const { definitions, left, refused } = importDocuments("openai-chat", lines, context);
  expect({ left, refused }).toEqual({ left: [], refused: [] });
  return definitions.filter(({ kind }) => kind === "prompt");
}

const call = {
  role: "assistant",
  tool_calls: [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }],
};

describe("requests of a log", () => {
  it("with one system text are a prompt, in which messages that vary are variables", () => {
    const [prompt, ...others] = promptsOf([
      chat(system, user("One"), assistant("Yes."), user("A")),
      chat(system, user("Two"), assistant("Yes."), user("B")),
      chat(system, user("One"), assistant("Yes."), user("A")),
    ]);
    expect(others).toEqual([]);
    expect(prompt).toEqual({
      kind: "prompt",
      name: "a",
      parameters: { provider: "OPENAI", name: "gpt-6-luna" },
      messages: [system, user("{{user}}"), assistant("Yes."), user("{{user 2}}")],
      evaluations: [
        { name: "line 1", variables: { user: "One", "user 2": "A" }, assertions: [] },
        { name: "line 2", variables: { user: "Two", "user 2": "B" }, assertions: [] },
      ],
    });
  });

  it("of different lengths are a prompt with what they share, and cases append the rest", () => {
    const [prompt] = promptsOf([
      chat(system, user("One")),
      chat(system, user("Two"), call, { role: "tool", tool_call_id: "c", content: "r" }, user("B")),
    ]);
    expect(prompt).toMatchObject({
      messages: [system, user("{{user}}")],
      evaluations: [
        { variables: { user: "One" } },
        {
          variables: { user: "Two" },
          appendedMessages: [{ role: "assistant" }, { role: "tool" }, user("B")],
        },
      ],
    });
    expect(prompt!["evaluations"]).not.toHaveProperty([0, "appendedMessages"]);
  });

  it("that are equal are a prompt without cases", () => {
    const lines = ["a", "b"].map((custom_id) => ({ custom_id, body: chat(system, user("One")) }));
    expect(promptsOf(lines)).toMatchObject([{ name: "a", messages: [system, user("One")] }]);
    expect(promptsOf(lines)[0]).not.toHaveProperty("evaluations");
  });

  it("whose messages are templates are prompts of their own", () => {
    const lines = [chat(user("Hi {{a}}")), chat(user("Bye {{a}}"))];
    expect(promptsOf(lines, { placeholders: "double-braces" })).toHaveLength(2);
  });

  it("become at most as many cases as --cases, the most different ones", () => {
    const texts = ["my parcel is late", "my parcel is very late", "the kettle smokes", "refund"];
    const [prompt] = promptsOf(
      texts.map((text) => chat(system, user(text))),
      { cases: 3 },
    );
    expect(prompt!["evaluations"]).toMatchObject([
      { variables: { user: "my parcel is late" } },
      { variables: { user: "the kettle smokes" } },
      { variables: { user: "refund" } },
    ]);
  });

  const text = fc.oneof(
    fc.constantFrom("a", "{{x}}", "{{ x }} {{x}}", "{{user}}", "x {{#if}} y"),
    fc.string({ minLength: 1 }).filter((each) => each.trim() !== ""),
  );
  const line = fc
    .array(fc.tuple(fc.constantFrom("user", "assistant"), text), { minLength: 1, maxLength: 4 })
    .map((turns) => chat(system, ...turns.map(([role, content]) => ({ role, content }))));

  it("are what their cases render to", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 5 }), async (lines) => {
        const prompts = promptsOf(lines);
        const rendered = await Promise.all(
          prompts.flatMap((prompt) => {
            const count = Math.max(1, ((prompt["evaluations"] as Json[] | undefined) ?? []).length);
            return Array.from({ length: count }, (_, index) => renderedRequest([prompt], index));
          }),
        );
        const sent = new Set(lines.map((each) => JSON.stringify(each["messages"])));
        const shown = new Set(
          rendered.map((each) => JSON.stringify((each as JsonObject)["messages"])),
        );
        expect(shown).toEqual(sent);
      }),
      propertySettings(100),
    );
  });
});

describe("the most different items", () => {
  it.each<[count: number, chosen: string[]]>([
    [1, ["a b"]],
    [2, ["a b", "x y"]],
    [3, ["a b", "x y", "a y"]],
    [9, ["a b", "a b c", "x y", "a y"]],
  ])("%d of a list, in its order", (count, chosen) => {
    const items = ["a b", "a b c", "x y", "a y"];
    expect(mostDifferent(items, count, (each) => each)).toEqual(
      items.filter((each) => chosen.includes(each)),
    );
  });
});
