import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providerFacts } from "../../../src/engine/providers/provider-facts.ts";
import { maskSecrets } from "../../../src/engine/text/secrets.ts";

test("docs/configuration.md lists each provider with its variables", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/configuration.md"), "utf8");
  const table = page.matchAll(/^\| `([A-Z]+)` \| .+ \| `(\w+_API_KEY)` \| `(\w+)` \|$/gm);
  const rows = Object.entries(providerFacts).map(([name, { keyVariable, baseUrlVariable }]) =>
    [name, keyVariable, baseUrlVariable].join(" "),
  );
  expect([...table].map(([, ...cells]) => cells.join(" ")).sort()).toEqual(rows.sort());
});

test.for([
  ["ANTHROPIC", "sk-ant-api03-aB3dEfGhIjKlMnOpQrSt"],
  ["OPENAI", "sk-proj-aB3dEfGhIjKlMnOpQrStUvWxYz0123456789"],
] as const)("a key of %s is found in a text", ([provider, key]) => {
  expect(maskSecrets(`The key is ${key}.`)).toBe(`The key is ${"*".repeat(key.length)}.`);
  expect(key.startsWith(providerFacts[provider].key!.start)).toBe(true);
});
