// Which unmanaged resources belong to the project, so that prune may delete them.
import { expect, it } from "vitest";
import { historyOf, type HistoryTexts } from "../../fixtures/history.ts";
import {
  planLines,
  type PlanFixtureOptions,
  planOf,
  type RemoteResources,
} from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
} from "../../fixtures/responses.ts";

const evaluated = `${prompt}evaluations:\n  - { name: e, variables: { a: b }, assertions: [{ type: COST, targetThreshold: 1 }, { type: COST, targetThreshold: 2 }] }\n`;
const external = "kind: prompt\nname: Greet\nexternal: true\n";
const renamed = prompt.replace("name: Greet", "name: Q\nrenamedFrom: [Greet]");
const broken = "kind: [";

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

interface Setting extends PlanFixtureOptions {
  /** The definitions of the working tree; by default none. */
  readonly files?: string;
  /** What the service holds; by default the prompt. */
  readonly remote?: RemoteResources;
  readonly past?: Partial<HistoryTexts>;
}

type Row = [sentence: string, line: string[], plan: string[], setting?: Setting];

const rows: readonly Row[] = [
  ["a prompt that an older commit defined is deleted", ["", prompt], deleted],
  ["one that no commit defined stays", ["", tool], stays(never)],
  [
    "so does one that was edited on the service",
    ["", prompt.replace("gpt", "other")],
    stays(changed),
  ],
  [
    "in a shallow clone the reason says so",
    [""],
    stays(
      "not known to belong to this project: the clone is shallow: fetch-depth: 0 of actions/checkout, or git fetch --unshallow",
    ),
    { past: { end: "shallow" } },
  ],
  ["with its evaluation, a prompt is deleted", ["", evaluated], deleted, { remote }],
  [
    "an evaluation of others beneath it keeps it",
    ["", prompt],
    stays(
      "changed on the service: no commit in the history of HEAD defines its evaluation like this",
    ),
    { remote },
  ],
  [
    "what was handed over stays",
    ["", external, prompt],
    stays("the newest commit that defines it (c200000) declares it external"),
  ],
  ["what came back is deleted", ["", prompt, external, prompt], deleted],
  [
    "a commit that cannot be read may have handed it over",
    ["", broken, prompt],
    stays("the files in c200000 cannot be read exactly, and may declare it external"),
  ],
  [
    "an uncommitted removal is not enough",
    [prompt],
    stays("HEAD still defines it: commit its removal"),
  ],
  [
    "HEAD must be readable",
    [broken, prompt],
    stays("the files in c200000 cannot be read exactly, and may declare it external"),
  ],
  [
    "a renamed prompt's old name is pruned if something made it again",
    [renamed, prompt],
    deleted,
    { files: renamed, remote: { prompts: [p, promptResponse("q", { name: "Q" })] } },
  ],
  ["a scope that names it exactly needs no history", [""], deleted, { scope: ["prompt/Greet"] }],
  ["a pattern of the scope does not replace history", [""], stays(never), { scope: ["prompt/G*"] }],
  [
    "what keep lists stays",
    ["", prompt],
    stays("listed under keep in promptctl.yaml"),
    { keep: ["prompt/*"] },
  ],
  [
    "in CI a scope is needed",
    ["", prompt],
    stays("promptctl.yaml has no scope, and in CI prune needs one"),
    { lacksScope: true },
  ],
  [
    "what another project defines stays",
    ["", prompt],
    stays("the project billing defines it"),
    { past: { elsewhere: inBilling() } },
  ],
  [
    "what another project refers to stays",
    ["", prompt],
    stays("the project billing refers to it"),
    { past: { elsewhere: inBilling({ external: true }) } },
  ],
  [
    "a tool of the same name in another project is no prompt",
    ["", prompt],
    deleted,
    { past: { elsewhere: inBilling({ kind: "tool" }) } },
  ],
  [
    "another project that cannot be read may define it",
    ["", prompt],
    stays("the project billing has errors, so that it may define it"),
    { past: { elsewhere: inBilling({ kind: "", name: undefined }) } },
  ],
  [
    "an evaluation that an older commit defined is deleted",
    [`${prompt}evaluations: []\n`, evaluated],
    ["delete evaluation/Greet/id:e e"],
    { files: `${prompt}evaluations: []\n`, remote },
  ],
  [
    "one of others stays",
    [`${prompt}evaluations: []\n`],
    evaluation(never),
    { files: `${prompt}evaluations: []\n`, remote },
  ],
  [
    "one that lost an assertion stays",
    [`${prompt}evaluations: []\n`, evaluated],
    evaluation(
      "changed on the service, or left by an interrupted apply: no commit in the history of HEAD defines it like this",
    ),
    { files: `${prompt}evaluations: []\n`, remote: withoutAssertion },
  ],
  [
    "one that another project defines for its prompt stays",
    [`${prompt}evaluations: []\n`, evaluated],
    evaluation("the project billing defines it"),
    {
      files: `${prompt}evaluations: []\n`,
      remote,
      past: { elsewhere: inBilling({ external: true, childKinds: ["evaluation"] }) },
    },
  ],
  [
    "but not if another project defines evaluations of the prompt",
    [evaluated],
    [duplicateStays("the project billing defines it")],
    {
      files: evaluated,
      remote: duplicated,
      past: { elsewhere: inBilling({ external: true, childKinds: ["evaluation"] }) },
      prune: false,
    },
  ],
  [
    "which is not said if another project defines evaluations of the prompt",
    [evaluated],
    [duplicateStays("the project billing defines it")],
    {
      files: evaluated,
      remote: partlyDuplicated,
      past: { elsewhere: inBilling({ external: true, childKinds: ["evaluation"] }) },
      prune: false,
    },
  ],
  [
    "a scope that names its prompt exactly is enough",
    [`${prompt}evaluations: []\n`],
    ["delete evaluation/Greet/id:e e"],
    { files: `${prompt}evaluations: []\n`, remote, scope: ["prompt/Greet"] },
  ],
  [
    "without its committed removal it stays",
    [evaluated],
    evaluation("HEAD still defines it: commit its removal"),
    { files: `${prompt}evaluations: []\n`, remote },
  ],
];

it.each(rows)("%s", async (_sentence, line, expected, setting = {}) => {
  const { files = "", remote: held = { prompts: [p] }, past, ...options } = setting;
  const history = historyOf({ line, ...past });
  const plan = await planOf(files, held, { prune: true, history, ...options });
  expect(planLines(plan).filter((line) => !line.startsWith("refused"))).toEqual(expected);
});
