// Requests that the service would reject as too large are refused in the plan.
import { expect, test } from "vitest";
import { largeBodies } from "../../../src/engine/apply/large-bodies.ts";
import type { Step } from "../../../src/engine/model/plan.ts";
import { kinds } from "../../../src/kinds.ts";
import { measureJson } from "../../../src/service/http/requests/read-json-body.ts";

const service = { baseUrl: "https://prompts.example.com", maxBodyBytes: () => 16 * 1024 * 1024 };

const stepWith = (body: object): Step =>
  ({ operation: "create", kind: "tool", address: "tool/a", body }) as unknown as Step;

test.for([
  ["with as many values as the service takes", 49_998, undefined],
  [
    "with one value more",
    49_999,
    "The request for tool/a has more than 50000 values, which https://prompts.example.com does not take.",
  ],
] as const)("a body %s", ([, items, message]) => {
  const body = { list: Array<number>(items).fill(1) };
  const { valueCount } = measureJson(new TextEncoder().encode(JSON.stringify(body)));
  expect(valueCount > 50_000).toBe(message !== undefined);
  const [refusal] = largeBodies(kinds, [stepWith(body)], service);
  expect(refusal?.message).toBe(message);
});
