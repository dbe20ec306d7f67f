// Plans that are too long for a comment or a job summary: what is shown there, and what is left out.
import { existsSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { promptFile } from "../fixtures/support-project.ts";
import { closedByMerge, pullRequest } from "./events.ts";
import { createFixture } from "./fixture.ts";
import { createTestsFixture, headText, scriptedReplies } from "./tests-fixture.ts";

describe("a plan of 2 MB", () => {
  const prompts = 220;
  const texts = (word: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: prompts }, (_, index) => [
        `prompts/p${index}.yaml`,
        `kind: prompt\nname: Prompt ${index}\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages:\n  - role: user\n    content: |\n${Array.from({ length: 30 }, (_, line) => `      ${word}${index} ${line} of ${index}: ${"x".repeat(320)}\n`).join("")}`,
      ]),
    );

  const names = Array.from({ length: prompts }, (_, index) => `prompt/Prompt ${index}`);

  /** The prompts whose details a page has, then those whose details are elsewhere. */
  const namesIn = (page: string, elsewhere: string): string[] => {
    const [sentence, list] = page.split(`And the details of `);
    const shown = sentence!.match(/^(?:#### `|@@ )prompt\/Prompt \d+/gm) ?? [];
    const left = list!.split(".\n")[0]!.match(/`prompt\/Prompt \d+`/g) ?? [];
    expect(left.length).toBeGreaterThan(0);
    expect(list).toContain(
      `${left.length} changes in ${elsewhere}: ${left.length} prompts to update, `,
    );
    return [...shown, ...left].map((name) => name.replaceAll(/[`#@] ?/g, ""));
  };

  it("fits: the comment has all changes, the job summary the details", async () => {
    await using fixture = await createFixture(texts("before"));
    await fixture.run("apply", closedByMerge, {
      with: { comment: "never", "reviewed-plan": "off" },
    });
    for (const [path, text] of Object.entries(texts("after")))
      fixture.folder.write(`checkout/${path}`, text);
    const {
      code,
      counts,
      outputs,
      summary,
      report: reportText,
    } = await fixture.run("plan", pullRequest());
    expect([code, counts?.update]).toEqual([0, prompts]);
    expect(statSync(`${outputs["report-folder"]}/plan.json`).size).toBeGreaterThan(2_000_000);
    const { body } = fixture.github.comments[0]!;
    expect(body.length).toBeGreaterThan(50_000);
    expect([...body].length).toBeLessThan(65_536);
    expect(body).toMatch(
      /^- update \*\*220 prompts\*\* · \*\*changed on the service\*\* · `messages\[0\]`: 220 edits, \+6600 -6600$/m,
    );
    expect(namesIn(body, "the job summary")).toEqual(names);
    expect(namesIn(summary, "the file report.md of the output report-folder")).toEqual(names);
    const report = reportText("report.md");
    expect(report.match(/^#### `prompt\/Prompt \d+`/gm)).toHaveLength(prompts);
    expect(report.match(/^\+ .*after.* 29 of \d+: /gm)).toHaveLength(prompts);
    expect(report).not.toContain("And the details of");
    expect(Buffer.byteLength(summary)).toBeGreaterThan(900_000);
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  });
});

describe("plan and tests", () => {
  const plan = { directory: "support" };

  it("are in the job summary of one step, which has at most 1 MiB", async () => {
    const prompts = Array.from(
      { length: 30 },
      (_item, index) => `kind: prompt
name: Rules ${index}
parameters: { provider: ANTHROPIC, name: claude-test }
messages:
  - role: system
    content: |
${"      A rule for all customers and all agents of the shop.\n".repeat(900)}`,
    );
    const cases = Array.from({ length: 150 }, (_item, index) => ({
      name: `case ${index}`,
      variables: {},
      appendedMessages: [{ role: "user", content: "I want my money back" }],
      assertions: [{ type: "CONTAINS_ANY", targetValues: ["z".repeat(150)] }],
    }));
    const [support] = promptFile(headText).split("evaluations:");
    await using fixture = await createTestsFixture({
      "prompts/rules.yaml": prompts.join("---\n"),
      "prompts/support.yaml": `${support}evaluations: ${JSON.stringify(cases)}\n`,
      "replies.yaml": "- { evaluation: '*', text: No }\n",
    });
    const given = { ...plan, arguments: scriptedReplies, test: "true", comment: "never" };
    const { code, outputs, summary } = await fixture.run("plan", fixture.event, { with: given });
    expect(code).toBe(5);
    for (const part of [
      "### promptctl plan",
      "report.md of the output report-folder",
      "**Failed.**",
    ])
      expect(summary.includes(part)).toBe(true);
    expect(existsSync(`${outputs["report-folder"]}/report.md`)).toBe(true);
  });

  it("a long plan leaves room for the tests", async () => {
    const tools = Array.from(
      { length: 900 },
      (_item, index) =>
        `kind: tool\nname: a_long_name_of_a_tool_${index}\ndescription: ${"word ".repeat(20)}\nparameters: {}\n`,
    );
    await using fixture = await createTestsFixture({
      "prompts/support.yaml": promptFile(headText),
      "prompts/tools.yaml": tools.join("---\n"),
    });
    await fixture.run("plan", fixture.event, { with: plan });
    await fixture.test();
    await fixture.run("plan", fixture.event, { with: plan, step: { sleep: async () => {} } });
    const { body } = fixture.github.comments[0]!;
    expect(body.length).toBeLessThan(65_536);
    expect(body).toMatch(/in the job summary[^]*### promptctl test[^]*\*\*regressed\*\*/);
  });
});
