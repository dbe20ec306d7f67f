// What `validate` says of documents that the schema rejects: one diagnostic for each mistake of the author.
import { expect, it } from "vitest";
import { formatDiagnostic, loadTexts } from "../../fixtures/in-memory.ts";

const promptText = "kind: prompt\nname: a\nparameters: { provider: OPENAI, name: gpt }\n";
const noKind =
  'error missing-key a.yaml:1:1\n"kind" is missing: tool, prompt, evaluation or assertion.';
const notText = "has the wrong type: expected string, { file: path } or list, found number.";

it.each<[sentence: string, text: string, diagnostic: string]>([
  [
    "a misspelled key is not also a missing one",
    "kind: tool\nname: a\ndescripton: d\nparameters: {}\n",
    'error unknown-key a.yaml:3:1\nUnknown key "descripton".\n→ Did you mean "description"?',
  ],
  [
    "a required key that is indented too far is named where it is, and not where it is missing",
    "kind: prompt\nname: a\nparameters:\n  provider: OPENAI\n  name: gpt\n  messages: []\n",
    'error unknown-key a.yaml:6:3\nUnknown key "messages".\n→ It belongs to the mapping around this one: indent it less.',
  ],
  [
    "a key that is indented too little belongs to the mapping below",
    "kind: prompt\nname: a\nprovider: OPENAI\nparameters:\n  name: gpt\nmessages: []\n",
    'error unknown-key a.yaml:3:1\nUnknown key "provider".\n→ It belongs to parameters: indent it more.',
  ],
  [
    "a value of none of several types is one mistake",
    `${promptText}messages:\n  - { role: user, content: 1 }\n`,
    `error wrong-type a.yaml:5:28\n"content" ${notText}\n→ Put it in quotes: "1".`,
  ],
  [
    "a mistake inside one of several types is named, and not the others",
    `${promptText}messages:\n  - { role: user, content: [{ type: TEXT, text: 1 }] }\n`,
    `error wrong-type a.yaml:5:49\n"text" ${notText}\n→ Put it in quotes: "1".`,
  ],
  [
    "an infinite number is not also a wrong type",
    `${promptText}messages: []\nevaluations: [{ name: e, weight: .inf }]\n`,
    "error bad-number a.yaml:5:34\nJSON cannot represent this number.\n→ Use a finite number.",
  ],
  ["a kind in capital letters", "Kind: tool\nname: a\n", `${noKind}\n→ "Kind" must be lower case.`],
  [
    "a misspelled key of the kind",
    "knd: tool\nname: a\n",
    `${noKind}\n→ Write "kind" in place of "knd".`,
  ],
  [
    "an unknown kind that is similar to one",
    "kind: promt\nname: a\n",
    'error unknown-kind a.yaml:1:7\nUnknown kind "promt".\n→ Did you mean "prompt"?',
  ],
  [
    "an unknown kind that is similar to none",
    "kind: 7\nname: a\n",
    "error unknown-kind a.yaml:1:7\nUnknown kind 7.\n→ The kinds are tool, prompt, evaluation, assertion.",
  ],
  [
    "an evaluation in a document of its own needs its prompt",
    "kind: evaluation\nname: e\n",
    'error missing-key a.yaml:1:1\n"prompt" is missing: an evaluation in a document of its own names its prompt.',
  ],
  [
    "a misspelled prompt of an evaluation is not also missing",
    "kind: evaluation\nname: e\npromt: a\n",
    'error unknown-key a.yaml:3:1\nUnknown key "promt".\n→ Did you mean "prompt"?',
  ],
])("%s", async (_sentence, text, diagnostic) => {
  const { diagnostics } = await loadTexts(text);
  expect(diagnostics.map(formatDiagnostic)).toEqual([diagnostic]);
});
