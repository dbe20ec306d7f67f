// Units: cases that share a request on either side, directly or through other cases.
import { expect, test } from "vitest";
import { unitsOf } from "../../../../src/engine/evaluate/rule/units.ts";

test.each<[name: string, requests: readonly string[], units: number[][]]>([
  ["no cases have no units", [], []],
  ["other requests are other units", ["a x", "b y"], [[0], [1]]],
  ["one request on the head", ["a x", "a y"], [[0, 1]]],
  ["one request on the base", ["a x", "b x"], [[0, 1]]],
  ["the head of one is the base of the other", ["a x", "b a"], [[0, 1]]],
  ["cases without a base have their request alone", ["a", "b", "a"], [[0, 2], [1]]],
  ["a case joins two units by its two sides", ["a x", "b y", "a y"], [[0, 1, 2]]],
  ["a chain joins all", ["d e", "a b", "c d", "b c"], [[0, 1, 2, 3]]],
  ["the order is that of the first cases", ["a x", "b y", "c z", "b x"], [[0, 1, 3], [2]]],
])("%s", (_name, requests, units) => {
  const cases = requests.map((each) => {
    const [head = "", base] = each.split(" ");
    return { requests: { head, base } };
  });
  expect(unitsOf(cases)).toEqual(units);
});
