// Lines and commands that are suggested do what they say where they are pasted: in promptctl.yaml
// and in a shell.
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  serviceUrl,
  type Body,
  type Files,
  type Lists,
  listing,
  prompt,
  remotePrompt,
  sceneOf,
  tool,
} from "./fixture.ts";

const texts = [
  "$(touch nowhere)",
  "`touch nowhere`",
  "'; touch nowhere; echo '",
  '"; touch nowhere; echo "',
  "\\'; touch nowhere #",
  "&a *a !!x",
  "__proto__",
  "123",
  "1e3",
  "true",
  "a: b",
  "a # b",
  "-rf",
];

/** The words a shell makes of a command; what it would run is not found. */
export function shellWords(command: string): string[] {
  const script = `set -- ${command}\nprintf '%s\\0' "$@"`;
  const options = {
    encoding: "utf8",
    cwd: tmpdir(),
    env: { PATH: "/nowhere" },
    stdio: "pipe",
  } as const;
  return execFileSync("/bin/sh", ["-fc", script], options).split("\0").slice(0, -1);
}

async function said(words: readonly string[], files: Files, lists: Lists = {}): Promise<string> {
  await using scene = sceneOf(files, listing(lists));
  const { out, err } = await scene.run(words);
  return out + err;
}

/** The block of pins in an output, as YAML reads it. */
function pinsIn(output: string): unknown {
  const lines = output.split("\n");
  const start = lines.findIndex((line) => line.trim() === "pins:");
  const indent = lines[start]!.indexOf("pins:");
  const block = lines
    .slice(start)
    .map((line) => line.slice(indent))
    .filter((line, index) => index < 3 && line !== "");
  return parse(block.join("\n"));
}

/** Declares these tests. */
export function suggestionsTests(): void {
  describe("what is suggested can be pasted", () => {
    it("pins of a double, into promptctl.yaml", async () => {
      for (const text of texts) {
        const other = { messages: [] };
        const prompts = [remotePrompt(text, "P", other), remotePrompt(`${text}~`, "P", other)];
        const output = await said(["plan"], { "prompts/x.yaml": [prompt("P")] }, { prompts });
        expect(pinsIn(output)).toEqual({
          pins: { [serviceUrl]: { "prompt/P": expect.any(String) } },
        });
      }
    });

    it("pins of names that repeat", async () => {
      for (const text of texts) {
        const documents = [
          { ...prompt("P"), key: "a" },
          { ...prompt("P"), key: "b" },
        ];
        let made = 0;
        await using scene = sceneOf({ "prompts/x.yaml": documents });
        const { out } = await scene.run(["apply", "--auto-approve"], {
          fetch: async (url, init) => {
            if (init.method === "GET") return listing({})(url, init);
            const body = JSON.parse(String(init.body)) as Body;
            return Response.json({ ...body, id: `${text}${made++ === 0 ? "" : "~"}`, tools: [] });
          },
        });
        expect(pinsIn(out)).toEqual({ pins: { [serviceUrl]: { "prompt/a": text } } });
      }
    });

    it("--exclude of an address", async () => {
      for (const text of texts) {
        const documents = [tool(text, 0), prompt(text, { tools: [text] })];
        const output = await said(["plan", "--exclude", "tool/*"], { "prompts/x.yaml": documents });
        const [, command] = /Exclude it too \((--exclude .*)\), or do not exclude /.exec(output)!;
        const [, pattern] = shellWords(command!);
        expect(pattern?.replaceAll("\\*", "*")).toBe(`prompt/${text}`);
      }
    });

    it("--var of a variable", async () => {
      const names = texts.map((text) => text.replaceAll(/[{}|#^>/!&]/g, "").trim());
      for (const name of names.filter((each) => each !== "")) {
        const messages = [{ role: "user", content: [{ type: "TEXT", text: `{{${name}}}` }] }];
        const prompts = [remotePrompt("p", "P", { messages })];
        const output = await said(
          ["render", "P"],
          { "prompts/x.yaml": [prompt("P")] },
          { prompts },
        );
        const [, command] = /Add (--var .*)/.exec(output)!;
        expect(shellWords(command!)).toEqual(["--var", `${name}=…`]);
      }
    });

    it("apply of a saved plan", async () => {
      for (const text of texts.map((each) => each.replaceAll("/", "-"))) {
        const output = await said(["plan", `--out=${text}.json`], {
          "prompts/x.yaml": [prompt("P")],
        });
        const [, command] = /To apply exactly this plan: promptctl (.*)/.exec(output)!;
        expect(shellWords(command!).slice(0, 2)).toEqual(["apply", `${text}.json`]);
      }
    });

    it("--base-url of an address in promptctl.yaml", async () => {
      for (const text of texts.filter((each) => !/[#?]/.test(each))) {
        await using scene = sceneOf({
          "promptctl.yaml": [{ baseUrl: `https://evil.example/${encodeURI(text)}` }],
          "prompts/x.yaml": [prompt("P")],
        });
        const env = { PROMPTCTL_API_KEY: "k", CI: "1" };
        const { err } = await scene.run(["plan"], { env });
        const [, command] = /To use .*: (--base-url .*)/.exec(err)!;
        expect(shellWords(command!)).toHaveLength(2);
      }
    });
  });
}
