// The normal form of model options: the same for definitions, responses and versions, and absent where
// nothing is in it.
import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import { entityTag } from "../../../src/engine/normalize/entity-tag.ts";
import {
  canonicalForm,
  normalizeDefinition,
  normalizeObserved,
} from "../../../src/engine/normalize/normalize.ts";
import { contentDigest } from "../../../src/engine/normalize/observe.ts";
import { kinds } from "../../../src/kinds.ts";
import { modelParameters } from "../../fixtures/model-parameters.ts";

const row = kindNamed(kinds, "prompt");

/** A prompt with options, or without the field. */
const promptWith = (options?: unknown): JsonObject =>
  ({
    name: "Greet",
    parameters: modelParameters(options === undefined ? {} : { options: options as object }),
    messages: [],
    tools: [],
  }) as unknown as JsonObject;

const forms = (options?: unknown): unknown[] => [
  normalizeDefinition(
    row.shape,
    promptWith(options),
    () => "",
    () => ({}),
  ),
  normalizeObserved(row.shape, promptWith(options)).body,
  canonicalForm(row.shape, promptWith(options)),
];

it.each<readonly [sentence: string, options: unknown, normal: unknown]>([
  ["null", null, undefined],
  ["an empty object", {}, undefined],
  ["only nulls", { reasoningEffort: null, responseSchema: null }, undefined],
  ["an empty object in it", { extra: {} }, undefined],
  ["nulls beside values", { reasoningEffort: "low", extra: null }, { reasoningEffort: "low" }],
  ["null in what is sent as it is", { extra: { store: null } }, { extra: { store: null } }],
  ["false", { strictTools: false }, { strictTools: false }],
  ["an option that this version does not know", { later: 1, api: "chat" }, { api: "chat" }],
])("%s", (_sentence, options, normal) => {
  expect(forms(options)).toStrictEqual(forms(normal));
  for (const form of forms(options) as { parameters: JsonObject }[])
    expect("options" in form.parameters).toBe(normal !== undefined);
});

it("an unknown option of a response is named", () => {
  const { unknownFields } = normalizeObserved(row.shape, promptWith({ later: 1, api: "chat" }));
  expect(unknownFields).toEqual(["/parameters/options/later"]);
});

const schema = (text: string): JsonObject => promptWith({ responseSchema: JSON.parse(text) });

it("the order of a reply schema counts in digests and ETags, that of its neighbours does not", () => {
  const [one, two] = ['{"a":1,"b":2}', '{"b":2,"a":1}'].map(schema) as [JsonObject, JsonObject];
  expect(contentDigest(row, one)).not.toBe(contentDigest(row, two));
  expect(entityTag(row, one)).not.toBe(entityTag(row, two));
  const [three, four] = ['{"a":1,"b":2}', '{"b":2,"a":1}'].map((text) =>
    promptWith({ extra: JSON.parse(text) as JsonObject }),
  ) as [JsonObject, JsonObject];
  expect(contentDigest(row, three)).toBe(contentDigest(row, four));
  expect(entityTag(row, three)).toBe(entityTag(row, four));
});

it("a prompt without options has the ETag that it always had", () => {
  expect(entityTag(row, promptWith())).toBe(
    '"6c9a6582bb412258f9a177b1c8a5516150be5ff90be8ce89ec718851104540f3"',
  );
});
