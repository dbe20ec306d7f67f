// Promise 9: `validate --format github` prints the intended runner commands and no others.
import { describe, expect, it } from "vitest";
import { unsafeCharacter, type RunnerCommand, parseRunnerCommands, findUnsafe } from "./oracle.ts";
import { type Body, prompt, type Fixture, createFixture, tool } from "./fixture.ts";
import { type TextCategory, hostileTexts } from "./hostile-texts.ts";

interface Validation {
  readonly diagnostics: readonly {
    readonly severity: "error" | "warning";
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
    readonly location: {
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly endColumn: number;
    };
  }[];
}

/** Replaces unsafe parts by their escapes. */
function escapeUnsafe(text: string): string {
  const escaped = (char: string): string =>
    ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" })[char] ??
    `\\u{${char.codePointAt(0)!.toString(16)}}`;
  return text
    .replaceAll(unsafeCharacter, escaped)
    .replaceAll("\n", escaped)
    .replace(/^(\s*)::/, "$1:\\u{3a}")
    .replaceAll(/##(?=\w*\[)/g, "#\\u{23}");
}

/** Returns the commands for the diagnostics that `--format json` reports for the same project. */
async function expectedCommands(fixture: Fixture): Promise<RunnerCommand[]> {
  const { out } = await fixture.run(["validate", "--format", "json"]);
  const { diagnostics } = JSON.parse(out) as Validation;
  const commandsOf = (severity: string): RunnerCommand[] => {
    const all = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
    const annotated = all.slice(0, 10).map(({ code, message, hint, location }) => {
      const { file, line, column, endColumn } = location;
      const properties = { file, line, endLine: line, col: column, endColumn, title: code };
      return {
        name: severity,
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, escapeUnsafe(String(value))]),
        ),
        data: [message, ...(hint?.split("\n") ?? [])].map(escapeUnsafe).join("\n"),
      };
    });
    const more = all.length - annotated.length;
    const summary = `${more} more ${severity}${more === 1 ? "" : "s"}: run promptctl validate to list all.`;
    const notice = { name: "notice", properties: { title: "promptctl" }, data: summary };
    return more > 0 ? [...annotated, notice] : annotated;
  };
  return [...commandsOf("error"), ...commandsOf("warning")];
}

/** Invalid definitions. Each text has its own project: at most ten diagnostics are annotated. */
const invalidDefinitions = (text: string): Body[] => [
  { ...tool(text, 0), [text]: 1 },
  { kind: text },
  prompt(text, { tools: [`${text}thene`], parameters: { provider: text, name: text } }),
  tool(`${text}there`, 1),
  prompt(`${text}b`, {
    messages: [{ role: "user", content: `{{a${text.replaceAll(/[{}|]/g, "")}}}` }],
    variables: { [text]: text },
  }),
];

/** Runs a check in a project per text of a category. */
async function forEachText(
  category: TextCategory,
  check: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  for (const text of hostileTexts(category)) {
    await using fixture = createFixture({ "prompts/x.yaml": invalidDefinitions(text) });
    const name = text.replaceAll("/", "-");
    fixture.write({ [`prompts/${name}.yaml`]: "kind: x\n" });
    if (category === "lineCommands")
      fixture.write({ "prompts/y.yaml": `kind: tool\n${text}: 1\n` });
    await check(fixture);
  }
}

describe("annotations", () => {
  it.each<TextCategory>([
    "controlCharacters",
    "lineCommands",
    "inlineCommands",
    "forgedLines",
    "syntax",
  ])("of texts of the category %s are the expected commands", (category) =>
    forEachText(category, async (fixture) => {
      const { code, out } = await fixture.run(["validate", "--format", "github"]);
      const commands = await expectedCommands(fixture);
      const lines = out.split("\n").slice(0, commands.length);
      expect([code, parseRunnerCommands(lines.join("\n"))]).toEqual([3, commands]);
    }),
  );

  it.each<TextCategory>(["lineCommands", "inlineCommands", "forgedLines"])(
    "of texts of the category %s are the only commands in the output",
    (category) =>
      forEachText(category, async (fixture) => {
        const { out } = await fixture.run(["validate", "--format", "github"]);
        expect(parseRunnerCommands(out)).toHaveLength((await expectedCommands(fixture)).length);
      }),
  );

  it("have no unsafe character", () =>
    forEachText("controlCharacters", async (fixture) => {
      const { out } = await fixture.run(["validate", "--format", "github"]);
      const lines = out.split("\n").filter((line) => line.startsWith("::"));
      expect(lines.length).toBeGreaterThan(3);
      expect(
        lines
          .flatMap((line) => findUnsafe(line))
          .filter((problem) => !problem.startsWith("a command")),
      ).toEqual([]);
    }));

  it("of more diagnostics than GitHub shows are cut and counted", async () => {
    const documents = hostileTexts("controlCharacters").map((text) => ({ kind: text }));
    await using fixture = createFixture({ "prompts/x.yaml": documents });
    const { out } = await fixture.run(["validate", "--format", "github"]);
    expect(parseRunnerCommands(out).at(-1)?.name).toBe("notice");
    expect(parseRunnerCommands(out)).toEqual(await expectedCommands(fixture));
  });
});
