// Definitions with one mistake each that their schema tells.

const tool = "kind: tool\nname: look\ndescription: Looks it up.\nparameters: {}\n";
const settings = "parameters: { provider: OPENAI, name: gpt-5 }";
const prompt = (messages: string, more = ""): string =>
  `kind: prompt\nname: Greet\n${settings}\n${more}messages:\n${messages}`;
const hello = "  - role: user\n    content: Hello\n";
const evaluated = (more: string): string => prompt(hello, `evaluations:\n  - name: first\n${more}`);

export const schemaMistakes: readonly (readonly [what: string, text: string])[] = [
  ["no kind", "name: look\n"],
  ["an unknown kind", "kind: tol\nname: look\n"],
  ["a list", "- kind: tool\n"],
  ["a tool without its name", "kind: tool\ndescription: x\nparameters: {}\n"],
  ["a tool with a key too many", `${tool}nome: x\n`],
  ["a name that is a number", tool.replace("look", "12")],
  ["a name with a blank", tool.replace("look", "look up")],
  ["a description that is a list of lists", tool.replace("Looks it up.", "[[a]]")],
  ["a description without parts", tool.replace("Looks it up.", "[]")],
  [
    "a block among the parts of a text",
    prompt("  - role: user\n    content:\n      - Hello\n      - { type: TEXT, text: a }\n"),
  ],
  [
    "a part with a key too many",
    prompt("  - role: user\n    content:\n      - Hello\n      - { file: a.md, path: b }\n"),
  ],
  ["parameters that are text", tool.replace("{}", "none")],
  ["a prompt without messages' roles", prompt("  - content: Hello\n")],
  ["an unknown role", prompt("  - role: usr\n    content: Hello\n")],
  ["content that is a number", prompt("  - role: user\n    content: 5\n")],
  [
    "a block of an unknown type",
    prompt("  - role: user\n    content:\n      - type: TXT\n        text: x\n"),
  ],
  ["a block without its text", prompt("  - role: user\n    content:\n      - type: TEXT\n")],
  [
    "a block with a key too many",
    prompt("  - role: user\n    content:\n      - { type: TEXT, text: a, texts: b }\n"),
  ],
  [
    "an include with a key too many",
    prompt("  - role: user\n    content: { file: a.md, path: b }\n"),
  ],
  ["an unknown provider", prompt(hello).replace("OPENAI", "OPENEYE")],
  ["a temperature that is text", prompt(hello).replace("gpt-5", "gpt-5, temperature: hot")],
  ["tools that are a text", prompt(hello, "tools: look\n")],
  ["tools that repeat", prompt(hello, "tools: [look, look]\n")],
  ["an evaluation with a key too many", evaluated("    nome: x\n")],
  ["a threshold beyond one", evaluated("    threshold: 1.5\n")],
  ["a variable that is a number", evaluated("    variables:\n      a: 1\n")],
  [
    "an assertion of an unknown type",
    evaluated("    assertions:\n      - type: EQUALS\n        targetValue: a\n"),
  ],
  ["an assertion without its target", evaluated("    assertions:\n      - type: EXACT_MATCH\n")],
  [
    "an assertion with the field of another",
    evaluated("    assertions:\n      - { type: COST, targetValue: a, targetThreshold: 1 }\n"),
  ],
  [
    "a weight below zero",
    evaluated("    assertions:\n      - { type: COST, targetThreshold: 1, weight: -1 }\n"),
  ],
  ["an external tool without its name", "kind: tool\nexternal: true\n"],
  ["external that is a word", "kind: tool\nname: look\nexternal: maybe\n"],
  ["two mistakes", `${tool.replace("look", "look up")}nome: x\n`],
];
