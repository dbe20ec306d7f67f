// Why a text is not a JSONPath, or selects nothing because of a pattern in it.
import { expect, it } from "vitest";
import { jsonPathProblem } from "../../../src/engine/text/json-path.ts";

const nothing = (pattern: string): string =>
  `"${pattern}" is not an I-Regexp (RFC 9485), so it matches nothing`;

it.each<[path: string, problem: string | undefined]>([
  ["$.a", undefined],
  ["$[?search(@, '(a+)+$')]", undefined],
  ["$[?@.a == 1 && !match(@.b, '(?<=a)b')]", nothing("(?<=a)b")],
  ["$[?search(@.a, @.b)]", undefined],
  ["$[?length(@.a) == 2]", undefined],
  [`$[?${"(".repeat(400)}@.a${")".repeat(400)}]`, undefined],
  [`$[?${"(".repeat(20_000)}@.a${")".repeat(20_000)}]`, "it has more than 500 brackets"],
  [`$[?${"!".repeat(20_000)}@.a]`, "it has more than 500 brackets"],
])("%.60s: %s", (path, problem) => {
  expect(jsonPathProblem(path)).toBe(problem);
});
