// Outputs of plan: changes, details, text diffs, unmanaged resources and notes.
import { hostileDefinitions } from "../hostile-definitions.ts";
import type { OutputCase } from "../check-outputs.ts";
import { withLineSuffix, allCategories, defaultAndSyntax } from "../hostile-texts.ts";
import {
  type Body,
  evaluation,
  readOnlyService,
  prompt,
  remotePrompt,
  remoteTool,
  createFixture,
  embeddedService,
  tool,
  withMessage,
} from "../fixture.ts";

const approve = ["apply", "--auto-approve"];

/** Returns the output of plan after the definitions changed from `before` to `after`. */
async function planChange(
  before: readonly Body[],
  after: readonly Body[],
  ...flags: readonly string[]
): Promise<string> {
  await using fixture = createFixture({ "prompts/x.yaml": before }, await embeddedService());
  fixture.commit();
  await fixture.run(approve);
  fixture.write({ "prompts/x.yaml": after });
  fixture.commit();
  return await fixture.show(["plan", ...flags], ["plan", "--full", ...flags]);
}

export const planOutputs: readonly OutputCase[] = [
  {
    title: "a plan as Markdown",
    categories: allCategories,
    patterns: [/- \*\*delete\*\* .*- update \*\*\d+ prompts\*\* .*```diff/s],
    allowsOwnLines: true, // test/views/plan/plan-markdown.test.ts checks what lines can do in Markdown
    print: async (texts) => {
      const described = (side: string): Body[] =>
        texts.map((text, index) =>
          prompt(`${text}${index}`, withMessage(`first\n${withLineSuffix(text, side)}`)),
        );
      await using fixture = createFixture(
        { "prompts/x.yaml": described("a") },
        await embeddedService(),
      );
      fixture.commit();
      await fixture.run(approve);
      fixture.write({ "prompts/x.yaml": described("b").slice(1) });
      fixture.commit();
      return await fixture.show(["plan", "--prune", "--format", "markdown"]);
    },
  },
  {
    title: "a plan that creates",
    categories: allCategories,
    patterns: [/\+ prompt\/.*\+ evaluation\/.*\+ assertion\/.*Plan: \d+ to create\./s],
    print: async (texts) => {
      await using fixture = createFixture({ "prompts/x.yaml": hostileDefinitions(texts) });
      return await fixture.show(["plan"], ["plan", "--full"]);
    },
  },
  {
    title: "a plan with changed values",
    categories: allCategories,
    patterns: [/parameters.* → .*Plan: \d+ to update/s],
    print: (texts) => {
      const described = (side: string): Body[] =>
        texts.flatMap((text, index) => [
          tool(`t${index}`, index, {
            parameters: {
              [text]: side,
              other: { [text]: withLineSuffix(text.slice(0, 20), side) },
              one: side === "a" ? {} : { [text]: 1 },
              two: side === "a" ? { [text]: 1 } : {},
            },
          }),
          prompt(`${text}${index}`, {
            parameters: { provider: "OPENAI", name: withLineSuffix(text.slice(0, 40), side) },
          }),
        ]);
      return planChange(described("a"), described("b"));
    },
  },
  {
    title: "a plan with added and removed tools",
    patterns: [/tools +\+ .*Plan: \d+ to update/s],
    print: (texts) => {
      const tools = texts.map((text, index) => tool(`${text}${index}`, index));
      const using = (used: readonly Body[], other: readonly Body[]): Body[] => [
        ...tools,
        prompt("P", { tools: used.map(({ key }) => key) }),
        prompt("Q", { tools: other.map(({ key }) => key) }),
      ];
      return planChange(using(tools, []), using([], tools));
    },
  },
  {
    title: "a plan with added and removed messages",
    patterns: [/messages\[1\]\s+\+ .*messages\[1\]\s+- /s],
    print: (texts) => {
      const withMessages = (name: string, contents: readonly string[]): Body =>
        prompt(name, {
          messages: ["first", ...contents].map((content) => ({ role: "user", content })),
        });
      return planChange(
        [withMessages("P", []), withMessages("Q", texts)],
        [withMessages("P", texts), withMessages("Q", [])],
      );
    },
  },
  {
    title: "a plan with changed lines",
    patterns: [/messages\[0\] {2}\+\d+ -\d+\n.*@@ 1 @@\n +- .*\n.*\+ /s],
    print: (texts) => {
      const saying = (side: string): Body[] =>
        texts.map((text, index) =>
          prompt(`P${index}`, withMessage(`${side}\n${withLineSuffix(text, side)}\n`)),
        );
      return planChange(saying("a"), saying("b"));
    },
  },
  {
    title: "a plan with context lines of a diff",
    patterns: [/@@ 1 @@\n.*\n +- before\n +\+ after\n/],
    print: (texts) => {
      const saying = (last: string): Body[] =>
        texts.map((text, index) => prompt(`P${index}`, withMessage(`${text}\n${last}\n`)));
      return planChange(saying("before"), saying("after"));
    },
  },
  {
    title: "a plan that replaces",
    categories: defaultAndSyntax,
    patterns: [/\+\/- evaluation\/.*variables.*Plan: \d+ to replace/s],
    print: (texts) => {
      const evaluated = (value: string): Body[] =>
        texts.map((text, index) =>
          prompt(`${text}${index}`, {
            evaluations: [
              evaluation(text, {
                variables: { [text]: withLineSuffix(text, value), [`${text}b`]: null },
                assertions: [{ type: "EXACT_MATCH", targetValue: text }],
              }),
            ],
          }),
        );
      return planChange(evaluated("a"), evaluated("b"));
    },
  },
  {
    title: "a plan that deletes",
    categories: defaultAndSyntax,
    patterns: [/- prompt\/.* \(id:.*Plan: .*\d+ to delete/s],
    print: (texts) => {
      const less = prompt("P", {
        evaluations: [evaluation("e", { assertions: [] }), evaluation("f", { weight: 0.5 })],
      });
      const more = prompt("P", {
        evaluations: [
          evaluation("e", {
            assertions: texts.map((targetValue) => ({ type: "EXACT_MATCH", targetValue })),
          }),
          evaluation("f", { weight: 0.5, appendedMessages: [] }),
          ...texts.map((text, index) =>
            evaluation(`${text}${index}`, { variables: { [text]: text } }),
          ),
        ],
      });
      const flags = ["--prune", "--allow-mass-delete"];
      return planChange([more, ...hostileDefinitions(texts)], [less], ...flags);
    },
  },
  {
    title: "a list of unmanaged resources",
    patterns: [/Unmanaged: .*\n {2}tool\/id|not defined in any file/s],
    print: async (texts) => {
      const fetch = readOnlyService({
        tools: texts.map((text, index) => remoteTool(`${text}t${index}`, `${text}${index}`)),
        prompts: [
          remotePrompt("p", "P"),
          ...texts.map((text, index) => remotePrompt(`${text}p${index}`, `${text}${index}`)),
        ],
        evaluations: texts.map((text, index) => ({
          id: `${text}e${index}`,
          promptId: "p",
          variables: { [text]: text },
          appendedMessages: [],
        })),
      });
      const project = [prompt("P", { evaluations: [evaluation("e")] })];
      await using fixture = createFixture({ "prompts/x.yaml": project }, fetch);
      return await fixture.show(["plan", "--unmanaged"], ["plan"]);
    },
  },
  {
    title: "a list of resources that are still used",
    patterns: [/still used by the prompt "/],
    print: async (texts) => {
      const tools = texts.map((text, index) => remoteTool(`${text}t${index}`, `${text}t${index}`));
      const prompts = texts.map((text, index) =>
        remotePrompt(`${text}p${index}`, `${text}p${index}`, { tools: [tools[index]] }),
      );
      const files = {
        "promptctl.yaml": "definitions: prompts\nscope: ['tool/*']\n",
        "prompts/x.yaml": [prompt("P")],
      };
      await using fixture = createFixture(files, readOnlyService({ tools, prompts }));
      return await fixture.show(["plan", "--unmanaged", "--prune", "--allow-mass-delete"]);
    },
  },
  {
    title: "a plan with unsupported fields",
    patterns: [/Fields that this version of promptctl does not support.*prompt\//s],
    print: async (texts) => {
      const prompts = texts.map((text, index) =>
        remotePrompt(`p${index}`, `${text}${index}`, { [`${text}f`]: 1, messages: [] }),
      );
      const project = texts.map((text, index) => prompt(`${text}${index}`));
      await using fixture = createFixture(
        { "prompts/x.yaml": project },
        readOnlyService({ prompts }),
      );
      return await fixture.show(["plan"]);
    },
  },
  {
    title: "an alert about a likely rename",
    patterns: [/! prompt\/.* is new and similar to ".*renamedFrom: \[/s],
    print: async (texts) => {
      const content = (text: string, index: number): string =>
        `${index} is a message, long enough ${text.slice(0, 60)}`;
      const prompts = texts.map((text, index) =>
        remotePrompt(`${text}${index}`, `${text}${index}`, {
          messages: [{ role: "user", content: [{ type: "TEXT", text: content(text, index) }] }],
        }),
      );
      const project = texts.map((text, index) =>
        prompt(`${text}new${index}`, withMessage(content(text, index))),
      );
      await using fixture = createFixture(
        { "prompts/x.yaml": project },
        readOnlyService({ prompts }),
      );
      return await fixture.show(["plan", "--full"]);
    },
  },
  {
    title: "a note of changes on the service",
    patterns: [
      /! overwrites \d+ prompts? that w\w+ changed on the service; .*promptctl pull --branch hotfix --target /s,
    ],
    print: async (texts) => {
      const outputs: string[] = [];
      for (let from = 0; from < texts.length; from += 5) {
        const five = texts.slice(from, from + 5).map((text, index) => `${text}${index}`); // all are named
        const messages = [{ role: "user", content: [{ type: "TEXT", text: "held" }] }];
        const prompts = five.map((name, index) => remotePrompt(`p${index}`, name, { messages }));
        const files = { "prompts/x.yaml": five.map((name) => prompt(name)) };
        await using fixture = createFixture(files, readOnlyService({ prompts }));
        fixture.commitAfter({});
        outputs.push(await fixture.show(["plan"]));
      }
      return outputs.join("\n");
    },
  },
  {
    title: "a note of a pin without a definition",
    categories: defaultAndSyntax,
    patterns: [/Note: promptctl\.yaml pins prompt\/.*, which is not defined in any file\./s],
    print: async (texts) => {
      const pins = Object.fromEntries(texts.map((text) => [`prompt/${text}`, text]));
      const files = {
        "promptctl.yaml": [
          { definitions: "prompts", pins: { "https://prompts.example.com": pins } },
        ],
        "prompts/x.yaml": [prompt("P")],
      };
      await using fixture = createFixture(files);
      return await fixture.show(["plan"]);
    },
  },
  {
    title: "a plan with text from a file",
    patterns: [/messages\[0\] .*\.md\n/],
    categories: ["controlCharacters", "inlineCommands", "forgedLines"],
    print: async (texts) => {
      const project = (text: string, index: number): Body =>
        prompt(`P${index}`, withMessage({ file: `./x ${text.replaceAll(/[/\\]/g, "-")}.md` }));
      const included = texts.map((text): [string, string] => [
        `prompts/x ${text.replaceAll(/[/\\]/g, "-")}.md`,
        "Good day\n",
      ]);
      const prompts = texts.map((_text, index) => remotePrompt(`p${index}`, `P${index}`));
      const files = { ...Object.fromEntries(included), "prompts/x.yaml": texts.map(project) };
      await using fixture = createFixture(files, readOnlyService({ prompts }));
      return await fixture.show(["plan"], ["plan", "--full"]);
    },
  },
];
