// Matching of tools and prompts: by name, by earlier name, external resources, unknown values.
import { expect, it } from "vitest";
import {
  costResponse,
  evaluationResponse,
  modelSettings,
  prompt,
  promptResponse,
  textMessage,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { checkPlan, type PlanRow as Row, pins } from "../../fixtures/plan-rows.ts";

const namedPrompt = (name: string): string =>
  prompt.replace(/^name: .*$/m, `name: ${JSON.stringify(name)}`);

const rows: readonly Row[] = [
  ["the name decides", tool, { tools: [toolResponse("t1")] }, []],
  [
    "names are exact",
    tool,
    { tools: [toolResponse("t1", { name: "looks" })] },
    ["create tool/look", "unmanaged tool looks t1: not defined in any file"],
  ],
  ...(
    [
      ["case", "Look", "look"],
      ["blanks at the end", "Look ", "Look"],
      ["blanks between words", "Look  up", "Look up"],
      ["a composed character", "Cafe\u0301", "Caf\u00e9"],
      ["a full-width form", "Ｌｏｏｋ", "Look"],
      ["a cut inside a word", "Look up orders", "Look up or"],
      ["a cut after a word", "Look up orders", "Look up"],
    ] as const
  ).map(([what, name, stored]): Row => [
    `a name that differs from an unmatched one in ${what} is refused`,
    namedPrompt(name),
    { prompts: [promptResponse("p1", { name: stored })] },
    [`refused similar-name prompt/${name}`],
    { prune: true },
  ]),
  [
    "a shorter name with evaluations is another name",
    namedPrompt("Look up orders"),
    {
      prompts: [promptResponse("p1", { name: "Look up or" })],
      evaluations: [evaluationResponse("e1", "p1")],
    },
    ["create prompt/Look up orders", "delete prompt/id:p1 p1"],
    { prune: true },
  ],
  [
    "a shorter name with other content is another name",
    namedPrompt("Look up orders"),
    { prompts: [promptResponse("p1", { name: "Look up or", messages: [textMessage("Hi")] })] },
    ["create prompt/Look up orders", "unmanaged prompt Look up or p1: not defined in any file"],
  ],
  [
    "a service with a longer name does not cut names",
    namedPrompt("Look up orders"),
    {
      prompts: [
        promptResponse("p1", { name: "Look up or" }),
        promptResponse("p2", { name: "Another long name" }),
      ],
    },
    [
      "create prompt/Look up orders",
      "unmanaged prompt Another long name p2: not defined in any file",
      "unmanaged prompt Look up or p1: not defined in any file",
    ],
  ],
  [
    "renamedFrom renames a resource with a similar name",
    `${namedPrompt("Look")}renamedFrom: [look]\n`,
    { prompts: [promptResponse("p1", { name: "look" })] },
    ["update prompt/Look p1"],
  ],
  [
    "external is matched by name and never written",
    `${tool.replace(": d", ": other")}external: true\n`,
    { tools: [toolResponse("t1")] },
    [],
    { prune: true },
  ],
  [
    "external and absent is refused",
    "kind: tool\nname: look\nexternal: true\n",
    {},
    ["refused external-absent tool/look"],
  ],
  [
    "external and ambiguous is refused, equal or not",
    "kind: tool\nname: look\nexternal: true\n",
    { tools: [toolResponse("t1"), toolResponse("t2")] },
    ["refused ambiguous-name tool/look"],
  ],
  [
    "evaluations under an external prompt are managed",
    "kind: prompt\nname: Greet\nexternal: true\nevaluations: [{ name: e }]\n",
    { prompts: [promptResponse("p")] },
    ["create evaluation/Greet/e"],
  ],
  ...[false, true].map((crossed): Row => {
    const [first, second] = crossed ? ["t2", "t1"] : ["t1", "t2"];
    const [kept, other] = crossed ? ["p2", "p1"] : ["p1", "p2"];
    return [
      `prompts of two applies at once, each with its own copy of a tool, are duplicates: ${kept} stays`,
      `${tool}---\n${prompt}tools: [look]\n`,
      {
        tools: [toolResponse("t1"), toolResponse("t2")],
        prompts: [
          promptResponse("p1", { tools: [toolResponse(first!)] }),
          promptResponse("p2", { tools: [toolResponse(second!)] }),
        ],
      },
      ["delete tool/id:t2 t2", `delete prompt/id:${other} ${other}`],
      { prune: true },
    ];
  }),
  [
    "of equal prompts, the one with evaluations is the definition, also where no file has any",
    prompt,
    {
      prompts: [promptResponse("p1"), promptResponse("p2")],
      evaluations: [evaluationResponse("e1", "p2")],
    },
    [
      "unmanaged prompt Greet p1: a duplicate of prompt/Greet; apply --prune deletes it",
      "unmanaged evaluation prompt/Greet e1: the files say nothing about the evaluations of its prompt; with evaluations: [] there, --prune deletes them",
    ],
  ],
  [
    "prompts of one name that differ in more than copies of a tool are ambiguous",
    `${tool}---\n${prompt}tools: [look]\n`,
    {
      tools: [toolResponse("t1"), toolResponse("t2")],
      prompts: [
        promptResponse("p1", { tools: [toolResponse("t1")] }),
        promptResponse("p2", { tools: [toolResponse("t2")], messages: [textMessage("Hi")] }),
      ],
    },
    [
      "refused ambiguous-name prompt/Greet",
      "unmanaged tool look t2: a duplicate of tool/look; apply --prune deletes it",
    ],
  ],
  [
    "an earlier name renames in place",
    `${tool}renamedFrom: old\n`,
    { tools: [toolResponse("t1", { name: "old" })] },
    ["update tool/look t1"],
  ],
  [
    "the name comes before an earlier name",
    `${tool}renamedFrom: old\n`,
    { tools: [toolResponse("t1", { name: "old" }), toolResponse("t2")] },
    ["unmanaged tool old t1: not defined in any file"],
  ],
  [
    "an earlier name of a pinned resource is ignored",
    [`${tool}renamedFrom: old\n`, tool.replace("look", "other")].join("---\n"),
    { tools: [toolResponse("t1", { name: "old" })] },
    ["create tool/look", "update tool/other t1"],
    pins({ "tool/other": "t1" }),
  ],
  [
    "an earlier name that another definition has does not count where that one is pinned elsewhere either",
    [`${tool}renamedFrom: old\n`, tool.replace("look", "old")].join("---\n"),
    { tools: [toolResponse("t1", { name: "old" }), toolResponse("t2", { name: "x" })] },
    ["create tool/look", "update tool/old t2", "unmanaged tool old t1: not defined in any file"],
    pins({ "tool/old": "t2" }),
  ],
  [
    "several earlier names that are there are refused",
    `${tool}renamedFrom: [old, older]\n`,
    { tools: [toolResponse("t1", { name: "old" }), toolResponse("t2", { name: "older" })] },
    [
      "refused ambiguous-rename tool/look",
      "unmanaged tool old t1: not defined in any file",
      "unmanaged tool older t2: not defined in any file",
    ],
  ],
  [
    "one earlier name that two definitions have is refused",
    [`${tool}renamedFrom: old\n`, `${tool.replace("look", "add")}renamedFrom: old\n`].join("---\n"),
    { tools: [toolResponse("t1", { name: "old" })] },
    ["refused ambiguous-rename tool/add, tool/look"],
  ],
  [
    "a prompt of an unknown provider that would change is refused",
    prompt,
    { prompts: [promptResponse("p", { parameters: { ...modelSettings, provider: "NEWER" } })] },
    ["refused not-understood prompt/Greet"],
  ],
  [
    "so is one with a block of an unknown type",
    prompt,
    {
      prompts: [
        promptResponse("p", {
          messages: [{ role: "user", content: [{ type: "AUDIO", data: "x" }] }],
        }),
      ],
    },
    ["refused not-understood prompt/Greet"],
  ],
  [
    "unmanaged resources are deleted with --prune, children with their prompt",
    tool,
    {
      tools: [toolResponse("t1"), toolResponse("t2", { name: "x" })],
      prompts: [promptResponse("p", { tools: [toolResponse("t2", { name: "x" })] })],
      evaluations: [evaluationResponse("e", "p")],
      assertions: [costResponse("a", "e")],
    },
    ["delete tool/id:t2 t2", "delete prompt/id:p p"],
    { prune: true },
  ],
  [
    "what is outside the scope stays",
    tool,
    {
      tools: [toolResponse("t1"), toolResponse("t2", { name: "x" })],
      prompts: [promptResponse("p")],
    },
    ["delete prompt/id:p p", "unmanaged tool x t2: outside the scope of promptctl.yaml"],
    { prune: true, scope: ["prompt/G*"] },
  ],
];

it.each(rows)("%s", checkPlan);

it("the refusal of a similar name shows both names and what to write", async () => {
  const remote = { prompts: [promptResponse("p1", { name: "Caf\u00e9" })] };
  const { refusals } = await planOf(namedPrompt("Cafe\u0301"), remote);
  expect(refusals.map(({ message, hint }) => [message, hint])).toEqual([
    [
      'The service has no prompt named "Cafe\u0301" ("e\u0301" is U+0065 U+0301), but one named "Caf\u00e9" ("\u00e9" is U+00E9) (p1). A service that changes names as it stores them would get one more prompt with each apply.',
      [
        "If p1 is prompt/Cafe\u0301, write its name into the definition:",
        'name: "Caf\\u00E9"',
        'or rename it: renamedFrom: ["Caf\\u00E9"]',
        "If it is another prompt, define it too, with external: true.",
      ].join("\n"),
    ],
  ]);
});
