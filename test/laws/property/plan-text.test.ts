// What a plan shows: with --full every changed field, without it every address or the line that counts
// it. Prompts get edits from a small pool, so that many of them are equal.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import type { Change, Plan } from "../../../src/engine/model/plan.ts";
import { kinds } from "../../../src/kinds.ts";
import { planMarkdown } from "../../../src/views/plan/plan-markdown.ts";
import { planText } from "../../../src/views/plan/plan-text.ts";
import { unlimited } from "../../../src/views/text/markdown.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";
import { noHistory, ownHistory } from "../../fixtures/history.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";
import { modelSettings, promptResponse, textMessage } from "../../fixtures/responses.ts";

/** A prompt in the files and on the service; undefined where one side lacks it. */
const promptPair = fc.record({
  state: fc.constantFrom("both", "both", "both", "both", "created", "deleted"),
  temperature: fc.constantFrom(0.25, 0.5),
  model: fc.constantFrom("gpt", "gpt", "gpt-2"),
  tone: fc.constantFrom("Stay short.", "Stay short.", "Stay very short."),
  own: fc.option(fc.nat(99), { nil: undefined }),
  evaluations: fc.nat(3),
});
type PromptPair = typeof promptPair extends fc.Arbitrary<infer Value> ? Value : never;
/** Few prompts, and so many that the plan is bundled. */
const pairs = fc.oneof(
  { weight: 12, arbitrary: fc.array(promptPair, { maxLength: 14 }) },
  { weight: 1, arbitrary: fc.array(promptPair, { minLength: 70, maxLength: 110 }) },
);

interface Sides {
  readonly texts: string;
  readonly prompts: readonly JsonObject[];
}

function sidesOf(given: readonly PromptPair[]): Sides {
  const texts: string[] = [];
  const prompts: JsonObject[] = [];
  for (const [index, { state, temperature, model, tone, own, evaluations }] of given.entries()) {
    const name = `Prompt ${index}`;
    const message = `About topic ${index}.\nBe kind.\n${tone}\nNo promises.\nTopic ${own ?? index}.\n`;
    if (state !== "deleted")
      texts.push(
        JSON.stringify({
          kind: "prompt",
          name,
          parameters: { provider: "OPENAI", name: model, temperature },
          messages: [{ role: "user", content: message }],
          ...(state === "created" && {
            evaluations: Array.from({ length: evaluations }, (_item, number) => ({
              name: `e${number}`,
              variables: { number: String(number) },
              assertions: [{ type: "COST", targetThreshold: 1 }],
            })),
          }),
        }),
      );
    const before = `About topic ${index}.\nBe kind.\nStay short.\nNo promises.\nTopic ${index}.\n`;
    const parameters = { ...modelSettings, temperature: 0.25 };
    if (state !== "created")
      prompts.push(
        promptResponse(`p${index}`, { name, parameters, messages: [textMessage(before)] }),
      );
  }
  return { texts: texts.join("\n---\n"), prompts };
}

const layout = {
  kinds,
  folder: "prompts",
  unmanaged: false,
  elsewhere: "",
  includedFrom: () => [],
};
const textOf = (plan: Plan, full: boolean): string =>
  planText(plan, { ...createScreen(false, 120), ...layout, command: "plan", full });
const pageOf = (plan: Plan): string =>
  planMarkdown(plan, { ...layout, heading: "plan", mask: String, limit: unlimited });

/** The fields that differ, as a plan names them: `parameters.name`, `messages[0]`. */
function changedFields(change: Change): string[] {
  if (change.action !== "update") return [];
  const { before, after } = change as unknown as { before: JsonObject; after: JsonObject };
  const settings = Object.keys(after["parameters"]!).filter(
    (name) =>
      (before["parameters"] as JsonObject)[name] !== (after["parameters"] as JsonObject)[name],
  );
  const isMessageEqual = JSON.stringify(before["messages"]) === JSON.stringify(after["messages"]);
  return [
    ...settings.map((name) => `parameters.${name}`),
    ...(isMessageEqual ? [] : ["messages[0]"]),
  ];
}

/** The lines of each item, by its title: `prompt/Prompt 3`, `4 prompts`. */
function itemsOf(text: string): { title: string; text: string }[] {
  const blocks = text.split(/\n(?=(?: {3}[-+~!]| \+\/-) )/).slice(1);
  return blocks.map((block) => {
    const item = block.split("\n\n")[0]!;
    return { title: /^ *\S+ (.*?)(?: {2,}|\n|$)/.exec(item)![1]!, text: item };
  });
}

const nameOf = ({ address }: Change, plan: Plan): string => {
  const known = plan.names[address];
  return known === undefined
    ? address.replace("prompt/", "")
    : `${known} (${address.replace("prompt/", "")})`;
};

async function forPlans(check: (plan: Plan) => void): Promise<void> {
  const property = fc.asyncProperty(pairs, fc.boolean(), async (given, isPruning) => {
    const { texts, prompts } = sidesOf(given);
    const history = isPruning ? ownHistory : noHistory;
    check(await planOf(texts, { prompts }, { prune: isPruning, history }));
  });
  await fc.assert(property, propertySettings(200));
}

describe("the text of a plan", { timeout: propertyTimeout(60_000) }, () => {
  it("has every change and every changed field with --full", () =>
    forPlans((plan) => {
      const items = itemsOf(textOf(plan, true));
      expect(items).toHaveLength(plan.changes.length);
      for (const change of plan.changes.filter(({ row }) => row.kind === "prompt")) {
        const item = items.find(({ title }) => title === `prompt/${nameOf(change, plan)}`)!;
        for (const field of changedFields(change)) expect(item.text).toContain(field);
      }
    }));

  it("has every address on a line of its own, in a group, or counted on the line of its parent", () =>
    forPlans((plan) => {
      const items = itemsOf(textOf(plan, false));
      for (const change of plan.changes.filter(({ row }) => row.kind === "prompt")) {
        const name = nameOf(change, plan);
        const own = items.find(({ title }) => title === `prompt/${name}`);
        const groups = items.filter(({ title }) => /^\d+ prompts$/.test(title));
        for (const field of changedFields(change)) {
          const named = [own, ...groups.filter(({ text }) => listsName(text, name))];
          expect(named.some((item) => item?.text.includes(field))).toBe(true);
        }
        if (changedFields(change).length > 0) continue;
        const shown =
          own ?? groups.find(({ text }) => text.startsWith("   +") && listsName(text, name));
        const members = own
          ? [change]
          : plan.changes.filter(({ row, action }) => row.kind === "prompt" && action === "create");
        const { length } = plan.changes.filter((each) =>
          members.some(({ address, action }) => each.parent === address && each.action === action),
        );
        const counts = `with ${length} evaluation${length > 1 ? "s" : ""}, ${length} `;
        expect(shown!.text).toContain(length > 0 ? counts : name);
      }
      for (const { title, text } of items.filter(({ title: each }) => /^\d/.test(each))) {
        const [, listed, more = "0"] = /\n {6}(Prompt [^\n]*?)(?: and (\d+) more)?$/m.exec(text)!;
        expect(`${listed!.split(", ").length + Number(more)} prompts`).toBe(title);
      }
    }));

  it("in Markdown has every name, and every changed field with the names of those that have it", () =>
    forPlans((plan) => {
      const [list = "", details = ""] = pageOf(plan).split("<details><summary>Details");
      const bundled = new Map(
        list.split(/^@@ /m).map((block) => [block.split(" @@\n")[0], block] as const),
      );
      const items = list.split(/^- /m).slice(1);
      for (const change of plan.changes.filter(({ row }) => row.kind === "prompt")) {
        const name = nameOf(change, plan);
        const edits = bundled.get(`prompt/${name}`);
        const naming = items.filter(
          (item) => item.includes(`\`prompt/${name}\``) || item.includes(`\`${name}\``),
        );
        if (edits !== undefined) naming.push(edits);
        expect(naming.length).toBeGreaterThan(0);
        for (const field of changedFields(change))
          expect(naming.some((item) => item.includes(field)) || details.includes(field)).toBe(true);
      }
    }));
});

/** Whether a group names it, or counts it among `and 5 more`. */
function listsName(text: string, name: string): boolean {
  return / and \d+ more$/m.test(text) || new RegExp(` ${name}(?:,|$)`, "m").test(text);
}
