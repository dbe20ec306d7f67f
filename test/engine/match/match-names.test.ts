// Matching of tools and prompts: by name, by earlier name, external resources, unknown values.
import { expect, it } from "vitest";
import {
  costResponse,
  evaluationResponse,
  modelSettings,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import {
  baseUrl,
  type RemoteResources,
  planLines,
  type PlanFixtureOptions,
  planOf,
} from "../../fixtures/in-memory.ts";

const pins = (each: { readonly [address: string]: string }): PlanFixtureOptions => ({
  pins: { [baseUrl]: each },
});

type Row = readonly [
  sentence: string,
  texts: string,
  remote: RemoteResources,
  options: PlanFixtureOptions,
  ...plan: string[],
];

const rows: readonly Row[] = [
  ["the name decides", tool, { tools: [toolResponse("t1")] }, {}],
  [
    "names are exact",
    tool,
    { tools: [toolResponse("t1", { name: "Look" })] },
    {},
    "create tool/look",
    "unmanaged tool Look t1: not defined in any file",
  ],
  [
    "external is matched by name and never written",
    `${tool.replace(": d", ": other")}external: true\n`,
    { tools: [toolResponse("t1")] },
    { prune: true },
  ],
  [
    "external and absent is refused",
    "kind: tool\nname: look\nexternal: true\n",
    {},
    {},
    "refused external-absent tool/look",
  ],
  [
    "external and ambiguous is refused, equal or not",
    "kind: tool\nname: look\nexternal: true\n",
    { tools: [toolResponse("t1"), toolResponse("t2")] },
    {},
    "refused ambiguous-name tool/look",
  ],
  [
    "evaluations under an external prompt are managed",
    "kind: prompt\nname: Greet\nexternal: true\nevaluations: [{ name: e }]\n",
    { prompts: [promptResponse("p")] },
    {},
    "create evaluation/Greet/e",
  ],
  [
    "an earlier name renames in place",
    `${tool}renamedFrom: old\n`,
    { tools: [toolResponse("t1", { name: "old" })] },
    {},
    "update tool/look t1",
  ],
  [
    "the name comes before an earlier name",
    `${tool}renamedFrom: old\n`,
    { tools: [toolResponse("t1", { name: "old" }), toolResponse("t2")] },
    {},
    "unmanaged tool old t1: not defined in any file",
  ],
  [
    "an earlier name that another definition has does not count",
    [`${tool}renamedFrom: old\n`, tool.replace("look", "old")].join("---\n"),
    { tools: [toolResponse("t1", { name: "old" })] },
    {},
    "create tool/look",
  ],
  [
    "an earlier name of a pinned resource is ignored",
    [`${tool}renamedFrom: old\n`, tool.replace("look", "other")].join("---\n"),
    { tools: [toolResponse("t1", { name: "old" })] },
    pins({ "tool/other": "t1" }),
    "create tool/look",
    "update tool/other t1",
  ],
  [
    "an earlier name that another definition has does not count where that one is pinned elsewhere either",
    [`${tool}renamedFrom: old\n`, tool.replace("look", "old")].join("---\n"),
    { tools: [toolResponse("t1", { name: "old" }), toolResponse("t2", { name: "x" })] },
    pins({ "tool/old": "t2" }),
    "create tool/look",
    "update tool/old t2",
    "unmanaged tool old t1: not defined in any file",
  ],
  [
    "several earlier names that are there are refused",
    `${tool}renamedFrom: [old, older]\n`,
    { tools: [toolResponse("t1", { name: "old" }), toolResponse("t2", { name: "older" })] },
    {},
    "refused ambiguous-rename tool/look",
    "unmanaged tool old t1: not defined in any file",
    "unmanaged tool older t2: not defined in any file",
  ],
  [
    "one earlier name that two definitions have is refused",
    [`${tool}renamedFrom: old\n`, `${tool.replace("look", "add")}renamedFrom: old\n`].join("---\n"),
    { tools: [toolResponse("t1", { name: "old" })] },
    {},
    "refused ambiguous-rename tool/add, tool/look",
  ],
  [
    "an external prompt of an unknown provider is kept",
    "kind: prompt\nname: Greet\nexternal: true\n",
    { prompts: [promptResponse("p", { parameters: { ...modelSettings, provider: "GOOGLE" } })] },
    {},
  ],
  [
    "a prompt of an unknown provider that would change is refused",
    prompt,
    { prompts: [promptResponse("p", { parameters: { ...modelSettings, provider: "GOOGLE" } })] },
    {},
    "refused not-understood prompt/Greet",
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
    {},
    "refused not-understood prompt/Greet",
  ],
  [
    "an unknown provider of an unmanaged prompt is ignored",
    tool,
    {
      tools: [toolResponse("t1")],
      prompts: [promptResponse("p", { parameters: { ...modelSettings, provider: "GOOGLE" } })],
    },
    {},
    "unmanaged prompt Greet p: not defined in any file",
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
    { prune: true },
    "delete tool/id:t2 t2",
    "delete prompt/id:p p",
  ],
  [
    "what is outside the scope stays",
    tool,
    {
      tools: [toolResponse("t1"), toolResponse("t2", { name: "x" })],
      prompts: [promptResponse("p")],
    },
    { prune: true, scope: ["prompt/G*"] },
    "delete prompt/id:p p",
    "unmanaged tool x t2: outside the scope of promptctl.yaml",
  ],
];

for (const [sentence, texts, remote, options, ...expected] of rows)
  it(sentence, async () => {
    expect(planLines(await planOf(texts, remote, options))).toEqual(expected);
  });
