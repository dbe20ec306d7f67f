// The bundle of codegen: equal prompts are there once, and its ids are read back.
import { Ajv } from "ajv";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type JsonObject, withOrder } from "../../../src/engine/model/json.ts";
import type { Bundle } from "../../../src/generated/types.ts";
import {
  bundleText,
  idsInBundle,
  isBundle,
  type PromptToBundle,
} from "../../../src/views/code/bundle.ts";
import { runCli } from "../../cli/fake-host.ts";
import { modelParameters } from "../../fixtures/model-parameters.ts";
import { allCategories, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { unsafeCharacter } from "../../laws/hostile/oracle.ts";

const content = (name: string): JsonObject => ({
  name,
  parameters: modelParameters() as unknown as JsonObject,
  messages: [],
  tools: [],
});

describe("a bundle", () => {
  const both = new Map<string, readonly PromptToBundle[]>([
    ["staging", [{ key: "a", id: "1", content: content("A") }]],
    [
      "production",
      [
        { key: "b", id: undefined, content: content("B") },
        { key: "a", id: "2", content: content("A") },
      ],
    ],
  ]);

  it("has equal prompts once, in the order of their first use, and follows its schema", async () => {
    const bundle = JSON.parse(bundleText(both)) as Bundle;
    const { a } = bundle.environments["staging"]!;
    const { b } = bundle.environments["production"]!;
    expect(bundle.environments).toEqual({
      staging: { a: { id: "1", digest: a!.digest } },
      production: { b: { digest: b!.digest }, a: { id: "2", digest: a!.digest } },
    });
    expect(Object.entries(bundle.prompts)).toEqual([
      [a!.digest, content("A")],
      [b!.digest, content("B")],
    ]);
    const { out } = await runCli(["schema", "bundle"], { cwd: "/" });
    const validate = new Ajv({ discriminator: true, strict: false }).compile(
      JSON.parse(out) as object,
    );
    expect([validate(bundle), validate.errors]).toEqual([true, null]);
  });

  it("names a prompt by the SHA-256 of its JSON with sorted keys", () => {
    const one = { name: "A", tools: [], text: "é" };
    const canonical = '{"name":"A","text":"é","tools":[]}';
    const hash = createHash("sha256").update(canonical).digest("hex");
    const text = bundleText(new Map([["default", [{ key: "a", id: undefined, content: one }]]]));
    expect(Object.keys((JSON.parse(text) as Bundle).prompts)).toEqual([`sha256:${hash}`]);
  });

  it("with another order of keys where it counts is another prompt", () => {
    const digests = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ].map((schema) => {
      const ordered = { key: "a", id: undefined, content: { schema: withOrder(schema) } };
      return Object.keys(
        (JSON.parse(bundleText(new Map([["x", [ordered]]]))) as Bundle).prompts,
      )[0];
    });
    expect(digests[0]).not.toBe(digests[1]);
  });
});

it("texts of definitions and services show nothing, and are read back as they are", () => {
  const names = ["__proto__", "constructor", "", ...hostileTexts(...allCategories)];
  const texts = [...new Set(names)].filter((each) => each.isWellFormed());
  const prompts = texts.map((each) => ({ key: each, id: each, content: content(each) }));
  const text = bundleText(new Map([["staging", prompts]]));
  expect(text.match(unsafeCharacter)).toBeNull();
  expect([...idsInBundle(text)!.get("staging")!].sort()).toEqual(
    texts.map((each) => [each, each]).sort(),
  );
  expect(Object.keys((JSON.parse(text) as Bundle).prompts)).toHaveLength(texts.length);
});

it.each([
  ["what codegen writes", bundleText(new Map()), true],
  ["a bundle that a formatter changed", '{ "promptctlBundle": 1 }', true],
  ["a merge conflict", '{\n  "promptctlBundle": 1,\n<<<<<<< HEAD\n', true],
  ["another JSON file", '{ "name": "app", "promptctlBundle": 1 }', false],
  ["no JSON", "Mine", false],
])("%s is recognized as a bundle, or not", (_name, text, expected) => {
  expect(isBundle(text)).toBe(expected);
});

it.each([
  ["a merge conflict", '{\n  "promptctlBundle": 1,\n<<<<<<< HEAD\n'],
  ["another version", '{ "promptctlBundle": 2, "environments": {} }'],
  ["no environments", '{ "promptctlBundle": 1 }'],
  ["environments of another form", '{ "promptctlBundle": 1, "environments": { "a": 1 } }'],
])("with %s, the ids cannot be read", (_name, text) => {
  expect(idsInBundle(text)).toBeUndefined();
});
