// promptctl render --as: native requests, and the way back with import.
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type Folder, folderOf } from "../../io/folder.ts";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../fake-host.ts";

const triage = `kind: prompt
name: Triage
tools: [look]
parameters:
  provider: OPENAI
  name: gpt-4.1
  temperature: 0.2
  maxTokens: 100
  toolChoice: auto
messages:
  - role: system
    content: You are Ann's assistant at {{company}}.
  - role: user
    content: "{{ticket}}"
`;

const greet = `kind: prompt
name: Greet
parameters:
  provider: ANTHROPIC
  name: claude-sonnet-4-6
  maxTokens: 50
messages:
  - role: system
    content: You greet people.
  - role: user
    content: "{{ticket}}"
`;

const look = `kind: tool
name: look
description: Looks up an order.
parameters:
  type: object
  properties:
    id:
      type: string
`;

const projectOf = (files: Readonly<Record<string, string>> = {}): Folder =>
  folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/greet.prompt.yaml": greet,
    "prompts/tools/look.tool.yaml": look,
    "prompts/triage.prompt.yaml": triage,
    ...files,
  });

const rendering = (folder: Folder, ...args: readonly string[]): Promise<CliResult> =>
  runCli(["render", "--from", "files", "--template", ...args], { cwd: folder.path });

describe("render --as", () => {
  it("prints a request to OpenAI; placeholders without a value stay", async () => {
    await using folder = projectOf();
    const { code, out } = await rendering(folder, "Triage", "--as", "openai", "--var", "company=X");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      model: "gpt-4.1",
      messages: [
        { role: "system", content: "You are Ann's assistant at X." },
        { role: "user", content: "{{ticket}}" },
      ],
      tools: [
        {
          type: "function",
          function: {
            name: "look",
            description: "Looks up an order.",
            parameters: { type: "object", properties: { id: { type: "string" } } },
          },
        },
      ],
      tool_choice: "auto",
      max_completion_tokens: 100,
      temperature: 0.2,
    });
  });

  it("prints a command that a shell runs with the key of its environment", async () => {
    await using folder = projectOf();
    const { out } = await rendering(folder, "Triage", "--as", "curl", "--var", "ticket=a'b $HOME");
    // printf in place of curl prints the arguments that the shell passes
    const printed = execFileSync("sh", ["-c", out.replace(/^curl/, String.raw`printf '%s\n'`)], {
      env: { ...process.env, OPENAI_API_KEY: "key" },
      encoding: "utf8",
    });
    const [url, , type, , key, flag, ...body] = printed.split("\n");
    expect([url, type, key, flag]).toEqual([
      "https://api.openai.com/v1/chat/completions",
      "content-type: application/json",
      "authorization: Bearer key",
      "-d",
    ]);
    expect(JSON.parse(body.join("\n"))).toMatchObject({
      messages: [{ content: "You are Ann's assistant at {{company}}." }, { content: "a'b $HOME" }],
    });
  });

  it.each([
    ["Triage", "openai", "openai-chat", "triage.prompt.yaml"],
    ["Greet", "anthropic", "anthropic", "greet.prompt.yaml"],
  ])("%s is imported again as it was", async (name, as, format, file) => {
    await using folder = projectOf();
    const { out } = await rendering(folder, name, "--as", as);
    await using other = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      [`${name}.json`]: out,
    });
    const args = ["import", format, `${name}.json`, "--placeholders", "double-braces", "--strict"];
    expect(await runCli(args, { cwd: other.path })).toMatchObject({ code: 0, err: "" });
    const textOf = (path: string): string => other.read(path).replace(/^#.*\n/, "");
    expect(textOf(`prompts/${file}`)).toBe(name === "Greet" ? greet : triage);
    if (name === "Triage") expect(textOf("prompts/tools/look.tool.yaml")).toBe(look);
  });

  it("names the Responses API, and its curl command goes there", async () => {
    const options = "  options:\n    api: responses\n    reasoningEffort: low\nmessages:";
    await using folder = projectOf({
      "prompts/triage.prompt.yaml": triage.replace("messages:", options),
    });
    const { code, out, err } = await rendering(folder, "Triage", "--as", "openai");
    expect([code, err]).toEqual([
      0,
      "The request is for the Responses API: POST https://api.openai.com/v1/responses\n",
    ]);
    expect(JSON.parse(out)).toEqual({
      model: "gpt-4.1",
      input: [
        { role: "system", content: "You are Ann's assistant at {{company}}." },
        { role: "user", content: "{{ticket}}" },
      ],
      tools: [
        {
          type: "function",
          name: "look",
          description: "Looks up an order.",
          parameters: { type: "object", properties: { id: { type: "string" } } },
          strict: false,
        },
      ],
      tool_choice: "auto",
      reasoning: { effort: "low" },
      max_output_tokens: 100,
      temperature: 0.2,
      store: false,
    });
    const curl = await rendering(folder, "Triage", "--as", "curl");
    expect([curl.out.split(" ")[1], curl.err]).toEqual(["https://api.openai.com/v1/responses", ""]);
  });

  it("needs all values without --template", async () => {
    await using folder = projectOf();
    const args = ["render", "Triage", "--from", "files", "--as", "openai", "--var", "ticket=a"];
    expect(await runCli(args, { cwd: folder.path })).toMatchObject({
      code: 64,
      out: "",
      err: "Error: Missing variable: company.\n  Add --var 'company=…'\n",
    });
    const { code, out } = await runCli([...args, "--var", "company=X"], { cwd: folder.path });
    expect([code, out.includes("You are Ann's assistant at X.")]).toEqual([0, true]);
  });

  it("has the appended messages and the end user, whose variables stay too", async () => {
    await using folder = projectOf();
    const flags = ["--append", "More {{ about }}.", "--user", "u1"];
    const { out } = await rendering(folder, "Greet", "--as", "anthropic", ...flags);
    expect(JSON.parse(out)).toMatchObject({
      metadata: { user_id: "u1" },
      messages: [{ content: "{{ticket}}" }, { content: "More {{about}}." }],
    });
  });

  it("prints the request of the service, and it is that of the files", async () => {
    await using folder = projectOf();
    const apply = ["apply", "--local", "--auto-approve"];
    expect((await runCli(apply, { cwd: folder.path })).code).toBe(0);
    for (const [name, as] of [
      ["Triage", "openai"],
      ["Greet", "anthropic"],
      ["Greet", "curl"],
    ] as const) {
      const words = ["render", name, "--as", as, "--template"];
      const { code, out } = await runCli([...words, "--local"], { cwd: folder.path });
      expect([code, out]).toEqual([0, (await rendering(folder, name, "--as", as)).out]);
    }
  });

  it("of a provider that this version does not know names it; --json prints it", async () => {
    await using folder = projectOf();
    const { fetch } = await createFakeService();
    const options = { cwd: folder.path, env: serviceEnv, fetch };
    expect((await runCli(["apply", "--auto-approve"], options)).code).toBe(0);
    const request = { provider: "acme", name: "a-1", parameters: { turns: [] } };
    const newer: typeof fetch = (url, init) =>
      init.method === "POST" ? Promise.resolve(Response.json(request)) : fetch(url, init);
    const words = ["render", "Triage", "--template"];
    const run = (...flags: string[]): Promise<CliResult> =>
      runCli([...words, ...flags], { ...options, fetch: newer });
    expect(await run("--as", "curl")).toMatchObject({
      code: 1,
      out: "",
      err: `Error: The prompt "Triage" is for acme, which promptctl does not know.
  Update promptctl, or use --json.
`,
    });
    expect((await run("--json")).out).toBe('{\n  "turns": []\n}\n');
  });

  it.each(["openai", "curl"])("a response without a request is an error, as %s", async (as) => {
    await using folder = projectOf();
    const { fetch } = await createFakeService();
    const options = { cwd: folder.path, env: serviceEnv, fetch };
    expect((await runCli(["apply", "--auto-approve"], options)).code).toBe(0);
    const empty: typeof fetch = (url, init) =>
      init.method === "POST"
        ? Promise.resolve(Response.json({ provider: "openai" }))
        : fetch(url, init);
    const words = ["render", "Triage", "--template", "--as", as];
    expect(await runCli(words, { ...options, fetch: empty })).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining('"parameters" is not an object.'),
    });
  });

  it("loads no store for the files", async () => {
    await using folder = projectOf();
    const { code, out } = await runCli(["render", "Triage", "--from", "files", "--template"], {
      cwd: folder.path,
      process: { openEmbedded: () => expect.fail("a store was opened") },
    });
    expect([code, out.includes("{{ticket}}")]).toEqual([0, true]);
  });

  it("warns of a variable that the prompt does not use", async () => {
    await using folder = projectOf();
    const args = ["Triage", "--as", "openai", "--var", "compani=Acme", "--var", "ticket=Help"];
    const { code, out, err } = await rendering(folder, ...args);
    expect([code, err]).toEqual([
      0,
      'Warning: The prompt does not use the variable "compani". Did you mean "company"?\n',
    ]);
    expect(out).toContain("Help");
  });

  it.each(["anthropic", "curl"])("warns of a request without messages, as %s", async (as) => {
    await using folder = projectOf({
      "prompts/greet.prompt.yaml": `${greet.split("messages:")[0]}messages:
  - role: system
    content: Be kind.
`,
    });
    const { code, err } = await rendering(folder, "Greet", "--as", as);
    expect([code, err]).toEqual([
      0,
      `Warning: The request has no messages, because the prompt has only system messages.
  Anthropic rejects it. Add a user message in your application.
`,
    ]);
  });

  it.each([
    [["Triage", "--as", "anthropic"], 'The prompt "Triage" is for OpenAI.\n  Use --as openai, or'],
    [["Triage", "--as", "curl", "--json"], "'--as <format>' cannot be used with option '--json'."],
    [["Other", "--as", "curl"], "prompt/Other is external: the files do not contain its text."],
  ])("refuses %j", async (args, message) => {
    await using folder = projectOf({
      "prompts/other.prompt.yaml": "kind: prompt\nname: Other\nexternal: true\n",
    });
    const { code, out, err } = await rendering(folder, ...args);
    expect(code).toBe(64);
    expect(out + err).toContain(message);
  });
});
