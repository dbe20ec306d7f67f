// Definitions that would take forever, or more than there is: refused, or carried, within a second.
import { describe, expect, it } from "vitest";
import type { CliResult } from "../../cli/fake-host.ts";
import { findUnsafe } from "./oracle.ts";
import { type Body, prompt, createFixture, tool, toYaml } from "./fixture.ts";
import { unstorableTexts } from "./hostile-texts.ts";

interface Case {
  readonly title: string;
  readonly file: () => string;
  readonly args?: readonly string[];
  readonly code: number;
  readonly message: RegExp;
  /** Seconds of the processor; one where it is left out. */
  readonly maxSeconds?: number;
}

/** A tool whose parameters are this YAML. */
const toolWithParameters = (text: string): string =>
  `kind: tool\nname: x\ndescription: x\nparameters: ${text}\n`;

const aliasBomb = (levels: number, each: number): string => {
  const line = (level: number): string =>
    `  a${level}: &a${level} [${Array.from({ length: each }, () => (level === 0 ? "lol" : `*a${level - 1}`)).join(", ")}]`;
  return toolWithParameters(
    `\n${Array.from({ length: levels }, (_, level) => line(level)).join("\n")}`,
  );
};
const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels);
const aliases = (count: number): string => Array.from({ length: count }, () => "*a").join(", ");

const aliasError = /aliases of this document expand to too much data/;

const cases: readonly Case[] = [
  { title: "billion laughs", file: () => aliasBomb(10, 10), code: 3, message: aliasError },
  { title: "laughs in pairs", file: () => aliasBomb(60, 2), code: 3, message: aliasError },
  {
    title: "laughs as keys and texts",
    file: () => aliasBomb(10, 10).replaceAll("lol", "y".repeat(1000)),
    code: 3,
    message: aliasError,
  },
  {
    title: "an alias of what holds it",
    file: () => toolWithParameters("&a { b: *a }"),
    code: 3,
    message: /The alias \*a refers to a node that contains it/,
  },
  {
    title: "a long text a few times",
    file: () => toolWithParameters(`{ a: &a ${"y".repeat(100_000)}, b: [${aliases(20)}] }`),
    code: 0,
    message: /Plan: 1 to create/,
  },
  {
    title: "a long text many times",
    file: () => toolWithParameters(`{ a: &a ${"y".repeat(50_000)}, b: [${aliases(900)}] }`),
    code: 3,
    message: aliasError,
  },
  {
    title: "aliases by the thousand",
    file: () => toolWithParameters(`{ a: &a 1, b: [${aliases(2000)}] }`),
    maxSeconds: 0.15,
    code: 3,
    message: aliasError,
  },
  {
    title: "anchors by the thousand that nothing asks for",
    file: () =>
      toolWithParameters(
        `[${Array.from({ length: 20_000 }, (_, index) => `&a${index} 1`).join(", ")}]`,
      ),
    code: 3,
    message: /has the wrong type: expected mapping, found list/,
  },
  {
    title: "lists in lists",
    file: () => toolWithParameters(`{ a: ${nested(10_000, "[", "]")} }`),
    code: 3,
    message: /yaml-syntax/,
  },
  {
    title: "mappings in mappings",
    file: () => toolWithParameters(nested(10_000, "{ a: ", "}")),
    code: 3,
    message: /yaml-syntax/,
  },
  {
    title: "a block in a block",
    file: () =>
      toolWithParameters(
        `\n${Array.from({ length: 1500 }, (_, at) => `${" ".repeat(at + 1)}a:\n`).join("")}`,
      ),
    code: 3,
    message: /yaml-syntax/,
  },
  {
    title: "lists in lists, as deep as they can be read",
    file: () => toolWithParameters(`{ a: ${nested(500, "[", "]")} }`),
    code: 0,
    message: /Plan: 1 to create/,
  },
  {
    title: "documents by the hundred",
    file: () =>
      Array.from({ length: 500 }, (_, index) => `${toYaml(tool(`k${index}`, index))}\n`).join(
        "---\n",
      ),
    code: 0,
    message: /Plan: 500 to create/,
  },
  {
    title: "a line of a megabyte with a mistake in it",
    file: () => `kind: tool\nnome: "${"y".repeat(1_000_000)}"\n`,
    code: 3,
    message: /Unknown key "nome"/,
  },
  {
    title: "a long word that is nearly another",
    file: () =>
      [tool(`${"ab".repeat(16_000)}c`, 0), prompt("P", { tools: [`${"ab".repeat(16_000)}d`] })]
        .map(toYaml)
        .join("\n---\n"),
    code: 3,
    message: /Unknown tool "/,
    maxSeconds: 0.15,
  },
  {
    title: "a pattern of many stars",
    file: () => toYaml(prompt("a".repeat(31))),
    args: ["plan", "--target", `${"*a".repeat(9)}b`],
    maxSeconds: 0.15,
    code: 64,
    message: /No definition matches/,
  },
  {
    title: "a pattern of 100 kB",
    file: () => toYaml(prompt("P")),
    args: ["plan", "--target", "x".repeat(100_000)],
    code: 64,
    message: /No definition matches/,
  },
  {
    title: "an unclosed placeholder of 100 kB",
    file: () => toYaml(prompt("P", { messages: [{ role: "user", content: "{{".repeat(50_000) }] })),
    code: 0,
    message: /Plan: 1 to create/,
  },
  {
    title: "a text that is nearly a token, many times",
    file: () =>
      toYaml(prompt("P", { messages: [{ role: "user", content: "-eyJ".repeat(7_000) }] })),
    args: ["validate"],
    maxSeconds: 0.15,
    code: 0,
    message: /1 definition/,
  },
  {
    title: "a comment that silences nothing but blanks",
    file: () => `# promptctl-ignore${" ".repeat(20_000)};\n${toYaml(prompt("P"))}\n`,
    args: ["validate"],
    maxSeconds: 0.15,
    code: 0,
    message: /1 definition/,
  },
  {
    title: "parameters that are a schema in a schema",
    file: () => toolWithParameters(`{ type: object, ${nested(400, "not: { ", "}")} }`),
    args: ["validate"],
    code: 0,
    message: /1 definition/,
  },
  {
    title: "placeholders by the ten thousand",
    file: () =>
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
    args: ["validate"],
    code: 0,
    message: /undeclared-variable/,
  },
  ...Object.entries(unstorableTexts).map(([what, text]): Case => ({
    title: what,
    file: () =>
      [
        prompt(text),
        prompt("P", { messages: [{ role: "user", content: text }] }),
        tool(text, 0, { parameters: { [text]: 1 } }),
      ]
        .map(toYaml)
        .join("\n---\n"),
    code: 3,
    message: /bad-text[^]*which services cannot store[^]*bad-text[^]*bad-text/,
  })),
];

describe("a file with", () => {
  for (const {
    title: what,
    file,
    args: words = ["plan"],
    code,
    message: says,
    maxSeconds: within = 1,
  } of cases) {
    it(what, async () => {
      await using fixture = createFixture({ "prompts/x.yaml": file() });
      const measure = async (): Promise<{ outcome: CliResult; seconds: number }> => {
        const start = process.cpuUsage(); // CPU time: other processes do not count
        const outcome = await fixture.run(words);
        const { user, system } = process.cpuUsage(start);
        return { outcome, seconds: (user + system) / 1e6 };
      };
      const { outcome, seconds: first } = await measure();
      expect([outcome.code, findUnsafe(outcome.out), findUnsafe(outcome.err)]).toEqual([
        code,
        [],
        [],
      ]);
      if (!says.test(outcome.out + outcome.err)) expect.fail(outcome.err.slice(0, 500));
      // The first run may include loading modules, compiling and garbage of earlier tests.
      let seconds = first;
      for (let repeats = 0; seconds >= within && repeats < 2; repeats++)
        ({ seconds } = await measure());
      expect(seconds).toBeLessThan(within);
    });
  }
});

it("texts of 100 kB in every place are planned and applied", async () => {
  const long = "x".repeat(100_000);
  const project: Body[] = [
    tool(long, 0, { description: long, parameters: { [long]: long } }),
    prompt(long, { tools: [long], messages: [{ role: "user", content: long }] }),
  ];
  await using fixture = createFixture({ "prompts/x.yaml": project });
  const { code, out } = await fixture.run(["plan"]);
  expect([code, out.length < 2000, findUnsafe(out)]).toEqual([0, true, []]);
});
