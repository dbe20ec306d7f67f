// How well a resource matches a search of the page.
import { expect, it } from "vitest";
import { searchRank, searchTerms } from "../../../../src/service/page/list/search-terms.ts";

const prompt = (name: string, text = "", model = "gpt-5") => ({
  id: "0beef0refund0123456789ab",
  name,
  others: [[model], [text, "look_up"]],
});

it.each([
  ["refund", ["refund"]],
  ["refund  order", ["refund", "order"]],
  ['refund "money back"', ["refund", "money back"]],
  ['"money back"refund', ["money back", "refund"]],
  ['"money  ', ['"', "money"]],
  ['"" " "', []],
])("the terms of %j are %j", (query, expected) => {
  expect(searchTerms(query).map(({ text }) => text)).toEqual(expected);
});

it("the best match is the first", () => {
  const all = [
    prompt("Refund"),
    prompt("Ask for a refund"),
    prompt("Refunding"),
    prompt("Norefund"),
    prompt("Model", "", "refund-1"),
    prompt("Text", "Give a refund."),
    prompt("Text", "The refunds."),
    prompt("Text", "A prerefund."),
  ];
  const ranks = all.map((each) => searchRank(searchTerms("refund"), each)!);
  expect(ranks).toEqual([...new Set(ranks)].toSorted((one, other) => one - other));
});

it.each([
  ["refund gpt", prompt("Refund", "", "gpt-5")],
  ["GPT-5 REFUND", prompt("Refund", "", "gpt-5")],
  ['"money back"', prompt("A", "Money\n  BACK")],
  ["look_up", prompt("A")],
  ["[a](b)*.+?^$|\\{}/-", prompt("A", "x[a](b)*.+?^$|\\{}/-")],
  ['"', prompt("A", 'say "no"')],
  ["straße", prompt("Die STRAẞE")],
])("%j finds %j", (query, resource) => {
  expect(searchRank(searchTerms(query), resource)).toBeGreaterThan(0);
});

it.each([
  ['"back money"', prompt("A", "money back")],
  ["money lost", prompt("A", "money back")],
  ["0beef", prompt("A")],
  ["0beef0refund0123456789ab refund", prompt("A")],
])("%j does not find %j", (query, resource) => {
  expect(searchRank(searchTerms(query), resource)).toBeUndefined();
});

it("a whole id finds its resource first", () => {
  expect(searchRank(searchTerms("0BEEF0refund0123456789ab"), prompt("A"))).toBe(0);
});

it("takes linear time", () => {
  const text = "a ".repeat(500_000) + " ".repeat(500_000);
  expect(searchRank(searchTerms('"a b" "  a"'), prompt("A", text))).toBeUndefined();
});
