// The plan as Markdown: its text for reviewers, the effect of hostile texts, and the size limit.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskSecrets } from "../../../src/engine/text/secrets.ts";
import { redactPlan } from "../../../src/engine/review/redact.ts";
import type { Plan } from "../../../src/engine/model/plan.ts";
import { kinds } from "../../../src/kinds.ts";
import { unlimited, type SizeLimit } from "../../../src/views/text/markdown.ts";
import { planMarkdown } from "../../../src/views/plan/plan-markdown.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  textMessage,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { noHistory, ownHistory } from "../../fixtures/history.ts";
import { type RemoteResources, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";
import { defaultAndSyntax, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { readPage, sentinel } from "../inert.ts";
import { propertySettings } from "../../fixtures/property-settings.ts";

interface PageOptions {
  readonly limit?: SizeLimit;
  readonly unmanaged?: boolean;
  readonly includedFrom?: readonly string[];
  readonly elsewhere?: string;
  readonly full?: boolean;
}

function renderPage(plan: Plan, options: PageOptions = {}): string {
  return planMarkdown(plan, {
    kinds,
    heading: "promptctl plan",
    folder: "prompts/",
    unmanaged: options.unmanaged ?? false,
    full: options.full ?? false,
    elsewhere: options.elsewhere ?? "",
    mask: maskSecrets,
    limit: options.limit ?? unlimited,
    includedFrom: () => options.includedFrom ?? [],
  });
}

/** The page of a plan without its heading. */
async function contentOf(
  texts: string,
  remote: RemoteResources,
  fixture: PlanFixtureOptions = {},
  options: PageOptions = {},
): Promise<string> {
  const history = fixture.prune ? ownHistory : noHistory; // without history, nothing is pruned
  const page = renderPage(await planOf(texts, remote, { history, ...fixture }), options);
  const [heading, ...rest] = page.split("\n\n");
  expect(heading).toBe("### promptctl plan");
  return rest.join("\n\n");
}

const greeting = (text: string): string =>
  prompt.replace("[]", `[{ role: user, content: ${JSON.stringify(text)} }]`);

describe("a page shows", () => {
  it("a plan without changes", async () => {
    expect(await contentOf(tool, { tools: [toolResponse("t")] })).toBe(
      "**No changes.** 1 definition matches the service.\n\n1 definition in `prompts/` · `https://prompts.test`\n",
    );
  });

  it("fields, texts with their files, references, deletions with their child resources", async () => {
    const remote: RemoteResources = {
      tools: [toolResponse("t"), toolResponse("u", { name: "old" })],
      prompts: [
        promptResponse("p", {
          tools: [toolResponse("u", { name: "old" })],
          messages: [textMessage("a\nb\nc\nd\n")],
        }),
        promptResponse("q", { name: "Bye" }),
      ],
      evaluations: [evaluationResponse("x", "q")],
      assertions: [costResponse("a", "x")],
    };
    const texts = `${tool}---\n${greeting("a\nb\nx\nd\n").replace("gpt", "gpt-2")}tools: [look]\n`;
    const options = { prune: true, allowMassDelete: true };
    expect(await contentOf(texts, remote, options, { includedFrom: ["prompts/hi.md"] })).toBe(`\
**Plan: 1 to update, 2 to delete, 1 unchanged.** This deletes 1 tool and 1 prompt, and deploys 1 prompt.

2 definitions in \`prompts/\` · \`https://prompts.test\`

- ⚠️ deletes 1 tool and 1 prompt with 1 evaluation: \`tool/old\`, \`prompt/Bye\`
- ⚠️ deletes 1 tool and 1 prompt although the service does not report who wrote them last: \`tool/old\`, \`prompt/Bye\`
- ⚠️ \`prompt/Greet\` changes its model: \`gpt → gpt-2\` (their prices are not known)

- **delete** \`tool/old (id:u)\` · \`description: "d"\`
- **delete** \`prompt/Bye (id:q)\` · with 1 evaluation, 1 assertion · \`model: "gpt"\`
- update \`prompt/Greet\` · **deploys** · \`parameters.name\`: \`"gpt"\` → \`"gpt-2"\` · \`tools\`: added \`look\`, removed \`old (id:u)\` · \`messages[0]\`: \`"c"\` → \`"x"\` from \`prompts/hi.md\`

<details><summary>Details of 1 change</summary>

#### \`prompt/Greet\`

- \`parameters.name\`: \`"gpt"\` → \`"gpt-2"\`

- \`tools\`: added \`look\`, removed \`old (id:u)\`

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

  it("a replace with its reason", async () => {
    const texts = `${prompt}evaluations:\n  - { name: e, variables: { a: b }, assertions: [{ type: COST, targetThreshold: 1 }] }\n`;
    const remote = {
      prompts: [promptResponse("p")],
      evaluations: [evaluationResponse("x", "p", { variables: { a: "b" }, weight: 0.5 })],
      assertions: [costResponse("a", "x")],
    };
    const page = await contentOf(texts, remote);
    expect(page).toContain(
      "- replace `evaluation/Greet/e` · replaced with its 1 assertion · `weight`: `0.5` → `1`\n",
    );
    expect(page).toContain(
      "\nThe service cannot update evaluations: a replace creates a new one, then deletes the old one.\n",
    );
  });

  it("refusals with their hints, fields that may be removed, notes and unmanaged resources", async () => {
    const remote = {
      tools: [toolResponse("t", { owner: "me" })],
      prompts: [promptResponse("p")],
    };
    const texts = `${tool.replace(": d", ": e")}---\nkind: tool\nname: gone\nexternal: true\n`;
    const page = await contentOf(
      texts,
      remote,
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

- update \`tool/look\` · \`description\`: \`"d"\` → \`"e"\`

Unmanaged: 1 prompt.

- \`prompt/Greet (id:p)\` · \`not defined in any file\`

Fields that this version of promptctl does not support; updating these resources may remove them:

\`\`\`text
tool/look: /owner
\`\`\`

\`\`\`text
Note: prune: true is ignored.
\`\`\`
`);
  });

  it("a mask for a text that looks like a secret, applied before the text is cut", async () => {
    const secret = `AKIA${"IOSFODNN7EXAMPLE"}`;
    const long = `${"a ".repeat(95)}${secret}${" b".repeat(95)}`;
    const remote = {
      tools: [toolResponse("t", { parameters: { x: secret, y: [long] } })],
      prompts: [promptResponse("p", { messages: [textMessage(`a\n${secret}\n`)] })],
    };
    const page = await contentOf(`${tool}---\n${greeting(`a\nb\n`)}`, remote);
    expect(page).toContain("- ********************");
    expect(page).not.toMatch(/AKIA|EXAMPLE/);
  });
});

describe("masks and marks", () => {
  const secret = `AKIA${"IOSFODNN7EXAMPLE"}`;
  const change = async (before: string, after: string, full = false): Promise<string> => {
    const remote = { prompts: [promptResponse("p", { messages: [textMessage(before)] })] };
    return renderPage(await planOf(greeting(after), remote), { full });
  };

  it("a secret is masked before its changed part is marked", async () => {
    const token = (end: string): string => ["sk", "ant", "a1b2".repeat(5), end].join("-");
    const page = await change(`Key ${token("old1")}, old.\n`, `Key ${token("new1")}, new.\n`);
    expect(page).toContain(`+ Key ${"*".repeat(32)}, {+new+}.`);
    expect(page).not.toMatch(/a1b2|old1|new1/);
  });

  it("a change that only a mask covers is still named", async () => {
    const page = await change(`Key ${secret}\n`, `Key ${secret.replace("IOS", "SOI")}\n`);
    expect(page).toContain("· `messages[0]`: changed only in what is masked\n");
  });

  it("with `full`, the content of created and deleted resources, masked", async () => {
    const remote = { prompts: [promptResponse("p", { messages: [textMessage(secret)] })] };
    const plan = await planOf(tool, remote, { prune: true, allowMassDelete: true });
    const page = renderPage(plan, { full: true });
    expect(page).toContain('#### `tool/look`\n\n```diff\n+ name: "look"\n+ description: "d"\n');
    expect(page).toContain(`-         text: "${"*".repeat(20)}"`);
  });
});

describe("400 different edits are one line, and a folded list with each", () => {
  const count = 400;
  const names = Array.from({ length: count }, (_, index) => `tool_${index}`);
  const many = names
    .map((name, index) =>
      tool.replace("look", name).replace(": d", `: ${index} ${"word ".repeat(40)}`),
    )
    .join("---\n");
  const remote = { tools: names.map((name, index) => toolResponse(`t${index}`, { name })) };

  it.each([
    [3000, "the number of the others"],
    [20_000, "all names"],
    [64_000, "all names"],
    [200_000, "all edits"],
  ])("within %i characters: %s", async (max, shows) => {
    const plan = await planOf(many, remote, { history: noHistory });
    const page = renderPage(plan, {
      limit: { max, size: (text) => text.length },
      elsewhere: " in the summary",
    });
    expect(page.length).toBeLessThanOrEqual(max);
    expect(page).toContain(`**Plan: ${count} to update.**`);
    expect(page).toContain(`- update **${count} tools** · \`description\`: ${count} edits, +`);
    expect(page).toContain(
      `<details><summary>${count} tools to update: description (… is unchanged text)</summary>`,
    );
    const edits = page.match(/^@@ tool\/tool_\d+ @@$/gm)?.length ?? 0;
    const left = count - edits;
    expect(left === 0).toBe(shows === "all edits");
    if (left > 0)
      expect(page).toContain(
        `And the details of ${left} changes in the summary: ${left} tools to update`,
      );
    if (shows === "all names")
      expect(names.filter((name) => !page.includes(`tool/${name}`))).toEqual([]);
    expect(readPage(page).flaws).toEqual([]);
  });

  it("300 edited prompts fit into a comment", async () => {
    const prompts = names.slice(0, 300).map((name) => {
      const rules = Array.from(
        { length: 8 },
        (_, rule) => `${rule}. A rule of ${name} that is long.`,
      );
      return {
        name: `Prompt ${name}`,
        before: rules.join("\n"),
        after: rules.join("\n").replace("3. A", `3. An ${name}`),
      };
    });
    const texts = prompts.map((each) => greeting(`${each.after}\n`).replace("Greet", each.name));
    const plan = await planOf(
      texts.join("---\n"),
      {
        prompts: prompts.map(({ name, before }) =>
          promptResponse(name, { name, messages: [textMessage(`${before}\n`)] }),
        ),
      },
      { history: noHistory },
    );
    const page = renderPage(plan, { includedFrom: ["prompts/texts/one-of-them.md"] });
    expect(page.length).toBeLessThan(60_000);
    for (const { name } of prompts)
      expect(page).toContain(`@@ prompt/${name} @@\n  messages[0]  prompts/`);
    expect(page.match(/^\+ 3\. \{\+An tool_\d+\+\} rule/gm)).toHaveLength(300);
  });
});

/** Texts with a meaning in Markdown, in HTML or on GitHub, and texts that break their parsers. */
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
  ...hostileTexts(...defaultAndSyntax),
];

const parts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...fragments) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
  ),
  { minLength: 1, maxLength: 5 },
);

/** Fragments and random characters, with the sentinel between them and usually around them. */
const hostile = fc
  .tuple(parts, fc.constantFrom(sentinel, sentinel, ""))
  .map(([texts, end]) => `${end}${texts.join(sentinel)}${end}`.replaceAll("\0", "") || "a");

const planTexts = fc.record({
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

type PlanTexts = typeof planTexts extends fc.Arbitrary<infer Value> ? Value : never;

/** A plan with these texts in all fields that have a text. */
async function planWith(texts: PlanTexts, isPromoted = false): Promise<Plan> {
  const yaml = (value: unknown): string => JSON.stringify(value);
  const parameters = { provider: "OPENAI", name: texts.after };
  const definitions = [
    {
      kind: "tool",
      key: texts.name,
      name: "t",
      description: texts.after,
      parameters: { [texts.key]: texts.after, list: [texts.value] },
    },
    { kind: "tool", key: `${texts.name}2`, name: "made", description: texts.after, parameters: {} },
    { kind: "tool", key: `${texts.name}3`, name: "gone", external: true },
    {
      kind: "prompt",
      key: "p",
      name: texts.name,
      tools: [`${texts.name}2`],
      parameters,
      messages: [texts.after, ...texts.lines].map((content) => ({ role: "user", content })),
    },
    { kind: "prompt", key: "q", name: `${texts.name}4`, parameters, messages: [] },
  ];
  const remote: RemoteResources = {
    tools: [
      toolResponse("t", {
        name: "t",
        description: texts.before,
        parameters: { [texts.key]: texts.before, list: [] },
        [texts.key]: 1,
      }),
      toolResponse("gone", { name: texts.old }),
    ],
    prompts: [
      promptResponse("p", {
        name: texts.name,
        tools: [toolResponse("gone", { name: texts.old })],
        messages: [
          textMessage(texts.before),
          ...texts.lines.toReversed().map((text) => textMessage(`${text}\n${texts.value}`)),
        ],
      }),
      promptResponse("q1", { name: `${texts.name}4` }),
      promptResponse("q2", { name: `${texts.name}4`, messages: [textMessage(texts.old)] }),
    ],
    evaluations: [evaluationResponse("e", "gone", { variables: { [texts.key]: texts.value } })],
  };
  return planOf(definitions.map(yaml).join("\n---\n"), remote, {
    prune: true,
    notes: [texts.note],
    ...(isPromoted && { upstream: { remote } }),
  });
}

it("hostile texts have no effect in any field, and the page is within the limit", async () => {
  await fc.assert(
    fc.asyncProperty(planTexts, fc.integer({ min: 20_000, max: 70_000 }), async (texts, max) => {
      const plan = await planWith(texts);
      expect([plan.changes.length > 2, plan.refusals.length > 1]).toEqual([true, true]);
      const options = { includedFrom: [texts.path], unmanaged: true };
      const whole = readPage(renderPage(plan, options));
      expect(whole.flaws).toEqual([]);
      expect(whole.code.split(sentinel).length).toBeGreaterThan(20);
      const limit = { max, size: (text: string) => Buffer.byteLength(text) };
      const page = renderPage(plan, { ...options, limit });
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(max);
      expect(readPage(page).flaws).toEqual([]);
      expect(readPage(page).prose).toContain("Plan: ");
    }),
    propertySettings(150),
  );
});

it("a redacted plan shows only names from files, also of what waits", async () => {
  await fc.assert(
    fc.asyncProperty(planTexts, fc.boolean(), async (texts, isPromoted) => {
      const named = Object.fromEntries(
        Object.keys(texts).map((name) => [name, `${name}${sentinel}`]),
      );
      const all = { ...texts, ...named, lines: [`lines${sentinel}`], name: "named" };
      const plan = await planWith(all, isPromoted);
      expect(plan.promotion?.heldBack.length ?? 2).toBeGreaterThan(1);
      const page = renderPage(redactPlan(plan), { unmanaged: false });
      expect(page).toContain("prompt/p");
      expect(page).not.toContain(sentinel);
      expect(JSON.stringify(redactPlan(plan))).not.toContain(sentinel);
    }),
    { numRuns: 5 },
  );
});
