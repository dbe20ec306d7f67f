// Errors for unknown keys, missing keys and values that are not allowed.
import { expect, it } from "vitest";
import { loadTexts, formatDiagnostic } from "../../fixtures/in-memory.ts";

const head = "kind: prompt\nname: Greet\nparameters: { provider: OPENAI, name: gpt }\n";
const prompt = `${head}messages: []\n`;
const evaluation = `${prompt}---\nkind: evaluation\nname: e\nprompt: Greet\n`; // ends on line 8
const inPlace = `${prompt}evaluations:\n  - name: e\n`;
const tool = (line: string): string =>
  `kind: tool\nname: look\n${line}\n${line.startsWith("description") ? "" : "description: d\n"}parameters: {}\n`;

const assertionTypes =
  "EXACT_MATCH, STARTS_WITH, CONTAINS_ALL, CONTAINS_ANY, COST, LATENCY, TOOL_CALLED or TOOL_CALLED_WITH";

type Row = readonly [sentence: string, text: string, ...errors: string[]];

const keys: readonly Row[] = [
  [
    "an unknown key of a document",
    `${prompt}tool: []\n`,
    'unknown-key 5:1 Unknown key "tool". → Did you mean "tools"?',
  ],
  [
    "an unknown key that is similar to no key lists the known keys",
    `${tool("zzzzzzzzz: 1")}`,
    'unknown-key 3:1 Unknown key "zzzzzzzzz". → Known keys: kind, key, name, renamedFrom, external, metadata, description, parameters.',
  ],
  [
    "a misspelled required key is one error",
    `${head}messages:\n  - rol: user\n    content:\n      - type: TEXT\n        txt: hi\n`,
    'unknown-key 5:5 Unknown key "rol". → Did you mean "role"?',
    'unknown-key 8:9 Unknown key "txt". → Did you mean "text"?',
  ],
  [
    "an unknown key and a missing key that is not similar are two errors",
    `${head}messages:\n  - contents: hi\n    role: user\n  - contant: hi\n`,
    'unknown-key 5:5 Unknown key "contents". → Did you mean "content"?',
    'missing-key 7:5 "role" is missing. → The author of the message: system, user, assistant (the model) or tool.',
    'unknown-key 7:5 Unknown key "contant". → Did you mean "content"?',
  ],
  [
    "a misspelled key of the parent is one error",
    "kind: evaluation\nname: e\npromt: Greet\n",
    'unknown-key 3:1 Unknown key "promt". → Did you mean "prompt"?',
  ],
  [
    "a misspelled key of the parent in a nested mapping is another error",
    "kind: evaluation\nname: e\nassertions:\n  - { type: COST, targetThreshold: 1, promt: Greet }\n",
    'missing-key 1:1 "prompt" is missing: an evaluation in a document of its own names its prompt.',
    'unknown-key 4:39 Unknown key "promt". → Known keys: metadata, type, targetThreshold, weight.',
  ],
  [
    "keys that every JavaScript object has are unknown",
    tool("__proto__: 1"),
    'unknown-key 3:1 Unknown key "__proto__". → Known keys: kind, key, name, renamedFrom, external, metadata, description, parameters.',
  ],
  [
    "kind in a nested definition",
    `${inPlace}    kind: evaluation\n`,
    'unknown-key 7:5 "kind" is not allowed here: it is already known from the parent definition.',
  ],
  [
    "keys that nested definitions cannot have are not listed as known keys",
    `${inPlace}    zzzzzzzzz: 1\n`,
    'unknown-key 7:5 Unknown key "zzzzzzzzz". → Known keys: name, metadata, variables, appendedMessages, weight, threshold, assertions, checks.',
  ],
  [
    "an assertion without type is one error that lists the types",
    `${evaluation}assertions:\n  - targetThreshold: 1\n`,
    `missing-key 10:5 "type" is missing: ${assertionTypes}.`,
  ],
  ["external needs kind and name only", "kind: tool\nname: look\nexternal: true\n"],
];

const values: readonly Row[] = [
  [
    "an assertion of an unknown type that is similar to a known type",
    `${evaluation}assertions:\n  - { type: EXACT_MACH, targetValue: a }\n`,
    `wrong-value 10:13 "type" must be ${assertionTypes}, not "EXACT_MACH". → Did you mean "EXACT_MATCH"?`,
  ],
  [
    "a value that is not allowed, with the most similar one",
    `${head}messages:\n  - { role: usr, content: hi }\n`,
    'wrong-value 5:13 "role" must be assistant, system, tool or user, not "usr". → Did you mean "user"?',
  ],
  [
    "a number above its range",
    `${evaluation}weight: 2\n`,
    'wrong-value 9:9 "weight" must be 1 or less, not 2.',
  ],
  [
    "a number below its range",
    `${evaluation}threshold: -0.5\n`,
    'wrong-value 9:12 "threshold" must be 0 or more, not -0.5.',
  ],
  [
    "a repeated tool",
    `kind: tool\nname: look\nexternal: true\n---\n${prompt}tools: [look, look]\n`,
    'wrong-value 9:15 "tools" contains "look" twice.',
  ],
  [
    "a tool name with a space",
    "kind: tool\nname: look up\nexternal: true\n",
    'wrong-value 2:7 "name" has invalid characters or is too long: "look up". → The function name that the model calls: 1 to 64 letters, digits, underscores or hyphens.',
  ],
  [
    "a key that begins as the addresses of unmanaged resources, for a name that does not",
    "kind: tool\nname: look\nexternal: true\nkey: id:x\n",
    'wrong-value 4:6 "key" has invalid characters or is too long: "id:x". → A stable local name for references and addresses, not sent to the service. Defaults to the name. Must not start with id:.',
  ],
  [
    "an evaluation name with a slash",
    `${prompt}evaluations: [{ name: a/b }]\n`,
    'wrong-value 5:23 "name" has invalid characters or is too long: "a/b". → A local name, unique within the prompt, not sent to the service. Must not contain / or start with id:.',
  ],
];

it.each([...keys, ...values])("%s", async (_sentence, text, ...errors) => {
  const { diagnostics } = await loadTexts(text);
  expect(diagnostics.map((each) => formatDiagnostic(each).split("\n").join(" "))).toEqual(
    errors.map((each) => each.replace(" ", " a.yaml:").replace(/^/, "error ")),
  );
});
