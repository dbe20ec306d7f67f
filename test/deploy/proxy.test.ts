// The proxy of docs/deploy.md, in front of the built service. Skipped without nginx.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serveEmbedded } from "../fixtures/served.ts";
import { closedPort } from "../io/loopback.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/deploy.md"), "utf8");
const [, example] = /```nginx\n([^]+?)```/.exec(page)!;
const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

it.skipIf(!hasNginx)("behind nginx at another port, a browser can log in to the page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-nginx-"));
  await using service = await serveEmbedded();
  const url = await closedPort();
  const server = example!
    .replace("listen 443 ssl;", `listen ${new URL(url).host};`)
    .replace(/^ *ssl_.*\n/gm, "")
    .replace("http://127.0.0.1:4100", service.baseUrl);
  const configuration = `pid ${folder}/pid; events {} http { access_log off;\n${server}}`;
  writeFileSync(join(folder, "nginx.conf"), configuration);
  const words = ["-p", folder, "-c", "nginx.conf", "-e", "stderr", "-g", "daemon off;"];
  const nginx = spawn("nginx", words, { stdio: "ignore" });
  try {
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    const form = await fetch(`${url}/page/login`);
    const [, token] = /name="token" value="([^"]+)"/.exec(await form.text())!;
    const [cookie] = form.headers.getSetCookie()[0]!.split(";");
    const response = await fetch(`${url}/page/login`, {
      method: "POST",
      headers: { origin: url, cookie: cookie! },
      body: new URLSearchParams({ token: token!, key: "good" }),
      redirect: "manual",
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/page"]);
  } finally {
    const ended = once(nginx, "exit");
    nginx.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
