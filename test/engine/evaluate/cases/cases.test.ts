// The cases of a run: pairs of head and base, affected cases, and rendering.
import { describe, expect, test } from "vitest";
import { resultOf } from "../../../../src/engine/evaluate/case-result.ts";
import { testContent } from "../../../../src/engine/evaluate/cases/pair-definitions.ts";
import { selectCases } from "../../../../src/engine/evaluate/cases/select-cases.ts";
import type { JudgedTrial } from "../../../../src/engine/evaluate/trials/trial.ts";
import { testDefinitions } from "../../../../src/engine/evaluate/cases/test-definitions.ts";
import { testedKinds } from "../../../../src/kinds.ts";
import { loadTexts } from "../../../fixtures/in-memory.ts";
import { caseWith, judged, resultFrom } from "../../../fixtures/trials.ts";
import { casesOf, greeter } from "../../../fixtures/test-projects.ts";

const exact = "{ type: EXACT_MATCH, targetValue: hi }";

/** The evaluation `a`, with the assertions `checks`. */
const a = (checks = exact, more = ""): string =>
  `evaluations: [{ name: a, ${more}variables: { x: y }, assertions: [${checks}] }]\n`;

/** One line per case: `name basis`, and the removed ones. */
async function summary(head: string, base?: string): Promise<string[]> {
  const { cases, removed } = await casesOf(head, base);
  return [
    ...cases.map(({ address, basis, newBecause, head: own }) =>
      [address, basis, newBecause, "problem" in own ? own.problem : undefined]
        .filter((each) => each !== undefined)
        .join(" · "),
    ),
    ...removed.map((address) => `${address} · removed`),
  ];
}

const evaluation = "evaluation/Greet/a";
const withTool = (name: string, description: string, more = ""): string =>
  `kind: tool
name: ${name}
description: ${description}
parameters: {}
---
${greeter("hi {{x}}", `tools: [${name}]\n${a()}`)}${more}`;

const hi = greeter("hi {{x}}", a());
const hello = greeter("hello {{x}}", a());

/** The lines of the summary, or what the line of the evaluation `a` says. */
describe("what a case is compared with", () => {
  test.each<
    readonly [name: string, head: string, base: string | undefined, lines: string | string[]]
  >([
    ["no base", hi, undefined, "no-base"],
    ["nothing differs", hi, hi, "unchanged"],
    ["the text differs", hello, hi, "affected"],
    ["a text that renders equally", hi, greeter("hi {{ x }}", a()), "unchanged"],
    [
      "the description of a tool differs",
      withTool("look", "new"),
      withTool("look", "old"),
      "affected",
    ],
    ["the prompt is new", hi, "", "new · The base does not have the prompt."],
    [
      "the evaluation is new",
      hi,
      greeter("hi {{x}}"),
      "new · The base does not have the evaluation.",
    ],
    [
      "the assertions changed, the request did not",
      greeter("hi {{x}}", a(`${exact}, { type: COST, targetThreshold: 1 }`)),
      hi,
      "new · The evaluation changed, and the request did not.",
    ],
    [
      "the variables changed, the prompt did not",
      greeter("hi {{x}}", a().replace("x: y", "x: z")),
      hi,
      "new · The evaluation changed, and the request did not.",
    ],
    [
      "the assertions and the text changed: the base runs with the assertions of the head",
      greeter("hello {{x}}", a("{ type: STARTS_WITH, targetValue: hi }")),
      hi,
      "affected",
    ],
    [
      "only the order of the assertions changed",
      greeter("hi {{x}}", a(`{ type: COST, targetThreshold: 1 }, ${exact}`)),
      greeter("hi {{x}}", a(`${exact}, { type: COST, targetThreshold: 1 }`)),
      "unchanged",
    ],
    [
      "only the weight of the evaluation changed",
      greeter("hi {{x}}", a(exact, "weight: 0.5, ")),
      hi,
      "unchanged",
    ],
    [
      "the evaluation has another name",
      greeter("hello {{x}}", a().replace("name: a", "name: b")),
      hi,
      ["evaluation/Greet/b · affected"],
    ],
    [
      "the evaluation has another name and other content",
      greeter("hello {{x}}", a("{ type: COST, targetThreshold: 1 }").replace("name: a", "name: b")),
      hi,
      [
        "evaluation/Greet/b · new · The base does not have the evaluation.",
        `${evaluation} · removed`,
      ],
    ],
    [
      "the prompt was renamed",
      greeter("hello {{x}}", `renamedFrom: Old\n${a()}`),
      hi.replace("name: Greet", "name: Old"),
      "affected",
    ],
    [
      "the prompt got a key",
      greeter("hello {{x}}", `key: greeting\n${a()}`),
      hi,
      ["evaluation/greeting/a · affected"],
    ],
    [
      "the key decides before the name",
      `${greeter("hello {{x}}", `key: k\n${a()}`).replace("name: Greet", "name: Other")}`,
      greeter("hi {{x}}", `key: k\n${a()}`),
      ["evaluation/k/a · affected"],
    ],
    [
      "the name on the service decides before the key",
      `${greeter("bad {{x}}", `key: s2\n${a()}`)}---
${greeter("hi {{x}}", `key: k\n${a()}`).replace("name: Greet", "name: Copy")}`,
      greeter("hi {{x}}", `key: k\n${a()}`),
      ["evaluation/s2/a · affected", "evaluation/k/a · new · The base does not have the prompt."],
    ],
    [
      "the key decides between equal names",
      `${greeter("hi {{x}}", "key: k\n")}---\n${greeter("hello {{x}}", `key: l\n${a()}`)}`,
      `${greeter("hi {{x}}", `key: l\n${a()}`)}---\n${greeter("hi {{x}}", "key: k\n")}`,
      ["evaluation/l/a · affected"],
    ],
    ["the prompt was removed", "", hi, "removed"],
    [
      "the base cannot be rendered with the variables of the head",
      hello,
      greeter("hello {{z}}", a()),
      'new · The base cannot run it: These variables have no value: "z".',
    ],
    [
      "the head cannot be rendered",
      greeter("hello {{z}}", a()),
      hello,
      'affected · These variables have no value: "z".',
    ],
  ])("%s", async (_name, head, base, lines) => {
    const expected = typeof lines === "string" ? [`${evaluation} · ${lines}`] : lines;
    expect(await summary(head, base)).toEqual(expected);
  });
});

const externalTool = (text: string): string =>
  `kind: tool
name: look
external: true
---
${greeter(text, `tools: [look]\n${a()}`)}`;

test("an external tool: the case cannot run, and is unchanged if no definition differs", async () => {
  const problem = "tool/look is external: the files do not contain it.";
  expect(await summary(externalTool("hi {{x}}"))).toEqual([`${evaluation} · no-base · ${problem}`]);
  expect(await summary(externalTool("hello {{x}}"), externalTool("hi {{x}}"))).toEqual([
    `${evaluation} · affected · ${problem}`,
  ]);
  expect(await summary(externalTool("hi {{x}}"), externalTool("hi {{x}}"))).toEqual([
    `${evaluation} · unchanged · ${problem}`,
  ]);
});

test("a case that cannot be rendered is not run, with the reason", async () => {
  const [each] = (await casesOf(externalTool("hi {{x}}"))).cases;
  expect(resultFrom(each!, { head: "" })).toMatchObject({
    verdict: "not run",
    reason: "tool/look is external: the files do not contain it.",
    isOpen: true,
  });
});

test("the request has the variables and the messages of the evaluation", async () => {
  const text = withTool("look", "Look it up.").replace(
    "variables: { x: y }",
    "variables: { x: null }, appendedMessages: [{ role: user, content: 'and {{x}}' }]",
  );
  const [each] = (await casesOf(text)).cases;
  expect(each!.head).toMatchObject({
    request: {
      messages: [
        { role: "user", content: [{ type: "TEXT", text: "hi " }] },
        { role: "user", content: [{ type: "TEXT", text: "and " }] },
      ],
      prompt: {
        id: "prompt/Greet",
        name: "Greet",
        parameters: { provider: "OPENAI", name: "gpt-4.1", temperature: 1 },
        tools: [{ id: "tool/look", name: "look", description: "Look it up.", parameters: {} }],
      },
    },
  });
});

test("a case has the weight, the threshold and the assertions with their defaults", async () => {
  const text = greeter("hi {{x}}", a(exact, "weight: 0.5, threshold: 0.8, "));
  const [each] = (await casesOf(text)).cases;
  expect(each).toMatchObject({
    prompt: "prompt/Greet",
    weight: 0.5,
    threshold: 0.8,
    informational: false,
    assertions: [
      {
        address: "assertion/Greet/a/1",
        spec: { type: "EXACT_MATCH", weight: 1, jsonPath: "$", ignoreCase: false, negate: false },
      },
    ],
  });
});

test.each([
  ["without assertions", a("")],
  ["with weights that sum to 0", a("{ type: COST, targetThreshold: 1, weight: 0 }")],
])("a case %s is informational: no comparison", async (_name, more) => {
  const base = greeter("hello {{x}}", more);
  const [each] = (await casesOf(greeter("hi {{x}}", more), base)).cases;
  expect(each!.informational).toBe(true);
  const { verdict, comparison } = resultFrom(each!, { head: "P" });
  expect([verdict, comparison]).toEqual(["cannot fail", undefined]);
});

test("reasons: why a case is not measured, not run or new", () => {
  const reason = (head: string, base?: string, changes = {}) =>
    resultFrom(caseWith(changes), { head, base }).reason;
  expect(reason("U")).toBe("The model does not exist.");
  expect(reason("FNN")).toBe("The limit of --max-calls is reached.");
  expect(reason("FFF", "UU")).toBe("The base was not measured: The model does not exist.");
  expect(reason("P", "", { basis: "new", newBecause: "It is new." })).toBe("It is new.");
  expect(reason("FFF", "PPP")).toBeUndefined();
});

test("judges in another order are the same test", async () => {
  const side = async (...models: readonly string[]) => {
    const judge = (name: string): string =>
      `---\nkind: prompt\nname: J${name}\nparameters: { provider: OPENAI, name: m${name} }\nmessages: [{ role: user, content: "{{reply}} {{question}}" }]\n`;
    const questions = models.map((name) => `{ type: JUDGE, prompt: J${name}, question: q }`);
    const text = greeter("hi", `evaluations: [{ name: a, checks: [${questions.join(", ")}] }]\n`);
    const { definitions } = await loadTexts(text + models.map(judge).join(""), {}, testedKinds);
    const all = testDefinitions(testedKinds, definitions);
    return testContent(all, all.evaluations[0]!);
  };
  expect(await side("1", "2")).toBe(await side("2", "1"));
  expect(await side("1", "2")).not.toBe(await side("1", "3"));
});

/** The trials of these letters; behind a slash those by the base's version of the evaluation. */
function judgedTwice(letters: string): JudgedTrial[] {
  const [own = "", prior = own] = letters.split("/");
  return [...own].map((letter, index) => ({ ...judged(letter), prior: judged(prior[index]) }));
}

const notRegressed =
  "The evaluation changed. By its version on the base, the case did not regress.";
const missing = "Trials are missing for the comparison: The model does not exist.";

const broken =
  "The base cannot be measured, so that the case is judged as new: The model does not exist.";
const unmeasured = "The base was not measured: The model does not exist.";

test.each<[head: string, base: string, isBroken: boolean, comparison: string, reason: string]>([
  ["FFP", "PPP", false, "new", notRegressed],
  ["FFP", "PUP", false, "not compared", missing],
  ["FFP", "PPP/PUP", false, "not compared", missing],
  ["PPP/PUP", "", false, "not compared", missing],
  ["PPP", "UUU", false, "not compared", unmeasured],
  ["PPP", "UUU", true, "new", broken],
  ["PPP/UUU", "", true, "new", broken],
])("a changed evaluation, head %s, base %s, broken %s: %s, %s", (...row) => {
  const [head, base, hasBrokenBase, comparison, reason] = row;
  const trials = { head: judgedTwice(head), base: judgedTwice(base) };
  const each = caseWith({ prior: { changed: "test", threshold: 1, assertions: [] } });
  const result = resultOf(each, {
    trials,
    firstTrials: 3,
    decision: "clear",
    hasBrokenBase,
    unit: "1",
    requests: { head: "1", base: "1" },
  });
  const isOpen = comparison === "not compared";
  expect(result).toMatchObject({ comparison, isOpen, reason, repairsBase: hasBrokenBase });
});

test("where an evaluation and the prompt changed, the base's version judges too", async () => {
  const easier = exact.replace("hi", "hello");
  const base = greeter("hello {{x}}", a());
  const [changed] = (await casesOf(greeter("hi {{x}}", a(easier)), base)).cases;
  expect(changed!.prior).toMatchObject({ assertions: [{ spec: { targetValue: "hi" } }] });
  const [same] = (await casesOf(greeter("hi {{x}}", a()), base)).cases;
  expect(same!.prior).toBeUndefined();
  const other = a(easier).replace("x: y", "x: z");
  const [another] = (await casesOf(greeter("hi {{x}}", other), base)).cases;
  expect([another!.basis, another!.prior]).toEqual(["affected", undefined]);
});

test("the cases to run: affected ones, or all", () => {
  const cases = [
    caseWith({ address: "evaluation/A/1", prompt: "prompt/A" }),
    caseWith({ address: "evaluation/A/2", prompt: "prompt/A", basis: "unchanged" }),
    caseWith({ address: "evaluation/C/1", prompt: "prompt/C", basis: "new" }),
  ];
  const selected = (all: boolean): string[] =>
    selectCases(cases, { all }).map(({ address }) => address.slice(11));
  expect(selected(false)).toEqual(["A/1", "C/1"]);
  expect(selected(true)).toEqual(["A/1", "A/2", "C/1"]);
});
