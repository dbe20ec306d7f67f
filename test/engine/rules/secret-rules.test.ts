// Secrets in definitions: by their format, and by the key that they stand under.
import { describe, expect, test } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { rules } from "../../../src/engine/rules/rules.ts";
import { testedKinds } from "../../../src/kinds.ts";
import { validateProject } from "../../../src/sync/load/validate.ts";
import { filesOf } from "../../fixtures/in-memory.ts";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

/** Each secret of a definition as `error 3 api_key`, with its line and the key that names it. */
async function secretsIn(text: string): Promise<string[]> {
  const { diagnostics } = await validateProject(filesOf(text), {
    kinds: testedKinds,
    schemas: definitionSchemas,
    rules,
    now: new Date("2026-11-22T12:00:00Z"),
    customProviders: [],
    wanted: "all",
  });
  return diagnostics
    .filter(({ code }) => code === "secret")
    .map(({ severity, location, message }) => {
      const [, name] = /the secret that its key "(.*)" names/.exec(message) ?? [];
      return `${severity} ${location.line} ${name ?? message.split(":")[0]}`;
    });
}

const withExtra = (extra: string): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: mine, options: { extra: ${extra} } }
messages: [{ role: user, content: Hello }]
`;

const withVariables = (variables: string): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: mine }
messages: [{ role: user, content: "{{password}}{{token}}" }]
evaluations:
  - name: a
    variables: ${variables}
    assertions: []
`;

const withText = (text: string): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: mine }
messages: [{ role: user, content: ${JSON.stringify(text)} }]
`;

test("secrets in options are found as in texts", async () => {
  const key = "sk-proj-aB3dEfGhIjKlMnOpQrStUvWxYz0123456789";
  const prompt = `kind: prompt
name: Greeter
parameters:
  provider: OPENAI
  name: gpt-5.1
  options:
    extra: { prompt_cache_key: ${key} }
    responseSchema: { file: ./reply.json }
messages: [{ role: user, content: Hello }]
`;
  const schema = {
    type: "object",
    properties: { a: { type: "string", description: `Not ${key}` } },
    required: ["a"],
    additionalProperties: false,
  };
  const included = { "reply.json": JSON.stringify(schema, null, 1) };
  const found = await diagnosticsOf(prompt, { included });
  expect(found.map((each) => each.split(": ")[0])).toEqual([
    "secret a.yaml:7 This looks like an OpenAI key",
    "secret reply.json:6 This looks like an OpenAI key",
  ]);
});

describe("an error, by the key in the option extra", () => {
  test.for([
    ["in extra", "{ api_key: hunter2 }", "api_key"],
    [
      "deep in extra, in a list",
      "{ tools: [{ type: mcp, authorization: abcdefgh }] }",
      "authorization",
    ],
    ["in headers", "{ extra_headers: { X-Api-Key: hunter2 } }", "X-Api-Key"],
    ["in metadata", "{ metadata: { accessToken: Bearer abcdefgh } }", "accessToken"],
  ] as const)("%s", async ([, extra, name]) => {
    expect(await secretsIn(withExtra(extra))).toEqual([`error 3 ${name}`]);
  });
});

describe("a warning, where other values have such names too", () => {
  test.for([
    ["a campaign", withExtra("{ metadata: { token: promo-campaign } }"), "3 token"],
    ["a code", withExtra("{ metadata: { voucher_token: SUMMER2024 } }"), "3 voucher_token"],
    ["a word", withExtra("{ metadata: { secret: birthday } }"), "3 secret"],
    ["a mode of access", withExtra("{ authorization: on-behalf-of }"), "3 authorization"],
    ["no key at all", withExtra("{ api_key: not-needed }"), "3 api_key"],
    ["a password that a test judges", withVariables("{ password: s0rdf1sh8 }"), "7 password"],
    ["an order in a test", withVariables("{ token: ORD-2024-00123 }"), "7 token"],
  ] as const)("%s", async ([, text, place]) => {
    expect(await secretsIn(text)).toEqual([`warning ${place}`]);
  });
});

describe("no secret", () => {
  test.for([
    ["a stand-in", withExtra('{ api_key: "{{key}}", token: auto, password: <password> }')],
    ["numbers and other keys", withExtra("{ prompt_cache_key: hunter2, token: 12345678 }")],
    ["limits", withExtra("{ max_tokens: 4000, stop_token: endoftext1, tokenizer: cl100k_base }")],
    ["a word in a test", withVariables("{ password: swordfish, token: customer }")],
    ["words about secrets", withText("token: the customer's token1234, api_key: never2show")],
    ["a placeholder", withText("password: {{password}}, Authorization: Bearer {{token}}")],
    [
      "the arguments of a tool",
      `kind: tool
name: log_in
description: "token: customer2024token, password: passw0rd1"
parameters:
  type: object
  properties:
    api_key: { type: string, default: abcdefg12345 }
    token: { type: string, enum: [session2token, refresh2token] }
    password: { type: string, examples: [passw0rd1] }
  required: [api_key, token]
`,
    ],
  ] as const)("%s", async ([, text]) => {
    expect(await secretsIn(text)).toEqual([]);
  });
});

describe("a password in a URL", () => {
  test("is an error", async () => {
    expect(await secretsIn(withText("See https://app:hunter2@example.com"))).toEqual([
      "error 4 This looks like a password in a URL",
    ]);
  });
  test.for([
    '{"site":"https://example.com","mail":"a@example.com"}',
    "[us](https://example.com):a@example.com",
    "https://example.com,mail:a@example.com",
    "https://example.com:8080?mail=a@example.com",
    "https://example.com:8080#a@example.com",
    "postgres://postgres:postgres@localhost/app",
    "amqp://guest:guest@localhost",
    "postgres://app:my-password@db/app",
    "https://x-access-token:TOKEN@github.com",
    "https://user:YOUR_PASSWORD@example.com",
    "https://app:changeme@example.com",
  ])("not %s", async (text) => {
    expect(await secretsIn(withText(text))).toEqual([]);
  });
});
