// promptctl serve: the built program in a separate process.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { modelParameters } from "../fixtures/model-parameters.ts";
import { createServeProcesses } from "../fixtures/serve-processes.ts";
import { loopback } from "../io/loopback.ts";
import { builtProgram } from "../fixtures/built.ts";

const main = builtProgram;
const folder = mkdtempSync(join(tmpdir(), "promptctl-serve-"));
const { serve, stopAll } = createServeProcesses(folder);
afterEach(stopAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const post = (url: string, body: object, more: Record<string, string> = {}): Promise<Response> => {
  const headers = { "content-type": "application/json", ...more };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
};

const tool = { name: "look", description: "SECRET-TEXT", parameters: {} };

describe("serve", () => {
  it("logs one structured line per request, without keys, queries and bodies", async () => {
    const { url, log } = await serve(["--store", "log.sqlite"], {
      PROMPTCTL_SERVE_KEYS: "a-key-of-20-characters,SECRET-KEY-LONG-ENOUGH",
    });
    const key = { "x-api-key": "SECRET-KEY-LONG-ENOUGH" };
    await post(`${url}/sdk/v1/tools?query=SECRET-QUERY`, tool, key);
    await fetch(`${url}/sdk/v1/tools`, { headers: { "x-api-key": "SECRET-WRONG" } });
    await vi.waitFor(() => expect(log().match(/\n/g)).toHaveLength(2));
    const lines = log()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ method, path, status }) => [method, path, status])).toEqual([
      ["POST", "/sdk/v1/tools", 200],
      ["GET", "/sdk/v1/tools", 401],
    ]);
    const fields = ["time", "method", "path", "status", "milliseconds", "requestId", "client"];
    expect(lines.map((line) => Object.keys(line))).toEqual([fields, [...fields, "reason"]]);
    expect(log()).not.toContain("SECRET");
  });

  it("stores in the file of PROMPTCTL_STORE, except with --store", async () => {
    const env = { PROMPTCTL_STORE: "folder/variable.sqlite" };
    const { output } = await serve([], env);
    const path = join(folder, "folder/variable.sqlite");
    await vi.waitFor(() => expect(output()).toContain(`Store: ${path}\n`));
    await serve(["--store", "flag.sqlite"], { PROMPTCTL_STORE: "not-used.sqlite" });
    const exists = ["folder/variable.sqlite", "flag.sqlite", "not-used.sqlite", ".promptctl"].map(
      (path) => existsSync(join(folder, path)),
    );
    expect(exists).toEqual([true, true, false, false]);
  });

  it("without a provider's key, says to whoever runs a prompt what the operator can do", async () => {
    const { url } = await serve(["--store", "no-key.sqlite"]);
    const parameters = modelParameters({ provider: "OPENAI" });
    const prompt = { name: "p", parameters, messages: [], tools: [] };
    const created = await post(`${url}/sdk/v1/prompts`, prompt);
    const { id } = (await created.json()) as { id: string };
    const run = await post(`${url}/sdk/v1/prompts/${id}/completion`, {});
    expect(await run.json()).toEqual({
      error:
        "There is no API key for OpenAI. Set OPENAI_API_KEY for the service, or start the service with --echo.",
    });
  });

  it("uses PROMPTCTL_API_KEY as its key, and warns of a short one", async () => {
    const { url, log } = await serve(["--store", "one.sqlite"], { PROMPTCTL_API_KEY: "k" });
    await vi.waitFor(() => expect(log()).toMatch(/^An API key has fewer than 20 characters and/));
    expect((await fetch(`${url}/sdk/v1/tools`)).status).toBe(401);
    expect((await fetch(`${url}/sdk/v1/tools`, { headers: { "x-api-key": "k" } })).status).toBe(
      200,
    );
  });

  it("has a page, whose address it prints, and which offers a run where a provider has a key", async () => {
    const { url, output } = await serve(["--store", "page.sqlite"], { ANTHROPIC_API_KEY: "k" });
    await vi.waitFor(() =>
      expect(output()).toBe(
        `Serving at ${url}\nPrompts in the browser: ${url}/\nStore: ${join(folder, "page.sqlite")}\n`,
      ),
    );
    const buttons = async (provider: "ANTHROPIC" | "OPENAI"): Promise<string[]> => {
      const parameters = modelParameters({ provider });
      const prompt = { name: provider, parameters, messages: [], tools: [] };
      const created = await post(`${url}/sdk/v1/prompts`, prompt);
      const { id } = (await created.json()) as { id: string };
      const page = await (await fetch(`${url}/page/prompts/${id}`)).text();
      return [...page.matchAll(/<button[^>]*>([^<]*)/g)].map(([, text]) => text!.trim());
    };
    expect(await buttons("ANTHROPIC")).toEqual(["Run", "Show the request", "Copy", "Copy"]);
    expect(await buttons("OPENAI")).toEqual(["Show the request", "Copy", "Copy"]);
    const { status, url: last } = await fetch(`${url}/`);
    expect([status, last]).toEqual([200, `${url}/page`]);
  });

  it("says where it prints the address of the page that nobody can log in with tokens of CI", async () => {
    const rule = {
      issuer: "https://token.actions.githubusercontent.com",
      audience: "https://prompts.example.com",
      name: "ci",
      scope: "read",
      claims: { repository_id: "1234" },
    };
    const env = { PROMPTCTL_SERVE_OIDC: JSON.stringify([rule]) };
    const { url, output } = await serve(["--store", "tokens.sqlite"], env);
    const line = `Prompts in the browser: ${url}/ (needs an API key; none is set)`;
    await vi.waitFor(() => expect(output().split("\n")[1]).toBe(line));
    expect(await (await fetch(url)).text()).toContain("it accepts only tokens of CI");
  });

  it("has no page with --no-page", async () => {
    const { url, output } = await serve(["--store", "page.sqlite", "--no-page"]);
    const lines = `Serving at ${url}\nStore: ${join(folder, "page.sqlite")}\n`;
    await vi.waitFor(() => expect(output()).toBe(lines));
    for (const path of ["/", "/page"]) {
      const response = await fetch(url + path);
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: `There is no endpoint at ${path}.` },
      ]);
    }
  });

  it("without a key, warns that local programs have access and rejects web pages", async () => {
    const { url, log } = await serve(["--store", "open.sqlite"]);
    const warning = "No API key is set: every program on this machine has access.\n";
    await vi.waitFor(() => expect(log()).toBe(warning));
    const headers = { origin: "https://evil.example" };
    expect((await fetch(`${url}/sdk/v1/tools`)).status).toBe(200);
    expect((await fetch(`${url}/sdk/v1/tools`, { headers })).status).toBe(403);
  });

  it("without a key, does not listen on other addresses than loopback", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [main, "serve", "--host", "0.0.0.0"],
      {
        cwd: folder,
        encoding: "utf8",
        env: { PATH: process.env["PATH"] },
      },
    );
    expect([status, stdout, stderr]).toEqual([
      4,
      "",
      "Refused: Listening on 0.0.0.0 requires an API key.\n  Set PROMPTCTL_SERVE_KEYS to one or more keys, separated by commas.\n",
    ]);
  });

  it("refuses a compressed body with 415", async () => {
    const { url } = await serve(["--store", "gzip.sqlite"]);
    const send = async (
      encoding: string,
      body: string | Uint8Array<ArrayBuffer>,
    ): Promise<number> => {
      const headers = { "content-type": "application/json", "content-encoding": encoding };
      return (await fetch(`${url}/sdk/v1/tools`, { method: "POST", headers, body })).status;
    };
    const text = JSON.stringify(tool);
    expect(await send("gzip", gzipSync(text))).toBe(415);
    expect(await send("identity", text)).toBe(200);
  });

  it("limits the length of rendered messages", async () => {
    const { url } = await serve(["--store", "limits.sqlite", "--echo"]);
    const prompt = { name: "P", tools: [], messages: [], parameters: modelParameters() };
    const { id } = (await (await post(`${url}/sdk/v1/prompts`, prompt)).json()) as { id: string };
    const text = "{{a}}".repeat(20_000);
    const overrideMessages = [{ role: "user", content: [{ type: "TEXT", text }] }];
    const long = await post(`${url}/sdk/v1/prompts/${id}`, {
      overrideMessages,
      variables: { a: "y".repeat(25_000) },
    });
    expect([long.status, await long.json()]).toEqual([
      413,
      {
        error: "The rendered messages have 500000000 characters; the limit is 16777216.",
      },
    ]);
  });

  it("on SIGTERM completes accepted requests and exits with 0", async () => {
    await using provider = await slowProvider();
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: provider.url };
    const service = await serve(["--store", "term.sqlite"], env);
    const message = { promptMessageId: "m", role: "user", content: [{ type: "TEXT", text: "Hi" }] };
    const prompt = await post(`${service.url}/sdk/v1/prompts`, {
      name: "P",
      tools: [],
      messages: [message],
      parameters: modelParameters(),
    });
    const { id } = (await prompt.json()) as { id: string };
    const reply = post(`${service.url}/sdk/v1/prompts/${id}/completion`, {});
    await provider.requested;
    service.process.kill("SIGTERM");
    provider.respond();
    expect(await (await reply).json()).toMatchObject({
      message: { content: [{ type: "TEXT", text: "late" }] },
    });
    expect(await service.ended).toBe(0);
    const again = await serve(["--store", "term.sqlite"]);
    expect(await (await fetch(`${again.url}/sdk/v1/prompts`)).json()).toMatchObject([
      { id, name: "P" },
    ]);
  });
});

/** A fake provider that responds when `respond` is called. */
async function slowProvider() {
  let respond = (): void => {};
  let markRequested = (): void => {};
  const requested = new Promise<void>((resolve) => (markRequested = resolve));
  const server = await loopback((incoming, response) => {
    incoming.resume();
    respond = () => {
      const choices = [{ message: { role: "assistant", content: "late" } }];
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices, usage: { prompt_tokens: 1, completion_tokens: 1 } }));
    };
    markRequested();
  });
  return { ...server, requested, respond: () => respond() };
}
