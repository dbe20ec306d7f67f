// promptctl render and promptctl run: the prompt on the service, with variables, by the echo.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bundle } from "../../../src/generated/types.ts";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../fake-host.ts";
import { callService } from "../project-fixture.ts";

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
---
kind: prompt
name: Responder
tools: [look]
parameters: { provider: OPENAI, name: gpt-5-pro, options: { api: responses, reasoningEffort: high } }
messages:
  - role: user
    content:
      - { type: TEXT, text: Look. }
      - { type: IMAGE_BASE64, mediaType: image/png, imageBase64: iVBORw0KGgo= }
  - role: assistant
    content:
      - { type: TEXT, text: I look. }
      - { type: TOOL_CALL, toolCall: { toolCallId: c, type: function, function: { name: look, arguments: { at: "7" } } } }
  - role: tool
    content: [{ type: TOOL_RESULT, toolCallId: c, result: It is there. }]
`;

beforeAll(async () => {
  writeFileSync(join(cwd, "promptctl.yaml"), "definitions: .\nbaseUrl: local\n");
  writeFileSync(join(cwd, "all.yaml"), definitions);
  writeFileSync(join(cwd, "vars.txt"), "name: Ada\ngreeting: Hello\n");
  writeFileSync(join(cwd, "bad.txt"), "name: true\n");
  expect((await runCli(["apply", "--auto-approve"], { cwd })).code).toBe(0);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const command = (...args: string[]): Promise<CliResult> => runCli(args, { cwd });
/** The id of a prompt on the embedded service. */
async function idOf(key: string): Promise<string> {
  expect((await command("codegen", "--out", "ids.json", "--ids")).code).toBe(0);
  const { environments } = JSON.parse(readFileSync(join(cwd, "ids.json"), "utf8")) as Bundle;
  return environments["default"]![key]!.id!;
}

const values = ["--var", "name=Ada", "--var", "greeting=Hello"];

describe("from another folder, the project is named by its folder", () => {
  const project = basename(cwd);
  const elsewhere = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: dirname(cwd) });

  it.each([
    ["render", ["render", "Greeter", project, ...values], "Be kind to Ada."],
    [
      "render of the files",
      ["render", "Greeter", project, "--from", "files", ...values],
      "Hello, Ada",
    ],
    ["run", ["run", "Greeter", project, "--echo", ...values], "[echo] Hello, Ada"],
    [
      "render as anthropic",
      ["render", "Greeter", project, "--as", "anthropic", ...values],
      "Be kind to Ada.",
    ],
    [
      "variables in a file of the current folder",
      ["render", "Greeter", project, "--vars", `${project}/vars.txt`],
      "Be kind to Ada.",
    ],
  ])("%s", async (_name, args, text) => {
    const { code, out, err } = await elsewhere(...args);
    expect([code, err.includes("Error")]).toEqual([0, false]);
    expect(out).toContain(text);
  });

  it("the commands of a hint name it too", async () => {
    const { code, err } = await elsewhere("render", "Nothing at all", project);
    expect(code).toBe(64);
    expect(err).toContain(`promptctl apply ${project} --local`);
  });

  it.each(["render", "run", "log"])("%s without it finds no project", async (name) => {
    const { code, err } = await elsewhere(name, "Greeter");
    expect([code, err]).toEqual([64, expect.stringContaining("project")]);
  });
});

it.each([
  ["YAML", "numbers.txt", "name: 9007199254740993 # Ada\ngreeting: 1000000000000000000001\n", 2],
  ["JSON", "numbers.json", '{"name": 9007199254740993, "greeting": 1000000000000000000001}', 2],
  ["YAML in a form of its own", "numbers.txt", "name: 9007199254740993\ngreeting: 0x1F\n", 1],
])("a number in --vars is the text that is written: %s", async (_form, file, text, count) => {
  writeFileSync(join(cwd, file), text);
  const { code, out } = await command("render", "Greeter", "--vars", file);
  rmSync(join(cwd, file));
  expect([code, out.includes("Be kind to 9007199254740993.")]).toEqual([0, true]);
  expect(out).toContain(count === 2 ? "1000000000000000000001, 9007" : "0x1F, 9007");
});

it.each([".inf", "-.inf", ".nan"])("%s in --vars is no value", async (value) => {
  writeFileSync(join(cwd, "infinite.txt"), `name: x\ngreeting: ${value}\n`);
  const { code, err } = await command("render", "Greeter", "--vars", "infinite.txt");
  rmSync(join(cwd, "infinite.txt"));
  expect([code, err]).toEqual([
    64,
    expect.stringContaining('infinite.txt:2: "greeting" must be a string, a number or null.'),
  ]);
});

it("an alias of a number that a double does not hold keeps its digits", async () => {
  writeFileSync(join(cwd, "alias.txt"), "name: &id 9007199254740993\ngreeting: *id\n");
  const { code, out } = await command("render", "Greeter", "--vars", "alias.txt");
  rmSync(join(cwd, "alias.txt"));
  expect([code, out.includes("9007199254740993, 9007199254740993")]).toEqual([0, true]);
});

it("an alias of a number in --vars is the number", async () => {
  writeFileSync(join(cwd, "alias.txt"), "name: &id 12\ngreeting: *id\n");
  const { code, out } = await command("render", "Greeter", "--vars", "alias.txt");
  rmSync(join(cwd, "alias.txt"));
  expect([code, out.includes("Be kind to 12."), out.includes("12, 12")]).toEqual([0, true, true]);
});

it("a stored tool call keeps all digits in the request that render prints", async () => {
  const args = '{"id":9007199254740993,"sum":[12345678901234.12345678]}';
  const call = { toolCallId: "c", type: "function", function: { name: "look", arguments: args } };
  const prompt = {
    kind: "prompt",
    name: "Caller",
    parameters: { provider: "ANTHROPIC", name: "claude-sonnet-4-5" },
    messages: [
      { role: "user", content: "Look." },
      { role: "assistant", content: [{ type: "TOOL_CALL", toolCall: call }] },
      { role: "tool", content: [{ type: "TOOL_RESULT", toolCallId: "c", result: "Seen." }] },
    ],
  };
  writeFileSync(join(cwd, "caller.yaml"), JSON.stringify(prompt));
  expect((await command("apply", "--auto-approve")).code).toBe(0);
  for (const words of [
    ["render", "Caller", "--json"],
    ["render", "Caller"],
    ["render", "Caller", "--as", "anthropic"],
    ["render", "Caller", "--from", "files", "--as", "curl"],
  ]) {
    const { out } = await command(...words);
    expect(out).toContain("9007199254740993");
    expect(out).toContain("12345678901234.12345678");
  }
  rmSync(join(cwd, "caller.yaml"));
});

describe("render", () => {
  it("prints a request to the Responses API", async () => {
    const { code, out, err } = await command("render", "Responder");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`gpt-5-pro · openai responses
reasoning {"effort":"high"}
store false

[tools]
look

[user]
Look.
(image image/png, 9 bytes)

[assistant]
I look.

[assistant]
call look({"at":"7"})

[tool]
result of c:
It is there.
`);
  });

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

  it("warns of --var flags that the prompt does not use", async () => {
    const { code, err } = await command("render", "Greeter", ...values, "--var", "greting=Hi");
    expect([code, err]).toEqual([
      0,
      'Warning: The prompt does not use the variable "greting". Did you mean "greeting"?\n',
    ]);
  });

  it("takes the id of a prompt, with and without id:", async () => {
    const id = await idOf("Greeter");
    const byName = await command("render", "Greeter", ...values);
    for (const name of [id, `id:${id}`, `prompt/id:${id}`])
      expect(await command("render", name, ...values)).toEqual(byName);
  });

  it("names a missing prompt and a similar one", async () => {
    expect(await command("render", "Greter", ...values)).toMatchObject({
      code: 64,
      err: 'Error: local has no prompt "Greter".\n  Did you mean "prompt/Greeter"?\n',
    });
  });

  it.each([
    [
      "--var without a value",
      ["--var", "name"],
      "Error: Invalid --var name: expected name=value.\n",
    ],
    [
      "a boolean in the file",
      ["--vars", "bad.txt"],
      'Error: bad.txt:1: "name" must be a string, a number or null.\n  Put the value in quotes.\n',
    ],
  ])("%s is wrong usage", async (_, flags, err) => {
    expect(await command("render", "Greeter", ...flags)).toMatchObject({ code: 64, err });
  });
});

/** A response of OpenAI. */
const reply = (choice: object, model = "gpt-4.1"): Response =>
  Response.json({
    model,
    choices: [{ message: { content: "Said." }, ...choice }],
    usage: { prompt_tokens: 1000, completion_tokens: 100 },
  });

describe("run", () => {
  it("without a provider key names the variable and --echo", async () => {
    const { code, err } = await command("run", "Greeter", "--local", ...values);
    expect(code).toBe(1);
    expect(err.replace(/\s+/g, " ")).toMatch(
      /Set \w+_API_KEY, or use the echo: run --echo, test --on echo\./,
    );
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
      /^anthropic claude-sonnet-4-5 · \d+ tokens in, \d+ out · 0 ms · \$0\.00\n$/,
    );
  });

  it("--echo is refused for a remote service, which would call the provider", async () => {
    const args = ["run", "Answerer", "--echo", "--base-url", "http://127.0.0.1:4"];
    expect(await command(...args)).toMatchObject({
      code: 64,
      err: "Error: --echo requires the embedded service.\n  Add --local, or start the other service with promptctl serve --echo.\n",
    });
  });

  describe("with a provider", () => {
    const runAnswerer = (response: () => Response, ...flags: string[]): Promise<CliResult> =>
      runCli(["run", "Answerer", "--local", ...flags], {
        cwd,
        env: { OPENAI_API_KEY: "k" },
        fetch: async () => response(),
      });

    it.each([
      [
        "length",
        "Warning: The reply is truncated: it reached maxTokens or the limit of the model.\n  Raise maxTokens of the prompt.\n",
      ],
      [
        "content_filter",
        "Warning: The reply is incomplete: the provider's content filter stopped it.\n",
      ],
      [
        "new_reason",
        "Warning: The reply may be incomplete: it ended for a reason that promptctl does not know.\n",
      ],
    ])("warns of a reply that ended with %s", async (reason, warning) => {
      const { code, out, err } = await runAnswerer(() => reply({ finish_reason: reason }));
      expect([code, out]).toEqual([0, "Said.\n"]);
      expect(err.split("\n").slice(1).join("\n")).toBe(warning);
    });

    it("--json has the stop reason, and the warning is on standard error", async () => {
      const { out, err } = await runAnswerer(() => reply({ finish_reason: "length" }), "--json");
      expect(JSON.parse(out)).toMatchObject({ stopReason: "truncated", omittedSettings: [] });
      expect(err).toMatch(/^Warning: The reply is truncated/);
    });

    it("a truncated reply of Anthropic: the warning has the default of maxTokens", async () => {
      const response = {
        content: [{ type: "text", text: "Sa" }],
        stop_reason: "max_tokens",
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      const { err } = await runCli(["run", "Greeter", "--local", ...values], {
        cwd,
        env: { ANTHROPIC_API_KEY: "k" },
        fetch: async () => Response.json(response),
      });
      expect(err).toMatch(
        /\n {2}Raise maxTokens of the prompt\. Without maxTokens, Anthropic models get 4096\.\n$/,
      );
    });

    it("shows the explanation of a refusal", async () => {
      const response = {
        content: [],
        stop_reason: "refusal",
        stop_details: { explanation: "Not about this.\u001b[2J" },
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      const { err } = await runCli(["run", "Greeter", "--local", ...values], {
        cwd,
        env: { ANTHROPIC_API_KEY: "k" },
        fetch: async () => Response.json(response),
      });
      expect(err).toContain("Warning: The model refused to answer.\n  Not about this.\\u{1b}[2J\n");
    });

    it("an error of the provider has no hint about --concurrency", async () => {
      const limited = () => Response.json({ error: { message: "Slow." } }, { status: 429 });
      expect(await runAnswerer(limited)).toMatchObject({
        code: 1,
        err: expect.stringMatching(
          /Slow\.\n {2}Rate limit exceeded\. Run the same command again later\.\n$/,
        ),
      });
    });

    it("--timeout limits the provider", async () => {
      const { code, err } = await runCli(["run", "Answerer", "--local", "--timeout", "50ms"], {
        cwd,
        env: { OPENAI_API_KEY: "k" },
        fetch: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal!.addEventListener("abort", () => reject(signal!.reason as Error));
          }),
      });
      expect(code).toBe(1);
      expect(err).toMatch(
        /completion: no response within 0\.05 s\.\n {2}Raise the limit with --timeout, for example --timeout 2m\.\n$/,
      );
    });

    it("a refused key is not reported as a failure of the service", async () => {
      const refused = () => Response.json({}, { status: 401 });
      const { code, err } = await runAnswerer(refused);
      expect(code).toBe(1);
      expect(err.replace(/\s+/g, " ")).toMatch(
        /OpenAI rejected the API key \(401\)\. Set OPENAI_API_KEY to a valid key\. $/,
      );
    });
  });

  it("prints a note if the definition differs from the prompt on the service", async () => {
    writeFileSync(join(cwd, "all.yaml"), definitions.replace("Say it.", "Say it now."));
    const byId = await command("run", await idOf("Answerer"), "--local", "--echo");
    const { out, err } = await command("run", "Answerer", "--local", "--echo");
    expect(byId.err).toBe(err);
    expect(err).toMatch(
      /^Note: the definition differs from the prompt on the service. To see the changes: promptctl plan --local\n/,
    );
    expect(out).toContain("Say it.");
  });
});

describe("--from files", () => {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-files-"));
  const inFolder = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: folder });
  const text = `${definitions}---
kind: tool
name: elsewhere
external: true
---
kind: prompt
name: Borrower
key: borrows
tools: [elsewhere]
parameters: { provider: OPENAI, name: gpt-4.1 }
messages: [{ role: user, content: Borrow. }]
---
kind: prompt
name: Custom
parameters: { provider: OPENAI, name: own-model }
messages: [{ role: user, content: Hi. }]
---
kind: prompt
name: Foreign
external: true
`;
  beforeAll(() => {
    writeFileSync(join(folder, "promptctl.yaml"), "definitions: .\nbaseUrl: local\n");
    writeFileSync(join(folder, "all.yaml"), text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("render uses the text and the tools of the files, without a service", async () => {
    const { code, out, err } = await inFolder("render", "Greeter", "--from", "files", ...values);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/\[tools\]\nlook\n\n\[system\]\nBe kind to Ada\./);
    expect(existsSync(join(folder, ".promptctl"))).toBe(false);
  });

  it("run sends the text of the files to the provider", async () => {
    const args = ["run", "prompt/Answerer", "--from", "files", "--echo"];
    expect(await inFolder(...args)).toMatchObject({ code: 0, out: '{"echo":"Say it."}\n' });
  });

  it("a failed call is named by the address of the prompt", async () => {
    const { code, err } = await runCli(["run", "Answerer", "--from", "files"], {
      cwd: folder,
      env: { OPENAI_API_KEY: "k" },
      fetch: async () => Response.json({}, { status: 401 }),
    });
    expect(code).toBe(1);
    expect(err.replace(/\s+/g, " ")).toMatch(
      /^Error: 424 from the completion of prompt\/Answerer: OpenAI rejected the API key/,
    );
  });

  it("an unknown price is null in --json and named in the text", async () => {
    const run = (...flags: string[]): Promise<CliResult> =>
      runCli(["run", "Custom", "--from", "files", ...flags], {
        cwd: folder,
        env: { OPENAI_API_KEY: "k" },
        fetch: async () => reply({}, "own-model"),
      });
    const { stats } = JSON.parse((await run("--json")).out) as { stats: object };
    expect(stats).toMatchObject({ inputTokenCount: 1000, cost: null });
    expect((await run()).err).toMatch(/ · cost unknown\n$/);
  });

  it("reads external tools from the service", async () => {
    const service = await createFakeService();
    const { fetch, calls } = service;
    const tool = { name: "elsewhere", description: "Far.", parameters: { type: "object" } };
    await callService({ service }, "POST", "tools", tool);
    calls.length = 0;
    const args = ["render", "Borrower", "--from", "files", "--json"];
    const { out } = await runCli(args, { cwd: folder, env: serviceEnv, fetch });
    expect(JSON.parse(out)).toMatchObject({ tools: [{ function: { name: "elsewhere" } }] });
    expect(calls).toEqual(["GET /sdk/v1/tools"]);
  });

  it.each([
    ["Greter", 'Error: The files define no prompt/Greter.\n  Did you mean "prompt/Greeter"?\n'],
    [
      "Foreign",
      "Error: prompt/Foreign is external: the files do not contain its text.\n  Leave out --from files to use the prompt on the service.\n",
    ],
  ])("%s is wrong usage", async (name, err) => {
    expect(await inFolder("render", name, "--from", "files")).toMatchObject({ code: 64, err });
  });
});

it("keys and base URLs of providers do not matter to plan", async () => {
  const env = { OPENAI_API_KEY: "a\nb", ANTHROPIC_BASE_URL: "nowhere" };
  expect(await runCli(["plan", "--local"], { cwd, env })).toMatchObject({ code: 0 });
});
