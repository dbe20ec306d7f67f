// A reviewer can approve a merge from the comment: no edit is hidden in it.
import { describe, expect, it } from "vitest";
import { commitAfter } from "../io/repository.ts";
import { pullRequest, push } from "./events.ts";
import { type ActionFixture, createFixture } from "./fixture.ts";

const prompt = (name: string, text: string): string =>
  `kind: prompt\nname: ${name}\nparameters: { provider: OPENAI, name: gpt-test }\nmessages:\n  - role: user\n    content: ${JSON.stringify(text)}\n`;

/** Applies definitions, changes them and plans. Returns the comment and the job summary. */
async function planChange(
  fixture: ActionFixture,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Promise<{ comment: string; summary: string }> {
  for (const [path, text] of Object.entries(before)) fixture.folder.write(`checkout/${path}`, text);
  await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  for (const [path, text] of Object.entries(after)) fixture.folder.write(`checkout/${path}`, text);
  commitAfter(before, fixture.folder.at("checkout"));
  const { summary } = await fixture.run("plan", pullRequest(), {
    with: { prune: "true", "allow-mass-delete": "true" },
  });
  return { comment: fixture.github.comments[0]!.body, summary };
}

describe("the comment shows", () => {
  it("a changed number in a paragraph of 2,000 characters", async () => {
    await using fixture = await createFixture();
    const text = (amount: string): string =>
      `${"Our agents answer politely. ".repeat(36)}They refund up to ${amount} pounds without asking. ${"They sign with their name. ".repeat(36)}`;
    const { comment } = await planChange(
      fixture,
      { "prompts/a.yaml": prompt("A", text("50")) },
      { "prompts/a.yaml": prompt("A", text("5,000")) },
    );
    expect(comment).toContain("[-50-] pounds");
    expect(comment).toContain("{+5,000+} pounds");
  });

  it("all deletes among hundreds of updates", async () => {
    await using fixture = await createFixture({
      "promptctl.yaml": "definitions: prompts\nscope: ['*']\n",
    });
    const names = Array.from(
      { length: 400 },
      (_, index) => `Prompt number ${index} ${"of a long list ".repeat(12)}`,
    );
    const files = (texts: readonly string[], word: string): string =>
      texts.map((name) => prompt(name, `${word} ${name}`)).join("---\n");
    const { comment, summary } = await planChange(
      fixture,
      { "prompts/all.yaml": files(names, "old") },
      { "prompts/all.yaml": files(names.slice(40), "new") },
    );
    for (const name of names.slice(0, 40)) {
      expect(comment).toContain(`- **delete** \`prompt/${name.slice(0, 60)}`);
      expect(summary).toContain(`- **delete** \`prompt/${name.slice(0, 60)}`);
    }
    for (const page of [comment, summary])
      expect(page).toContain(
        '\n- update **360 prompts** · **deploy** · `messages[0]`: `"old"` → `"new"`\n',
      );
  });
});

it("the job summary shows a rewritten text of 80 lines completely", async () => {
  await using fixture = await createFixture();
  const lines = (word: string): string =>
    Array.from({ length: 80 }, (_, index) => `${word} sentence number ${index}.`).join("\n");
  const { summary } = await planChange(
    fixture,
    { "prompts/a.yaml": prompt("A", lines("Old")) },
    { "prompts/a.yaml": prompt("A", lines("New and different")) },
  );
  for (let index = 0; index < 80; index++) {
    expect(summary).toContain(`sentence number ${index}.`);
  }
  expect(summary.match(/^[-+] .*sentence number/gm)).toHaveLength(160);
});
