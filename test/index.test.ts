// The package's library entry, as an application takes it: by name, with its types.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedService } from "../src/cli/connect/embedded-service.ts";
import { createClient, CallFailure, type Client } from "../src/index.ts";
import { openStore } from "../src/service/open-store.ts";
import { fakeHost } from "./cli/fake-host.ts";
import { dist } from "./fixtures/built.ts";
import { modelParameters } from "./fixtures/model-parameters.ts";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "promptctl-library-"));

beforeAll(() => {
  const own = join(folder, "node_modules", "promptctl");
  mkdirSync(own, { recursive: true });
  copyFileSync(join(root, "package.json"), join(own, "package.json"));
  symlinkSync(dist, join(own, "dist"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package is imported by its name", () => {
  writeFileSync(
    join(folder, "app.js"),
    `import { createClient, CallFailure } from "promptctl";
     const client = createClient({ baseUrl: "http://127.0.0.1:1", timeoutMs: 500 });
     try { await client.tools.list(); } catch (error) { console.log(error instanceof CallFailure, error.method, error.path); }`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ["app.js"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual(["true GET /sdk/v1/tools\n", ""]);
});

test("its types say what each endpoint takes and gives", () => {
  writeFileSync(
    join(folder, "app.ts"),
    `import { createClient, type Prompt } from "promptctl";
     const client = createClient({ baseUrl: "https://prompts.example.com", apiKey: "k" });
     export const prompts: Prompt[] = await client.prompts.list();
     export const cost: number | null = (await client.prompts.run("id", { variables: { a: null } })).stats.cost;
     const rendered = await client.prompts.render("id");
     declare function sendToChat(body: { model: string; messages: object[] }): void;
     // @ts-expect-error the request may be for the Responses API
     sendToChat(rendered.parameters);
     if (rendered.api === "responses") console.log(rendered.parameters.input.length);
     else sendToChat(rendered.parameters);
     // @ts-expect-error a tool has a description
     await client.tools.create({ name: "x", parameters: {} });
     // @ts-expect-error variables are text or null
     await client.prompts.run("id", { variables: { a: 1 } });`,
  );
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "dom"],
    strict: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["app.ts"] }),
  );
  const tsc = join(root, "node_modules", ".bin", "tsc");
  expect(spawnSync(tsc, ["-p", "."], { cwd: folder, encoding: "utf8" }).stdout).toBe("");
});

test("all endpoints, one after another, against the embedded service", async () => {
  const store = await openStore(":memory:");
  const capabilities = { evaluationUpdate: true, evaluationDeleteCascades: false };
  const setup = {
    store,
    keys: ["the-key"],
    capabilities,
    echo: true,
    advise: () => "",
    providerTimeoutMs: 1000,
    log: () => {},
  };
  const handler = await createEmbeddedService(fakeHost([], { cwd: folder }).host, setup);
  const fetch = (url: string, init: RequestInit): Promise<Response> =>
    handler(new Request(url, init));
  const client = createClient({ baseUrl: "https://service.test/", apiKey: "the-key", fetch });

  const tool = await client.tools.create({ name: "look", description: "Looks.", parameters: {} });
  const text = (words: string) => [{ type: "TEXT" as const, text: words }];
  const body = {
    name: "Greeter",
    parameters: modelParameters(),
    tools: [{ toolId: tool.id }],
    messages: [{ promptMessageId: "m", role: "user" as const, content: text("Hello {{name}}") }],
  };
  const prompt = await client.prompts.create(body);
  expect(prompt.tools).toEqual([tool]);
  expect((await client.prompts.update(prompt.id, { ...body, name: "Host" })).name).toBe("Host");
  expect(await client.prompts.get(prompt.id)).toMatchObject({ name: "Host" });
  expect(await client.prompts.render(prompt.id, { variables: { name: "Ada" } })).toMatchObject({
    provider: "openai",
    parameters: { messages: [{ role: "user", content: "Hello Ada" }] },
  });
  const reply = await client.prompts.run(prompt.id, { variables: { name: "Ada" } });
  expect(reply.message).toEqual({ role: "assistant", content: text("[echo] Hello Ada") });

  const own = { promptId: prompt.id, variables: { name: "Ada" }, appendedMessages: [] };
  const evaluation = await client.evaluations.create(own);
  expect(await client.evaluations.update(evaluation.id, { ...own, weight: 0.5 })).toMatchObject({
    weight: 0.5,
  });
  const latency = { type: "LATENCY", evaluationId: evaluation.id, targetThreshold: 5 } as const;
  const assertion = await client.assertions.create(latency);
  expect(await client.assertions.list({ evaluationId: evaluation.id })).toEqual([assertion]);
  expect(await client.assertions.list({ evaluationId: "other" })).toEqual([]);
  expect(
    await client.assertions.update(assertion.id, { ...latency, targetThreshold: 6 }),
  ).toMatchObject({ targetThreshold: 6 });
  expect(await client.assertions.get(assertion.id)).toMatchObject({ targetThreshold: 6 });
  expect(await client.assertions.delete(assertion.id)).toEqual({ success: true });
  expect(await client.evaluations.get(evaluation.id)).toMatchObject({ promptId: prompt.id });
  expect(await client.evaluations.list()).toHaveLength(1);
  expect(await client.evaluations.delete(evaluation.id)).toEqual({ success: true });

  const inUse = await client.tools.delete(tool.id).catch((error: unknown) => error);
  expect(inUse).toBeInstanceOf(CallFailure);
  expect(inUse).toMatchObject({ status: 409, method: "DELETE", path: `/sdk/v1/tools/${tool.id}` });
  expect(await client.prompts.delete(prompt.id)).toEqual({ success: true });
  expect(
    await client.tools.update(tool.id, { name: "look", description: "Looks up.", parameters: {} }),
  ).toMatchObject({ description: "Looks up." });
  expect(await client.tools.get(tool.id)).toMatchObject({ name: "look" });
  expect(await client.tools.delete(tool.id)).toEqual({ success: true });
  expect([await client.tools.list(), await client.prompts.list()]).toEqual([[], []]);
  await store.close();
});

test.each(["", "  "])("the key %j is called empty, and nothing is sent", async (apiKey) => {
  const fetch = (): Promise<Response> => expect.fail("sent");
  const client = createClient({ baseUrl: "https://prompts.example.com", apiKey, fetch });
  await expect(client.prompts.list()).rejects.toMatchObject({
    code: "wrong-key",
    message: "The API key (apiKey) is empty.",
  });
});

test.each([
  ["http://prompts.example.com", "would send the API key unencrypted"],
  ["https://prompts.example.com/sdk/v1", "ends with /sdk/v1"],
  ["", "The base URL is empty."],
  ["prompts.example.com", "is not a URL"],
])("the address %s is refused before anything is sent", (baseUrl, words) => {
  expect(() => createClient({ baseUrl, apiKey: "k" })).toThrow(words);
});

type Call = (client: Client) => Promise<unknown>;
const tool = { name: "look", description: "Looks.", parameters: {} };
const calls: Readonly<Record<string, Call>> = {
  list: (client) => client.tools.list(),
  create: (client) => client.tools.create(tool),
  render: (client) => client.prompts.render("p"),
  run: (client) => client.prompts.run("p"),
};

test.each<[call: string, status: number, retries: number | undefined, sent: number]>([
  ["list", 502, undefined, 1],
  ["list", 502, 1, 2],
  ["render", 502, 1, 2],
  ["create", 429, 1, 2],
  ["create", 502, 1, 1], // this service announces no Idempotency-Key
  ["run", 429, 1, 2],
  ["run", 502, 1, 1], // it may have been executed
])("%s after %i with retries: %j is sent %i times", async (call, status, retries, sent) => {
  let requests = 0;
  const fetch = async (): Promise<Response> =>
    ++requests === 1 ? Response.json({ message: "no" }, { status }) : Response.json({});
  const options = { baseUrl: "https://prompts.example.com", fetch };
  const client = createClient(retries === undefined ? options : { ...options, retries });
  const result = await calls[call]!(client).catch(({ status }: CallFailure) => status);
  expect([requests, result === status]).toEqual([sent, sent === 1]);
});

test("a create is repeated with its Idempotency-Key on a service that honours it", async () => {
  const keys: (string | null)[] = [];
  const headers = { "promptctl-extensions": "idempotency-key" };
  const fetch = async (_url: string, { method, headers: sent }: RequestInit): Promise<Response> => {
    if (method === "GET") return Response.json([], { headers });
    keys.push(new Headers(sent).get("idempotency-key"));
    return keys.length === 1 ? new Response("", { status: 502 }) : Response.json({}, { headers });
  };
  const client = createClient({ baseUrl: "https://prompts.example.com", fetch, retries: 1 });
  await client.tools.list();
  await client.tools.create(tool);
  await client.tools.create(tool);
  expect(keys).toEqual([keys[0], keys[0], expect.stringMatching(/^[\da-f-]{36}$/)]);
  expect(new Set(keys).size).toBe(2);
});
