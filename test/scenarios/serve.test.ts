// promptctl serve, as its users run it: the built program in a process of its own.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { modelParameters } from "../fixtures/model-parameters.ts";

const main = join(import.meta.dirname, "../../dist/main.js");
const folder = mkdtempSync(join(tmpdir(), "promptctl-serve-"));
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const each of running) each.kill("SIGKILL");
  running.clear();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Served {
  readonly url: string;
  readonly process: ChildProcess;
  /** What it wrote to standard error so far. */
  log(): string;
  /** Its exit code, once it ends. */
  readonly ended: Promise<number | null>;
}

async function serve(words: readonly string[], env: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [main, "serve", "--port", "0", ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
  });
  running.add(child);
  let log = "";
  child.stderr.on("data", (text: Buffer) => (log += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(/at (\S+)/.exec(text.toString())![1]!)),
  );
  return { url, process: child, log: () => log, ended };
}

const tool = { name: "look", description: "SECRET-TEXT", parameters: {} };

describe("serve", () => {
  it("writes one structured line a request, and never a key or what was sent", async () => {
    const { url, log } = await serve(["--store", "log.sqlite"], {
      PROMPTCTL_SERVE_KEYS: "key-one,SECRET-KEY",
    });
    const headers = { "x-api-key": "SECRET-KEY", "content-type": "application/json" };
    await fetch(`${url}/sdk/v1/tools?word=SECRET-QUERY`, {
      method: "POST",
      headers,
      body: JSON.stringify(tool),
    });
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
    for (const line of lines)
      expect(Object.keys(line)).toEqual(["time", "method", "path", "status", "milliseconds"]);
    expect(log()).not.toContain("SECRET");
  });

  it("takes PROMPTCTL_API_KEY as its key where no others are set", async () => {
    const { url } = await serve(["--store", "one.sqlite"], { PROMPTCTL_API_KEY: "k" });
    expect((await fetch(`${url}/sdk/v1/tools`)).status).toBe(401);
    expect((await fetch(`${url}/sdk/v1/tools`, { headers: { "x-api-key": "k" } })).status).toBe(
      200,
    );
  });

  it("answers /healthz and /openapi.json without a key", async () => {
    const { url } = await serve(["--store", "health.sqlite"], { PROMPTCTL_API_KEY: "k" });
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ openapi: "3.1.0" });
  });

  it("without a key refuses a page of another origin, and says that it is open to this machine", async () => {
    const { url, log } = await serve(["--store", "open.sqlite"]);
    const words = "No API key is set: every program on this machine has access.\n";
    await vi.waitFor(() => expect(log()).toBe(words));
    expect((await fetch(`${url}/sdk/v1/tools`)).status).toBe(200);
    expect(
      (await fetch(`${url}/sdk/v1/tools`, { headers: { origin: "https://evil.example" } })).status,
    ).toBe(403);
    expect(await statusWithHost(url, "evil.example")).toBe(403);
  });

  it("without a key does not listen beyond this machine", () => {
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

  it.each(["k\u00e9y", "two words", ",", "a,,b"])(
    "does not start with a key that nobody can send: %j",
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

  it("a small request cannot ask for more than memory holds, nor for a list of mistakes without end", async () => {
    const { url } = await serve(["--store", "limits.sqlite", "--echo"]);
    const post = (path: string, body: object): Promise<Response> =>
      fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const prompt = { name: "P", tools: [], messages: [], parameters: modelParameters() };
    const { id } = (await (await post("/sdk/v1/prompts", prompt)).json()) as { id: string };
    const text = "{{a}}".repeat(20_000);
    const overrideMessages = [{ role: "user", content: [{ type: "TEXT", text }] }];
    const long = await post(`/sdk/v1/prompts/${id}`, {
      overrideMessages,
      variables: { a: "y".repeat(25_000) },
    });
    expect([long.status, await long.json()]).toEqual([
      413,
      {
        error: "The rendered messages have 500000000 characters; the limit is 16777216.",
      },
    ]);
    const many = await post("/sdk/v1/prompts", {
      ...prompt,
      messages: Array.from({ length: 60_000 }, () => ({})),
    });
    expect([many.status, await many.json()]).toEqual([
      400,
      { error: "A list in the body has more than 10000 items." },
    ]);
  });

  it("on SIGTERM finishes what it accepted, then ends with 0", async () => {
    await using provider = await slowProvider();
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: provider.url };
    const served = await serve(["--store", "term.sqlite"], env);
    const post = (path: string, body: object): Promise<Response> =>
      fetch(served.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const message = { promptMessageId: "m", role: "user", content: [{ type: "TEXT", text: "Hi" }] };
    const prompt = await post("/sdk/v1/prompts", {
      name: "P",
      tools: [],
      messages: [message],
      parameters: modelParameters(),
    });
    const { id } = (await prompt.json()) as { id: string };
    const reply = post(`/sdk/v1/prompts/${id}/completion`, {});
    await provider.asked;
    served.process.kill("SIGTERM");
    provider.answer();
    expect(await (await reply).json()).toMatchObject({
      message: { content: [{ type: "TEXT", text: "late" }] },
    });
    expect(await served.ended).toBe(0);
    const again = await serve(["--store", "term.sqlite"]);
    expect(await (await fetch(`${again.url}/sdk/v1/prompts`)).json()).toMatchObject([
      { id, name: "P" },
    ]);
  });

  it("the options give what the contract lacks", async () => {
    const { url } = await serve(["--store", "more.sqlite", "--evaluation-update", "--echo"]);
    const response = await fetch(`${url}/sdk/v1/evaluations/none`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(404);
    const described = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    expect(Object.keys(described.paths["/sdk/v1/evaluations/{id}"]!)).toContain("put");
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

/** A provider that answers only when it is told to. */
async function slowProvider(): Promise<
  { url: string; asked: Promise<void>; answer(): void } & AsyncDisposable
> {
  let answer = (): void => {};
  let heard = (): void => {};
  const asked = new Promise<void>((resolve) => (heard = resolve));
  const server = createServer((incoming, response) => {
    incoming.resume();
    answer = () => {
      const message = { role: "assistant", content: "late" };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          choices: [{ message }],
          usage: { prompt_tokens: 1, completion_tokens: 1 },
        }),
      );
    };
    heard();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: () => answer(),
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
