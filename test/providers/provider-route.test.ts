// Which settings of a provider make another call, whose cached reply is not used.
import { describe, expect, it } from "vitest";
import { accessSecrets, type ProviderAccess } from "../../src/engine/providers/provider-access.ts";
import { digestJson } from "../../src/engine/text/digest.ts";
import { createProviderRoute } from "../../src/providers/provider-route.ts";
import { trialOf } from "./calls-fixture.ts";

const url = "https://gateway.example.com/v1";

function identityWith(openai: ProviderAccess): string {
  const route = createProviderRoute({ fetch, providers: { openai } });
  const parameters = { provider: "OPENAI", name: "gpt-5", maxTokens: 5 } as const;
  return JSON.stringify(route.prepare(trialOf({ parameters })).identity());
}

const plain = { key: "SECRET-1", baseUrl: url };

describe("the same call", () => {
  it.each<[string, ProviderAccess]>([
    ["with another key", { ...plain, key: "SECRET-2" }],
    ["with a slash at the end", { ...plain, baseUrl: `${url}/` }],
    ["without headers", { ...plain, headers: "{}" }],
    [
      "with the default field of the token limit",
      { ...plain, maxTokensField: "max_completion_tokens" },
    ],
  ])("%s", (_, access) => {
    expect(identityWith(access)).toBe(identityWith(plain));
  });

  it("with another secret in a header, and in a parameter", () => {
    const withSecret = (secret: string): string =>
      identityWith({ baseUrl: `${url}?key=${secret}`, headers: `{"API-Key": "${secret}"}` });
    expect(withSecret("SECRET-1")).toBe(withSecret("SECRET-2"));
    expect(withSecret("SECRET-1")).not.toContain("SECRET");
  });
});

it("every other setting makes another call", () => {
  const others: ProviderAccess[] = [
    plain,
    { ...plain, baseUrl: "https://gateway.example.com/v2" },
    { ...plain, baseUrl: `${url}?api-version=1` },
    { ...plain, baseUrl: `${url}?api-version=2` },
    { ...plain, headers: '{"x-route": "a"}' },
    { ...plain, headers: '{"x-route": "b"}' },
    { ...plain, headers: '{"api-key": "SECRET"}' },
    { ...plain, maxTokensField: "max_tokens" },
  ];
  const digests = others.map((access) => digestJson(JSON.parse(identityWith(access))));
  expect(new Set(digests).size).toBe(others.length);
});

it.each([
  ["a header", { headers: '{"x-gateway": "SECRET-123"}' }, ["SECRET-123"]],
  [
    "a token",
    { headers: '{"Authorization": "Bearer SECRET-123"}' },
    ["Bearer SECRET-123", "SECRET-123"],
  ],
  ["a parameter", { baseUrl: `${url}?key=SECRET-123&api-version=2024-10-21` }, ["SECRET-123"]],
  [
    "headers that cannot be read",
    { headers: '{"api-key": SECRET-123}' },
    ['{"api-key": SECRET-123}'],
  ],
  [
    "who calls",
    { headers: '{"X-Title": "Support desk", "HTTP-Referer": "https://a.example"}' },
    [],
  ],
  ["a word", { headers: '{"x-cache": "off"}' }, []],
])("outputs hide %s", (_, access, secrets) => {
  expect(accessSecrets(access)).toEqual(secrets);
});
