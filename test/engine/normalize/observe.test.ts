// Answers in normal form: what is no part of the body stays out of it, also where nothing is understood.
import { expect, it } from "vitest";
import { observe } from "../../../src/engine/normalize/observe.ts";
import { kinds } from "../../../src/kinds.ts";

const assertion = kinds.find((each) => each.kind === "assertion")!;

it.each([
  ["of a type that is known", { type: "COST", targetThreshold: 1, weight: 2 }],
  ["of a type that is not", { type: "STRANGE", weight: 1 }],
  ["of a type that is no text", { type: 7 }],
  ["without a type", JSON.parse(`{ "__proto__": 1 }`) as object],
])("an assertion %s", (_name, body) => {
  const answer = { id: "a1", evaluationId: "e1", ...body };
  const { id, parentId, spec } = observe(assertion, answer, () => undefined);
  expect([id, parentId]).toEqual(["a1", "e1"]);
  expect(Object.keys(spec)).toEqual(expect.arrayContaining(Object.keys(body)));
  expect(Object.keys(spec).filter((key) => key === "id" || key === "evaluationId")).toEqual([]);
});
