// Alerts about models, with prices, and about texts that look like secrets.
import { expect, it } from "vitest";
import { modelAlerts } from "../../../src/engine/alerts/model-alerts.ts";
import type { ModelPrice } from "../../../src/engine/model/alert.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import type { Change } from "../../../src/engine/model/plan.ts";
import { kinds } from "../../../src/kinds.ts";
import { modelPrice } from "../../../src/providers/prices.ts";
import { alertLines, planOf } from "../../fixtures/in-memory.ts";
import { promptResponse } from "../../fixtures/responses.ts";

const prices: Readonly<Record<string, ModelPrice>> = {
  cheap: { input: 0.8, output: 5 },
  dear: { input: 3, output: 15 },
};

function change(address: string, before: string, after: string, provider = "OPENAI"): Change {
  return {
    action: "update",
    row: kindNamed(kinds, "prompt"),
    address,
    before: { parameters: { provider: "OPENAI", name: before } },
    after: { parameters: { provider, name: after } },
  } as object as Change;
}

it.each<[name: string, changes: Change[], string[]]>([
  [
    "both prices",
    [change("prompt/A", "cheap", "dear")],
    [
      "prompt/A changes its model: cheap → dear (input $0.80 → $3, output $5 → $15 per million tokens)",
    ],
  ],
  [
    "several prompts at once",
    [change("prompt/A", "x", "y"), change("prompt/B", "x", "y")],
    ["2 prompts change their model: x → y (their prices are not known)"],
  ],
  [
    "a new price that is not known, of another provider",
    [change("prompt/A", "dear", "y", "ANTHROPIC")],
    [
      "prompt/A changes its model: OPENAI dear → ANTHROPIC y (input $3, output $15 per million tokens before; the new price is not known)",
    ],
  ],
  [
    "another effort of the same model, without its prices",
    [
      {
        ...change("prompt/A", "dear", "dear"),
        after: {
          parameters: { provider: "OPENAI", name: "dear", options: { reasoningEffort: "low" } },
        },
      } as object as Change,
    ],
    ["prompt/A calls its model in another way: dear → dear (effort low)"],
  ],
  ["no other model", [change("prompt/A", "dear", "dear")], []],
])("an alert about %s", (_name, changes, lines) => {
  const alerts = modelAlerts(changes, ({ name }) => prices[name]);
  expect(alertLines({ alerts })).toEqual(lines.map((line) => `model: ${line}`));
});

it.each<[provider: string, name: string, ModelPrice | undefined]>([
  ["ANTHROPIC", "claude-haiku-4-5", { input: 1, output: 5 }],
  ["ANTHROPIC", "claude-sonnet-4-6", { input: 3, output: 15 }],
  ["ANTHROPIC", "no-such-model", undefined],
  ["NOBODY", "claude-haiku-4-5", undefined],
])("the price of %s %s", async (provider, name, price) => {
  expect(await modelPrice({ provider, name })).toEqual(price);
});

const withText = (text: string): string =>
  `kind: prompt\nname: Greet\ntools: []\nparameters: { provider: OPENAI, name: gpt }\nmessages: [{ role: user, content: ${text} }]\n`;
const secret = `AKIA${"IOSFODNN7EXAMPLE"}`;
const content = (text: string): JsonObject => ({
  messages: [{ role: "user", content: [{ type: "TEXT", text }] }],
});

it("a new secret is an alert that does not quote it; one that the service has is none", async () => {
  const plan = await planOf(withText(secret), { prompts: [promptResponse("p", content("hi"))] });
  expect(alertLines(plan, "secret")).toEqual([
    "secret: sends what looks like a secret: prompt/Greet",
  ]);
  const again = await planOf(withText(`"${secret} hi"`), {
    prompts: [promptResponse("p", content(secret))],
  });
  expect(alertLines(again, "secret")).toEqual([]);
});

it.each([
  ["a key of the option extra", "{ api_key: hunter2 }", true],
  ["a word under a vague key", "{ metadata: { token: promo-campaign } }", false],
])("a secret by its key is an alert if it is sure: %s", async (_name, extra, isAlert) => {
  const parameters = `{ provider: OPENAI, name: gpt, options: { extra: ${extra} } }`;
  const text = withText("hi").replace("{ provider: OPENAI, name: gpt }", parameters);
  const plan = await planOf(text, { prompts: [promptResponse("p", content("hi"))] });
  expect(alertLines(plan, "secret")).toEqual(
    isAlert ? ["secret: sends what looks like a secret: prompt/Greet"] : [],
  );
});
