// Which unmanaged resources belong to the project, so that prune may delete them.
import { expect, it } from "vitest";
import { historyOf, type HistoryTexts } from "../../fixtures/history.ts";
import { planLines, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";

const evaluated = `${prompt}evaluations:\n  - { name: e, variables: { a: b }, assertions: [{ type: COST, targetThreshold: 1 }, { type: COST, targetThreshold: 2 }] }\n`;
const external = "kind: prompt\nname: Greet\nexternal: true\n";
const renamed = prompt.replace("name: Greet", "name: Q\nrenamedFrom: [Greet]");
const broken = "kind: [";
const other = "kind: tool\nname: other\ndescription: o\nparameters: {}\n";

const p = promptResponse("p");
const remote = {
  prompts: [p],
  evaluations: [evaluationResponse("e", "p", { variables: { a: "b" } })],
  assertions: [
    costResponse("a1", "e", { targetThreshold: 1 }),
    costResponse("a2", "e", { targetThreshold: 2 }),
  ],
};
const withoutAssertion = { ...remote, assertions: remote.assertions.slice(1) };
const never = "no commit in the history of HEAD defines it";
const changed = "changed on the service: no commit in the history of HEAD defines it like this";
const deleted = ["delete prompt/id:p p"];
const stays = (reason: string): string[] => [`unmanaged prompt Greet p: ${reason}`];
const evaluation = (reason: string): string[] => [`unmanaged evaluation prompt/Greet e: ${reason}`];

const partlyDuplicated = {
  ...remote,
  evaluations: [...remote.evaluations, evaluationResponse("f", "p", { variables: { a: "b" } })],
};
const duplicated = {
  ...partlyDuplicated,
  assertions: [
    ...remote.assertions,
    ...remote.assertions.map((each) => ({ ...each, id: `f${each["id"]}`, evaluationId: "f" })),
  ],
};
const duplicateStays = (reason: string): string =>
  `unmanaged evaluation prompt/Greet f: a duplicate of evaluation/Greet/e; ${reason}`;

type Elsewhere = NonNullable<HistoryTexts["elsewhere"]>;

/** What the project billing defines: the prompt Greet. */
const inBilling = (differences: Partial<Elsewhere[number]> = {}): Elsewhere => [
  {
    kind: "prompt",
    name: "Greet",
    project: "billing",
    external: false,
    childKinds: [],
    ...differences,
  },
];

type Row = readonly [
  sentence: string,
  history: HistoryTexts,
  files: string,
  remote: object,
  options: PlanFixtureOptions,
  plan: string[],
];

const rows: readonly Row[] = [
  [
    "a prompt that an older commit defined is deleted",
    { line: ["", prompt] },
    "",
    { prompts: [p] },
    {},
    deleted,
  ],
  [
    "also one that an older version of it equals",
    { line: ["", prompt.replace("gpt", "other"), prompt] },
    "",
    { prompts: [p] },
    {},
    deleted,
  ],
  [
    "one that no commit defined stays",
    { line: ["", tool] },
    "",
    { prompts: [p] },
    {},
    stays(never),
  ],
  [
    "so does one that was edited on the service",
    { line: ["", prompt.replace("gpt", "other")] },
    "",
    { prompts: [p] },
    {},
    stays(changed),
  ],
  [
    "in a shallow clone the reason says so",
    { line: [""], end: "shallow" },
    "",
    { prompts: [p] },
    {},
    stays(
      "not known to belong to this project: the clone is shallow: fetch-depth: 0 of actions/checkout, or git fetch --unshallow",
    ),
  ],
  ["with its evaluation, a prompt is deleted", { line: ["", evaluated] }, "", remote, {}, deleted],
  [
    "an evaluation of others beneath it keeps it",
    { line: ["", prompt] },
    "",
    remote,
    {},
    stays("no commit in the history of HEAD defines its evaluation like this"),
  ],
  [
    "so does an evaluation that lost an assertion",
    { line: ["", evaluated] },
    "",
    withoutAssertion,
    {},
    stays("no commit in the history of HEAD defines its evaluation like this"),
  ],
  [
    "an added assertion keeps it",
    { line: ["", evaluated.replace(", { type: COST, targetThreshold: 2 }", "")] },
    "",
    remote,
    {},
    stays("no commit in the history of HEAD defines its evaluation like this"),
  ],
  [
    "what was handed over stays",
    { line: ["", external, prompt] },
    "",
    { prompts: [p] },
    {},
    stays("the newest commit that defines it (c200000) declares it external"),
  ],
  [
    "what came back is deleted",
    { line: ["", prompt, external, prompt] },
    "",
    { prompts: [p] },
    {},
    deleted,
  ],
  [
    "a commit that cannot be read may have handed it over",
    { line: ["", broken, prompt] },
    "",
    { prompts: [p] },
    {},
    stays("the files in c200000 cannot be read exactly, and may declare it external"),
  ],
  [
    "a commit that cannot be read between two versions does not matter",
    { line: ["", prompt, broken, prompt] },
    "",
    { prompts: [p] },
    {},
    deleted,
  ],
  [
    "an uncommitted removal is not enough",
    { line: [prompt] },
    "",
    { prompts: [p] },
    {},
    stays("HEAD still defines it: commit its removal"),
  ],
  [
    "HEAD must be readable",
    { line: [broken, prompt] },
    "",
    { prompts: [p] },
    {},
    stays("the files in c200000 cannot be read exactly, and may declare it external"),
  ],
  [
    "a renamed prompt's old name is pruned if something made it again",
    { line: [renamed, prompt] },
    renamed,
    { prompts: [p, promptResponse("q", { name: "Q" })] },
    {},
    deleted,
  ],
  [
    "a scope that names it exactly needs no history",
    { line: [""] },
    "",
    { prompts: [p] },
    { scope: ["prompt/Greet"] },
    deleted,
  ],
  [
    "a pattern of the scope does not replace history",
    { line: [""] },
    "",
    { prompts: [p] },
    { scope: ["prompt/G*"] },
    stays(never),
  ],
  [
    "what keep lists stays",
    { line: ["", prompt] },
    "",
    { prompts: [p] },
    { keep: ["prompt/*"] },
    stays("listed under keep in promptctl.yaml"),
  ],
  [
    "in CI a scope is needed",
    { line: ["", prompt] },
    "",
    { prompts: [p] },
    { lacksScope: true },
    stays("promptctl.yaml has no scope, and in CI prune needs one"),
  ],
  [
    "what another project defines stays",
    {
      line: ["", prompt],
      elsewhere: inBilling(),
    },
    "",
    { prompts: [p] },
    {},
    stays("the project billing defines it"),
  ],
  [
    "what another project refers to stays",
    {
      line: ["", prompt],
      elsewhere: inBilling({ external: true }),
    },
    "",
    { prompts: [p] },
    {},
    stays("the project billing refers to it"),
  ],
  [
    "a tool of the same name in another project is no prompt",
    {
      line: ["", prompt],
      elsewhere: inBilling({ kind: "tool" }),
    },
    "",
    { prompts: [p] },
    {},
    deleted,
  ],
  [
    "another project that cannot be read may define it",
    {
      line: ["", prompt],
      elsewhere: inBilling({ kind: "", name: undefined }),
    },
    "",
    { prompts: [p] },
    {},
    stays("the project billing has errors, so that it may define it"),
  ],
  [
    "an evaluation that an older commit defined is deleted",
    { line: [`${prompt}evaluations: []\n`, evaluated] },
    `${prompt}evaluations: []\n`,
    remote,
    {},
    ["delete evaluation/Greet/id:e e"],
  ],
  [
    "one of others stays",
    { line: [`${prompt}evaluations: []\n`] },
    `${prompt}evaluations: []\n`,
    remote,
    {},
    evaluation(never),
  ],
  [
    "one that lost an assertion stays",
    { line: [`${prompt}evaluations: []\n`, evaluated] },
    `${prompt}evaluations: []\n`,
    withoutAssertion,
    {},
    evaluation(
      "changed on the service, or left by an interrupted apply: no commit in the history of HEAD defines it like this",
    ),
  ],
  [
    "one that another project defines for its prompt stays",
    {
      line: [`${prompt}evaluations: []\n`, evaluated],
      elsewhere: inBilling({ external: true, childKinds: ["evaluation"] }),
    },
    `${prompt}evaluations: []\n`,
    remote,
    {},
    evaluation("the project billing defines it"),
  ],
  [
    "a duplicate of an evaluation is deleted without prune",
    { line: [evaluated] },
    evaluated,
    duplicated,
    { prune: false },
    ["delete evaluation/Greet/id:f f"],
  ],
  [
    "but not if another project defines evaluations of the prompt",
    {
      line: [evaluated],
      elsewhere: inBilling({ external: true, childKinds: ["evaluation"] }),
    },
    evaluated,
    duplicated,
    { prune: false },
    [duplicateStays("the project billing defines it")],
  ],
  [
    "one without the assertions is deleted with prune only",
    { line: [evaluated] },
    evaluated,
    partlyDuplicated,
    { prune: false },
    [duplicateStays("apply --prune deletes it")],
  ],
  [
    "which is not said if another project defines evaluations of the prompt",
    { line: [evaluated], elsewhere: inBilling({ external: true, childKinds: ["evaluation"] }) },
    evaluated,
    partlyDuplicated,
    { prune: false },
    [duplicateStays("the project billing defines it")],
  ],
  [
    "nor if keep lists the prompt",
    { line: [evaluated] },
    evaluated,
    partlyDuplicated,
    { prune: false, keep: ["prompt/Greet"] },
    [duplicateStays("listed under keep in promptctl.yaml")],
  ],
  [
    "or if keep lists the prompt",
    { line: [evaluated] },
    evaluated,
    duplicated,
    { prune: false, keep: ["prompt/Greet"] },
    [duplicateStays("listed under keep in promptctl.yaml")],
  ],
  [
    "a scope that names its prompt exactly is enough",
    { line: [`${prompt}evaluations: []\n`] },
    `${prompt}evaluations: []\n`,
    remote,
    { scope: ["prompt/Greet"] },
    ["delete evaluation/Greet/id:e e"],
  ],
  [
    "without its committed removal it stays",
    { line: [evaluated] },
    `${prompt}evaluations: []\n`,
    remote,
    {},
    evaluation("HEAD still defines it: commit its removal"),
  ],
  [
    "a tool is deleted like a prompt",
    { line: ["", tool] },
    other,
    { tools: [toolResponse("t")] },
    {},
    ["create tool/other", "delete tool/id:t t"],
  ],
];

it.each(rows)("%s", async (_sentence, history, files, resources, options, expected) => {
  const plan = await planOf(files, resources, {
    prune: true,
    history: historyOf(history),
    ...options,
  });
  expect(planLines(plan).filter((line) => !line.startsWith("refused"))).toEqual(expected);
});

it("a prompt that is deleted with an evaluation of others holds no version", async () => {
  const foreign = evaluationResponse("f", "p", { variables: { a: "theirs" } });
  const line = ["", evaluated];
  const options = { prune: true, scope: ["prompt/Greet"], history: historyOf({ line }) };
  const heldWith = async (more: readonly (typeof foreign)[]): Promise<unknown> => {
    const evaluations = [...remote.evaluations, ...more];
    const { changes } = await planOf("", { ...remote, evaluations }, options);
    return changes.map((change) => [change.action, "held" in change && change.held?.type]);
  };
  expect(await heldWith([])).toEqual([["delete", "version"]]);
  expect(await heldWith([foreign])).toEqual([["delete", "none"]]);
});
