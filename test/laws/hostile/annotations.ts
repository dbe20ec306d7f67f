// Annotations for pull requests: commands of ours for the runner, and none of anybody else's.
import { describe, expect, it } from "vitest";
import { acting, type RunnerCommand, commandsIn, flaws } from "./oracle.ts";
import { type Body, prompt, type Scene, sceneOf, tool } from "./fixture.ts";
import { type Sort, textsOf } from "./texts.ts";

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
function asShown(text: string): string {
  const escaped = (each: string): string =>
    ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" })[each] ??
    `\\u{${each.codePointAt(0)!.toString(16)}}`;
  return text
    .replaceAll(acting, escaped)
    .replaceAll("\n", escaped)
    .replace(/^(\s*)::/, "$1:\\u{3a}")
    .replaceAll(/##(?=\w*\[)/g, "#\\u{23}");
}

/** The commands that these mistakes are to make, by the JSON of the same run. */
async function meant(scene: Scene): Promise<RunnerCommand[]> {
  const { out } = await scene.run(["validate", "--format", "json"]);
  const { diagnostics } = JSON.parse(out) as Validation;
  const commandsOf = (severity: string): RunnerCommand[] => {
    const all = diagnostics.filter((each) => each.severity === severity);
    const shown = all.slice(0, 10).map(({ code, message, hint, place }) => {
      const { file, line, column, endColumn } = place;
      const properties = { file, line, endLine: line, col: column, endColumn, title: code };
      return {
        name: severity,
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, asShown(String(value))]),
        ),
        data: [message, ...(hint?.split("\n") ?? [])].map(asShown).join("\n"),
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
const wrong = (text: string): Body[] => [
  { ...tool(text, 0), [text]: 1 },
  { kind: text },
  prompt(text, { tools: [`${text}thene`], parameters: { provider: text, name: text } }),
  tool(`${text}there`, 1),
  prompt(`${text}b`, {
    messages: [{ role: "user", content: `{{a${text.replaceAll(/[{}|]/g, "")}}}` }],
    variables: { [text]: text },
  }),
];

async function annotated(sort: Sort, judge: (scene: Scene) => Promise<void>): Promise<void> {
  for (const text of textsOf(sort)) {
    await using scene = sceneOf({ "prompts/x.yaml": wrong(text) });
    const name = text.replaceAll("/", "-");
    scene.write({ [`prompts/${name}.yaml`]: "kind: x\n" });
    if (sort === "commands") scene.write({ "prompts/y.yaml": `kind: tool\n${text}: 1\n` });
    await judge(scene);
  }
}

/** Declares these tests. */
export function annotationsTests(): void {
  describe("annotations", () => {
    it.each<Sort>(["characters", "commands", "anywhere", "forgeries", "words"])(
      "of texts of the sort %s are the commands they should be",
      (sort) =>
        annotated(sort, async (scene) => {
          const { code, out } = await scene.run(["validate", "--format", "github"]);
          const commands = await meant(scene);
          const lines = out.split("\n").slice(0, commands.length);
          expect([code, commandsIn(lines.join("\n"))]).toEqual([3, commands]);
        }),
    );

    it.each<Sort>(["commands", "anywhere", "forgeries"])(
      "of texts of the sort %s are all the commands there are",
      (sort) =>
        annotated(sort, async (scene) => {
          const { out } = await scene.run(["validate", "--format", "github"]);
          expect(commandsIn(out)).toHaveLength((await meant(scene)).length);
        }),
    );

    it("hold no character that acts", () =>
      annotated("characters", async (scene) => {
        const { out } = await scene.run(["validate", "--format", "github"]);
        const lines = out.split("\n").filter((line) => line.startsWith("::"));
        expect(lines.length).toBeGreaterThan(3);
        expect(
          lines.flatMap((line) => flaws(line)).filter((each) => !each.startsWith("a command")),
        ).toEqual([]);
      }));

    it("of more diagnostics than GitHub shows are cut and counted", async () => {
      const documents = textsOf("characters").map((text) => ({ kind: text }));
      await using scene = sceneOf({ "prompts/x.yaml": documents });
      const { out } = await scene.run(["validate", "--format", "github"]);
      expect(commandsIn(out).at(-1)?.name).toBe("notice");
      expect(commandsIn(out)).toEqual(await meant(scene));
    });
  });
}
