// Secrets that are found by the key that they stand under.
import { describe, expect, test } from "vitest";
import {
  isSecretName,
  maskNamedSecrets,
  namedSecret,
} from "../../../src/engine/text/named-secrets.ts";
import { mapTexts } from "../../../src/engine/json/map-texts.ts";
import { maskSecrets } from "../../../src/engine/text/secrets.ts";

describe("the names of secrets", () => {
  test.for([
    "api_key apiKey api-key x-api-key OPENAI_API_KEY apikey access_token accessToken token",
    "Authorization Proxy-Authorization password db_password client_secret clientSecret secret",
    "private_key subscription-key Set-Cookie credentials passphrase",
  ])("%s", (names) => {
    expect(names.split(" ").filter((name) => !isSecretName(name))).toEqual([]);
  });
  test.for([
    "max_tokens maxTokens tokens token_type tokenizer key keyword prompt_cache_key secretary",
    "password_hint page_token eos_token monkey authorization_mode",
  ])("not %s", (names) => {
    expect(names.split(" ").filter(isSecretName)).toEqual([]);
  });
});

describe("the values of such keys", () => {
  test.for([
    ["hunter2", "hunter2"],
    ["swordfish", "swordfish"],
    ["Bearer abc123def", "abc123def"],
    ["basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
  ])("%s is a secret", ([value, secret]) => {
    expect(namedSecret(value!)).toBe(secret);
  });
  test.for([
    "",
    "short",
    "two words here",
    "{{api_key}}",
    "Bearer {{ token }}",
    "${API_KEY}",
    "$API_KEY",
    "<your key>",
    "YOUR_API_KEY",
    "********",
    "required",
  ])("%s is none", (value) => {
    expect(namedSecret(value)).toBeUndefined();
  });
});

test.for([
  ["api_key: hunter2", "api_key: *******"],
  [
    '  - "Authorization": "Bearer abc123def" # of us',
    '  - "Authorization": "Bearer *********" # of us',
  ],
  [
    "{ name: a, 'token': 'abc123def', other: abc123def }",
    "{ name: a, 'token': '*********', other: abc123def }",
  ],
  ['{"api_key":"hunter2","b":1}', '{"api_key":"*******","b":1}'],
  [
    "credentials: [swordfish, 'hunter22', \"{{key}}\", auto], b: [swordfish]",
    "credentials: [*********, '********', \"{{key}}\", auto], b: [swordfish]",
  ],
  ["maxTokens: 100000", "maxTokens: 100000"],
  ["password: {{password}}", "password: {{password}}"],
])("in a line of a file: %s", ([line, masked]) => {
  expect(maskNamedSecrets(line!)).toBe(masked);
});

test("in JSON documents, also in edits whose path ends with the name", () => {
  const document = {
    extra: { api_key: "hunter2", tools: [{ headers: { Authorization: "Bearer abc123def" } }] },
    edits: [
      { op: "replace", path: "/parameters/options/extra/api_key", value: "hunter3" },
      { op: "replace", path: "/parameters/options/extra/secret/1", value: "hunter4" },
      { op: "replace", path: "/parameters/name", value: "gpt-5.4" },
    ],
  };
  expect(mapTexts(document, maskSecrets)).toEqual({
    extra: { api_key: "*******", tools: [{ headers: { Authorization: "Bearer *********" } }] },
    edits: [
      { op: "replace", path: "/parameters/options/extra/api_key", value: "*******" },
      { op: "replace", path: "/parameters/options/extra/secret/1", value: "*******" },
      { op: "replace", path: "/parameters/name", value: "gpt-5.4" },
    ],
  });
});

test.for([
  ["https://user:hunter2@example.com/a", "https://user:*******@example.com/a"],
  ["Use postgres://app:s3cr-t%40x@db:5432/app.", "Use postgres://app:**********@db:5432/app."],
  ["https://user:{{password}}@example.com", "https://user:{{password}}@example.com"],
  ["https://user:password@example.com", "https://user:password@example.com"],
  ["https://example.com:8080/a@b", "https://example.com:8080/a@b"],
  [
    "Mail a:b@example.com, see https://example.com",
    "Mail a:b@example.com, see https://example.com",
  ],
])("a password in a URL: %s", ([text, masked]) => {
  expect(maskSecrets(text!)).toBe(masked);
});

test.for([
  "token:[",
  'token: ["',
  "token: '",
  "api_key: [a,",
  "token: ",
  'secret:["a",',
  "a.token",
])("1 MB of %j takes linear time", (start) => {
  const text = `token: ${start.repeat(1_000_000 / start.length)}`;
  expect(maskNamedSecrets(text)).toHaveLength(text.length);
});
