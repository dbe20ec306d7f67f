// Limits of the built program: connections that send nothing, and replies of providers without an end.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { TestResult } from "../../src/generated/types.ts";
import { modelParameters } from "../fixtures/model-parameters.ts";
import { createServeProcesses } from "../fixtures/serve-processes.ts";
import { folderOf } from "../io/folder.ts";
import { loopback } from "../io/loopback.ts";
import { builtProgram } from "../fixtures/built.ts";

const main = builtProgram;
const folder = mkdtempSync(join(tmpdir(), "promptctl-serve-limits-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("connections that send nothing", () => {
  const withDescriptors = ["/bin/sh", "-c", 'ulimit -n 256; exec "$@"', "sh"];
  const { serve, stopAll } = createServeProcesses(folder, withDescriptors);
  afterEach(stopAll);

  /**
   * Opens a connection that never closes its side. Resolves when it is open; `closed` resolves when the
   * server has closed both sides, so that it rejects what is sent.
   */
  async function openSilent(url: string): Promise<{ readonly closed: Promise<unknown> }> {
    const port = Number(new URL(url).port);
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    await once(socket, "connect");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {}).resume();
    socket.once("end", () => {
      const writes = setInterval(() => socket.write("x"), 500);
      void closed.then(() => clearInterval(writes));
    });
    return { closed };
  }

  it("300 of them with 256 descriptors lock out nobody, and all are closed after 10 seconds", async () => {
    const { url } = await serve(["--store", "silent.sqlite"]);
    const sockets = await Promise.all(Array.from({ length: 300 }, () => openSilent(url)));
    for (let count = 0; count < 5; count += 1)
      expect((await fetch(`${url}/healthz`, { headers: { connection: "close" } })).status).toBe(
        200,
      );
    const start = performance.now();
    await Promise.all(sockets.map(({ closed }) => closed));
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});

describe("a reply of a provider with more than 64 MiB", () => {
  const { serve, stopAll } = createServeProcesses(folder);
  afterEach(stopAll);

  const why = "with a reply that cannot be read: it has more than 64 MiB.";
  const openai = () =>
    loopback((_request, response) => {
      const content = "x".repeat(65 * 2 ** 20);
      const usage = { prompt_tokens: 1, completion_tokens: 1 };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ choices: [{ message: { role: "assistant", content } }], usage }),
      );
    });

  it("is a 424 of the service, after one request to the provider", async () => {
    await using provider = await openai();
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: provider.url };
    const { url } = await serve(["--store", "reply.sqlite"], env);
    const post = async (path: string, body: object): Promise<[number, Record<string, string>]> => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url + path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return [response.status, (await response.json()) as Record<string, string>];
    };
    const parameters = modelParameters({ provider: "OPENAI" });
    const [, { id }] = await post("/sdk/v1/prompts", {
      name: "P",
      tools: [],
      messages: [],
      parameters,
    });
    expect(await post(`/sdk/v1/prompts/${id}/completion`, {})).toEqual([
      424,
      { error: `OpenAI returned status 200 ${why}` },
    ]);
    expect(provider.requests).toHaveLength(1);
  });

  it("leaves a case of promptctl test unmeasured, after it was asked for once more", async () => {
    await using provider = await openai();
    await using project = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "prompts/greet.yaml": `kind: prompt
name: Greet
parameters: { provider: OPENAI, name: gpt-4.1 }
messages: [{ role: user, content: Hello }]
evaluations: [{ name: one, assertions: [{ type: STARTS_WITH, targetValue: Hi }] }]
`,
    });
    const env = { PATH: process.env["PATH"], OPENAI_API_KEY: "k", OPENAI_BASE_URL: provider.url };
    const words = [main, "test", project.path, "--base", "none", "--gate", "report"];
    const run = promisify(execFile)(process.execPath, [...words, "--format", "json"], { env });
    const { stdout } = await run.catch((failed: { stdout: string }) => failed); // exit code 1
    const { cases } = JSON.parse(stdout) as TestResult;
    expect(cases.flatMap(({ head }) => head.trials.map(({ problem }) => problem))).toEqual([
      { code: "unreadable-reply", message: `OpenAI returned status 200 ${why}` },
    ]);
    expect(provider.requests).toHaveLength(2);
  });
});
