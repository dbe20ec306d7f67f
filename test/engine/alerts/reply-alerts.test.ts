// Which changes of a reply schema are alerts, and what they say.
import { expect, it } from "vitest";
import { replyAlerts } from "../../../src/engine/alerts/reply-alerts.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import type { Change } from "../../../src/engine/model/plan.ts";
import { kinds } from "../../../src/kinds.ts";

function textOf(before: unknown, after: unknown): string | undefined {
  const body = (responseSchema: unknown): JsonObject =>
    ({
      parameters: { options: responseSchema === undefined ? {} : { responseSchema } },
    }) as JsonObject;
  const change = {
    action: "update",
    address: "prompt/p",
    row: kindNamed(kinds, "prompt"),
    before: body(before),
    after: body(after),
  } as unknown as Change;
  const [alert] = replyAlerts([change]);
  return alert?.text
    ?.map((word) => (typeof word === "string" ? word : word.code))
    .join("")
    .replace("prompt/p changes its replies, applications may break: ", "");
}

const object = (properties: object, required = Object.keys(properties)): object => ({
  type: "object",
  properties,
  required,
});
const answer = { type: "string" };

it.each<readonly [sentence: string, before: unknown, after: unknown, text: string | undefined]>([
  ["a first schema", undefined, object({ answer }), "they are JSON now"],
  ["no schema any more", object({ answer }), undefined, "they have no schema any more"],
  ["a removed property", object({ answer, a: {} }), object({ answer }), '"a" is removed'],
  ["an added property", object({ answer }), object({ answer, a: {} }), undefined],
  [
    "another type",
    object({ answer }),
    object({ answer: { type: "number" } }),
    '"answer" is number, it was string',
  ],
  [
    "one more type",
    object({ answer }),
    object({ answer: { type: ["string", "null"] } }),
    '"answer" is string or null, it was string',
  ],
  ["no type", object({ answer }), object({ answer: {} }), '"answer" is any type, it was string'],
  ["fewer types", object({ answer: { type: ["string", "null"] } }), object({ answer }), undefined],
  [
    "an integer in place of a number",
    object({ a: { type: "number" } }),
    object({ a: { type: "integer" } }),
    undefined,
  ],
  ["an optional property", object({ answer }), object({ answer }, []), '"answer" is optional'],
  ["a required property", object({ answer }, []), object({ answer }), undefined],
  [
    "a new value",
    object({ a: { enum: ["x"] } }),
    object({ a: { enum: ["x", "y"] } }),
    '"a" can be "y"',
  ],
  ["a value less", object({ a: { enum: ["x", "y"] } }), object({ a: { const: "x" } }), undefined],
  ["any value", object({ a: { enum: ["x"] } }), object({ a: {} }), '"a" can have any value'],
  [
    "in a list in an object",
    object({ list: { type: "array", items: object({ answer }) } }),
    object({ list: { type: "array", items: object({}) } }),
    '"answer" is removed',
  ],
  [
    "in a definition",
    { $ref: "#/$defs/a", $defs: { a: object({ answer }) } },
    { $ref: "#/$defs/a", $defs: { a: object({}) } },
    '"answer" is removed',
  ],
  [
    "another reference",
    { $ref: "#/$defs/a", $defs: {} },
    { $ref: "#/$defs/b", $defs: {} },
    "the reply has other alternatives",
  ],
  [
    "one more alternative",
    { anyOf: [answer] },
    { anyOf: [answer, { type: "null" }] },
    "the reply has other alternatives",
  ],
  ["one alternative less", { anyOf: [answer, { type: "null" }] }, { anyOf: [answer] }, undefined],
  [
    "another description",
    object({ answer }),
    object({ answer: { ...answer, description: "New." } }),
    undefined,
  ],
  ["another order", object({ answer, a: {} }), object({ a: {}, answer }), undefined],
  ["two changes", object({ answer, a: {} }), object({}), '"answer" is removed, "a" is removed'],
  ["a schema that is no object", true, object({ answer }), undefined],
])("%s", (_sentence, before, after, text) => {
  expect(textOf(before, after)).toBe(text);
});
