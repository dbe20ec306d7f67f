import { expect, it } from "vitest";
import { lossyNumberProblems } from "../../../src/engine/parse/plain-scalars.ts";
import { readYaml } from "../../../src/engine/parse/yaml-documents.ts";

it.each([
  ["1000000000000000000001", ["1000000000000000000001"]], // 1e21, which looks exact
  ["1e21", []],
  ["1000000000000000000000", []],
  ["9007199254740993", []], // looks inexact: validation reports it
  ["9007199254740992", []],
  ["'1000000000000000000001'", []],
  ["[1, -1000000000000000000001]", ["-1000000000000000000001"]],
])("%s", (value, lossy) => {
  const text = `a: ${value}\n`;
  const { documents } = readYaml({ path: "a.yaml", text });
  const problems = lossyNumberProblems(documents[0]!);
  expect(problems.map(({ range: [start, end] }) => text.slice(start, end))).toEqual(lossy);
});
