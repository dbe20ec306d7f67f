// An embedded service on a loopback port, started with the built program. Its API key is `good`.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = join(import.meta.dirname, "../../../dist/main.cjs");

/** Starts the service with an empty store. */
export async function serveEmbedded(): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-service-"));
  const words = [program, "serve", "--port", "0", "--store", join(folder, "store.sqlite")];
  const env = { ...process.env, PROMPTCTL_SERVE_KEYS: "good" };
  const child = spawn(process.execPath, words, { env });
  let output = "";
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const receive = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, url] = /(http:\/\/[\w.:]+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on("data", receive);
    child.stderr.on("data", receive);
    child.on("close", () => reject(new Error(`serve has ended: ${output}`)));
  });
  return {
    baseUrl,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => void child.on("close", resolve));
      child.kill("SIGTERM");
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
