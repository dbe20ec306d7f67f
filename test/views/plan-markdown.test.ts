// The plan as Markdown: what reviewers read, that no text in it acts, and that it fits.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskSecrets } from "../../src/engine/model/secrets.ts";
import { redactPlan } from "../../src/engine/saved-plan/redact.ts";
import type { Plan } from "../../src/engine/model/plan.ts";
import { kinds } from "../../src/kinds.ts";
import { unlimited, type SizeLimit } from "../../src/views/markdown.ts";
import { planMarkdown } from "../../src/views/plan-markdown.ts";
import {
  costAnswer,
  evaluationAnswer,
  prompt,
  promptAnswer,
  textMessage,
  tool,
  toolAnswer,
} from "../fixtures/answers.ts";
import { type Held, type PlanGiven, planOf } from "../fixtures/in-memory.ts";
import { hostileTexts } from "../laws/hostile/hostile-texts.ts";
import { readPage, sentinel } from "./inert.ts";
import { propertySettings } from "../fixtures/property-settings.ts";

interface Drawing {
  readonly room?: SizeLimit;
  readonly unmanaged?: boolean;
  readonly includedFrom?: string;
  readonly elsewhere?: string;
}

function pageOf(plan: Plan, drawing: Drawing = {}): string {
  return planMarkdown(plan, {
    kinds,
    heading: "promptctl plan",
    folder: "prompts/",
    unmanaged: drawing.unmanaged ?? false,
    elsewhere: drawing.elsewhere ?? "",
    mask: maskSecrets,
    limit: drawing.room ?? unlimited,
    includedFrom: () => drawing.includedFrom,
  });
}

async function drawn(
  texts: string,
  held: Held,
  given: PlanGiven = {},
  drawing: Drawing = {},
): Promise<string> {
  const page = pageOf(await planOf(texts, held, given), drawing);
  const [heading, ...rest] = page.split("\n\n");
  expect(heading).toBe("### promptctl plan");
  return rest.join("\n\n");
}

const greeting = (text: string): string =>
  prompt.replace("[]", `[{ role: user, content: ${JSON.stringify(text)} }]`);

describe("what is said", () => {
  it("without changes", async () => {
    expect(await drawn(tool, { tools: [toolAnswer("t")] })).toBe(
      "**No changes.** 1 definition matches the service.\n\n1 definition in `prompts/` · `https://prompts.test`\n",
    );
  });

  it("fields, texts with their files, references, deletions with what goes along", async () => {
    const held: Held = {
      tools: [toolAnswer("t"), toolAnswer("u", { name: "old" })],
      prompts: [
        promptAnswer("p", {
          tools: [toolAnswer("u", { name: "old" })],
          messages: [textMessage("a\nb\nc\nd\n")],
        }),
        promptAnswer("q", { name: "Bye" }),
      ],
      evaluations: [evaluationAnswer("x", "q")],
      assertions: [costAnswer("a", "x")],
    };
    const texts = `${tool}---\n${greeting("a\nb\nx\nd\n").replace("gpt", "gpt-2")}tools: [look]\n`;
    const given = { prune: true, allowMassDelete: true };
    expect(await drawn(texts, held, given, { includedFrom: "prompts/hi.md" })).toBe(`\
**Plan: 1 to update, 2 to delete, 1 unchanged.** This deploys 1 prompt.

2 definitions in \`prompts/\` · \`https://prompts.test\`

- update \`prompt/Greet\` · **deploys**
- **delete** \`tool/old (id:u)\`
- **delete** \`prompt/Bye (id:q)\` · and its 1 evaluation, 1 assertion

<details><summary>Details</summary>

#### \`prompt/Greet\`

- \`tools\`: added \`look\`, removed \`old (id:u)\`

- \`parameters.name\`: \`"gpt"\` → \`"gpt-2"\`

- \`messages[0]\` from \`prompts/hi.md\`:

\`\`\`diff
@@ 2 @@
  b
- c
+ x
  d
\`\`\`

</details>
`);
  });

  it("a replace, and why", async () => {
    const texts = `${prompt}evaluations:\n  - { name: e, variables: { a: b }, assertions: [{ type: COST, targetThreshold: 1 }] }\n`;
    const held = {
      prompts: [promptAnswer("p")],
      evaluations: [evaluationAnswer("x", "p", { variables: { a: "b" }, weight: 0.5 })],
      assertions: [costAnswer("a", "x")],
    };
    const page = await drawn(texts, held);
    expect(page).toContain("- replace `evaluation/Greet/e` · replaced with its 1 assertion\n");
    expect(page).toContain(
      "- `weight`: `0.5` → `1`\n\n- (the service cannot update evaluations: a new one is created, then the old one is deleted)\n",
    );
  });

  it("refusals with their hints, fields that may be lost, notes, and what is unmanaged", async () => {
    const held = {
      tools: [toolAnswer("t", { owner: "me" })],
      prompts: [promptAnswer("p")],
    };
    const texts = `${tool.replace(": d", ": e")}---\nkind: tool\nname: gone\nexternal: true\n`;
    const page = await drawn(
      texts,
      held,
      { notes: ["prune: true is ignored."] },
      { unmanaged: true },
    );
    expect(page).toContain(`\
**Plan: 1 to update.** **Refused:** apply refuses this plan for 1 reason.

2 definitions in \`prompts/\` · \`https://prompts.test\`

\`\`\`text
Refused: tool/gone is external, but the service has no tool named "gone".
  Create it on the service first, or remove external: true so that promptctl creates it.
\`\`\`

- update \`tool/look\`

Unmanaged: 1 prompt.

\`\`\`text
prompt/Greet (id:p)  not defined in any file
\`\`\`

Fields that this version of promptctl does not support; updating these resources may remove them:

\`\`\`text
tool/look: /owner
\`\`\`

\`\`\`text
Note: prune: true is ignored.
\`\`\`
`);
  });

  it("what looks like a secret is masked before it is cut", async () => {
    const secret = `AKIA${"IOSFODNN7EXAMPLE"}`;
    const long = `${"a ".repeat(95)}${secret}${" b".repeat(95)}`;
    const held = {
      tools: [toolAnswer("t", { parameters: { x: secret, y: [long] } })],
      prompts: [promptAnswer("p", { messages: [textMessage(`a\n${secret}\n`)] })],
    };
    const page = await drawn(`${tool}---\n${greeting(`a\nb\n`)}`, held);
    expect(page).toContain("- ********************");
    expect(page).not.toMatch(/AKIA|EXAMPLE/);
  });
});

describe("of many changes the totals and the lines come first", () => {
  const count = 400;
  const many = Array.from({ length: count }, (_, index) =>
    tool.replace("look", `tool_${index}`).replace(": d", `: ${"word ".repeat(40)}`),
  ).join("---\n");
  const held = {
    tools: Array.from({ length: count }, (_, index) =>
      toolAnswer(`t${index}`, { name: `tool_${index}` }),
    ),
  };

  it.each([3_000, 20_000, 64_000, 150_000])("in %i characters", async (most) => {
    const plan = await planOf(many, held);
    const page = pageOf(plan, {
      room: { max: most, size: (text) => text.length },
      elsewhere: " in the summary",
    });
    expect(page.length).toBeLessThanOrEqual(most);
    expect(page.length).toBeGreaterThan(most * 0.6);
    expect(page).toContain(`**Plan: ${count} to update.**`);
    const lines = page.match(/^- update `tool\/tool_\d+`$/gm)!.length;
    const details = page.match(/^#### /gm)?.length ?? 0;
    if (lines < count) expect(page).toContain(`And ${count - lines} more changes in the summary.`);
    if (details < count)
      expect(page).toContain(`And the details of ${count - details} changes in the summary.`);
    expect(readPage(page).flaws).toEqual([]);
  });
});

/** What Markdown, HTML and GitHub take for something, and what their parsers stumble over. */
const fragments = [
  ..."`*_~[]()<>!#@|\\&$+-=:\n\t ".split(""),
  "``",
  "```",
  "~~~",
  "````diff\n",
  "`".repeat(17),
  "`".repeat(90),
  "`".repeat(300),
  "\n\n",
  "\n```\n",
  "\n    ",
  "\n> ",
  "\n- ",
  "@octocat",
  "@acme/team",
  "#1",
  "GH-1",
  "acme/shop#1",
  "<script>",
  "</details>",
  "<!--",
  "-->",
  "<img src=x>",
  "<a@b.c>",
  "![x](https://evil.test/x.png)",
  "[x](javascript:alert(1))",
  "[x]: https://evil.test",
  "https://evil.test",
  "www.evil.test",
  "&lt;",
  "&#64;",
  "\\`",
  "$`x`$",
  "|---|",
  "\n|-|-|\n",
  "\n---\n",
  "\n===\n",
  ":tada:",
  "[^1]",
  "- [ ] x",
  ...hostileTexts("controlCharacters", "lineCommands", "inlineCommands", "forgedLines", "syntax"),
];

const parts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...fragments) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
  ),
  { minLength: 1, maxLength: 5 },
);

/** Fragments and any characters, with the sentinel between them, and mostly around all. */
const hostile = fc
  .tuple(parts, fc.constantFrom(sentinel, sentinel, ""))
  .map(([each, end]) => `${end}${each.join(sentinel)}${end}`.replaceAll("\0", "") || "a");

const scene = fc.record({
  name: hostile,
  old: hostile,
  key: hostile,
  before: hostile,
  after: hostile,
  value: hostile,
  lines: fc.array(hostile, { maxLength: 4 }),
  note: hostile,
  path: hostile,
});

type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

/** A plan with these texts in every place that holds one. */
async function planWith(each: Scene): Promise<Plan> {
  const yaml = (value: unknown): string => JSON.stringify(value);
  const parameters = { provider: "OPENAI", name: each.after };
  const definitions = [
    {
      kind: "tool",
      key: each.name,
      name: "t",
      description: each.after,
      parameters: { [each.key]: each.after, list: [each.value] },
    },
    { kind: "tool", key: `${each.name}2`, name: "made", description: each.after, parameters: {} },
    { kind: "tool", key: `${each.name}3`, name: "gone", external: true },
    {
      kind: "prompt",
      key: "p",
      name: each.name,
      tools: [`${each.name}2`],
      parameters,
      messages: [each.after, ...each.lines].map((content) => ({ role: "user", content })),
    },
    { kind: "prompt", key: "q", name: `${each.name}4`, parameters, messages: [] },
  ];
  const held: Held = {
    tools: [
      toolAnswer("t", {
        name: "t",
        description: each.before,
        parameters: { [each.key]: each.before, list: [] },
        [each.key]: 1,
      }),
      toolAnswer("gone", { name: each.old }),
    ],
    prompts: [
      promptAnswer("p", {
        name: each.name,
        tools: [toolAnswer("gone", { name: each.old })],
        messages: [
          textMessage(each.before),
          ...each.lines.toReversed().map((text) => textMessage(`${text}\n${each.value}`)),
        ],
      }),
      promptAnswer("q1", { name: `${each.name}4` }),
      promptAnswer("q2", { name: `${each.name}4`, messages: [textMessage(each.old)] }),
    ],
    evaluations: [evaluationAnswer("e", "gone", { variables: { [each.key]: each.value } })],
  };
  return planOf(definitions.map(yaml).join("\n---\n"), held, { prune: true, notes: [each.note] });
}

it("no text acts, whatever it holds and wherever it stands, and all of it fits", async () => {
  await fc.assert(
    fc.asyncProperty(scene, fc.integer({ min: 20_000, max: 70_000 }), async (each, most) => {
      const plan = await planWith(each);
      expect([plan.changes.length > 2, plan.refusals.length > 1]).toEqual([true, true]);
      const drawing = { includedFrom: each.path, unmanaged: true };
      const whole = readPage(pageOf(plan, drawing));
      expect(whole.flaws).toEqual([]);
      expect(whole.code.split(sentinel).length).toBeGreaterThan(20);
      const room = { max: most, size: (text: string) => Buffer.byteLength(text) };
      const page = pageOf(plan, { ...drawing, room });
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(most);
      expect(readPage(page).flaws).toEqual([]);
      expect(readPage(page).prose).toContain("Plan: ");
    }),
    propertySettings(150),
  );
});

it("of names only, nothing that is not a name in a file is there", async () => {
  await fc.assert(
    fc.asyncProperty(scene, async (each) => {
      const named = Object.fromEntries(
        Object.keys(each).map((name) => [name, `${name}${sentinel}`]),
      );
      const plan = await planWith({
        ...each,
        ...named,
        lines: [`lines${sentinel}`],
        name: "named",
      });
      const page = pageOf(redactPlan(plan), { unmanaged: false });
      expect(page).toContain("prompt/p");
      expect(page).not.toContain(sentinel);
      expect(JSON.stringify(redactPlan(plan))).not.toContain(sentinel);
    }),
    { numRuns: 5 },
  );
});
