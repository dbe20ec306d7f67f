// Definitions that would take forever, or more than there is: refused, or carried, within a second.
import { describe, expect, it } from "vitest";
import type { CliResult } from "../../cli/fake-host.ts";
import { flaws } from "./oracle.ts";
import { type Body, prompt, sceneOf, tool, yaml } from "./fixture.ts";
import { unholdable } from "./texts.ts";

/** Declares these tests. */
export function limitsTests(): void {
  interface Case {
    readonly what: string;
    readonly file: () => string;
    readonly words?: readonly string[];
    readonly code: number;
    readonly says: RegExp;
    /** Seconds of the processor; one where it is left out. */
    readonly within?: number;
  }

  /** A tool whose parameters are this YAML. */
  const parameters = (text: string): string =>
    `kind: tool\nname: x\ndescription: x\nparameters: ${text}\n`;

  const laughs = (levels: number, each: number): string => {
    const line = (level: number): string =>
      `  a${level}: &a${level} [${Array.from({ length: each }, () => (level === 0 ? "lol" : `*a${level - 1}`)).join(", ")}]`;
    return parameters(`\n${Array.from({ length: levels }, (_, level) => line(level)).join("\n")}`);
  };
  const nested = (levels: number, open: string, close: string): string =>
    open.repeat(levels) + close.repeat(levels);
  const aliases = (count: number): string => Array.from({ length: count }, () => "*a").join(", ");

  const beyondReason = /aliases of this document expand to too much data/;

  const cases: readonly Case[] = [
    { what: "billion laughs", file: () => laughs(10, 10), code: 3, says: beyondReason },
    { what: "laughs in pairs", file: () => laughs(60, 2), code: 3, says: beyondReason },
    {
      what: "laughs as keys and texts",
      file: () => laughs(10, 10).replaceAll("lol", "y".repeat(1000)),
      code: 3,
      says: beyondReason,
    },
    {
      what: "an alias of what holds it",
      file: () => parameters("&a { b: *a }"),
      code: 3,
      says: /The alias \*a refers to a node that contains it/,
    },
    {
      what: "a long text a few times",
      file: () => parameters(`{ a: &a ${"y".repeat(100_000)}, b: [${aliases(20)}] }`),
      code: 0,
      says: /Plan: 1 to create/,
    },
    {
      what: "a long text many times",
      file: () => parameters(`{ a: &a ${"y".repeat(50_000)}, b: [${aliases(900)}] }`),
      code: 3,
      says: beyondReason,
    },
    {
      what: "aliases by the thousand",
      file: () => parameters(`{ a: &a 1, b: [${aliases(2000)}] }`),
      within: 0.15,
      code: 3,
      says: beyondReason,
    },
    {
      what: "anchors by the thousand that nothing asks for",
      file: () =>
        parameters(`[${Array.from({ length: 20_000 }, (_, index) => `&a${index} 1`).join(", ")}]`),
      code: 3,
      says: /has the wrong type: expected mapping, found list/,
    },
    {
      what: "lists in lists",
      file: () => parameters(`{ a: ${nested(10_000, "[", "]")} }`),
      code: 3,
      says: /yaml-syntax/,
    },
    {
      what: "mappings in mappings",
      file: () => parameters(nested(10_000, "{ a: ", "}")),
      code: 3,
      says: /yaml-syntax/,
    },
    {
      what: "a block in a block",
      file: () =>
        parameters(
          `\n${Array.from({ length: 1500 }, (_, at) => `${" ".repeat(at + 1)}a:\n`).join("")}`,
        ),
      code: 3,
      says: /yaml-syntax/,
    },
    {
      what: "lists in lists, as deep as they can be read",
      file: () => parameters(`{ a: ${nested(500, "[", "]")} }`),
      code: 0,
      says: /Plan: 1 to create/,
    },
    {
      what: "documents by the hundred",
      file: () =>
        Array.from({ length: 500 }, (_, index) => `${yaml(tool(`k${index}`, index))}\n`).join(
          "---\n",
        ),
      code: 0,
      says: /Plan: 500 to create/,
    },
    {
      what: "a line of a megabyte with a mistake in it",
      file: () => `kind: tool\nnome: "${"y".repeat(1_000_000)}"\n`,
      code: 3,
      says: /Unknown key "nome"/,
    },
    {
      what: "a long word that is nearly another",
      file: () =>
        [tool(`${"ab".repeat(16_000)}c`, 0), prompt("P", { tools: [`${"ab".repeat(16_000)}d`] })]
          .map(yaml)
          .join("\n---\n"),
      code: 3,
      says: /Unknown tool "/,
      within: 0.15,
    },
    {
      what: "a pattern of many stars",
      file: () => yaml(prompt("a".repeat(31))),
      words: ["plan", "--target", `${"*a".repeat(9)}b`],
      within: 0.15,
      code: 64,
      says: /No definition matches/,
    },
    {
      what: "a pattern of 100 kB",
      file: () => yaml(prompt("P")),
      words: ["plan", "--target", "x".repeat(100_000)],
      code: 64,
      says: /No definition matches/,
    },
    {
      what: "an unclosed placeholder of 100 kB",
      file: () => yaml(prompt("P", { messages: [{ role: "user", content: "{{".repeat(50_000) }] })),
      code: 0,
      says: /Plan: 1 to create/,
    },
    {
      what: "a text that is nearly a token, many times",
      file: () =>
        yaml(prompt("P", { messages: [{ role: "user", content: "-eyJ".repeat(7_000) }] })),
      words: ["validate"],
      within: 0.15,
      code: 0,
      says: /1 definition/,
    },
    {
      what: "a comment that silences nothing but blanks",
      file: () => `# promptctl-ignore${" ".repeat(20_000)};\n${yaml(prompt("P"))}\n`,
      words: ["validate"],
      within: 0.15,
      code: 0,
      says: /1 definition/,
    },
    {
      what: "parameters that are a schema in a schema",
      file: () => parameters(`{ type: object, ${nested(400, "not: { ", "}")} }`),
      words: ["validate"],
      code: 0,
      says: /1 definition/,
    },
    {
      what: "placeholders by the ten thousand",
      file: () =>
        yaml(
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
      words: ["validate"],
      code: 0,
      says: /undeclared-variable/,
    },
    ...Object.entries(unholdable).map(([what, text]): Case => ({
      what,
      file: () =>
        [
          prompt(text),
          prompt("P", { messages: [{ role: "user", content: text }] }),
          tool(text, 0, { parameters: { [text]: 1 } }),
        ]
          .map(yaml)
          .join("\n---\n"),
      code: 3,
      says: /bad-text[^]*which services cannot store[^]*bad-text[^]*bad-text/,
    })),
  ];

  describe("a file with", () => {
    for (const { what, file, words = ["plan"], code, says, within = 1 } of cases) {
      it(what, async () => {
        await using scene = sceneOf({ "prompts/x.yaml": file() });
        const measure = async (): Promise<{ outcome: CliResult; seconds: number }> => {
          const start = process.cpuUsage(); // CPU time: other processes do not count
          const outcome = await scene.run(words);
          const { user, system } = process.cpuUsage(start);
          return { outcome, seconds: (user + system) / 1e6 };
        };
        const { outcome, seconds: first } = await measure();
        expect([outcome.code, flaws(outcome.out), flaws(outcome.err)]).toEqual([code, [], []]);
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
    await using scene = sceneOf({ "prompts/x.yaml": project });
    const { code, out } = await scene.run(["plan"]);
    expect([code, out.length < 2000, flaws(out)]).toEqual([0, true, []]);
  });
}
