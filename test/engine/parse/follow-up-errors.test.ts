// Errors that are only caused by another one are not reported, and aliases across documents have a hint.
import { expect, it } from "vitest";
import { parse } from "../../../src/engine/parse/parse.ts";

it.each([
  ["a key with too little indentation", "a:\n  name: x\n name: y\n", ["3:2"]],
  ["a key deeper than its mapping", "name: x\na:\n    name: y\n  name: z\n", ["4:3"]],
  ["an item with too little indentation", "a:\n  - b: 1\n    c: 2\n - b: 1\n   c: 3\n", ["4:2"]],
  ["two equal keys without another error", "a: 1\na: 2\n", ["2:1"]],
])("%s is one error", (_title, text, places) => {
  const { diagnostics } = parse({ path: "a.yaml", text });
  expect(diagnostics.map(({ location }) => `${location.line}:${location.column}`)).toEqual(places);
});

it.each([
  ["of an earlier document", "a: &x 1\n---\nb: *x\n", true],
  ["of a later document", "b: *x\n---\na: &x 1\n", false],
  ["of no document", "b: *x\n", false],
])("an alias of an anchor %s", (_title, text, hasHint) => {
  const [found] = parse({ path: "a.yaml", text }).diagnostics;
  expect([
    found?.code,
    found?.hint?.startsWith("An anchor ends with its document") ?? false,
  ]).toEqual(["yaml-alias", hasHint]);
});

it("thousands of aliases of earlier documents are looked up once for each document", () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
  const text = [
    ...names.map((name) => `${name}: &${name} 1\n`),
    "---\n",
    ...names.map((name) => `${name}: *${name}\n`),
  ].join("");
  const { diagnostics } = parse({ path: "a.yaml", text });
  const found = diagnostics.map(({ code, hint = "" }) => `${code}: ${hint.split(",")[0]}`);
  expect(new Set(found)).toEqual(new Set(["yaml-alias: An anchor ends with its document"]));
});
