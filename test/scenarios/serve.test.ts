// promptctl serve: the built program in a separate process.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { modelParameters } from "../fixtures/model-parameters.ts";
import { createServeProcesses } from "../fixtures/serve-processes.ts";

const main = join(import.meta.dirname, "../../dist/main.cjs");
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

  it("uses PROMPTCTL_API_KEY as its key if PROMPTCTL_SERVE_KEYS is not set", async () => {
    const { url } = await serve(["--store", "one.sqlite"], { PROMPTCTL_API_KEY: "k" });
    expect((await fetch(`${url}/sdk/v1/tools`)).status).toBe(401);
    expect((await fetch(`${url}/sdk/v1/tools`, { headers: { "x-api-key": "k" } })).status).toBe(
      200,
    );
  });

  it("serves /healthz and /openapi.json without a key", async () => {
    const { url } = await serve(["--store", "health.sqlite"], { PROMPTCTL_API_KEY: "k" });
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ openapi: "3.1.0" });
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

  it("without a key, warns that local programs have access and rejects web pages and other hosts", async () => {
    const { url, log } = await serve(["--store", "open.sqlite"]);
    const warning = "No API key is set: every program on this machine has access.\n";
    await vi.waitFor(() => expect(log()).toBe(warning));
    expect((await fetch(`${url}/sdk/v1/tools`)).status).toBe(200);
    expect(
      (await fetch(`${url}/sdk/v1/tools`, { headers: { origin: "https://evil.example" } })).status,
    ).toBe(403);
    expect(await statusWithHost(url, "evil.example")).toBe(403);
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

  it.each<[string, string, RegExp]>([
    ["0.0.0.0", `${"k".repeat(20)},SECRET`, /^An API key has fewer than 20 characters and can be /],
    ["0.0.0.0", "k".repeat(20), /^$/],
    ["127.0.0.1", "SECRET", /^An API key has fewer than 20 characters and can be guessed/],
  ])("listening on %s with the keys %s warns of short ones: %s", async (host, keys, warning) => {
    const env = { PROMPTCTL_SERVE_KEYS: keys };
    const {
      process: child,
      ended,
      log,
    } = await serve(["--host", host, "--store", "s.sqlite"], env);
    child.kill("SIGTERM");
    await ended;
    expect(log()).toMatch(warning);
    expect(log()).not.toContain("SECRET");
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

  it.each<[string, string, boolean]>([
    ["two words", "two words", true],
    ["two words , other", "two words", true],
    ["one\tkey", "one\tkey", true],
    ["k\u00e9y", "k\u00e9y", true],
    ["k\u00e9y", "k\u00c3\u00a9y", true], // sent in UTF-8
    ["a,b\nc\n", "a,b", true],
    ["a,b", "a,b", false],
  ])("with the keys %j, the key %j is accepted: %s", async (keys, key, isAccepted) => {
    const { url } = await serve(["--store", "keys.sqlite"], { PROMPTCTL_SERVE_KEYS: keys });
    const { status } = await fetch(`${url}/sdk/v1/tools`, { headers: { "x-api-key": key } });
    expect(status).toBe(isAccepted ? 200 : 401);
  });

  it.each(["one\u0007key", ",", "a,,b", "a\n\nb"])(
    "does not start with an invalid key: %j",
    (keys) => {
      const env = { PATH: process.env["PATH"], PROMPTCTL_SERVE_KEYS: keys };
      const options = { cwd: folder, encoding: "utf8", env } as const;
      const { status, stderr } = spawnSync(
        process.execPath,
        [main, "serve", "--port", "0"],
        options,
      );
      expect(status).toBe(64);
      expect(stderr).toMatch(/^Error: PROMPTCTL_SERVE_KEYS contains an invalid API key/);
      expect(stderr).not.toContain(keys.length > 1 ? keys : "\0");
    },
  );

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

  it("--evaluation-update adds the 22nd endpoint", async () => {
    const { url } = await serve(["--store", "more.sqlite", "--evaluation-update", "--echo"]);
    const response = await fetch(`${url}/sdk/v1/evaluations/none`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(404);
    const description = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    expect(Object.keys(description.paths["/sdk/v1/evaluations/{id}"]!)).toContain("put");
  });
});

function statusWithHost(url: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/sdk/v1/tools`, { headers: { host } }, ({ statusCode }) =>
      resolve(statusCode!),
    );
    sent.on("error", reject).end();
  });
}

/** A fake provider that responds when `respond` is called. */
async function slowProvider(): Promise<
  { url: string; requested: Promise<void>; respond(): void } & AsyncDisposable
> {
  let respond = (): void => {};
  let markRequested = (): void => {};
  const requested = new Promise<void>((resolve) => (markRequested = resolve));
  const server = createServer((incoming, response) => {
    incoming.resume();
    respond = () => {
      const message = { role: "assistant", content: "late" };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          choices: [{ message }],
          usage: { prompt_tokens: 1, completion_tokens: 1 },
        }),
      );
    };
    markRequested();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requested,
    respond: () => respond(),
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
