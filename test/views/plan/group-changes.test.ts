// What becomes one item in a plan of more than 50 items, and what does not.
import { expect, it } from "vitest";
import type { Plan } from "../../../src/engine/model/plan.ts";
import { kinds } from "../../../src/kinds.ts";
import { planMarkdown } from "../../../src/views/plan/plan-markdown.ts";
import { planText } from "../../../src/views/plan/plan-text.ts";
import { unlimited } from "../../../src/views/text/markdown.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";
import { changedOnServiceVersion, withHeld } from "../../fixtures/held-versions.ts";
import { noHistory, ownHistory } from "../../fixtures/history.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { promptResponse, textMessage, toolResponse } from "../../fixtures/responses.ts";
import { defaultAndSyntax, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { readPage, sentinel } from "../inert.ts";

const layout = {
  kinds,
  folder: "prompts",
  unmanaged: false,
  elsewhere: " with --full",
  includedFrom: () => [],
};

/** The first lines of the items, and the note about what is left out. */
function linesOf(plan: Plan): string[] {
  const text = planText(plan, { ...createScreen(false, 100), ...layout, command: "plan" });
  return text.match(/^(?: {3}[-+~!] | \+\/- |Left out: ).*/gm)!;
}

/** A plan that gives the first `edited` of the prompts another text, and deletes the last. */
async function planWith(edited: number, deleted: number): Promise<Plan> {
  const all = Array.from({ length: edited + deleted }, (_item, index) => `P ${index}`);
  const texts = all.slice(0, edited).map((name, index) =>
    JSON.stringify({
      kind: "prompt",
      name,
      parameters: { provider: "OPENAI", name: "gpt", temperature: index < 2 ? index / 4 : 1 },
      messages: [{ role: "user", content: `About ${name}.\nBe brief ${index}.\n` }],
    }),
  );
  const prompts = all.map((name) =>
    promptResponse(name, { name, messages: [textMessage(`About ${name}.\nBe kind.\n`)] }),
  );
  const options = { prune: true, allowMassDelete: true, history: ownHistory };
  return planOf(texts.join("\n---\n"), { prompts }, options);
}

const leftOut = "Left out: the names and edits that are only counted above (shown with --full)";

it("51 edits are one item by their first field; two with another one stay", async () => {
  const lines = linesOf(await planWith(51, 0));
  expect(lines).toEqual([
    expect.stringMatching(/^ {3}~ prompt\/P 0 +deploys {3}parameters.temperature {2}1 → 0$/),
    expect.stringMatching(/^ {3}~ prompt\/P 1 +deploys {3}parameters.temperature {2}1 → 0.25$/),
    expect.stringMatching(/^ {3}~ 49 prompts +deploy {3}messages\[0\] {2}49 edits, \+49 -49$/),
    leftOut,
  ]);
});

it("a bundle of numbers shows their range", async () => {
  const all = Array.from({ length: 60 }, (_item, index) => `P ${index}`);
  const texts = all.map((name, index) =>
    JSON.stringify({
      kind: "prompt",
      name,
      parameters: { provider: "OPENAI", name: "gpt", temperature: (index + 1) / 100 },
      messages: [{ role: "user", content: "Hi" }],
    }),
  );
  const prompts = all.map((name) => promptResponse(name, { name, messages: [textMessage("Hi")] }));
  const plan = await planOf(texts.join("\n---\n"), { prompts }, { history: ownHistory });
  expect(linesOf(plan)[0]).toMatch(
    /^ {3}~ 60 prompts {2}deploy {3}parameters.temperature {2}1 → 0.01 … 0.6$/,
  );
});

it("50 edits have a line each, without the lines of their texts", async () => {
  const lines = linesOf(await planWith(50, 0));
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toBe("Left out: the changed lines of texts (shown with --full)");
});

it("each delete has a line", async () => {
  const lines = linesOf(await planWith(10, 48));
  expect(lines.filter((line) => line.startsWith("   - prompt/P "))).toHaveLength(48);
});

it("what was changed on the service is a bundle of its own, with all differences in Markdown", async () => {
  const plan = withHeld(await planWith(60, 0), changedOnServiceVersion);
  expect(linesOf(plan).at(-2)).toMatch(
    /^ {3}! 58 prompts +deploy · changed on the service {3}messages/,
  );
  const page = planMarkdown(plan, { ...layout, heading: "plan", mask: String, limit: unlimited });
  expect(page).toContain("- update **58 prompts** · **changed on the service** · ");
  expect(page.match(/^#### `prompt\/P \d+`$/gm)).toHaveLength(60);
  expect(page.match(/^\+ Be .*\d+.*$/gm)).toHaveLength(60);
});

it("hostile names, texts and fields have no effect in the folded list", async () => {
  const texts = Array.from({ length: 60 }, (_item, index) => {
    const all = hostileTexts(...defaultAndSyntax);
    return `${sentinel}${all[index % all.length]!.replaceAll("\0", "")}${sentinel} ${index}`;
  });
  const plan = await planOf(
    texts
      .map((text, index) =>
        JSON.stringify({
          kind: "tool",
          key: `t${index}`,
          name: `t${index}`,
          description: "d",
          parameters: { [texts[0]!]: text },
        }),
      )
      .join("\n---\n"),
    {
      tools: texts.map((text, index) =>
        toolResponse(`id${index}`, {
          name: `t${index}`,
          parameters: { [texts[0]!]: `${text}\nbefore` },
        }),
      ),
    },
    { history: noHistory },
  );
  const named = {
    ...plan,
    names: Object.fromEntries(plan.changes.map(({ address }, index) => [address, texts[index]!])),
  };
  const page = planMarkdown(named, { ...layout, heading: "plan", mask: String, limit: unlimited });
  expect(page).toContain("**60 tools**");
  expect(readPage(page).flaws).toEqual([]);
  expect(readPage(page).code.split(sentinel).length).toBeGreaterThan(100);
});
