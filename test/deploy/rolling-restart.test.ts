// Two replicas behind nginx, as docs/deploy.md says, restart one after the other under load. Skipped without
// nginx.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startPostgres } from "../fixtures/postgres-server.ts";
import { createServeProcesses } from "../fixtures/serve-processes.ts";
import { folderOf } from "../io/folder.ts";
import { closedPort } from "../io/loopback.ts";
import { promptBody, toolBody } from "../scenarios/contract/bodies.ts";

/** Some of them after the restarts. `PROMPTCTL_RESTART_REQUESTS=20000` is the long form. */
const leastRequests = Number(process.env["PROMPTCTL_RESTART_REQUESTS"] ?? 4_000);

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

const freePort = async (): Promise<number> => Number(new URL(await closedPort()).port);

/** nginx in front of these ports. It uses a replica again 1 second after it accepted no connection. */
async function startNginx(
  folder: string,
  ports: readonly number[],
): Promise<[string, ChildProcess]> {
  const port = await freePort();
  const servers = ports.map((each) => `server 127.0.0.1:${each} fail_timeout=1s;`).join(" ");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${name};`)
    .join(" ");
  writeFileSync(
    `${folder}/nginx.conf`,
    `pid nginx.pid; worker_processes 1; events { worker_connections 1024; }
    http { access_log off; ${temporary}
      upstream replicas { ${servers} keepalive 64; }
      server { listen 127.0.0.1:${port}; location / {
        proxy_pass http://replicas; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_set_header Host $http_host;
      } } }`,
  );
  const words = ["-p", folder, "-c", "nginx.conf", "-e", "stderr", "-g", "daemon off;"];
  const nginx = spawn("nginx", words, { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  return [url, nginx];
}

it.skipIf(!hasNginx)("50 clients lose no request while both replicas restart twice", async () => {
  await using server = await startPostgres();
  await using folder = folderOf();
  const store = await server.createDatabase();
  const env = { PROMPTCTL_STORE: store, PROMPTCTL_SERVE_KEYS: "key-of-all-the-50-clients" };
  const { serve, stopAll } = createServeProcesses(folder.path);
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => serve(["--port", String(port), "--echo"], env);
  const replicas = [await start(ports[0]!), await start(ports[1]!)];
  const [url, nginx] = await startNginx(folder.path, ports);
  const over = new AbortController();
  const failures: string[] = [];
  const send = async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const headers = { "x-api-key": env.PROMPTCTL_SERVE_KEYS, "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/sdk/v1/${path}`, init);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json() as Promise<{ id: string }>;
  };
  let count = 0;
  const client = async (number: number): Promise<void> => {
    const { id } = await send("POST", "tools", { ...toolBody, name: `tool-${number}` });
    const prompt = await send("POST", "prompts", { ...promptBody(id), name: `prompt ${number}` });
    while (!over.signal.aborted) {
      const requests = [
        () => send("GET", `tools/${id}`),
        () =>
          send("PUT", `tools/${id}`, {
            ...toolBody,
            name: `tool-${number}`,
            description: `${count}`,
          }),
        () => send("POST", `prompts/${prompt.id}/completion`, { variables: { company: "Acme" } }),
        () => send("POST", "tools", { ...toolBody, name: `more-${number}-${count}` }),
      ];
      await requests[count++ % requests.length]!().catch((error: Error) => {
        failures.push(`${String(error)} ${String(error.cause ?? "")}`);
      });
    }
  };
  try {
    const clients = Array.from({ length: 50 }, (_, number) => client(number));
    for (const index of [0, 1, 0, 1]) {
      const { process, ended } = replicas[index]!;
      process.kill("SIGTERM");
      expect(await ended).toBe(0);
      replicas[index] = await start(ports[index]!);
      const isUsed = (): boolean => replicas[index]!.log().includes("/sdk/v1/");
      await expect.poll(isUsed, { timeout: 60_000 }).toBe(true);
    }
    await expect.poll(() => count >= leastRequests, { timeout: 120_000 }).toBe(true);
    over.abort();
    await Promise.all(clients);
    expect([...new Set(failures)]).toEqual([]);
  } finally {
    over.abort();
    nginx.kill("SIGTERM");
    await once(nginx, "exit");
    stopAll();
  }
});
