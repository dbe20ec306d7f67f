// Golden folders: definitions and what the service holds before, then the plan as text and as
// JSON, the calls apply makes, and what the service holds after. `npx vitest run test/golden -u`
// writes what is expected anew; read the difference before you commit it.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bodies } from "../../../src/generated/wire-validators.js";
import type { CommandHost } from "../../../src/cli/command-host.ts";
import { openEmbedded } from "../../../src/cli/embedded.ts";
import { runProgram } from "../../../src/cli/program.ts";
import { kinds } from "../../../src/kinds.ts";
import { createService, type Handler } from "../../../src/service/app.ts";
import { openStore } from "../../../src/service/store.ts";
import { listen } from "../../../src/service/listen.ts";

interface Case {
  /** Flags of both plan and apply. */
  readonly flags?: readonly string[];
  /** What the service can do beyond the contract. */
  /** Whether the next plan waits for pins: several things of one name were made. */
  readonly awaitsPins?: boolean;
  readonly service?: { evaluationUpdate?: boolean; evaluationDeleteCascades?: boolean };
}

const here = import.meta.dirname;
const cases = readdirSync(here, { withFileTypes: true }).filter((each) => each.isDirectory());

describe.each(cases.map((each) => each.name))("%s", (name) => {
  test("plans, calls and ends as written down", async () => {
    const folder = join(here, name);
    const { flags = [], service = {}, awaitsPins = false } = readJson<Case>(join(folder, "case.json"));
    const world = await openWorld(readJson(join(folder, "before.json")), service);
    const project = mkdtempSync(join(tmpdir(), "promptctl-golden-"));
    try {
      cpSync(join(folder, "project"), project, { recursive: true });
      const command = async (...words: string[]): Promise<Spoken> =>
        speak(project, [...words, ...flags, "--base-url", world.url]);
      const fixed = (text: string): string => text.replaceAll(world.url, "http://service.test");

      const text = await command("plan");
      await expect(fixed(text.out)).toMatchFileSnapshot(join(folder, "plan.txt"));
      const json = await command("plan", "--json");
      await expect(fixed(json.out)).toMatchFileSnapshot(join(folder, "plan.json"));
      expect(text.exitCode).toBe(0);
      expect(world.calls.filter((each) => !each.startsWith("GET "))).toEqual([]);

      world.calls.length = 0;
      const applied = await command("apply", "--auto-approve", "--concurrency", "1");
      const calls = [...world.calls, `exit ${applied.exitCode}`, ""].join("\n");
      await expect(calls).toMatchFileSnapshot(join(folder, "calls.txt"));
      await expect(`${JSON.stringify(await world.holds(), null, 2)}\n`).toMatchFileSnapshot(
        join(folder, "after.json"),
      );
      const told = fixed(applied.out).split(/^Plan: .*\n|^No changes.*\n|^No other changes.*\n/m).at(-1)!;
      await expect(told).toMatchFileSnapshot(join(folder, "apply.txt"));
      if (applied.exitCode !== 0) return;
      const again = JSON.parse((await command("plan", "--json")).out) as {
        steps: unknown[];
        refusals: { code: string }[];
      };
      expect(again.steps).toEqual([]);
      const codes = [...new Set(again.refusals.map(({ code }) => code))];
      expect(codes).toEqual(awaitsPins ? ["ambiguous-name"] : []);
    } finally {
      await world.close();
      rmSync(project, { recursive: true, force: true });
    }
  });
});

interface World {
  readonly url: string;
  /** Every call since it was opened: method, path and body. */
  readonly calls: string[];
  holds(): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** A service that holds what `before` says, under the ids it says; new ids are new-1, new-2, … */
async function openWorld(before: Record<string, object[]>, service: Case["service"]): Promise<World> {
  const store = await openStore(":memory:");
  const given: string[] = [];
  let made = 0;
  const handler = createService({
    kinds,
    store,
    bodies,
    keys: [],
    capabilities: { evaluationUpdate: false, evaluationDeleteCascades: false, ...service },
    newId: () => given.shift() ?? `new-${++made}`,
  });
  for (const { kind, path } of kinds)
    for (const each of before[kind] ?? []) {
      given.push((each as { id: string }).id);
      const response = await send(handler, "POST", path, each);
      if (response.status !== 200) throw new Error(`before.json: ${await response.text()}`);
    }
  const calls: string[] = [];
  const { url, close } = await listen({
    host: "127.0.0.1",
    port: 0,
    handler: async (request) => {
      const body = await request.clone().text();
      calls.push(`${request.method} ${new URL(request.url).pathname}${body && ` ${body}`}`);
      return handler(request);
    },
  });
  return {
    url,
    calls,
    holds: async () => {
      const lists = await Promise.all(
        kinds.map(async ({ kind, path }) => [kind, await (await send(handler, "GET", path)).json()]),
      );
      return Object.fromEntries(lists) as Record<string, unknown>;
    },
    close: async () => {
      await close();
      store.close();
    },
  };
}

function send(handler: Handler, method: string, path: string, body?: object): Promise<Response> {
  return handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: { host: "localhost", "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
}

interface Spoken {
  readonly exitCode: number;
  readonly out: string;
}

async function speak(cwd: string, argv: string[]): Promise<Spoken> {
  let out = "";
  const host: CommandHost = {
    argv,
    env: {},
    cwd,
    version: "0.0.0",
    out: (text) => (out += text),
    err: () => {},
    terminal: { out: false, err: false, columns: 100 },
    ask: undefined,
    onInterrupt: () => {},
    untilAsked: async () => {},
    now: () => 0,
    time: () => new Date("2026-01-01T12:00:00Z"),
    random: () => 0,
    sleep: () => Promise.resolve(),
    fetch: async () => (url, init) => fetch(url, init),
    openEmbedded: (options) => openEmbedded(host, options),
  };
  const exitCode = await runProgram(host);
  return { exitCode, out };
}

function readJson<Value>(path: string): Value {
  return (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}) as Value;
}
