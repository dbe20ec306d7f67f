// Alerts about a created resource that is similar to a remote resource with another name.
import { describe, expect, it } from "vitest";
import { modelSettings, promptResponse, toolResponse } from "../../fixtures/responses.ts";
import { historyOf, missingHistory, noHistory } from "../../fixtures/history.ts";
import {
  alertLines,
  type PlanFixtureOptions,
  planOf,
  type RemoteResources,
} from "../../fixtures/in-memory.ts";

const long = "You triage support tickets of a shop that sells lamps.";
const promptText = (name: string, ...lines: string[]): string =>
  `kind: prompt
name: ${name}
tools: []
parameters: { provider: ANTHROPIC, name: m }
messages:
  - role: system
    content: |
${lines.map((line) => `      ${line}\n`).join("")}`;
const answerOf = (
  id: string,
  name: string,
  ...lines: string[]
): ReturnType<typeof promptResponse> =>
  promptResponse(id, {
    name,
    messages: [
      {
        role: "system",
        content: [{ type: "TEXT", text: lines.map((each) => `${each}\n`).join("") }],
      },
    ],
  });

const looks = (address: string, name: string, id = ""): string =>
  `rename: ${address} is new and similar to "${name}"${id}, which no file defines. If it was renamed, add renamedFrom: ["${name}"] to ${address}; otherwise "${name}" stays on the service.`;

const old = { prompts: [answerOf("p", "Old", long)] };

const rows: readonly [string, string, notes: string[], remote?: RemoteResources][] = [
  ["the same text under another name", promptText("New", long), [looks("prompt/New", "Old")]],
  [
    "most of a long text",
    promptText("New", long, "You never promise a refund to anybody.", "A line that is new."),
    [looks("prompt/New", "Old")],
    { prompts: [answerOf("p", "Old", long, "You never promise a refund to anybody.")] },
  ],
  [
    "one sentence of a text of one line changed",
    promptText("New", `${long} You answer in one paragraph. You never promise a refund.`),
    [looks("prompt/New", "Old")],
    {
      prompts: [
        answerOf("p", "Old", `${long} You answer in two paragraphs. You never promise a refund.`),
      ],
    },
  ],
  [
    "no note for a small part of a long text",
    promptText(
      "New",
      long,
      ...[1, 2, 3].map((each) => `Another long line, number ${each} of three.`),
    ),
    [],
  ],
  [
    "no note for equal settings and another short text",
    promptText("New", "Hello"),
    [],
    { prompts: [promptResponse("p", { name: "Old", parameters: modelSettings })] },
  ],
  [
    "a tool of equal content",
    "kind: tool\nname: new_tool\ndescription: d\nparameters: {}\n",
    [looks("tool/new_tool", "old_tool")],
    { tools: [toolResponse("t", { name: "old_tool" })] },
  ],
  [
    "two similar prompts: the more similar one, and each prompt once",
    `${promptText("A", long, "You answer in French, always and to everybody.")}---\n${promptText("B", long)}`,
    [looks("prompt/B", "Old")],
  ],
  [
    "no note for a prompt that another definition has",
    `${promptText("Old", long)}---\n${promptText("New", long)}`,
    [],
  ],
  [
    "no note for a prompt with renamedFrom",
    promptText("New", long).replace("name: New", "name: New\nrenamedFrom: [Old]"),
    [],
  ],
];

describe("an alert about a probable rename:", () => {
  it.each(rows)("%s", async (_name, texts, alerts, remote = old) => {
    expect(alertLines(await planOf(texts, remote), "rename")).toEqual(alerts);
  });

  it("the note says if the plan deletes the old resource", async () => {
    const plan = await planOf(promptText("New", long), old, { prune: true });
    expect(alertLines(plan)).toEqual([
      "delete: deletes 1 prompt: prompt/Old",
      "delete: deletes 1 prompt although the service does not report who wrote it last: prompt/Old",
      looks("prompt/New", "Old")
        .replace("no file defines", "this plan deletes")
        .replace("stays on the service", "is deleted"),
    ]);
  });

  it("the id is shown if several unmanaged resources have the name", async () => {
    const twins = { prompts: [...old.prompts, answerOf("q", "Old", "Another text.")] };
    expect(alertLines(await planOf(promptText("New", long), twins), "rename")).toEqual([
      looks("prompt/New", "Old", " (p)"),
    ]);
  });

  it("no note for a create that is not in the plan", async () => {
    const texts = `${promptText("New", long)}---\nkind: tool\nname: t\ndescription: d\nparameters: {}\n`;
    expect((await planOf(texts, old, { target: ["tool/t"] })).notes).toEqual([]);
  });
});

describe("an alert about a name that was probably reused:", () => {
  const another = "You write poems about the sea for children.";
  const reused = `${promptText("New", long)}---\n${promptText("Old", another)}`;
  const alert =
    'rename: prompt/New is new and similar to "Old" (p), which gets another text as prompt/Old. If it was renamed, applications that call that id get the wrong text: apply the rename with renamedFrom: ["Old"] first, without prompt/Old.';
  const gitless = {
    history: missingHistory("no-repository", "the project is in no git repository"),
  };

  it.each<[string, string, PlanFixtureOptions, string[]]>([
    ["without git", reused, gitless, [alert]],
    ["with --no-history", reused, { history: noHistory }, [alert]],
    [
      "with both in one commit",
      reused,
      { history: historyOf({ line: [reused, promptText("Old", long)] }) },
      [alert],
    ],
    [
      "not if the new one is a copy of a prompt with a small edit",
      `${promptText("New", long, another)}---\n${promptText("Old", long, "Be brief.")}`,
      gitless,
      [],
    ],
    [
      "not where git knows the rename, which is refused",
      reused,
      {
        history: historyOf({
          line: [
            reused,
            promptText("New", long).replace("name: New", "name: New\nrenamedFrom: [Old]"),
            promptText("Old", long),
          ],
        }),
      },
      [],
    ],
  ])("%s", async (_sentence, texts, options, alerts) => {
    expect(alertLines(await planOf(texts, old, options), "rename")).toEqual(alerts);
  });
});
