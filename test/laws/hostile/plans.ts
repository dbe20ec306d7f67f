// The text of plans: changes, details, texts that differ, what is unmanaged, notes.
import { definitions } from "./definitions.ts";
import type { Output } from "./matrix.ts";
import { sided, sorts, withWords } from "./texts.ts";
import {
  type Body,
  evaluation,
  listing,
  prompt,
  remotePrompt,
  remoteTool,
  sceneOf,
  seen,
  serviceWith,
  tool,
} from "./fixture.ts";

const approve = ["apply", "--auto-approve"];

/** The plan of definitions where the service has other ones. */
async function planned(
  before: readonly Body[],
  after: readonly Body[],
  ...words: readonly string[]
): Promise<string> {
  await using scene = sceneOf({ "prompts/x.yaml": before }, await serviceWith());
  await scene.run(approve);
  scene.write({ "prompts/x.yaml": after });
  return seen(await scene.run(["plan", ...words]));
}

export const plans: readonly Output[] = [
  {
    what: "a plan as Markdown",
    sorts,
    shows: [/- update `.*- \*\*delete\*\* .*```diff/s],
    ownLines: true, // what they could do there is for test/views/plan-markdown.test.ts to find
    print: async (texts) => {
      const described = (side: string): Body[] =>
        texts.map((text, index) =>
          prompt(`${text}${index}`, {
            messages: [{ role: "user", content: `first\n${sided(text, side)}` }],
          }),
        );
      await using scene = sceneOf({ "prompts/x.yaml": described("a") }, await serviceWith());
      await scene.run(approve);
      scene.write({ "prompts/x.yaml": described("b").slice(1) });
      return seen(await scene.run(["plan", "--prune", "--format", "markdown"]));
    },
  },
  {
    what: "a plan of new things",
    sorts,
    shows: [/\+ prompt\/.*\+ evaluation\/.*\+ assertion\/.*Plan: \d+ to create\./s],
    print: async (texts) => {
      await using scene = sceneOf({ "prompts/x.yaml": definitions(texts) });
      return seen(await scene.run(["plan"]));
    },
  },
  {
    what: "a plan with values that change",
    sorts,
    shows: [/parameters.* → .*Plan: \d+ to update/s],
    print: (texts) => {
      const described = (side: string): Body[] =>
        texts.flatMap((text, index) => [
          tool(`t${index}`, index, {
            parameters: {
              [text]: side,
              other: { [text]: sided(text.slice(0, 20), side) },
              one: side === "a" ? {} : { [text]: 1 },
              two: side === "a" ? { [text]: 1 } : {},
            },
          }),
          prompt(`${text}${index}`, {
            parameters: { provider: "OPENAI", name: sided(text.slice(0, 40), side) },
          }),
        ]);
      return planned(described("a"), described("b"));
    },
  },
  {
    what: "a plan with tools taken in and out",
    shows: [/tools +\+ .*Plan: \d+ to update/s],
    print: (texts) => {
      const tools = texts.map((text, index) => tool(`${text}${index}`, index));
      const using = (used: readonly Body[], other: readonly Body[]): Body[] => [
        ...tools,
        prompt("P", { tools: used.map(({ key }) => key) }),
        prompt("Q", { tools: other.map(({ key }) => key) }),
      ];
      return planned(using(tools, []), using([], tools));
    },
  },
  {
    what: "a plan with messages that come and go",
    shows: [/messages\[1\] +\+ .*messages\[1\] +- /s],
    print: (texts) => {
      const saying = (name: string, said: readonly string[]): Body =>
        prompt(name, {
          messages: ["first", ...said].map((content) => ({ role: "user", content })),
        });
      return planned([saying("P", []), saying("Q", texts)], [saying("P", texts), saying("Q", [])]);
    },
  },
  {
    what: "a plan with lines that change",
    shows: [/messages\[0\]\n.*@@ 1 @@\n +- .*\n.*\+ /s],
    print: (texts) => {
      const saying = (side: string): Body[] =>
        texts.map((text, index) =>
          prompt(`P${index}`, {
            messages: [{ role: "user", content: `${side}\n${sided(text, side)}\n` }],
          }),
        );
      return planned(saying("a"), saying("b"));
    },
  },
  {
    what: "a plan with lines beside those that change",
    shows: [/@@ 1 @@\n.*\n +- before\n +\+ after\n/],
    print: (texts) => {
      const saying = (last: string): Body[] =>
        texts.map((text, index) =>
          prompt(`P${index}`, {
            messages: [{ role: "user", content: `${text}\n${last}\n` }],
          }),
        );
      return planned(saying("before"), saying("after"));
    },
  },
  {
    what: "a plan that replaces",
    sorts: withWords,
    shows: [/\+\/- evaluation\/.*variables.*Plan: \d+ to replace/s],
    print: (texts) => {
      const evaluated = (value: string): Body[] =>
        texts.map((text, index) =>
          prompt(`${text}${index}`, {
            evaluations: [
              evaluation(text, {
                variables: { [text]: sided(text, value), [`${text}b`]: null },
                assertions: [{ type: "EXACT_MATCH", targetValue: text }],
              }),
            ],
          }),
        );
      return planned(evaluated("a"), evaluated("b"));
    },
  },
  {
    what: "a plan that deletes",
    sorts: withWords,
    shows: [/- prompt\/.* \(id:.*Plan: .*\d+ to delete/s],
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
      return planned([more, ...definitions(texts)], [less], ...flags);
    },
  },
  {
    what: "a list of what is unmanaged",
    shows: [/Unmanaged: .*\n {2}tool\/id|not defined in any file/s],
    print: async (texts) => {
      const fetch = listing({
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
      await using scene = sceneOf({ "prompts/x.yaml": project }, fetch);
      return seen(await scene.run(["plan", "--unmanaged"]), await scene.run(["plan"]));
    },
  },
  {
    what: "a list of what is still used",
    shows: [/still used by the prompt "/],
    print: async (texts) => {
      const tools = texts.map((text, index) => remoteTool(`${text}t${index}`, `${text}t${index}`));
      const prompts = texts.map((text, index) =>
        remotePrompt(`${text}p${index}`, `${text}p${index}`, { tools: [tools[index]] }),
      );
      const files = {
        "promptctl.yaml": "definitions: prompts\nscope: ['tool/*']\n",
        "prompts/x.yaml": [prompt("P")],
      };
      await using scene = sceneOf(files, listing({ tools, prompts }));
      return seen(await scene.run(["plan", "--unmanaged", "--prune", "--allow-mass-delete"]));
    },
  },
  {
    what: "a plan with fields that nobody knows",
    shows: [/Fields that this version of promptctl does not support.*prompt\//s],
    print: async (texts) => {
      const prompts = texts.map((text, index) =>
        remotePrompt(`p${index}`, `${text}${index}`, { [`${text}f`]: 1, messages: [] }),
      );
      const project = texts.map((text, index) => prompt(`${text}${index}`));
      await using scene = sceneOf({ "prompts/x.yaml": project }, listing({ prompts }));
      return seen(await scene.run(["plan"]));
    },
  },
  {
    what: "a note of a likely rename",
    shows: [/Note: prompt\/.* is new and similar to the prompt ".*renamedFrom: \[/s],
    print: async (texts) => {
      const said = (text: string, index: number): string =>
        `${index} is said here, long enough ${text.slice(0, 60)}`;
      const prompts = texts.map((text, index) =>
        remotePrompt(`${text}${index}`, `${text}${index}`, {
          messages: [{ role: "user", content: [{ type: "TEXT", text: said(text, index) }] }],
        }),
      );
      const project = texts.map((text, index) =>
        prompt(`${text}new${index}`, {
          messages: [{ role: "user", content: said(text, index) }],
        }),
      );
      await using scene = sceneOf({ "prompts/x.yaml": project }, listing({ prompts }));
      return seen(await scene.run(["plan"]));
    },
  },
  {
    what: "a note of a pin that pins nothing",
    sorts: withWords,
    shows: [/Note: promptctl\.yaml pins prompt\/.*, which is not defined in any file\./s],
    print: async (texts) => {
      const pins = Object.fromEntries(texts.map((text) => [`prompt/${text}`, text]));
      const files = {
        "promptctl.yaml": [
          { definitions: "prompts", pins: { "https://prompts.example.com": pins } },
        ],
        "prompts/x.yaml": [prompt("P")],
      };
      await using scene = sceneOf(files);
      return seen(await scene.run(["plan"]));
    },
  },
  {
    what: "a plan with text from a file",
    shows: [/messages\[0\] .*\.md\n/],
    sorts: ["characters", "anywhere", "forgeries"],
    print: async (texts) => {
      const project = (text: string, index: number): Body =>
        prompt(`P${index}`, {
          messages: [
            { role: "user", content: { file: `./x ${text.replaceAll(/[/\\]/g, "-")}.md` } },
          ],
        });
      const included = texts.map((text): [string, string] => [
        `prompts/x ${text.replaceAll(/[/\\]/g, "-")}.md`,
        "Good day\n",
      ]);
      const prompts = texts.map((_text, index) => remotePrompt(`p${index}`, `P${index}`));
      const files = { ...Object.fromEntries(included), "prompts/x.yaml": texts.map(project) };
      await using scene = sceneOf(files, listing({ prompts }));
      return seen(await scene.run(["plan"]));
    },
  },
];
