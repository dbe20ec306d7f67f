// Promise 9: suggested lines and commands have the intended effect when a user pastes them into
// promptctl.yaml or a shell.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { shellWords } from "./shell-words.ts";
import {
  serviceUrl,
  type Body,
  type ProjectFiles,
  type RemoteLists,
  readOnlyService,
  prompt,
  remotePrompt,
  createFixture,
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

/** Returns the output of a command. */
async function runOutput(
  args: readonly string[],
  files: ProjectFiles,
  lists: RemoteLists = {},
): Promise<string> {
  await using fixture = createFixture(files, readOnlyService(lists));
  const { out, err } = await fixture.run(args);
  return out + err;
}

/** Returns the pins that an output suggests, parsed as YAML. */
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

describe("suggestions can be pasted", () => {
  it("pins of a duplicate", async () => {
    for (const text of texts) {
      const other = { messages: [] };
      const prompts = [remotePrompt(text, "P", other), remotePrompt(`${text}~`, "P", other)];
      const output = await runOutput(["plan"], { "prompts/x.yaml": [prompt("P")] }, { prompts });
      expect(pinsIn(output)).toEqual({
        pins: { [serviceUrl]: { "prompt/P": expect.any(String) } },
      });
    }
  });

  it("pins of repeated names", async () => {
    for (const text of texts) {
      const documents = [
        { ...prompt("P"), key: "a" },
        { ...prompt("P"), key: "b" },
      ];
      let created = 0;
      await using fixture = createFixture({ "prompts/x.yaml": documents });
      const { out } = await fixture.run(["apply", "--auto-approve"], {
        fetch: async (url, init) => {
          if (init.method === "GET") return readOnlyService({})(url, init);
          const body = JSON.parse(String(init.body)) as Body;
          return Response.json({ ...body, id: `${text}${created++ === 0 ? "" : "~"}`, tools: [] });
        },
      });
      expect(pinsIn(out)).toEqual({ pins: { [serviceUrl]: { "prompt/a": text } } });
    }
  });

  it("--exclude with an address", async () => {
    for (const text of texts) {
      const documents = [tool(text, 0), prompt(text, { tools: [text] })];
      const output = await runOutput(["plan", "--exclude", "tool/*"], {
        "prompts/x.yaml": documents,
      });
      const [, command] = /Exclude it too \((--exclude .*)\), or do not exclude /.exec(output)!;
      const [, pattern] = shellWords(command!);
      expect(pattern?.replaceAll("\\*", "*")).toBe(`prompt/${text}`);
    }
  });

  it("--var with a variable", async () => {
    const names = texts.map((text) => text.replaceAll(/[{}|#^>/!&]/g, "").trim());
    for (const name of names.filter((each) => each !== "")) {
      const messages = [{ role: "user", content: [{ type: "TEXT", text: `{{${name}}}` }] }];
      const prompts = [remotePrompt("p", "P", { messages })];
      const output = await runOutput(
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
      const output = await runOutput(["plan", `--out=${text}.json`], {
        "prompts/x.yaml": [prompt("P")],
      });
      const [, command] = /To apply exactly this plan: promptctl (.*)/.exec(output)!;
      expect(shellWords(command!).slice(0, 2)).toEqual(["apply", `${text}.json`]);
    }
  });

  it("--base-url with the base URL of promptctl.yaml", async () => {
    for (const text of texts.filter((each) => !/[#?]/.test(each))) {
      await using fixture = createFixture({
        "promptctl.yaml": [{ baseUrl: `https://evil.example/${encodeURI(text)}` }],
        "prompts/x.yaml": [prompt("P")],
      });
      const env = { PROMPTCTL_API_KEY: "k", CI: "1" };
      const { err } = await fixture.run(["plan"], { env });
      const [, command] = /To use .*: (--base-url .*)/.exec(err)!;
      expect(shellWords(command!)).toHaveLength(2);
    }
  });
});
