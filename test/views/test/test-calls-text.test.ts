// The line before the calls of promptctl test.
import { expect, it } from "vitest";
import { createScreen } from "../../../src/views/text/terminal-text.ts";
import { estimateText } from "../../../src/views/test/test-calls-text.ts";

it.each([
  ["api.openai.com", "1 case, 1 to 3 calls to api.openai.com, about $0.001"],
  ["local", "1 case, 1 to 3 calls to the embedded service, about $0.001"],
])("names where the calls go: %s", (host, expected) => {
  const estimate = { calls: 1, cached: 0, cost: 0.001, unpricedModels: [], mostCalls: 3 };
  const hosts = [{ host, calls: 1 }];
  expect(estimateText({ ...estimate, hosts }, 1, createScreen(false, 100))).toBe(expected);
});
