// All diagnostic codes with their meaning, a bad and a good example. `validate --explain` and
// docs/diagnostics.md show this table.

/** Files by path, as text or bytes. A single text is the file `prompts/example.yaml`. */
export type Example = string | { readonly [path: string]: string | Uint8Array };

export interface Code {
  readonly severity: "error" | "warning";
  /** The problem, and why it matters. */
  readonly what: string;
  readonly bad: Example;
  readonly good: Example;
}

const tool = `kind: tool
name: lookup_order
description: Look up an order by its number.
parameters:
  type: object
  properties: { orderNumber: { type: string } }
`;

const prompt = (more = "", text = "You are brief.", parameters = ""): string => `kind: prompt
name: Greeter
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5${parameters} }
messages:
  - role: system
    content: ${text}
${more}`;

const ofOpenAi = (text: string): string =>
  text.replace("ANTHROPIC, name: claude-sonnet-4-5", "OPENAI, name: gpt-5");

const evaluation = (more: string): string => `evaluations:
  - name: hello
${more}`;

const assertion = (text: string): string => evaluation(`    assertions:\n      - ${text}\n`);

const latency = "    assertions: [{ type: LATENCY, targetThreshold: 5000 }]\n";

const called = (text: string): string =>
  `${tool}---\n${prompt(`tools: [lookup_order]\n${assertion(text)}`)}`;

const messages = (more: string): string => `kind: prompt
name: Greeter
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5 }
messages:
  - { role: user, content: Where is my order? }
${more}`;

interface ImageMessage {
  readonly role?: string;
  readonly mediaType?: string;
  readonly data?: string;
}

const imageMessage = ({
  role = "user",
  mediaType = "image/png",
  data = "iVBORw0KGgo=",
}: ImageMessage): string =>
  messages(
    `  - role: ${role}\n    content: [{ type: IMAGE_BASE64, mediaType: ${mediaType}, imageBase64: ${data} }]\n`,
  );

const includedGreeter = (text: string): Example => ({
  "prompts/example.yaml": prompt("", "{ file: ./greeter.md }"),
  "prompts/greeter.md": text,
});

const pinned = (address: string): Example => ({
  "promptctl.yaml": `pins: { "https://prompts.example.com": { "${address}": a1 } }\n`,
  "prompts/example.yaml": prompt(),
});

export const codes: { readonly [code: string]: Code } = {
  "unreadable-file": {
    severity: "error",
    what: "A file or folder of the project cannot be read, or is not UTF-8 text. A plan needs the whole project.",
    bad: {
      "prompts/example.yaml": new Uint8Array([...new TextEncoder().encode("name: caf"), 0xe9]),
    },
    good: "kind: tool\nname: cafe\ndescription: Books a table in the café.\nparameters: { type: object }\n",
  },
  "yaml-syntax": {
    severity: "error",
    what: "The file is not valid YAML 1.2: for example tabs as indentation, an unclosed quote or bracket, or a duplicate key.",
    bad: 'kind: tool\nname: "lookup_order\n',
    good: tool,
  },
  "yaml-alias": {
    severity: "error",
    what: "An alias has no anchor before it, refers to a node that contains it, or expands to too much data.",
    bad: tool.replace("type: object", "type: *kind"),
    good: tool.replace("type: object", "type: &kind object"),
  },
  "not-a-mapping": {
    severity: "error",
    what: "A document is a list or a single value. Every document is a mapping of keys to values.",
    bad: "- kind: tool\n  name: lookup_order\n",
    good: tool,
  },
  "several-documents": {
    severity: "error",
    what: "promptctl.yaml contains more than one document. Only definition files can.",
    bad: { "promptctl.yaml": "prune: false\n---\nprune: true\n", "prompts/example.yaml": tool },
    good: { "promptctl.yaml": "prune: false\n", "prompts/example.yaml": tool },
  },
  "unknown-kind": {
    severity: "error",
    what: "A document has an unknown kind. The kinds are tool, prompt, evaluation and assertion.",
    bad: tool.replace("kind: tool", "kind: tol"),
    good: tool,
  },
  "unknown-key": {
    severity: "error",
    what: "A mapping has an unknown key. Most often it is misspelled, or one level too deep or too high.",
    bad: `${tool}paramters: {}\n`,
    good: tool,
  },
  "missing-key": {
    severity: "error",
    what: "A required key is missing.",
    bad: tool.replace(/description:.*\n/, ""),
    good: tool,
  },
  "wrong-type": {
    severity: "error",
    what: "A value has the wrong type, such as a number or a bare true where a string is expected.",
    bad: prompt(evaluation(`    variables: { year: 2024 }\n${latency}`), '"It is {{year}}."'),
    good: prompt(evaluation(`    variables: { year: "2024" }\n${latency}`), '"It is {{year}}."'),
  },
  "wrong-value": {
    severity: "error",
    what: "A value has the right type but is not allowed: it is out of range, not in the list of values, or in an invalid format.",
    bad: prompt("", "You are brief.", ", responseFormat: XML"),
    good: prompt("", "You are brief.", ", responseFormat: TEXT"),
  },
  "bad-text": {
    severity: "error",
    what: "A text contains a NUL character or half of a surrogate pair, which services cannot store.",
    bad: tool.replace("Look up an order by its number.", '"Look up\\0 an order."'),
    good: tool,
  },
  "bad-number": {
    severity: "error",
    what: "JSON cannot represent a number: it is infinite, not a number, or an integer above 2^53, which would lose digits.",
    bad: prompt("", "You are brief.", ", seed: 9007199254740993"),
    good: prompt("", "You are brief.", ", maxTokens: 1024"),
  },
  include: {
    severity: "error",
    what: "An included file does not exist, is not text, is outside the project, or has a path with a name that starts with a dot.",
    bad: prompt("", "{ file: ./greter.md }"),
    good: includedGreeter("You are brief.\n"),
  },
  "include-changed": {
    severity: "warning",
    what: "An included file starts with a byte order mark or has Windows line endings. The mark is removed, and line endings become \\n.",
    bad: includedGreeter("You are brief.\r\n"),
    good: includedGreeter("You are brief.\n"),
  },
  "duplicate-name": {
    severity: "error",
    what: "Two definitions of one kind have the same name. Names identify resources on the service. If the service has two resources with the same name, each definition needs its own key.",
    bad: `${tool}---\n${tool}`,
    good: `${tool}---\n${tool.replace("lookup_order", "cancel_order")}`,
  },
  "duplicate-key": {
    severity: "error",
    what: "Two definitions of one kind have the same key. A key is a stable local name and belongs to one definition.",
    bad: `key: order\n${tool}---\nkey: order\n${tool.replace("lookup_order", "cancel_order")}`,
    good: `key: order\n${tool}---\nkey: cancel\n${tool.replace("lookup_order", "cancel_order")}`,
  },
  "unknown-tool": {
    severity: "error",
    what: "A prompt refers to a tool that no file defines. If the tool is managed elsewhere, define it with external: true.",
    bad: `${tool}---\n${prompt("tools: [lookup_ordr]\n")}`,
    good: `${tool}---\n${prompt("tools: [lookup_order]\n")}`,
  },
  "unknown-prompt": {
    severity: "error",
    what: "An evaluation belongs to a prompt that no file defines.",
    bad: `${prompt()}---\nkind: evaluation\nname: hello\nprompt: Greter\n${latency.trimStart()}`,
    good: `${prompt()}---\nkind: evaluation\nname: hello\nprompt: Greeter\n${latency.trimStart()}`,
  },
  "unknown-evaluation": {
    severity: "error",
    what: "An assertion belongs to an evaluation that no file defines. Refer to an evaluation as prompt/evaluation.",
    bad: `${prompt(evaluation(latency))}---\nkind: assertion\nevaluation: hello\ntype: COST\ntargetThreshold: 0.1\n`,
    good: `${prompt(evaluation(latency))}---\nkind: assertion\nevaluation: Greeter/hello\ntype: COST\ntargetThreshold: 0.1\n`,
  },
  "wrong-pin": {
    severity: "error",
    what: "promptctl.yaml pins a resource that cannot be pinned. Only tools and prompts can.",
    bad: pinned("evaluation/Greeter/hello"),
    good: pinned("prompt/Greeter"),
  },
  "invalid-json-schema": {
    severity: "warning",
    what: "The parameters of a tool are not a valid JSON Schema. The service stores them, but providers reject every run of the prompt.",
    bad: tool.replace("{ type: string }", "{ type: text }"),
    good: tool,
  },
  "parameters-not-object": {
    severity: "warning",
    what: "The parameters of a tool are not of type: object. Models call tools with an object of arguments, and providers require the type.",
    bad: tool.replace("type: object", "type: array"),
    good: tool,
  },
  "unknown-called-tool": {
    severity: "warning",
    what: "An assertion or a tool call in a message names a tool that its prompt does not have. The assertion always fails.",
    bad: called("{ type: TOOL_CALLED, toolName: lookup_ordr }"),
    good: called("{ type: TOOL_CALLED, toolName: lookup_order }"),
  },
  "unknown-argument": {
    severity: "warning",
    what: "An assertion names an argument that the parameters of the tool do not have. Models do not send it.",
    bad: called("{ type: TOOL_CALLED_WITH, toolName: lookup_order, argKeyName: order }"),
    good: called("{ type: TOOL_CALLED_WITH, toolName: lookup_order, argKeyName: orderNumber }"),
  },
  "missing-variable": {
    severity: "warning",
    what: "The messages use a variable for which an evaluation has no value. Its runs fail.",
    bad: prompt(evaluation(latency), '"You work for {{company}}."'),
    good: prompt(
      evaluation(`    variables: { company: Acme }\n${latency}`),
      '"You work for {{company}}."',
    ),
  },
  "unused-variable": {
    severity: "warning",
    what: "An evaluation has a value for a variable that no message uses. Most often one of the two is misspelled.",
    bad: prompt(evaluation(`    variables: { compny: Acme }\n${latency}`)),
    good: prompt(
      evaluation(`    variables: { company: Acme }\n${latency}`),
      '"You work for {{company}}."',
    ),
  },
  "unused-declaration": {
    severity: "warning",
    what: "A prompt declares a variable that its messages do not use.",
    bad: prompt("variables: { company: The shop }\n"),
    good: prompt("variables: { company: The shop }\n", '"You work for {{company}}."'),
  },
  "undeclared-variable": {
    severity: "warning",
    what: "The messages use a variable that the prompt does not declare.",
    bad: prompt("variables: { company: The shop }\n", '"{{company}} closes at {{hour}}."'),
    good: prompt(
      "variables: { company: The shop, hour: When it closes }\n",
      '"{{company}} closes at {{hour}}."',
    ),
  },
  "other-template": {
    severity: "warning",
    what: "A message contains the syntax of another template language. Only {{name}} is replaced; the model sees all other syntax literally.",
    bad: prompt("", '"{% if vip %}Be generous.{% endif %}"'),
    good: prompt("", '"The customer is of the class {{class}}: be generous to vip."'),
  },
  "invalid-json-path": {
    severity: "warning",
    what: "The jsonPath of an assertion is not a valid JSONPath (RFC 9535).",
    bad: prompt(
      assertion("{ type: EXACT_MATCH, targetValue: open, jsonPath: order.state }"),
      "Reply with JSON.",
      "",
    ),
    good: prompt(
      assertion("{ type: EXACT_MATCH, targetValue: open, jsonPath: $.order.state }"),
      "Reply with JSON.",
      ", responseFormat: JSON",
    ).replace("ANTHROPIC, name: claude-sonnet-4-5", "OPENAI, name: gpt-5"),
  },
  "json-path-on-text": {
    severity: "warning",
    what: "An assertion has a jsonPath, but its prompt replies with text. Not reported for Anthropic, where the prompt itself requests JSON.",
    bad: ofOpenAi(prompt(assertion("{ type: EXACT_MATCH, targetValue: open, jsonPath: $.state }"))),
    good: ofOpenAi(prompt(assertion("{ type: EXACT_MATCH, targetValue: open }"))),
  },
  "no-assertions": {
    severity: "warning",
    what: "An evaluation has no assertions, so it does not check the reply.",
    bad: prompt(evaluation("    variables: {}\n")),
    good: prompt(evaluation(latency)),
  },
  "zero-weights": {
    severity: "warning",
    what: "All assertions of an evaluation have the weight 0, but its threshold is above 0. It always fails.",
    bad: prompt(assertion("{ type: LATENCY, targetThreshold: 5000, weight: 0 }")),
    good: prompt(assertion("{ type: LATENCY, targetThreshold: 5000, weight: 1 }")),
  },
  "ignored-setting": {
    severity: "warning",
    what: "The provider does not support a setting: OpenAI has no topK; Anthropic has no penalties, seed or JSON mode.",
    bad: prompt("", "You are brief.", ", seed: 7"),
    good: prompt("", "You are brief.", ", topK: 40"),
  },
  "misplaced-block": {
    severity: "warning",
    what: "A message contains a block that no provider accepts for its role, such as a tool call in a user message or an image in a system message.",
    bad: imageMessage({ role: "system" }),
    good: imageMessage({}),
  },
  "result-without-call": {
    severity: "warning",
    what: "A message contains a tool result, but no earlier message has the tool call. Providers reject it.",
    bad: messages(
      "  - role: tool\n    content: [{ type: TOOL_RESULT, toolCallId: c1, result: sent }]\n",
    ),
    good: `${tool}---\n${messages(
      "  - role: assistant\n    content: [{ type: TOOL_CALL, toolCall: { toolCallId: c1, type: function, function: { name: lookup_order, arguments: {} } } }]\n  - role: tool\n    content: [{ type: TOOL_RESULT, toolCallId: c1, result: sent }]\ntools: [lookup_order]\n",
    )}`,
  },
  "invalid-base64": {
    severity: "warning",
    what: "The data of an image is empty or not valid base64.",
    bad: imageMessage({ data: "not base64!" }),
    good: imageMessage({}),
  },
  "media-type": {
    severity: "warning",
    what: "Providers do not accept the media type of an image. They accept PNG, JPEG, GIF and WebP.",
    bad: imageMessage({ mediaType: "image/jpg" }),
    good: imageMessage({ mediaType: "image/jpeg" }),
  },
  "truth-word": {
    severity: "warning",
    what: "An unquoted yes, no, on or off is a string in YAML 1.2, which promptctl reads, but true or false in YAML 1.1. Quotes make it a string in both.",
    bad: prompt(evaluation(`    variables: { answer: no }\n${latency}`), '"Say {{answer}}."'),
    good: prompt(evaluation(`    variables: { answer: "no" }\n${latency}`), '"Say {{answer}}."'),
  },
  "invisible-character": {
    severity: "warning",
    what: "A text contains characters that are invisible or change the text direction. Reviewers do not see them, but the model reads them.",
    bad: prompt("", "You are\u200B brief."),
    good: prompt(),
  },
  "carriage-return": {
    severity: "warning",
    what: "A text contains carriage returns. They are sent unchanged.",
    bad: prompt("", '"You are brief.\\r\\nAnd kind."'),
    good: prompt("", '"You are brief.\\nAnd kind."'),
  },
  secret: {
    severity: "warning",
    what: "A text looks like an API key or a token. It would be stored in git and sent to the model.",
    bad: tool.replace("by its number.", `by its number. Key AKIA${"IOSFODNN7EXAMPLE"}`),
    good: tool,
  },
  "unknown-code": {
    severity: "warning",
    what: "A comment ignores a warning that does not exist.",
    bad: `# promptctl-ignore: unused-varable\n${tool}`,
    good: `# promptctl-ignore: parameters-not-object\n${tool}`,
  },
};

/** The codes that a comment can ignore. */
export const warningCodes: readonly string[] = Object.entries(codes)
  .filter(([, { severity }]) => severity === "warning")
  .map(([code]) => code);

/** The files of an example, by path. */
export function filesOf(example: Example): { readonly [path: string]: string | Uint8Array } {
  return typeof example === "string" ? { "prompts/example.yaml": example } : example;
}
