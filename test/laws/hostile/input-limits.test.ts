// Promise 9: YAML bombs and other definitions that could take very long or much memory are refused
// or handled within a second.
import { beforeAll, describe, expect, it } from "vitest";
import { findUnsafe } from "./oracle.ts";
import {
  type Body,
  createFixture,
  type Fixture,
  prompt,
  tool,
  toYaml,
  withMessage,
} from "./fixture.ts";
import { unstorableTexts } from "./hostile-texts.ts";

/** The exit code is 3, the command `plan`, and the maximum 1 CPU second, unless a case says otherwise. */
type Case = [
  title: string,
  file: () => string,
  message: RegExp,
  more?: { readonly args?: string[]; readonly code?: number; readonly maxSeconds?: number },
];

/** Returns a tool whose parameters are this YAML. */
const toolWithParameters = (text: string): string =>
  `kind: tool\nname: x\ndescription: x\nparameters: ${text}\n`;

const aliasBomb = (levels: number, width: number): string => {
  const line = (level: number): string =>
    `  a${level}: &a${level} [${Array.from({ length: width }, () => (level === 0 ? "lol" : `*a${level - 1}`)).join(", ")}]`;
  return toolWithParameters(
    `\n${Array.from({ length: levels }, (_, level) => line(level)).join("\n")}`,
  );
};
const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels);
const aliases = (count: number): string => Array.from({ length: count }, () => "*a").join(", ");

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const lines = (count: number, line: (index: number) => string): string =>
  range(count)
    .map((index) => `${line(index)}\n`)
    .join("");

const aliasError = /aliases of this document expand to too much data/;

const cases: readonly Case[] = [
  ["an alias bomb (billion laughs)", () => aliasBomb(10, 10), aliasError],
  ["an alias bomb with two aliases per level", () => aliasBomb(60, 2), aliasError],
  [
    "an alias bomb with long texts",
    () => aliasBomb(10, 10).replaceAll("lol", "y".repeat(1000)),
    aliasError,
  ],
  [
    "an alias to its own parent",
    () => toolWithParameters("&a { b: *a }"),
    /The alias \*a refers to a node that contains it/,
  ],
  [
    "a long text a few times",
    () => toolWithParameters(`{ a: &a ${"y".repeat(100_000)}, b: [${aliases(20)}] }`),
    /Plan: 1 to create/,
    { code: 0 },
  ],
  [
    "a long text many times",
    () => toolWithParameters(`{ a: &a ${"y".repeat(50_000)}, b: [${aliases(900)}] }`),
    aliasError,
  ],
  [
    "2,000 aliases",
    () => toolWithParameters(`{ a: &a 1, b: [${aliases(2000)}] }`),
    aliasError,
    { maxSeconds: 0.15 },
  ],
  [
    "20,000 unused anchors",
    () =>
      toolWithParameters(
        `[${Array.from({ length: 20_000 }, (_, index) => `&a${index} 1`).join(", ")}]`,
      ),
    /has the wrong type: expected mapping, found list/,
  ],
  [
    "10,000 nested lists",
    () => toolWithParameters(`{ a: ${nested(10_000, "[", "]")} }`),
    /yaml-syntax[^]*nested too deeply/,
  ],
  [
    "10,000 nested mappings",
    () => toolWithParameters(nested(10_000, "{ a: ", "}")),
    /yaml-syntax[^]*nested too deeply/,
  ],
  [
    "1,500 nested block mappings",
    () =>
      toolWithParameters(
        `\n${Array.from({ length: 1500 }, (_, at) => `${" ".repeat(at + 1)}a:\n`).join("")}`,
      ),
    /yaml-syntax[^]*nested too deeply/,
  ],
  [
    "500 nested lists",
    () => toolWithParameters(`{ a: ${nested(500, "[", "]")} }`),
    /Plan: 1 to create/,
    { code: 0 },
  ],
  [
    "500 documents",
    () =>
      Array.from({ length: 500 }, (_, index) => `${toYaml(tool(`k${index}`, index))}\n`).join(
        "---\n",
      ),
    /Plan: 500 to create/,
    { code: 0 },
  ],
  [
    "a line of 1 MB with an error",
    () => `kind: tool\nnome: "${"y".repeat(1_000_000)}"\n`,
    /Unknown key "nome"/,
  ],
  [
    "a long name that is similar to another",
    () =>
      [tool(`${"ab".repeat(16_000)}c`, 0), prompt("P", { tools: [`${"ab".repeat(16_000)}d`] })]
        .map(toYaml)
        .join("\n---\n"),
    /Unknown tool "/,
    { maxSeconds: 0.15 },
  ],
  [
    "a pattern with many asterisks",
    () => toYaml(prompt("a".repeat(31))),
    /No definition matches/,
    { args: ["plan", "--target", `${"*a".repeat(9)}b`], maxSeconds: 0.15, code: 64 },
  ],
  [
    "a pattern of 100 kB",
    () => toYaml(prompt("P")),
    /No definition matches/,
    { args: ["plan", "--target", "x".repeat(100_000)], code: 64 },
  ],
  [
    "an unclosed placeholder of 100 kB",
    () => toYaml(prompt("P", withMessage("{{".repeat(50_000)))),
    /Plan: 1 to create/,
    { code: 0 },
  ],
  [
    "text that is almost a JSON Web Token, many times",
    () => toYaml(prompt("P", withMessage("-eyJ".repeat(7_000)))),
    /1 definition/,
    { args: ["validate"], maxSeconds: 0.15, code: 0 },
  ],
  [
    "the start of an OpenAI key, many times",
    () => toYaml(prompt("P", withMessage("sk-".repeat(100_000)))),
    /1 definition/,
    { args: ["validate"], code: 0 },
  ],
  [
    "600 nested keys that are no text",
    () => "? ".repeat(600),
    /A key must be a string[^]*The document has 579 more errors, which are not shown/,
    { maxSeconds: 3 },
  ],
  [
    "8,000 equal keys",
    () => "a: 1\n".repeat(8000),
    /The key "a" appears twice[^]*7979 more errors[^]*\n7999 errors\./,
    { maxSeconds: 3 },
  ],
  [
    "8,000 tags",
    () => lines(8000, (index) => `k${index}: !x 1`),
    /Unresolved tag: !x[^]*7980 more errors/,
    { maxSeconds: 3 },
  ],
  [
    "4,000 lists beside their keys",
    () => "- a: ".repeat(4000),
    /A list must start on the line after its key[^]*\n1 error\.\n/,
    { maxSeconds: 3 },
  ],
  [
    "8,000 unknown keys",
    () => `kind: tool\nname: x\nexternal: true\n${lines(8000, (index) => `k${index}: 1`)}`,
    /Unknown key "k0"[^]*7980 more errors/,
    { maxSeconds: 3 },
  ],
  [
    "4,000 messages without fields",
    () => `kind: prompt\nname: P\nmessages:\n${lines(4000, () => "  - {}")}`,
    /"role" is missing[^]*7981 more errors/,
    { maxSeconds: 3 },
  ],
  [
    "4,000 contents of a wrong type",
    () =>
      `kind: prompt\nname: P\nmessages:\n${lines(4000, () => "  - { role: user, content: 5 }")}`,
    /"content" has the wrong type[^]*3981 more errors/,
    { maxSeconds: 3 },
  ],
  [
    "8,000 warnings in one line",
    () => {
      const { evaluations: _none, ...fields } = prompt("P");
      const variables = Object.fromEntries(range(8000).map((index) => [`v${index}`, "x"]));
      const evaluation = { name: "e", variables, appendedMessages: [], assertions: [] };
      return toYaml({ ...fields, evaluations: [evaluation] });
    },
    /unused-variable[^]*The document has 79\d\d more warnings/,
    { args: ["validate"], code: 0, maxSeconds: 3 },
  ],
  [
    "a promptctl-ignore comment with many spaces",
    () => `# promptctl-ignore${" ".repeat(20_000)};\n${toYaml(prompt("P"))}\n`,
    /1 definition/,
    { args: ["validate"], maxSeconds: 0.15, code: 0 },
  ],
  [
    "400 nested JSON Schemas",
    () => toolWithParameters(`{ type: object, ${nested(400, "not: { ", "}")} }`),
    /1 definition/,
    { args: ["validate"], code: 0 },
  ],
  [
    "10,000 placeholders",
    () =>
      toYaml(
        prompt("P", {
          messages: [
            {
              role: "user",
              content: Array.from({ length: 10_000 }, (_, at) => `{{v${at % 50}}}`).join(""),
            },
          ],
          variables: { a: null },
        }),
      ),
    /undeclared-variable/,
    { args: ["validate"], code: 0 },
  ],
  ...Object.entries(unstorableTexts).map(([title, text]): Case => [
    `text with ${title}`,
    () =>
      [prompt(text), prompt("P", withMessage(text)), tool(text, 0, { parameters: { [text]: 1 } })]
        .map(toYaml)
        .join("\n---\n"),
    /bad-text[^]*which services cannot store[^]*bad-text[^]*bad-text/,
  ]),
];

// Loads the YAML parsers and the validators, and reads enough YAML that V8 compiles the parsers: no
// case measures that.
beforeAll(async () => {
  await using fixture = createFixture({
    "prompts/plain.yaml": toolWithParameters(`[${"1, ".repeat(900)}1]`),
    "prompts/aliases.yaml": toolWithParameters(`[&a 1, ${aliases(900)}]`),
  });
  expect(await fixture.run(["plan"])).toMatchObject({ code: 3 });
});

/** Other work on the processor can slow a run down: the fastest of this many runs counts. */
const maxRuns = 3;

describe("a file with", () => {
  for (const [title, file, message, more] of cases) {
    const { args = ["plan"], code = 3, maxSeconds = 1 } = more ?? {};
    it(title, async () => {
      await using fixture = createFixture({ "prompts/x.yaml": file() });
      const { outcome, ...first } = await measure(fixture, args);
      let { seconds } = first;
      for (let runs = 1; seconds >= maxSeconds && runs < maxRuns; runs++)
        seconds = Math.min(seconds, (await measure(fixture, args)).seconds);
      expect([outcome.code, findUnsafe(outcome.out), findUnsafe(outcome.err)]).toEqual([
        code,
        [],
        [],
      ]);
      if (!message.test(outcome.out + outcome.err)) expect.fail(outcome.err.slice(0, 500));
      expect(seconds).toBeLessThan(maxSeconds);
    });
  }
});

/** Runs the command. `seconds`: CPU time, so that other processes do not count. */
async function measure(fixture: Fixture, args: readonly string[]) {
  const start = process.cpuUsage();
  const outcome = await fixture.run(args);
  const { user, system } = process.cpuUsage(start);
  return { outcome, seconds: (user + system) / 1e6 };
}

it("texts of 100 kB in every field are planned, and the output is short", async () => {
  const long = "x".repeat(100_000);
  const project: Body[] = [
    tool(long, 0, { description: long, parameters: { [long]: long } }),
    prompt(long, { tools: [long], messages: [{ role: "user", content: long }] }),
  ];
  await using fixture = createFixture({ "prompts/x.yaml": project });
  const { code, out } = await fixture.run(["plan"]);
  expect([code, out.length < 2000, findUnsafe(out)]).toEqual([0, true, []]);
});

it.each([
  ["keys in one line", "a: ", /deep\.yaml:1:4 +error +yaml-syntax/],
  ["mappings with block scalars", "{a: |", /deep\.yaml:1:5 +error +yaml-syntax/],
])("1,900 nested %s are a mistake, and those of other files are shown", async (_what, open, at) => {
  await using fixture = createFixture({
    "prompts/deep.yaml": open.repeat(1900),
    "prompts/other.yaml": "kind: tool\nname: x\nnome: y\n",
  });
  const { code, out, err } = await fixture.run(["validate"]);
  expect([code, findUnsafe(out), findUnsafe(err)]).toEqual([3, [], []]);
  expect(out + err).toMatch(at);
  expect(out + err).toMatch(/other\.yaml:3:1 +error +unknown-key/);
});
