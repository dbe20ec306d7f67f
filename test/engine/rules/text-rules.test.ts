import { expect, test } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const empty = "an empty placeholder";
const unclosed = "a placeholder without its closing }}";

test.for([
  ["Read {{}}.", [empty]],
  ["Read {{ }}.", [empty]],
  ["Read {{ticket} and answer.", [unclosed]],
  ["Read {{ticket number} and answer.", [unclosed]],
  ["Read {{ticket and answer.", [unclosed]],
  ["Read {{ticket", [unclosed]],
  ["Read {{ticket and {{x}}.", [unclosed]],
  ["Read {{ticket\n\nand {{x}}.", [unclosed]],
  ["Read {{Größe} und {{x}}.", [unclosed]],
  ["Read {{}} and {{ticket}.", [empty, unclosed]],
  ["Read {{x}} and {{ x }}.", []],
  ["Read {{\n  x\n}}.", []],
  ['Answer {"a": {"b": {"x": 1}}}.', []],
  ["Write \\frac{{{x}}}{2}.", ["a raw Handlebars value"]],
  ["Read {{x | upper}}.", ["a filter"]],
  ["Answer {a} and {b}}.", []],
  ['Write {{md5("{{x}}")}}, without {{}} inside.', []],
] as const)("%s", async ([text, names]) => {
  const prompt = `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: ${JSON.stringify(text)} }]
variables: { x: A value }
`;
  const found = await diagnosticsOf(prompt);
  expect(found.filter((each) => each.startsWith("other-template"))).toEqual(
    names.map((name) => {
      const seen = name === "a raw Handlebars value" ? "the value in braces" : "it literally";
      return `other-template a.yaml:4 This is ${name}, which is not supported: the model would see ${seen}.`;
    }),
  );
});
