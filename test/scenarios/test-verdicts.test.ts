// The words and the exit code of promptctl test in every format, for every way in which a run can end.
// Each row runs the command once, with scripted replies.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { TestResult } from "../../src/generated/types.ts";
import { type CliResult } from "../cli/fake-host.ts";
import { runHere } from "../cli/run-here.ts";
import { attributeOf, findElements, words } from "../fixtures/html.ts";
import { type Loopback, loopback } from "../io/loopback.ts";
import { gitEnv, repositoryOf } from "../io/repository.ts";

interface Prompt {
  readonly text?: string;
  readonly temperature?: number;
  /** The names of the evaluations. */
  readonly evaluations?: readonly string[];
  readonly weight?: number;
  /** Whether the evaluations forbid "no" in place of requiring "yes". */
  readonly negate?: boolean;
}

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `case ${index + 1}`);

/** A prompt whose evaluations pass with the reply "yes". */
function promptFile({ text = "New.", temperature, evaluations, ...assertion }: Prompt): string {
  const { weight = 1, negate = false } = assertion;
  return JSON.stringify({
    kind: "prompt",
    name: "Support",
    parameters: {
      provider: "OPENAI",
      name: "gpt-5.4-mini",
      ...(temperature !== undefined && { temperature }),
    },
    messages: [
      { role: "system", content: text },
      { role: "user", content: "{{question}}" },
    ],
    evaluations: (evaluations ?? names(3)).map((name) => ({
      name,
      variables: { question: name },
      assertions: [{ type: "CONTAINS_ANY", targetValues: [negate ? "no" : "yes"], negate, weight }],
    })),
  });
}

interface Reply {
  readonly evaluation?: string;
  readonly side?: "head" | "base";
  readonly trial?: number;
  readonly text?: string;
  readonly stopReason?: string;
  readonly error?: string;
}

const first = "evaluation/Support/case 1";
const no: Reply = { evaluation: first, side: "head", text: "no" };
const second = "evaluation/Support/case 2";
const cutOff: Reply = { evaluation: first, side: "base", text: "yes", stopReason: "truncated" };
const fails: Reply = { evaluation: first, error: "The provider is overloaded." };

interface Row {
  readonly name: string;
  readonly base?: Prompt;
  readonly head?: Prompt;
  /** All others are "yes". */
  readonly replies?: readonly Reply[];
  readonly flags?: readonly string[];
  /** Whether a provider replies "no" in place of the scripted replies. */
  readonly isLive?: true;
  readonly exitCode: 0 | 1 | 5;
  readonly verdict: TestResult["verdict"];
  readonly word: string;
  /** The states of the cases in the HTML report that are not "passed". */
  readonly states?: readonly string[];
  /** A sentence that all formats have. */
  readonly says?: string;
}

const passed = { exitCode: 0, verdict: "passed", word: "Passed." } as const;
const tolerated = { ...passed, word: "No confirmed regression." };
const failed = { exitCode: 5, verdict: "failed", word: "Failed." } as const;
const incomplete = { exitCode: 1, verdict: "incomplete", word: "Incomplete." } as const;
const reported = { ...failed, exitCode: 0, word: "Would have failed." } as const;

const rows: readonly Row[] = [
  { name: "every case passes", ...passed },
  { name: "no case is affected", head: { text: "Old." }, ...passed, word: "Nothing was measured." },
  { name: "a case regresses", replies: [no], ...failed, states: ["regressed"] },
  {
    name: "a case flips",
    base: { text: "Old.", temperature: 0 },
    head: { temperature: 0 },
    replies: [no],
    ...failed,
    states: ["flipped"],
  },
  {
    name: "a case still fails",
    replies: [{ ...no, side: undefined! }],
    ...tolerated,
    states: ["still failing"],
  },
  {
    name: "a case still fails, and the gate is all",
    replies: [{ ...no, side: undefined! }],
    flags: ["--gate", "all"],
    ...failed,
    states: ["still failing"],
  },
  {
    name: "a case still fails, and the score is too low",
    replies: [{ ...no, side: undefined! }],
    flags: ["--min-score", "0.9"],
    ...failed,
    states: ["still failing"],
  },
  {
    name: "a new case fails",
    base: { text: "Old.", evaluations: ["case 2"] },
    replies: [no],
    ...failed,
    states: ["new, failed"],
  },
  {
    name: "the prompt got worse, and no case is confirmed",
    base: { text: "Old.", evaluations: names(12) },
    head: { evaluations: names(12) },
    replies: [{ evaluation: "*", side: "head", text: "no" }],
    ...failed,
    states: names(12).map(() => "suspect"),
  },
  {
    name: "a case fails at first only",
    replies: [1, 2, 3, 4].map((trial) => ({ ...no, trial })),
    ...tolerated,
    states: ["unchanged, unsteady"],
  },
  {
    name: "trials for the comparison are missing",
    replies: [no, { ...fails, side: "base", trial: 5 }],
    ...incomplete,
    states: ["suspect"],
  },
  {
    name: "the base is not measured, and the head fails",
    replies: [no, { ...fails, side: "base" }],
    ...incomplete,
    states: ["not compared, failed"],
  },
  {
    name: "the base is not measured, and the head fails at times",
    replies: [
      { ...no, trial: 2 },
      { ...fails, side: "base" },
    ],
    ...incomplete,
    states: ["not compared, unsteady"],
  },
  {
    name: "the base is not measured with --compare, and the head passes",
    replies: [{ ...fails, side: "base" }],
    flags: ["--compare"],
    ...incomplete,
    states: ["not compared, passed"],
  },
  {
    name: "the base is not measured, and another case regresses",
    replies: [no, { ...fails, side: "base" }, { ...no, evaluation: second }],
    ...failed,
    states: ["regressed", "not compared, failed"],
  },
  {
    name: "the base has no whole reply, and the head passes at times",
    base: { text: "Old.", negate: true },
    head: { negate: true },
    replies: [{ ...no, trial: 1 }, cutOff],
    ...tolerated,
    states: ["new, unsteady"],
  },
  {
    name: "the base has no whole reply, and the head fails",
    base: { text: "Old.", negate: true },
    head: { negate: true },
    replies: [no, cutOff],
    ...failed,
    states: ["new, failed"],
  },
  { name: "a case is not measured", replies: [fails], ...incomplete, states: ["not measured"] },
  {
    name: "no case is measured",
    replies: [{ ...fails, evaluation: "*" }],
    ...incomplete,
    states: ["not measured", "not measured", "not measured"],
  },
  {
    name: "the only case cannot fail and is not measured",
    base: { text: "Old.", evaluations: ["case 1"], weight: 0 },
    head: { evaluations: ["case 1"], weight: 0 },
    replies: [fails],
    ...incomplete,
    states: ["not measured"],
  },
  {
    name: "the change sets all weights to 0, and the reply gets worse",
    base: { text: "Old.", evaluations: ["case 1"] },
    head: { evaluations: ["case 1"], weight: 0 },
    replies: [no],
    ...failed,
    states: ["regressed"],
  },
  {
    name: "the change sets all weights to 0",
    base: { text: "Old.", evaluations: ["case 1"] },
    head: { evaluations: ["case 1"], weight: 0 },
    ...incomplete,
    states: ["cannot fail"],
  },
  {
    name: "a case regresses, and another is not measured",
    replies: [no, { ...fails, evaluation: "evaluation/Support/case 2" }],
    ...failed,
    states: ["regressed", "not measured"],
  },
  {
    name: "the budget ends",
    base: { text: "Old.", evaluations: ["case 1"] },
    head: { evaluations: ["case 1"] },
    isLive: true,
    flags: ["--max-calls", "4"],
    ...incomplete,
    states: ["not compared, failed"],
  },
  { name: "there is no base", flags: ["--base", "none"], ...passed },
  {
    name: "there is no base, and a case fails",
    replies: [no],
    flags: ["--base", "none"],
    ...failed,
    states: ["failed"],
  },
  {
    name: "there is no base, and a case fails at first",
    replies: [{ ...no, trial: 1 }],
    flags: ["--base", "none"],
    ...passed,
    word: "Nothing blocks.",
    states: ["unsteady"],
  },
  { name: "the gate only reports", flags: ["--gate", "report"], ...passed },
  {
    name: "the gate only reports a regression",
    replies: [no],
    flags: ["--gate", "report"],
    ...reported,
    states: ["regressed"],
  },
  {
    name: "the gate only reports a regression, and a case is not measured",
    replies: [no, { ...fails, evaluation: "evaluation/Support/case 2" }],
    flags: ["--gate", "report"],
    ...reported,
    exitCode: 1,
    states: ["regressed", "not measured"],
  },
  {
    name: "an evaluation is removed",
    base: { text: "Old.", evaluations: names(4) },
    ...passed,
    says: "evaluation/Support/case 4: removed (looser)",
  },
  {
    name: "an evaluation is removed, which --fail-on looser forbids",
    base: { text: "Old.", evaluations: names(4) },
    flags: ["--fail-on", "looser"],
    ...failed,
    says: "evaluation/Support/case 4: removed (looser)",
  },
  {
    name: "only an evaluation is removed, which --fail-on looser forbids",
    base: { evaluations: names(4) },
    flags: ["--fail-on", "looser"],
    ...failed,
    says: "evaluation/Support/case 4: removed (looser)",
  },
  {
    name: "an evaluation is removed, which the gate only reports",
    base: { text: "Old.", evaluations: names(4) },
    flags: ["--fail-on", "looser", "--gate", "report"],
    ...reported,
  },
  {
    name: "a reply that passes is truncated, and those of the base are not",
    replies: [{ evaluation: first, side: "head", text: "yes", stopReason: "truncated" }],
    flags: ["--compare"],
    ...passed,
    says: `Replies of 1 case are newly truncated (at maxTokens or the limit of the model), those of the base are not: ${first}.`,
  },
  {
    name: "a reply that fails is truncated, and those of the base are not",
    replies: [{ ...no, stopReason: "truncated" }],
    ...failed,
    states: ["regressed"],
    says: `Replies of 1 case are newly truncated (at maxTokens or the limit of the model), those of the base are not: ${first}.`,
  },
];

/** A provider that replies "no" to all. */
function startProvider(): Promise<Loopback> {
  const body = JSON.stringify({
    choices: [{ finish_reason: "stop", message: { role: "assistant", content: "no" } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
  return loopback((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
}

/** The value of an attribute of the first element `testsuites`. */
const total = (xml: string, name: string): number =>
  Number(new RegExp(`<testsuites [^>]*\\b${name}="(\\d+)"`).exec(xml)![1]);

it.each(rows)("all formats agree: $name", async (row) => {
  const { exitCode, verdict, word } = row;
  await using repository = repositoryOf({
    ".gitignore": "report.*\nreplies.json\n.promptctl\n",
    "promptctl.yaml": "",
    "prompts/a.yaml": promptFile(row.base ?? { text: "Old." }),
  });
  repository.commit({ "prompts/a.yaml": promptFile(row.head ?? {}) });
  const others = { evaluation: "*", text: "yes" };
  repository.write("replies.json", JSON.stringify([...(row.replies ?? []), others]));
  await using provider = await (row.isLive ? startProvider() : undefined);
  const run = (args: readonly string[]): Promise<CliResult> =>
    runHere(repository.path, args, {
      ...gitEnv,
      ...(provider && { OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${provider.url}/v1` }),
    });
  const formats = ["json", "md", "html", "xml"];
  const base = row.flags?.includes("--base") ? [] : ["--base", "HEAD^1"];
  const source = row.isLive ? [] : ["--replies", "replies.json"];
  const { code, out } = await run([
    "test",
    ...source,
    ...base,
    ...(row.flags ?? []),
    ...formats.flatMap((ending) => ["--out", `report.${ending}`]),
  ]);
  expect([code, out]).toEqual([exitCode, expect.stringContaining(`\n${word} `)]);
  if (exitCode === 1) expect(out).not.toMatch(/not compared, .*\(does not block\)/);
  const [json, markdown, html, xml] = formats.map((ending) =>
    readFileSync(repository.at(`report.${ending}`), "utf8"),
  );
  const result = JSON.parse(json!) as TestResult;
  expect([result.verdict, result.exitCode, result.headline]).toEqual([verdict, exitCode, word]);
  expect(xml).toContain(`<testsuites name="promptctl test: ${word.replace(".", "")}"`);
  const oneLine = (text: string): string => text.replace(/\s+/g, " ");
  const reports = [
    oneLine(out),
    JSON.stringify([result.loosened, result.warnings]).replaceAll(
      /"address":"(.*?)","message":"(.*?)","looser":true/g,
      "$1: $2 (looser)",
    ),
    markdown!.replaceAll("`", ""),
    words(findElements(html!, "body")[0]!),
    xml!,
  ];
  for (const report of row.says === undefined ? [] : reports) expect(report).toContain(row.says);
  expect(result.wouldBlock ?? false).toBe(word === "Would have failed.");
  expect(/\*\*(.*?)\*\*/.exec(markdown!)![1]).toBe(word);
  expect(["h1", "title"].map((name) => words(findElements(html!, name)[0]!))).toEqual([
    word,
    `promptctl test: ${word}`,
  ]);
  const states = findElements(html!, "details", "case").map((each) =>
    attributeOf(each, "data-state"),
  );
  const isPassed = (state?: string): boolean => /^((new|unchanged), )?passed$/.test(state ?? "");
  expect(states.filter((state) => !isPassed(state))).toEqual(row.states ?? []);
  const [failures, errors] = [total(xml!, "failures"), total(xml!, "errors")];
  expect({ fails: failures > 0, errors: failures === 0 && errors > 0 }).toEqual({
    fails: exitCode === 5,
    errors: exitCode === 1,
  });
  const github = (await run(["report", "report.json", "--format", "github"])).out;
  expect(github).toContain(`\n${word} `);
  const blocks = [...result.cases, ...result.loosened].some((each) => each.blocks);
  expect(/^::error/m.test(github)).toBe(exitCode === 5 && blocks);
});
