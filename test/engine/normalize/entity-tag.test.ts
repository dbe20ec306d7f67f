// The ETag of a resource, computed from an item of a list.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { entityTag } from "../../../src/engine/normalize/entity-tag.ts";
import { kinds } from "../../../src/kinds.ts";

const rowOf = (name: string) => kinds.find(({ kind }) => kind === name)!;
const tagOf = (text: string): string => `"${createHash("sha256").update(text).digest("hex")}"`;

it("is the digest of the resource without its id, keys sorted", () => {
  const item = { id: "1", name: "t", parameters: { b: 0.5, a: null }, description: "é" };
  const text = '{"description":"é","name":"t","parameters":{"a":null,"b":0.5}}';
  expect(entityTag(rowOf("tool"), item)).toBe(tagOf(text));
});

it("has the ids of tools in place of the tools", () => {
  const tools = [
    { id: "t2", name: "b", description: "", parameters: {} },
    { id: "t1", name: "a", description: "", parameters: {} },
  ];
  const item = { id: "1", name: "p", tools };
  const text = '{"name":"p","tools":[{"toolId":"t2"},{"toolId":"t1"}]}';
  expect(entityTag(rowOf("prompt"), item)).toBe(tagOf(text));
});

it("has the id of the parent", () => {
  const item = { id: "1", evaluationId: "e1", type: "LATENCY" };
  expect(entityTag(rowOf("assertion"), item)).toBe(tagOf('{"evaluationId":"e1","type":"LATENCY"}'));
});
