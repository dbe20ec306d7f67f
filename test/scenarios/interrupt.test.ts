// An interrupted apply of the built program (promise 6): requests in progress are finished, nothing is
// lost or duplicated, and the same command completes the apply.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { listen } from "../../src/service/http/listen.ts";
import { memoryService } from "../fixtures/memory-service.ts";
import { listAll } from "../service/store/list-all.ts";
import { withoutErasedLines } from "../fixtures/terminal.ts";
import { builtProgram } from "../fixtures/built.ts";

const main = builtProgram;
const folder = mkdtempSync(join(tmpdir(), "promptctl-interrupt-"));
const names = Array.from({ length: 12 }, (_none, index) => `tool${index}`);
const tools = names.map((name) => `kind: tool\nname: ${name}\ndescription: d\nparameters: {}\n`);
writeFileSync(join(folder, "tools.yaml"), tools.join("---\n"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface SlowService extends AsyncDisposable {
  readonly url: string;
  /** Resolves at the first write request. */
  readonly written: Promise<void>;
  /** Resolves when the service has this number of tools. */
  hasTools(count: number): Promise<void>;
  /** The names of the stored tools. */
  toolNames(): Promise<string[]>;
}

/** The embedded service with a delay before every write. */
async function slowService(delayMs = 60): Promise<SlowService> {
  const { handler, store } = await memoryService();
  const toolNames = async (): Promise<string[]> =>
    (await listAll(store, "tool")).map(({ body }) => String(body["name"]));
  const waiting: { count: number; resolve(): void }[] = [];
  let markWritten = (): void => {};
  const written = new Promise<void>((resolve) => (markWritten = resolve));
  const { url, close } = await listen({
    host: "127.0.0.1",
    port: 0,
    handler: async (request) => {
      if (request.method !== "GET") {
        markWritten();
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
      const response = await handler(request);
      const { length } = await toolNames();
      for (const { count, resolve } of waiting) if (length >= count) resolve();
      return response;
    },
  });
  return {
    url,
    written,
    toolNames,
    hasTools: (count) => new Promise((resolve) => void waiting.push({ count, resolve })),
    [Symbol.asyncDispose]: async () => {
      await close();
      await store.close();
    },
  };
}

function applyArguments({ url }: SlowService): string[] {
  return [main, "apply", folder, "--base-url", url, "--auto-approve", "--concurrency", "2"];
}

function apply(service: SlowService, ...flags: string[]): ChildProcess {
  const args = [...applyArguments(service), ...flags];
  return spawn(process.execPath, args, { env: { PATH: process.env["PATH"] } });
}

/** Waits for the end of a process. Returns its exit code and output. */
async function exitOf(
  child: ChildProcess,
): Promise<{ code: number | null; out: string; err: string }> {
  let out = "";
  let err = "";
  child.stdout!.on("data", (text: Buffer) => (out += text.toString()));
  child.stderr!.on("data", (text: Buffer) => (err += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s once exits with 130 and a summary, and the next run finishes the apply",
  async (signal) => {
    await using service = await slowService();
    const child = apply(service);
    const exit = exitOf(child);
    await service.hasTools(3);
    child.kill(signal);
    const { code, out, err } = await exit;
    expect(code).toBe(130);
    expect(err).toContain(
      "Stopping after the requests in progress. Interrupt again to exit immediately.",
    );
    expect(out).toMatch(
      /Apply incomplete: \d+ of 12 requests succeeded, \d+ not started\. Run the same command again to continue\./,
    );
    const done = Number(/incomplete: (\d+) of/.exec(out)![1]);
    expect(await service.toolNames()).toHaveLength(done);
    expect(done).toBeLessThan(12);
    expect((await exitOf(apply(service))).code).toBe(0);
    expect((await service.toolNames()).sort()).toEqual([...names].sort());
  },
);

it.skipIf(process.platform !== "linux")(
  "on a terminal, the messages after Ctrl-C start on a line of their own",
  async () => {
    await using service = await slowService(2000);
    const command = [process.execPath, ...applyArguments(service)].join(" ");
    const terminal = spawn("script", ["-qec", command, "/dev/null"]);
    const exit = exitOf(terminal);
    await service.written;
    terminal.stdin.write("\x03");
    terminal.stdout.on("data", (text: Buffer) => {
      if (text.includes("Stopping after")) terminal.stdin.write("\x03");
    });
    const { code, out } = await exit;
    expect(code).toBe(130);
    expect(withoutErasedLines(out)).toMatch(
      /\r\nStopping after [^\r]*\r\n\r\nInterrupted: [^\r]*\r\n$/,
    );
  },
);

it.skipIf(process.platform !== "linux")(
  "a closed terminal lets the requests in progress finish, and the log has the summary",
  async () => {
    await using service = await slowService(1000);
    const [log, exitFile, shell] = ["apply.log", "apply.exit", "shell.sh"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const command = [process.execPath, ...applyArguments(service)].join(" ");
    // A shell passes the signal on to its jobs, so the program gets it twice.
    const lines = [
      `trap 'kill -HUP $!; wait $!; echo $? >${exitFile}; exit' HUP`,
      `${command} >${log} &`,
      "wait $!",
    ];
    writeFileSync(shell, lines.join("\n"));
    const terminal = spawn("script", ["-qec", `bash ${shell}`, "/dev/null"]);
    await service.written;
    terminal.kill("SIGKILL"); // the kernel sends SIGHUP to what runs in the terminal
    await vi.waitFor(() => expect(existsSync(exitFile)).toBe(true), { timeout: 30_000 });
    await vi.waitFor(() => expect(readFileSync(exitFile, "utf8")).toBe("130\n"));
    expect(readFileSync(log, "utf8")).toMatch(/Apply incomplete: \d+ of 12 requests succeeded/);
    expect((await service.toolNames()).length).toBeLessThan(12);
  },
);

it.skipIf(process.platform !== "linux")("Ctrl-C at the question cancels the apply", async () => {
  await using service = await slowService();
  const args = applyArguments(service).filter((argument) => argument !== "--auto-approve");
  const { CI: _, ...env } = process.env;
  const command = [process.execPath, ...args].join(" ");
  const terminal = spawn("script", ["-qec", command, "/dev/null"], { env });
  const exit = exitOf(terminal);
  terminal.stdout.on("data", (text: Buffer) => {
    if (text.includes("(y/N)")) terminal.stdin.write("\x03");
  });
  const { code, out } = await exit;
  expect(code).toBe(130);
  expect(out).toMatch(/\r\nCancelled\. Nothing was applied\.\r\n$/);
  expect(await service.toolNames()).toEqual([]);
});

it("a reader that closes the pipe does not stop an apply", async () => {
  await using service = await slowService();
  const child = apply(service, "--json");
  child.stdout!.once("data", () => child.stdout!.destroy());
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect([code, (await service.toolNames()).length]).toEqual([0, 12]);
});
