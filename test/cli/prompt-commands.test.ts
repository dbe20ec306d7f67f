// promptctl render and promptctl run: the prompt on the service, with variables, by the echo.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliResult, runCli } from "./fake-host.ts";

const cwd = mkdtempSync(join(tmpdir(), "promptctl-prompt-"));
const definitions = `
kind: tool
name: look
description: Looks.
parameters: { type: object, properties: { at: { type: string } } }
---
kind: prompt
name: Greeter
tools: [look]
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5, maxTokens: 50 }
messages:
  - role: system
    content: Be kind to {{name}}.
  - role: assistant
    content:
      - { type: TOOL_CALL, toolCall: { toolCallId: c, type: function, function: { name: look, arguments: { at: "7" } } } }
  - role: tool
    content: [{ type: TOOL_RESULT, toolCallId: c, result: It is there. }]
  - role: user
    content: "{{greeting}}, {{name}}\\e[2J"
---
kind: prompt
name: Answerer
parameters: { provider: OPENAI, name: gpt-4.1, responseFormat: JSON }
messages: [{ role: user, content: Say it. }]
`;

beforeAll(async () => {
  writeFileSync(join(cwd, "promptctl.yaml"), "definitions: .\nbaseUrl: local\n");
  writeFileSync(join(cwd, "all.yaml"), definitions);
  writeFileSync(join(cwd, "vars.txt"), "name: Ada\ngreeting: Hello\n");
  writeFileSync(join(cwd, "bad.txt"), "name: 5\n");
  expect((await runCli(["apply", "--auto-approve"], { cwd })).code).toBe(0);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const command = (...args: string[]): Promise<CliResult> => runCli(args, { cwd });
const values = ["--var", "name=Ada", "--var", "greeting=Hello"];

describe("render", () => {
  it("prints the messages as text, with control characters escaped", async () => {
    const { code, out, err } = await command("render", "Greeter", ...values);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`claude-sonnet-4-5 · anthropic
max_tokens 50

[tools]
look

[system]
Be kind to Ada.

[assistant]
call look({"at":"7"})

[user]
result of c: It is there.

[user]
Hello, Ada\\u{1b}[2J
`);
  });

  it("prints the native request with --json, given an address, --vars and --append", async () => {
    const { out } = await command(
      "render",
      "prompt/Greeter",
      "--vars",
      "vars.txt",
      "--var",
      "name=Bo",
      "--append",
      "More",
      "--user",
      "u1",
      "--json",
    );
    const request = JSON.parse(out) as {
      system: string;
      metadata: object;
      messages: { content: unknown }[];
    };
    expect(request.system).toBe("Be kind to Bo.");
    expect(request.metadata).toEqual({ user_id: "u1" });
    expect(request.messages.at(-1)).toEqual({ role: "user", content: "More" });
  });

  it("names all missing variables before it sends a request", async () => {
    expect(await command("render", "Greeter")).toMatchObject({
      code: 64,
      out: "",
      err: "Error: Missing variables: name, greeting.\n  Add --var 'name=…' --var 'greeting=…'\n",
    });
  });

  it("names a missing prompt and a similar one", async () => {
    expect(await command("render", "Greter", ...values)).toMatchObject({
      code: 64,
      err: 'Error: local has no prompt "Greter".\n  Did you mean "Greeter"?\n',
    });
  });

  it.each([
    [
      "--var without a value",
      ["--var", "name"],
      "Error: Invalid --var name: expected name=value.\n",
    ],
    [
      "a number in the file",
      ["--vars", "bad.txt"],
      'Error: bad.txt:1: "name" must be a string or null.\n  Put the value in quotes.\n',
    ],
    ["a missing file", ["--vars", "nofile"], "Error: There is no file nofile.\n"],
    ["a folder as the file", ["--vars", "."], "Error: . is a folder.\n"],
  ])("%s is wrong usage", async (_, flags, err) => {
    expect(await command("render", "Greeter", ...flags)).toMatchObject({ code: 64, err });
  });
});

describe("run", () => {
  it("without a provider key names the variable and --echo", async () => {
    const { code, err } = await command("run", "Greeter", "--local", ...values);
    expect(code).toBe(1);
    expect(err.replace(/\s+/g, " ")).toMatch(/Set \w+_API_KEY, or add --echo\./);
  });

  it("prints the reply, and tokens, time and cost to standard error", async () => {
    const { code, out, err } = await command(
      "run",
      "Greeter",
      "--local",
      "--echo",
      ...values,
      "--append",
      "How are you?",
    );
    expect([code, out]).toEqual([0, "[echo] How are you?\n"]);
    expect(err).toMatch(
      /^anthropic claude-sonnet-4-5 · \d+ tokens in, \d+ out · 0 ms · cost unknown\n$/,
    );
  });

  it("prints the tool calls of a reply", async () => {
    const { out } = await command(
      "run",
      "Greeter",
      "--local",
      "--echo",
      ...values,
      "--append",
      'call: look {"at": "9"}',
    );
    expect(out).toBe('call look({"at": "9"})\n');
  });

  it("--append can be repeated and adds a message each time", async () => {
    const { out } = await command(
      "render",
      "Answerer",
      "--append",
      "One",
      "--append",
      "Two",
      "--json",
    );
    const { messages } = JSON.parse(out) as { messages: { content: string }[] };
    expect(messages.map(({ content }) => content)).toEqual(["Say it.", "One", "Two"]);
  });

  it("--echo is refused for a remote service, which would call the provider", async () => {
    const args = ["run", "Answerer", "--echo", "--base-url", "http://127.0.0.1:4"];
    expect(await command(...args)).toMatchObject({
      code: 64,
      err: "Error: --echo requires the embedded service.\n  Add --local, or start the other service with promptctl serve --echo.\n",
    });
  });

  it("prints the whole completion with --json", async () => {
    const { out } = await command("run", "Answerer", "--local", "--echo", "--json");
    expect(JSON.parse(out)).toMatchObject({
      provider: "OPENAI",
      stats: { cost: 0 },
      message: {
        role: "assistant",
        content: [{ type: "TEXT", text: '{"echo":"Say it."}' }],
      },
    });
  });

  it("names the missing API key of a provider", async () => {
    const { code, err } = await command("run", "Answerer", "--local");
    expect(code).toBe(1);
    expect(err).toMatch(/OPENAI_API_KEY/);
  });

  it("prints a note if the definition differs from the prompt on the service", async () => {
    writeFileSync(join(cwd, "all.yaml"), definitions.replace("Say it.", "Say it now."));
    const { out, err } = await command("run", "Answerer", "--local", "--echo");
    expect(err).toMatch(
      /^Note: the definition differs from the prompt on the service. To see the changes: promptctl plan\n/,
    );
    expect(out).toContain("Say it.");
  });
});
