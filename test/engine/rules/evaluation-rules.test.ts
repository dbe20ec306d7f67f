import { expect, it } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

/** A prompt with a message on line 5 and evaluations from line 7 on. */
const promptWith = (message: string, ...evaluations: readonly string[]): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-5.4 }
messages:
  - { role: user, content: "${message}" }
evaluations:
${evaluations.map((each, index) => `  - { name: e${index}, ${each}, assertions: [{ type: LATENCY, targetThreshold: 5000 }] }`).join("\n")}
`;
const fails = "but this evaluation has no value for it: the run fails.";
const appended = 'appendedMessages: [{ role: user, content: "{{citty}}" }]';

it.each<[string, string, readonly string[]]>([
  [
    "a misspelled variable is reported once, at the message that uses it",
    promptWith("{{compny}}", "variables: { company: A }", "variables: { company: B }"),
    [
      "missing-variable a.yaml:5 No evaluation of this prompt has a value for {{compny}}: their runs fail.",
    ],
  ],
  [
    "also where the right name is used too",
    promptWith("{{company}}: {{compny}}", "variables: { company: A }"),
    [
      "missing-variable a.yaml:5 No evaluation of this prompt has a value for {{compny}}: their runs fail.",
    ],
  ],
  [
    "a variable that another evaluation has is missing in this one",
    promptWith("{{city}}", "variables: { city: A }", "variables: { cty: B }"),
    [
      `missing-variable a.yaml:8 The messages use {{city}}, ${fails}`,
      'unused-variable a.yaml:8 The messages of "Greeter" do not use {{cty}}.',
    ],
  ],
  [
    "a variable without a similar one is missing in the evaluation",
    promptWith("{{city}}", "variables: {}"),
    [`missing-variable a.yaml:7 The messages use {{city}}, ${fails}`],
  ],
  [
    "a variable of an appended message is reported at that message",
    promptWith("{{city}}", "variables: { city: A }", `variables: { city: B }, ${appended}`),
    [`missing-variable a.yaml:8 The messages use {{citty}}, ${fails}`],
  ],
])("%s", async (_name, text, expected) => {
  expect(await diagnosticsOf({ "a.yaml": text })).toEqual(expected);
});
