// The built package in processes that fork, and in one that is suspended as a function is between two calls.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { bundleText } from "../../src/views/code/bundle.ts";
import { dist } from "../fixtures/built.ts";
import { modelParameters } from "../fixtures/model-parameters.ts";
import { type Folder, folderOf } from "../io/folder.ts";

/** How long a load may take in milliseconds. */
const loadMs = 4_000;

/** A prompt as the list of a service has it. */
const held = (text: string): JsonObject => ({
  id: "1",
  name: "Greet",
  parameters: modelParameters() as unknown as JsonObject,
  messages: [{ role: "user", content: [{ type: "TEXT", text }] }],
  tools: [],
});
const { id: _id, ...content } = held("bundled");
const bundle = bundleText(new Map([["production", [{ key: "Greet", id: undefined, content }]]]));

const files = {
  "package.json": '{ "type": "module" }',
  "prompts.json": bundle,
  // The time is later by the hours in a file.
  "prompts.js": `import { readFileSync } from "node:fs";
import { createPrompts } from "promptctl-client";
import bundle from "./prompts.json" with { type: "json" };
const time = Date.now;
Date.now = () => time() + Number(readFileSync("hours", "utf8")) * 3_600_000;
const problems = [];
const { BASE_URL: baseUrl, WITH_BUNDLE, LOAD_MS } = process.env;
// Callers wait for the whole load, on a slow machine too.
const orTimeout = (_milliseconds, load) => load;
const clock = { now: () => Date.now(), random: () => Math.random(), orTimeout };
const prompts = createPrompts({
  baseUrl,
  ...(WITH_BUNDLE && { bundle }),
  ...(LOAD_MS && { timeoutMs: LOAD_MS / 10, clock }),
  onError: ({ code }) => problems.push(code),
});
/** The text of the prompt, where it is from, and the problems since the last call. */
export async function render() {
  const { request, source } = await prompts.render("Greet");
  return [source, request.messages[0].content, ...problems.splice(0)].join(", ");
}`,
  "app.js": `import { render } from "./prompts.js";
process.on("message", async () => process.send(await render()));
process.send("ready");`,
  // Answers also for two children and two workers of a cluster, which it starts after its first load.
  "parent.js": `import { fork } from "node:child_process";
import cluster from "node:cluster";
import { once } from "node:events";
import { render } from "./prompts.js";
await render();
cluster.setupPrimary({ exec: "app.js" });
const children = [fork("app.js"), fork("app.js"), cluster.fork(), cluster.fork()];
await Promise.all(children.map((child) => once(child, "message")));
const ask = async (child) => {
  child.send("render");
  const [text] = await once(child, "message");
  return text;
};
process.on("message", async () =>
  process.send([await render(), ...(await Promise.all(children.map(ask)))]));
process.send("ready");`,
};

interface Service {
  readonly baseUrl: string;
  readonly server: Server;
  text: string;
  /** The ETags that requests had. */
  readonly tags: (string | undefined)[];
  /** Responses that wait, while \`holds\`. */
  readonly waiting: (() => void)[];
  holds: boolean;
  /** The open connections. */
  readonly sockets: Set<Socket>;
  /** Connections that answer no more, as after the loss of their state on the way. */
  readonly lost: Set<Socket>;
}

const running: {
  readonly child: ChildProcess;
  readonly service: Service;
  readonly folder: Folder;
}[] = [];
afterAll(async () => {
  for (const { child, service, folder } of running.splice(0)) {
    child.kill("SIGKILL");
    service.server.close();
    service.server.closeAllConnections();
    await folder[Symbol.asyncDispose]();
  }
});

async function startService(): Promise<Service> {
  const answer = ({ headers, socket }: IncomingMessage, response: ServerResponse): void => {
    const tag = headers["if-none-match"];
    service.tags.push(tag);
    const { text } = service;
    const send = (): void => {
      if (service.lost.has(socket)) return;
      response.setHeader("etag", `"${text}"`);
      response.statusCode = tag === `"${text}"` ? 304 : 200;
      response.end(response.statusCode === 304 ? undefined : JSON.stringify([held(text)]));
    };
    if (service.holds) service.waiting.push(send);
    else send();
  };
  const server = createServer({ keepAliveTimeout: 130_000 }, answer);
  server.on("connection", (socket) => {
    service.sockets.add(socket);
    socket.once("close", () => service.sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const service: Service = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    text: "one",
    tags: [],
    waiting: [],
    holds: false,
    sockets: new Set(),
    lost: new Set(),
  };
  return service;
}

interface Lab {
  readonly child: ChildProcess;
  /** What the program answers, so many hours after its start. */
  ask(hours: number): Promise<unknown>;
}

async function start(
  service: Service,
  program: string,
  env: Record<string, string> = {},
): Promise<Lab> {
  const folder = folderOf({ ...files, hours: "0" });
  folder.link("node_modules/promptctl-client", join(dist, "client"));
  const child = fork(program, {
    cwd: folder.path,
    env: { BASE_URL: service.baseUrl, ...env },
    execArgv: [],
  });
  running.push({ child, service, folder });
  await once(child, "message");
  return {
    child,
    ask: async (hours) => {
      folder.write("hours", String(hours));
      child.send("render");
      const [answer] = (await once(child, "message")) as unknown[];
      return answer;
    },
  };
}

const five = (answer: string): string[] => Array.from({ length: 5 }, () => answer);

describe("a process that forks", () => {
  it("and its children and workers each hold the list, and load it once", async () => {
    const service = await startService();
    const { ask } = await start(service, "parent.js", { WITH_BUNDLE: "1", LOAD_MS: "60000" });
    expect(await ask(0)).toEqual(five("service, one"));
    expect(service.tags).toEqual(five("").map(() => undefined));
    expect(await ask(0)).toEqual(five("service, one"));
    expect(service.tags).toHaveLength(5);
    service.text = "two";
    expect(await ask(1)).toEqual(five("service, two"));
    expect(service.tags.slice(5)).toEqual(five('"one"'));
    expect(await ask(2)).toEqual(five("service, two"));
    expect(service.tags.slice(10)).toEqual(five('"two"'));
    service.server.close();
    service.server.closeAllConnections();
    expect(await ask(3)).toEqual(five("service, two, load-failed"));
  });

  it("while the service is down, and its children, have the bundle", async () => {
    const service = await startService();
    service.server.close();
    const { ask } = await start(service, "parent.js", { WITH_BUNDLE: "1", LOAD_MS: "60000" });
    const [first, ...others] = (await ask(0)) as string[];
    expect(first).toMatch(/^bundle, bundled/); // it loaded before, too
    expect(others).toEqual(five("bundle, bundled, load-failed").slice(1));
  });
});

/** What happens to the connections of the process while it is suspended. */
const fates: Readonly<Record<string, (service: Service) => void>> = {
  "are closed": ({ sockets }) => sockets.forEach((each) => each.destroy()),
  "are lost": ({ sockets, lost }) => sockets.forEach((each) => lost.add(each)),
  "have a response": ({ waiting }) => waiting.splice(0).forEach((send) => send()),
};

describe.skipIf(process.platform === "win32")("a process that was suspended", () => {
  it.concurrent.each(
    Object.keys(fates).flatMap((fate) => [[fate, false] as const, [fate, true] as const]),
  )(
    "while its connections %s (during a load: %s), has the newest version at once",
    async (fate, isLoading) => {
      const service = await startService();
      const { child, ask } = await start(service, "app.js", { LOAD_MS: String(loadMs) });
      expect(await ask(0)).toBe("service, one");
      if (isLoading) {
        service.holds = true;
        expect(await ask(5 / 60)).toBe("service, one"); // a load begins behind the answer
        while (service.waiting.length === 0) await pause(1);
        service.holds = false;
      }
      child.kill("SIGSTOP");
      fates[fate]!(service);
      service.text = "two";
      await pause(loadMs * 1.1);
      const answer = ask(1);
      child.kill("SIGCONT");
      expect(await answer).toBe("service, two");
      service.text = "three";
      expect(await ask(2)).toBe("service, three");
    },
  );

  it("answers from the list that it holds if the service does not answer", async () => {
    const service = await startService();
    const { child, ask } = await start(service, "app.js");
    expect(await ask(0)).toBe("service, one");
    child.kill("SIGSTOP");
    service.holds = true;
    const answer = ask(1);
    child.kill("SIGCONT");
    expect(await answer).toBe("service, one");
  });
});
