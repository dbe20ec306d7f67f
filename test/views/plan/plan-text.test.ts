// The plan as text: its sentences and line widths. laws/hostile has the escaped texts.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kinds } from "../../../src/kinds.ts";
import { consequences } from "../../../src/views/plan/plan-summary.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";
import { planText } from "../../../src/views/plan/plan-text.ts";
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

interface Drawing {
  readonly width?: number;
  readonly unmanaged?: boolean;
  readonly full?: boolean;
  readonly includedFrom?: readonly string[];
}

/** The text of a plan without its head line. */
async function drawn(
  texts: string,
  remote: RemoteResources,
  options: PlanFixtureOptions = {},
  drawing: Drawing = {},
): Promise<string> {
  const history = options.prune ? ownHistory : noHistory; // without history, nothing is pruned
  const text = planText(await planOf(texts, remote, { history, ...options }), {
    ...createScreen(false, drawing.width ?? 100),
    kinds,
    command: "plan",
    folder: "prompts",
    unmanaged: drawing.unmanaged ?? false,
    full: drawing.full ?? false,
    elsewhere: " with --full",
    includedFrom: () => drawing.includedFrom ?? [],
  });
  const [head, empty, ...rest] = text.split("\n");
  expect(head).toMatch(/^promptctl plan · \d+ definitions? in prompts · https:\/\/prompts\.test$/);
  expect(empty).toBe("");
  return rest.join("\n");
}

const greeting = (text: string): string =>
  prompt.replace("[]", `[{ role: user, content: ${JSON.stringify(text)} }]`);

describe("the plan as text", () => {
  it("sorts unmanaged and pruned resources by kind and name", async () => {
    const remote = {
      tools: [toolResponse("1", { name: "b" }), toolResponse("2", { name: "a" })],
      prompts: [promptResponse("3", { name: "d" }), promptResponse("4", { name: "c" })],
    };
    const listed = await drawn("", remote, {}, { unmanaged: true });
    const lines = ["tool/a (id:2)", "tool/b (id:1)", "prompt/c (id:4)", "prompt/d (id:3)"];
    expect(listed.match(/(?:tool|prompt)\/.*?\)/g)).toEqual(lines);
    const pruned = await drawn("", remote, { prune: true, allowMassDelete: true });
    expect(pruned.match(/(?:tool|prompt)\/.*?\)/g)).toEqual(lines);
  });

  it("without changes", async () => {
    expect(await drawn(tool, { tools: [toolResponse("t")] })).toBe(
      "No changes. 1 definition matches https://prompts.test.\n",
    );
  });

  it("names the resource on the service where the key of the definition is another", async () => {
    const texts = `key: s2\n${prompt}---\nkey: k\n${tool}`;
    const text = await drawn(texts, {
      prompts: [promptResponse("p", { messages: [textMessage("a")] })],
    });
    expect(text).toMatch(/^ {3}\+ tool\/k +description: "d"\n {6}name on the service: "look"$/m);
    expect(text).toMatch(/^ {3}~ prompt\/s2 +deploys .*\n {6}name on the service: "Greet"$/m);
  });

  it("creates, with a note for deploys", async () => {
    expect(await drawn([tool, `${prompt}tools: [look]\n`].join("---\n"), {})).toBe(`\
   + tool/look     description: "d"
   + prompt/Greet  deploys   model: "gpt" · tools: "look"

Plan: 2 to create.
`);
  });

  it.each<[width: number, line: string]>([
    [
      110,
      'model: "gpt" · tools: "look_up_order", "look_up_customer", "refund_order" and 1 more · messages: 1',
    ],
    [
      100,
      'model: "gpt" · tools: "look_up_order", "look_up_customer", "refund_order" and 1 more · …',
    ],
    [
      99,
      'model: "gpt" · tools: "look_up_order", "look_up_customer", "refund_order" and 1 more · …',
    ],
    [80, 'model: "gpt" · tools: …'],
  ])(
    "at %i characters, the main fields of a new prompt are whole, or a label",
    async (width, line) => {
      const names = ["look_up_order", "look_up_customer", "refund_order", "cancel_the_whole_order"];
      const tools = names.map((name) => tool.replace("look", name));
      const longName = greeting("a").replace("Greet", "Greet each customer politely, and by name");
      const texts = [...tools, `${longName}tools: [${names.join(", ")}]\n`].join("---\n");
      const lines = (await drawn(texts, {}, {}, { width })).split("\n");
      expect(lines.filter((each) => each.includes("model:"))).toEqual([`      ${line}`]);
    },
  );

  it("a field, and a text line by line with its file", async () => {
    const remote = { prompts: [promptResponse("p", { messages: [textMessage("a\nb\nc\nd\n")] })] };
    const texts = greeting("a\nb\nx\nd\n").replace("gpt", "gpt-2");
    expect(await drawn(texts, remote, {}, { includedFrom: ["prompts/hi.md"] })).toBe(`\
  ! prompt/Greet changes its model: gpt → gpt-2 (their prices are not known)

   ~ prompt/Greet  deploys   parameters.name  "gpt" → "gpt-2"
      messages[0]  "c" → "x"  prompts/hi.md
        @@ 2 @@
          b
        - c
        + x
          d

Plan: 1 to update.
`);
  });

  it("a set of references", async () => {
    const texts = [tool, tool.replace("look", "add"), `${prompt}tools: [add]\n`].join("---\n");
    const tools = [toolResponse("t"), toolResponse("u", { name: "add" })];
    expect(
      await drawn(texts, { tools, prompts: [promptResponse("p", { tools: [tools[0]!] })] }),
    ).toContain("   ~ prompt/Greet  deploys   tools  + add  - look\n");
  });

  it("a message in the middle is one added item", async () => {
    const remote = {
      prompts: [promptResponse("p", { messages: [textMessage("a"), textMessage("c")] })],
    };
    const texts = prompt.replace(
      "[]",
      "[{ role: user, content: a }, { role: user, content: b }, { role: user, content: c }]",
    );
    expect(await drawn(texts, remote, {}, { width: 160 })).toContain(
      '  deploys   messages[1]  + {"role":"user","content":[{"type":"TEXT","text":"b"}]}\n\nPlan: 1 to update.\n',
    );
  });

  it("a replace, with its children and the reason", async () => {
    const texts = `${prompt}evaluations:\n  - { name: e, variables: { a: b }, assertions: [{ type: COST, targetThreshold: 1 }] }\n`;
    const remote = {
      prompts: [promptResponse("p")],
      evaluations: [evaluationResponse("x", "p", { variables: { a: "b" }, weight: 0.5 })],
      assertions: [costResponse("a", "x")],
    };
    expect(await drawn(texts, remote)).toBe(`\
  ! evaluation/Greet/e changed its test: weight 0.5 → 1

 +/- evaluation/Greet/e  replaced with its 1 assertion   weight  0.5 → 1

The service cannot update evaluations: a replace creates a new one, then deletes the old one.

Plan: 1 to replace, 1 unchanged.
`);
  });

  it("a delete, with its name, its id and its children", async () => {
    const remote = {
      tools: [toolResponse("t")],
      prompts: [promptResponse("p")],
      evaluations: [evaluationResponse("x", "p")],
      assertions: [costResponse("a", "x"), costResponse("b", "x")],
    };
    expect(await drawn(tool, remote, { prune: true })).toBe(`\
  ! deletes 1 prompt with 1 evaluation: prompt/Greet
  ! deletes 1 prompt although the service does not report who wrote it last: prompt/Greet

   - prompt/Greet (id:p)  with 1 evaluation, 2 assertions   model: "gpt"

Plan: 1 to delete, 1 unchanged.
`);
  });

  it("unmanaged resources are counted, and listed with --unmanaged", async () => {
    const remote = {
      tools: [toolResponse("t"), toolResponse("u", { name: "other" })],
      prompts: [promptResponse("p")],
    };
    expect(await drawn(tool, remote)).toContain(
      "Unmanaged: 1 tool, 1 prompt (to list: --unmanaged)\n",
    );
    expect(await drawn(tool, remote, {}, { unmanaged: true })).toContain(
      "Unmanaged: 1 tool, 1 prompt\n  tool/other (id:u)  not defined in any file\n  prompt/Greet (id:p)  not defined in any file\n",
    );
  });

  it("duplicates are listed with the command that deletes them, also if nothing changes", async () => {
    const tools = ["t1", "t2", "t3"].map((id) => toolResponse(id));
    expect(await drawn(tool, { tools })).toBe(`\
Duplicates: 2 tools
  tool/look (id:t2)  a duplicate of tool/look; apply --prune deletes it
  tool/look (id:t3)  a duplicate of tool/look; apply --prune deletes it

No changes. 1 definition matches https://prompts.test.
`);
  });

  it("duplicates: what else --prune deletes is named, and what it does not delete", async () => {
    const remote = {
      tools: [toolResponse("t1"), toolResponse("t2"), toolResponse("t3", { name: "other" })],
    };
    expect(await drawn(tool, remote)).toContain(`\
Duplicates: 1 tool
  tool/look (id:t2)  a duplicate of tool/look; apply --prune deletes it
  --prune also deletes other unmanaged resources. To see which: promptctl plan --prune

Unmanaged: 1 tool (to list: --unmanaged)
`);
    expect(await drawn(tool, remote, { scope: ["prompt/*"] })).toContain(`\
Duplicates: 1 tool
  tool/look (id:t2)  a duplicate of tool/look; outside the scope of promptctl.yaml
`);
  });

  it("many duplicates are counted, and listed with --unmanaged", async () => {
    const tools = Array.from({ length: 14 }, (_item, index) => toolResponse(`t${index + 10}`));
    const text = await drawn(tool, { tools });
    expect(text).toContain("Duplicates: 13 tools\n");
    expect(text).toContain("  and 3 more (to list: --unmanaged)\n");
    expect(text.match(/a duplicate of/g)).toHaveLength(10);
    const all = await drawn(tool, { tools }, {}, { unmanaged: true });
    expect(all.match(/a duplicate of/g)).toHaveLength(13);
  });

  it("refusals, notes and unsupported fields", async () => {
    const remote = { tools: [toolResponse("t", { owner: "me" })] };
    const texts = `${tool.replace(": d", ": e")}---\nkind: tool\nname: gone\nexternal: true\n`;
    expect(await drawn(texts, remote, { notes: ["prune: true is ignored."] })).toBe(`\
   ~ tool/look  description  "d" → "e"

Fields that this version of promptctl does not support; updating these resources may remove them:
  tool/look: /owner

Note: prune: true is ignored.

Refused: tool/gone is external, but the service has no tool named "gone".
  Create it on the service first, or remove external: true so that promptctl creates it.

Plan: 1 to update. Apply refuses this plan for 1 reason.
`);
  });
});

describe("no edit is hidden", () => {
  it("values that do not fit on a line are compared line by line", async () => {
    const list = (item: string): string =>
      JSON.stringify({ enum: [...Array.from({ length: 9 }, (_, i) => `value number ${i}`), item] });
    const texts = tool.replace("{}", list("the new last value"));
    const remote = {
      tools: [
        toolResponse("t", { parameters: JSON.parse(list("the old last value")) as JsonObject }),
      ],
    };
    expect(await drawn(texts, remote)).toBe(`\
  ! tool/look is less strict: parameters.enum − "the old last value" + "the new last value"

   ~ tool/look  parameters.enum
          - "value number 8"
        - - "the [-old-] last value"
        + - "the {+new+} last value"

Plan: 1 to update.
`);
  });

  it("an edit in the middle of a long line is shown", async () => {
    const long = (word: string): string => `${"start ".repeat(60)}${word}${" end".repeat(60)}`;
    const remote = { prompts: [promptResponse("p", { messages: [textMessage(long("cats"))] })] };
    const text = await drawn(greeting(long("dogs")), remote);
    expect(text).toMatch(/^ {8}- ….*start start \[-cats-\] end end.*…$/m);
    expect(text).toMatch(/^ {8}\+ ….*start start \{\+dogs\+\} end end.*…$/m);
  });

  it("a changed assertion of a replaced evaluation is shown", async () => {
    const assertions =
      "[{ type: LATENCY, targetThreshold: 9 }, { type: COST, targetThreshold: 2 }, { type: COST, targetThreshold: 7 }]";
    const texts = `${prompt}evaluations:\n  - { name: e, variables: { a: b }, assertions: ${assertions} }\n`;
    const remote = {
      prompts: [promptResponse("p")],
      evaluations: [evaluationResponse("x", "p", { variables: { a: "b" }, weight: 0.5 })],
      assertions: [costResponse("a", "x", { targetThreshold: 7 }), costResponse("b", "x")],
    };
    const text = await drawn(texts, remote, {}, { width: 140 });
    expect(text).toContain("   weight  0.5 → 1\n");
    expect(text).toContain('{"type":"COST","targetThreshold":2,"weight":1}');
    expect(text).not.toContain('"targetThreshold":7');
  });
});

describe("deletes come first", () => {
  it("before updates and creates", async () => {
    const texts = [tool.replace("look", "new"), greeting("hi")].join("---\n");
    const remote = { tools: [toolResponse("t")], prompts: [promptResponse("p")] };
    const text = await drawn(texts, remote, { prune: true, allowMassDelete: true });
    expect(text.match(/^ {1,3}(?:[-+~]|\+\/-) \S+/gm)).toEqual([
      "   - tool/look",
      "   + tool/new",
      "   ~ prompt/Greet",
    ]);
  });

  it.each<[string, string, RemoteResources]>([
    ["", tool, {}],
    [" This deploys 1 prompt.", prompt, {}],
    [
      " This deletes 2 prompts and deploys 1.",
      greeting("hi"),
      { prompts: ["p", "q", "r"].map((id) => promptResponse(id, id === "p" ? {} : { name: id })) },
    ],
    [
      " This deletes 1 tool and 1 prompt, and deploys 1 prompt.",
      greeting("hi"),
      {
        tools: [toolResponse("t")],
        prompts: [promptResponse("p"), promptResponse("q", { name: "q" })],
      },
    ],
  ])("the question names what is deleted and deployed:%s", async (sentence, texts, remote) => {
    const plan = await planOf(texts, remote, { prune: true, allowMassDelete: true });
    expect(consequences(plan, kinds)).toBe(sentence);
  });

  it("the question names a kind again after a part with several, whichever comes first", async () => {
    const remote = {
      tools: [toolResponse("t")],
      prompts: [promptResponse("p"), promptResponse("q", { name: "q" })],
    };
    const plan = await planOf(greeting("hi"), remote, { prune: true, allowMassDelete: true });
    const changes = plan.changes.toReversed();
    expect(consequences({ ...plan, changes }, kinds)).toBe(
      " This deletes 1 tool and 1 prompt, and deploys 1 prompt.",
    );
  });
});

describe("--full", () => {
  it("shows the content of a created resource", async () => {
    const text = await drawn([tool, greeting("a\nb\n")].join("---\n"), {}, {}, { full: true });
    expect(text).toContain(`\
   + tool/look
      + name: "look"
      + description: "d"
      + parameters: {}
`);
    expect(text).toContain(`\
      + messages:
      +   - role: "user"
      +     content:
      +       - type: "TEXT"
      +         text: |
      +           a
      +           b
`);
  });

  it("shows the content of a deleted resource with its children", async () => {
    const remote = {
      tools: [toolResponse("t")],
      prompts: [promptResponse("p", { tools: [toolResponse("t")] })],
      evaluations: [evaluationResponse("x", "p", { variables: { a: "b" } })],
      assertions: [costResponse("a", "x")],
    };
    const text = await drawn(tool, remote, { prune: true }, { full: true });
    expect(text).toContain('      - tools: ["look"]\n');
    expect(text).toContain(`\
      - evaluations:
      -   - variables:
      -       a: "b"
      -     appendedMessages: []
      -     weight: 1
      -     threshold: 1
      -     assertions:
      -       - type: "COST"
      -         targetThreshold: 1
      -         weight: 1
`);
  });

  it("shows all lines and long names; without it, the omitted lines are counted", async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `line ${index}\n`).join("");
    const name = `"${"n".repeat(200)}"`;
    const texts = greeting(lines).replace("Greet", name);
    const remote = {
      prompts: [promptResponse("p", { name: "n".repeat(200), messages: [textMessage("x\n")] })],
    };
    const short = await drawn(texts, remote);
    expect(short).toContain("        (52 more lines with --full)\n");
    expect(short).not.toContain("line 149");
    const full = await drawn(texts, remote, {}, { full: true });
    expect(full).toContain("        + line 149\n");
    expect(full).toContain(`   ~ prompt/${"n".repeat(200)}`);
  });
});

it("without --full, the main fields of created and deleted resources are shown", async () => {
  const many = Array.from({ length: 6 }, (_, index) =>
    tool.replace("look", `tool_number_${index}`),
  );
  const user = `${greeting("hi")}tools: [${many.map((_none, index) => `tool_number_${index}`).join(", ")}]\n`;
  const evaluated = `${user}evaluations:\n  - name: e\n    variables: { ticket: ${"word ".repeat(20)}}\n    assertions: [{ type: CONTAINS_ALL, targetValues: [a, b] }]\n`;
  const text = await drawn([...many, evaluated].join("---\n"), {}, {}, { width: 120 });
  expect(text).toContain(
    '      model: "gpt" · tools: "tool_number_0", "tool_number_1", "tool_number_2" and 3 more · messages: 1\n',
  );
});

it.each([60, 80])("lines of fields and titles are no wider than %i", async (width) => {
  const wide = "w".repeat(400);
  const texts = [
    prompt.replace("Greet", wide),
    tool.replace("{}", `{ ${"k".repeat(100)}: ${wide}, list: [{ a: ${wide} }] }`),
  ].join("---\n");
  const remote = {
    tools: [toolResponse("t", { parameters: { list: [] } })],
    prompts: [promptResponse("p", { name: `${wide}x` })],
  };
  const text = await drawn(texts, remote, { prune: true }, { width });
  const whole = /^( {2}! |Note: | {8}[-+] )/; // hints to copy, and new texts
  const lines = text.split("\n").filter((line) => !whole.test(line));
  expect(lines.filter((line) => [...line].length > width)).toEqual([]);
});
