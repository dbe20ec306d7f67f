// The line before the calls of promptctl test.
import { expect, it } from "vitest";
import { createScreen } from "../../../src/views/text/terminal-text.ts";
import { estimateText } from "../../../src/views/evaluation/test-calls-text.ts";

it.each([
  ["api.openai.com", "Running 1 case, 1 call to api.openai.com, at most 2 more, about $0.001"],
  ["local", "Running 1 case, 1 call to the embedded service, at most 2 more, about $0.001"],
])("names where the calls go: %s", (host, expected) => {
  const estimate = { calls: 1, cached: 0, cost: 0.001, unpricedModels: [], mostCalls: 3 };
  const hosts = [{ host, calls: 1 }];
  expect(estimateText({ ...estimate, hosts }, 1, createScreen(false, 100))).toBe(expected);
});

it("says which part of the cost is an assumption", () => {
  const estimate = { calls: 2, cached: 0, cost: 0.3, unpricedModels: [], mostCalls: 2, hosts: [] };
  expect(estimateText({ ...estimate, assumedReasoning: 20_000 }, 1, createScreen(false, 100))).toBe(
    "Running 1 case, about $0.30 (assumes 20,000 tokens of reasoning)",
  );
});
