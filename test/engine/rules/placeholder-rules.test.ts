import { expect, test } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const prompt = `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: Hello }]
`;
const warning = (line: number, text: string): string =>
  `environment-placeholder a.yaml:${line} "${text}" is not replaced: definitions have no environment variables.`;

test.for([
  ["gpt-5.4", '"${MODEL}"', [warning(3, "${MODEL}")]],
  ["gpt-5.4", '"$MODEL"', [warning(3, "$MODEL")]],
  ["gpt-5.4", '"${{ vars.MODEL }}"', [warning(3, "${{ vars.MODEL }}")]],
  ["gpt-5.4", '"gpt-${VERSION}"', [warning(3, "gpt-${VERSION}")]],
  ["gpt-5.4", '"%MODEL%"', [warning(3, "%MODEL%")]],
  ["Greeter", "Greeter ${ENV}", [warning(2, "Greeter ${ENV}")]],
  ["Greeter", "Costs 5 $ or 10%", []],
] as const)("%s replaced by %s", async ([from, to, expected]) => {
  expect(await diagnosticsOf(prompt.replace(from, () => to))).toEqual(expected);
});

test("a placeholder in place of a number says what to write", async () => {
  const inBlock = "{ provider: OPENAI, name: gpt-5.4 }";
  const block = "\n  provider: OPENAI\n  name: gpt-5.4\n  temperature: ${TEMPERATURE}";
  expect(await diagnosticsOf(prompt.replace(inBlock, () => block))).toEqual([
    'wrong-type a.yaml:6 "temperature" has the wrong type: expected number, found string. Write the value itself: definitions have no environment variables.',
  ]);
  const flow = prompt.replace("gpt-5.4", () => "${MODEL}");
  expect(await diagnosticsOf(flow)).toEqual([
    "yaml-syntax a.yaml:3 ${…} is not replaced: definitions have no environment variables. Write the value itself.",
  ]);
});
