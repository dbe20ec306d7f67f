// Generated code in an application: it compiles with both compilers, mistakes are errors of the
// compiler, and it runs prompts on the embedded service. Also what docs/code.md shows.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmbeddedService } from "../../src/cli/connect/embedded-service.ts";
import type { Fetch } from "../../src/engine/model/ports.ts";
import type { Bundle } from "../../src/generated/types.ts";
import { createPrompts, Failure } from "../../src/index.ts";
import { openStore } from "../../src/service/open-store.ts";
import { type CliResult, fakeHost, runCli } from "../cli/fake-host.ts";
import { dist } from "../fixtures/built.ts";
import { folderOf } from "../io/folder.ts";
import { commandsOf, fences } from "./workflows/files.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/code.md"), "utf8");

const definitions = `kind: tool
name: lookup_order
description: Look up an order by its number.
parameters:
  type: object
  properties: { orderNumber: { type: string } }
  required: [orderNumber]
---
kind: prompt
name: Support triage
tools: [lookup_order]
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
variables: { ticket: The mail of the customer. }
messages: [{ role: user, content: "{{ticket}}" }]
`;

const others = `kind: tool
name: search-tree # the form in which zod writes a schema with a name
description: "Search. */ export const evil = 1; // \`"
parameters:
  $ref: "#/definitions/Node"
  definitions:
    Node:
      type: object
      properties:
        title: { type: string, enum: [a, "b'c"] }
        children: { type: array, items: { $ref: "#/definitions/Node" } }
      required: [title]
---
kind: tool
name: owned
external: true
---
kind: prompt
name: No variables
tools: [search-tree, owned]
parameters: { provider: OPENAI, name: gpt-5.4-mini }
messages: [{ role: user, content: Hello }]
---
kind: prompt
name: Renamed since
key: greet
parameters: { provider: OPENAI, name: gpt-5.4-mini }
variables: { note: "For appended messages. @deprecated", user.name: null }
messages: [{ role: user, content: "Hello {{ user.name }} {{#no variable}}" }]
---
kind: prompt
name: Only optional
parameters: { provider: OPENAI, name: gpt-5.4-mini }
variables: { note: For appended messages }
messages: [{ role: user, content: Hello }]
---
kind: prompt
name: Answers
parameters: { provider: OPENAI, name: gpt-5.4-mini, options: { api: responses } }
messages: [{ role: user, content: Hello }]
---
kind: prompt
name: Moves
parameters: { provider: OPENAI, name: gpt-5.4-mini }
messages: [{ role: user, content: Hello }]
---
kind: prompt
name: Of another team
external: true
`;

const environments = "environments:\n  staging: {}\n  production: {}\n";
const moved = "  staging: { set: { prompt/Moves: { parameters.options.api: responses } } }\n";
const files = {
  "promptctl.yaml": environments,
  "prompts/page.yaml": definitions,
  "package.json": '{ "type": "module" }',
};
const folder = folderOf({
  ...files,
  "promptctl.yaml": environments.replace("  staging: {}\n", moved),
  "prompts/other.yaml": others,
});
const pageFolder = folderOf(files);
const env = {
  PROMPTCTL_BASE_URL_STAGING: "https://staging.example.com",
  PROMPTCTL_BASE_URL_PRODUCTION: "https://prompts.example.com",
  PROMPTCTL_API_KEY_STAGING: "key-of-staging",
  PROMPTCTL_API_KEY_PRODUCTION: "key-of-production",
};
const services = new Map<string, Fetch>();
const fetch: Fetch = (url, init) => services.get(new URL(url).host)!(url, init);
const run = (args: readonly string[], cwd = folder.path): Promise<CliResult> =>
  runCli(args, { cwd, env, fetch, answer: args[2] ?? "" });

async function startService(host: string, key: string): Promise<void> {
  const setup = {
    store: await openStore(":memory:"),
    keys: [key],
    capabilities: { evaluationUpdate: false, evaluationDeleteCascades: false },
    echo: true,
    advise: () => "",
    providerTimeoutMs: 1000,
    log: () => {},
  };
  const handler = await createEmbeddedService(fakeHost([], { cwd: folder.path }).host, setup);
  services.set(host, (url, init) => Promise.resolve(handler(new Request(url, init))));
}

beforeAll(async () => {
  await startService("staging.example.com", "key-of-staging");
  await startService("prompts.example.com", "key-of-production");
  for (const each of [folder, pageFolder]) {
    each.write("node_modules/promptctl/package.json", readFileSync(join(root, "package.json")));
    each.link("node_modules/promptctl/dist", dist);
    each.link("node_modules/promptctl-client", join(dist, "client"));
    for (const name of ["openai", "@anthropic-ai/sdk", "@types/node", "undici-types"])
      each.link(`node_modules/${name}`, join(root, "node_modules", name));
  }
  const external = {
    ...files,
    "prompts/x.yaml": `kind: prompt
name: Of another team
parameters: { provider: OPENAI, name: gpt-5.4-mini }
messages: []
---
kind: tool
name: owned
description: Owned.
parameters: {}
`,
  };
  await using otherTeam = folderOf(external);
  for (const name of ["staging", "production"]) {
    expect((await run(["apply", "--env", name, "--yes"], otherTeam.path)).code).toBe(0);
    expect((await run(["apply", "--env", name, "--yes"])).code).toBe(0);
  }
  expect(await run(["codegen", "--out", "prompts.ts"])).toMatchObject({ code: 0, err: "" });
  expect((await run(["codegen", "--out", "prompts.json", "--ids"])).code).toBe(0);
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await pageFolder[Symbol.asyncDispose]();
});

const compilers = [
  ["TypeScript 5.9", "typescript-5.9"],
  ["TypeScript 7", "typescript"],
] as const;

const strictOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  noPropertyAccessFromIndexSignature: true,
  module: "nodenext",
  resolveJsonModule: true,
  target: "es2023",
  lib: ["es2023", "dom"],
  types: [],
  noEmit: true,
};

/** What a compiler prints for a file. */
function compile(compiler: string, path: string, options: object): string {
  writeFileSync(
    join(path, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, files: ["app.ts"] }),
  );
  const tsc = join(root, "node_modules", compiler, "bin", "tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", path], { encoding: "utf8" });
  return stdout + stderr;
}

const head = `import { createPrompts, createClient } from "promptctl";
import bundle from "./prompts.json" with { type: "json" };
import type { Prompts, Tools } from "./prompts.js";
const prompts = createPrompts<Prompts>({
  baseUrl: "https://prompts.example.com",
  apiKey: "k",
  bundle,
  env: "production",
});
`;

const correct = [
  'await prompts.run("Support triage", { ticket: "x" });',
  'await prompts.run("Support triage", { ticket: null }, { user: "u" });',
  'await prompts.render("Support triage", { ticket: "x" });',
  'await prompts.run("No variables");',
  'await prompts.run("No variables", {}, { appendMessages: [] });',
  'await prompts.run("greet", { "user.name": "Ada" });',
  'await prompts.run("greet", { "user.name": "Ada", note: "n" });',
  'await prompts.run("Only optional");',
  'await prompts.run("Only optional", { note: "n" });',
  'await prompts.run("Of another team");',
  'await prompts.run("Of another team", { any: "x" });',
  'export const order: Tools["lookup_order"] = { orderNumber: "1" };',
  'export const tree: Tools["search-tree"] = { title: "a", children: [{ title: "b\'c" }] };',
  'export const owned: Tools["owned"] = { any: 1 };',
  "export const id: string = bundle.environments.staging.greet.id;",
  `const { message } = await prompts.run("No variables");
for (const block of message.content)
  if (block.type === "TOOL_CALL") {
    const name: "search-tree" | "owned" = block.toolCall.function.name;
    const called: string = name + block.toolCall.function.arguments;
    called.at(0);
  }`,
  'await createClient({ baseUrl: "https://x.example" }).prompts.run("any id", { variables: { a: "b" } });',
  'await createPrompts({ baseUrl: "https://x.example" }).run("any name", { any: "x" });',
  'const rendered = await prompts.render("No variables"); if (rendered.api === "chat") rendered.request.messages.length;',
];

const mistakes: readonly (readonly [string, string])[] = [
  ["an unknown prompt", 'await prompts.run("Suport triage", { ticket: "x" });'],
  ["the name of a prompt that has a key", 'await prompts.run("Renamed since");'],
  ["a missing variable", 'await prompts.run("Support triage", {});'],
  ["no variables", 'await prompts.run("Support triage");'],
  ["another argument only", 'await prompts.run("Support triage", { user: "u" });'],
  ["a wrong variable", 'await prompts.run("Support triage", { tiket: "x" });'],
  ["a variable too many", 'await prompts.run("Support triage", { ticket: "x", y: "z" });'],
  ["a number", 'await prompts.run("Support triage", { ticket: 1 });'],
  ["variables of a prompt without", 'await prompts.run("No variables", { a: "b" });'],
  ["a wrong optional variable", 'await prompts.run("Only optional", { nte: "n" });'],
  ["a wrong name of render", 'await prompts.render("Suport triage");'],
  ["an unknown tool", 'export type X = Tools["lookup"];'],
  ["a wrong argument", 'export const wrong: Tools["lookup_order"] = { order: "1" };'],
  [
    "a value that the schema does not list",
    'export const c: Tools["search-tree"] = { title: "c" };',
  ],
  [
    "a tool that the prompt does not have",
    '{ const { message } = await prompts.run("No variables"); for (const block of message.content) if (block.type === "TOOL_CALL" && block.toolCall.function.name === "lookup_order") break; }',
  ],
  ["an unknown environment", "export const id: object = bundle.environments.test;"],
  ["ids", 'createClient({ baseUrl: "https://x.example", ids: {} });'],
];

describe.each(compilers)("with %s", (_name, compiler) => {
  it("generated code and its correct use compile in a strict project", () => {
    writeFileSync(folder.at("app.ts"), head + correct.join("\n"));
    expect(compile(compiler, folder.path, strictOptions)).toBe("");
  });

  it("requests are taken by the SDKs of the providers without a cast, also for streaming", () => {
    const application = `import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
const chat = await prompts.render("No variables");
for await (const { choices } of await new OpenAI().chat.completions.create({ ...chat.request, stream: true }))
  choices[0]?.delta.content?.at(0);
const completion = await new OpenAI().chat.completions.create({ ...chat.request, stream: false });
completion.choices[0]?.message.content?.at(0);
const answers = await prompts.render("Answers");
for await (const event of await new OpenAI().responses.create({ ...answers.request, stream: true }))
  if (event.type === "response.output_text.delta") event.delta.at(0);
const triage = await prompts.render("Support triage", { ticket: "x" });
for await (const event of await new Anthropic().messages.create({ ...triage.request, stream: true }))
  if (event.type === "content_block_delta") event.delta;
const version: string | undefined = triage.apiVersion;
version?.at(0);
const moves = await prompts.render("Moves");
if (moves.api === "chat") await new OpenAI().chat.completions.create({ ...moves.request, stream: true });
else await new OpenAI().responses.create({ ...moves.request, stream: true });
// @ts-expect-error the request is for the Responses API
await new OpenAI().chat.completions.create({ ...answers.request, stream: true });
// @ts-expect-error the request is for the Chat Completions API
await new Anthropic().messages.create({ ...chat.request, stream: true });
// @ts-expect-error the environments have two APIs
await new OpenAI().chat.completions.create({ ...moves.request, stream: true });
`;
    writeFileSync(folder.at("app.ts"), head + application);
    const options = { ...strictOptions, types: ["node"], skipLibCheck: true };
    expect(compile(compiler, folder.path, options)).toBe("");
  });

  it("each mistake of the table is an error", () => {
    const lines = mistakes.map(([title, line]) => `// @ts-expect-error ${title}\n${line}`);
    writeFileSync(folder.at("app.ts"), `${head}${lines.join("\n")}\n`);
    expect(compile(compiler, folder.path, strictOptions)).toBe("");
  });
});

describe("the application runs prompts by name", () => {
  const bundle = (): unknown => JSON.parse(folder.read("prompts.json"));

  it.each([
    ["staging", "key-of-staging", "https://staging.example.com"],
    ["production", "key-of-production", "https://prompts.example.com"],
  ])("on the service of %s", async (name, apiKey, baseUrl) => {
    const prompts = createPrompts({ baseUrl, apiKey, fetch, bundle: bundle(), env: name });
    const { message, stopReason } = await prompts.run("Support triage", {
      ticket: "Where is my order?",
    });
    expect([message.content, stopReason]).toEqual([
      [{ type: "TEXT", text: "[echo] Where is my order?" }],
      "complete",
    ]);
    const { request, source, version } = await prompts.render("greet", { "user.name": "Ada" });
    expect(request).toMatchObject({
      messages: [{ role: "user", content: "Hello Ada {{#no variable}}" }],
    });
    const { environments } = bundle() as Bundle;
    expect([source, version]).toEqual(["service", environments[name]!["greet"]]);
  });

  it("and names what it does not have", async () => {
    const prompts = createPrompts({ bundle: bundle(), env: "production" });
    const error = await prompts.render("Support triag").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({
      message: 'The bundle has no prompt "Support triag".',
      hint: 'Did you mean "Support triage"?',
    });
    expect(await prompts.render("toString").catch(String)).toContain('no prompt "toString"');
  });
});

describe("docs/code.md", () => {
  const commands = commandsOf(page).map(([, ...words]) => words.slice(0, words.indexOf("#") >>> 0));
  const blocks = fences(page, "ts");

  it("its commands run, and the file is the one that it shows", async () => {
    const codes: number[] = [];
    for (const words of commands) {
      const { code, err } = await run(words, pageFolder.path);
      expect(err).toBe("");
      codes.push(code);
    }
    expect([commands.length, codes.filter((code) => code !== 0)]).toEqual([4, []]);
    const written = readFileSync(pageFolder.at("src/prompts.ts"), "utf8");
    const shown = blocks.find((each) => each.includes("export interface Prompts"));
    expect(written).toContain(shown!);
    const bundle = JSON.parse(pageFolder.read("src/prompts.json")) as Bundle;
    const part = JSON.parse(fences(page, "json")[0]!.replaceAll("…", "")) as Bundle;
    expect(Object.keys(bundle)).toEqual(Object.keys(part));
    for (const [name, versions] of Object.entries(part.environments))
      for (const [key, version] of Object.entries(versions))
        expect(Object.keys(bundle.environments[name]![key]!)).toEqual(Object.keys(version));
  });

  const application = blocks
    .filter((each) => !each.includes("export interface Prompts"))
    .join("\n");
  const writeFiles = async (): Promise<void> => {
    await run(["codegen", "--out", "prompts.ts"], pageFolder.path);
    await run(["codegen", "--out", "prompts.json", "--ids"], pageFolder.path);
  };

  it.each(compilers)("its code compiles with %s", async (_name, compiler) => {
    await writeFiles();
    pageFolder.write("app.ts", application);
    const {
      noPropertyAccessFromIndexSignature: _,
      exactOptionalPropertyTypes: __,
      ...options
    } = strictOptions;
    const forSdk = { types: ["node"], skipLibCheck: true, isolatedDeclarations: false };
    expect(compile(compiler, pageFolder.path, { ...options, ...forSdk })).toBe("");
  });

  it("its code runs, with the SDK of the provider, and streams", async () => {
    await writeFiles();
    const { environments } = JSON.parse(pageFolder.read("prompts.json")) as Bundle;
    const { id, digest } = environments["production"]!["Support triage"]!;
    const code = `${application.replace("63a1f0c2", id!)}
console.log(JSON.stringify([message.content, reply.message.content]));`;
    pageFolder.write("app.js", transformSync(code, { loader: "ts" }).code);
    const requests: unknown[] = [];
    const hosts = serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (each) => answer(each, requests),
    });
    await once(hosts, "listening");
    const { port } = hosts.address() as AddressInfo;
    pageFolder.write(
      "loopback.js",
      `const { fetch: send } = globalThis;
globalThis.fetch = (url, init) => {
  const { host, pathname } = new URL(url);
  return send("http://127.0.0.1:${port}" + pathname, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), "x-host": host } });
};`,
    );
    const child = spawn(process.execPath, ["--import", "./loopback.js", "app.js"], {
      cwd: pageFolder.path,
      env: { PROMPTCTL_API_KEY: "key-of-production", ANTHROPIC_API_KEY: "k" },
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    hosts.close();
    const echo = (words: string): object[] => [{ type: "TEXT", text: `[echo] ${words}` }];
    const replies = JSON.stringify([echo("Where is my order?"), echo("Hello")]);
    expect([out, err]).toEqual([`Hi Ada${digest}\n${replies}\n`, ""]);
    expect(requests).toMatchObject([
      { stream: true, messages: [{ role: "user", content: "Hello" }] },
    ]);
  });
});

/** The answer of the host that the header names: a service, or the provider, which streams. */
async function answer(request: Request, requests: unknown[]): Promise<Response> {
  const service = services.get(request.headers.get("x-host")!);
  const body = request.method === "POST" ? await request.text() : undefined;
  const { method, headers } = request;
  if (service) return service(request.url, { method, headers, ...(body && { body }) });
  requests.push(JSON.parse(body!));
  const events = ["Hi ", "Ada"].map((part) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text: part },
  }));
  const lines = events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}
