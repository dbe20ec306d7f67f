// Annotations for pull requests: commands of ours for the runner, and none of anybody else's.
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
    readonly place: {
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly endColumn: number;
    };
  }[];
}

/** What acts, as the escape that stands for it. */
function escapeUnsafe(text: string): string {
  const escaped = (each: string): string =>
    ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" })[each] ??
    `\\u{${each.codePointAt(0)!.toString(16)}}`;
  return text
    .replaceAll(unsafeCharacter, escaped)
    .replaceAll("\n", escaped)
    .replace(/^(\s*)::/, "$1:\\u{3a}")
    .replaceAll(/##(?=\w*\[)/g, "#\\u{23}");
}

/** The commands that these mistakes are to make, by the JSON of the same run. */
async function expectedCommands(fixture: Fixture): Promise<RunnerCommand[]> {
  const { out } = await fixture.run(["validate", "--format", "json"]);
  const { diagnostics } = JSON.parse(out) as Validation;
  const commandsOf = (severity: string): RunnerCommand[] => {
    const all = diagnostics.filter((each) => each.severity === severity);
    const shown = all.slice(0, 10).map(({ code, message, hint, place }) => {
      const { file, line, column, endColumn } = place;
      const properties = { file, line, endLine: line, col: column, endColumn, title: code };
      return {
        name: severity,
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, escapeUnsafe(String(value))]),
        ),
        data: [message, ...(hint?.split("\n") ?? [])].map(escapeUnsafe).join("\n"),
      };
    });
    const more = all.length - shown.length;
    const words = `${more} more ${severity}${more === 1 ? "" : "s"}: run promptctl validate to list all.`;
    const notice = { name: "notice", properties: { title: "promptctl" }, data: words };
    return more > 0 ? [...shown, notice] : shown;
  };
  return [...commandsOf("error"), ...commandsOf("warning")];
}

/** Definitions that are wrong, each text in a project of its own: no more than ten are annotated. */
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

async function forEachText(
  sort: TextCategory,
  judge: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  for (const text of hostileTexts(sort)) {
    await using fixture = createFixture({ "prompts/x.yaml": invalidDefinitions(text) });
    const name = text.replaceAll("/", "-");
    fixture.write({ [`prompts/${name}.yaml`]: "kind: x\n" });
    if (sort === "lineCommands") fixture.write({ "prompts/y.yaml": `kind: tool\n${text}: 1\n` });
    await judge(fixture);
  }
}

describe("annotations", () => {
  it.each<TextCategory>([
    "controlCharacters",
    "lineCommands",
    "inlineCommands",
    "forgedLines",
    "syntax",
  ])("of texts of the sort %s are the commands they should be", (sort) =>
    forEachText(sort, async (fixture) => {
      const { code, out } = await fixture.run(["validate", "--format", "github"]);
      const commands = await expectedCommands(fixture);
      const lines = out.split("\n").slice(0, commands.length);
      expect([code, parseRunnerCommands(lines.join("\n"))]).toEqual([3, commands]);
    }),
  );

  it.each<TextCategory>(["lineCommands", "inlineCommands", "forgedLines"])(
    "of texts of the sort %s are all the commands there are",
    (sort) =>
      forEachText(sort, async (fixture) => {
        const { out } = await fixture.run(["validate", "--format", "github"]);
        expect(parseRunnerCommands(out)).toHaveLength((await expectedCommands(fixture)).length);
      }),
  );

  it("hold no character that acts", () =>
    forEachText("controlCharacters", async (fixture) => {
      const { out } = await fixture.run(["validate", "--format", "github"]);
      const lines = out.split("\n").filter((line) => line.startsWith("::"));
      expect(lines.length).toBeGreaterThan(3);
      expect(
        lines.flatMap((line) => findUnsafe(line)).filter((each) => !each.startsWith("a command")),
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
