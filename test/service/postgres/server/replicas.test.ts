// Random writes at two replicas, under faults: a replica is killed, the database restarts, connections are
// cut. No acknowledged write is lost, no read is older than an acknowledged write, a write that was not
// executed according to its response was not, and no reference leads to a resource that is gone.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../../../fixtures/postgres-server.ts";
import { seededRandom } from "../../../fixtures/seeded-random.ts";
import { promptBody, toolBody } from "../../../scenarios/contract/bodies.ts";
import { builtProgram } from "../../../fixtures/built.ts";

const program = builtProgram;

/** `PROMPTCTL_REPLICA_MINUTES=10` is the long form, which prints its counts. */
const minutes = Number(process.env["PROMPTCTL_REPLICA_MINUTES"] ?? 0);

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server[Symbol.asyncDispose]());

interface Replica {
  readonly url: string;
  readonly process: ChildProcess;
}

async function startReplica(store: string): Promise<Replica> {
  const words = [program, "serve", "--port", "0", "--store", store];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  return { url: /at (\S+)/.exec(text.toString())![1]!, process: child };
}

interface Answer {
  /** 0: there was no response. */
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** The store was not available, and the response says that nothing was written. */
  readonly isUnwritten?: boolean;
}

async function send(
  replica: Replica,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  try {
    const response = await fetch(`${replica.url}/sdk/v1/${path}`, {
      method,
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    return {
      status: response.status,
      body: (await response.json()) as Answer["body"],
      isUnwritten: response.status === 503 && response.headers.has("retry-after"),
    };
  } catch {
    return { status: 0, body: {} };
  }
}

/** What is known of one resource: its possible texts; `undefined` is its absence. */
type Possible = readonly (string | undefined)[];

interface World {
  readonly replicas: Replica[];
  /** Possible descriptions of tools, and names of prompts, by path. One worker writes each. */
  readonly known: Map<string, Possible>;
  readonly violations: string[];
  readonly counts: { acknowledged: number; rejected: number; unknown: number; reads: number };
}

/** Whether a write may have been executed. */
const isUnknown = ({ status, isUnwritten }: Answer): boolean =>
  status === 0 || (status === 503 && !isUnwritten);

function count({ counts, violations }: World, request: string, answer: Answer): void {
  const { status, isUnwritten, body } = answer;
  if (status === 200) counts.acknowledged += 1;
  else if (isUnknown(answer)) counts.unknown += 1;
  else counts.rejected += 1;
  if (!isUnwritten && ![0, 200, 400, 404, 409, 503].includes(status))
    violations.push(`${request}: ${status} ${JSON.stringify(body)}`);
}

const textOf = ({ status, body }: Answer): string | undefined =>
  status === 404 ? undefined : String(body["description"] ?? body["name"]);

/** Sends a write and notes what is possible after it. */
async function write(
  world: World,
  replica: Replica,
  request: { method: string; path: string; body?: object; text?: string },
): Promise<Answer> {
  const { method, path, body, text } = request;
  const before = world.known.get(path) ?? [undefined];
  const answer = await send(replica, method, path, body);
  if (answer.status === 200) world.known.set(path, [text]);
  if (isUnknown(answer)) world.known.set(path, [...before, text]);
  count(world, `${method} ${path}`, answer);
  return answer;
}

/** Reads a resource at a replica; its text must be possible, and is the only possible one then. */
async function check(world: World, replica: Replica, path: string): Promise<void> {
  const possible = world.known.get(path)!;
  const answer = await send(replica, "GET", path);
  if (answer.status === 0 || answer.status === 503) return;
  world.counts.reads += 1;
  const text = textOf(answer);
  if (!possible.includes(text))
    world.violations.push(`${path} is ${text}, but ${possible.join(" or ")} was acknowledged`);
}

/** One client: creates, replaces and removes its own tools and prompts, at a random replica. */
async function runWorker(world: World, seed: number, isOver: () => boolean): Promise<void> {
  const random = seededRandom(seed);
  const replica = (): Replica => world.replicas[random(world.replicas.length)]!;
  const tools: string[] = [];
  const prompts: string[] = [];
  for (let step = 0; !isOver(); step += 1) {
    const text = `w${seed} ${step}`;
    const tool = { ...toolBody, name: `tool_${seed}_${step}`, description: text };
    const prompt = { ...promptBody(), name: text };
    const [path] = tools.length > 0 ? [tools[random(tools.length)]!] : [];
    const toolId = path?.split("/")[1];
    const action = random(6);
    if (action === 0 || path === undefined) {
      const answer = await send(replica(), "POST", "tools", tool);
      count(world, "POST tools", answer);
      if (answer.status === 200) tools.push(`tools/${String(answer.body["id"])}`);
      if (answer.status === 200) world.known.set(tools.at(-1)!, [text]);
    } else if (action === 1) {
      const body = { ...prompt, tools: [{ toolId }] };
      const answer = await send(replica(), "POST", "prompts", body);
      count(world, "POST prompts", answer);
      if (answer.status === 200) prompts.push(`prompts/${String(answer.body["id"])}`);
      if (answer.status === 200) world.known.set(prompts.at(-1)!, [text]);
    } else if (action === 2) {
      await write(world, replica(), { method: "PUT", path, body: tool, text });
    } else if (action === 3 && prompts.length > 0) {
      const target = prompts[random(prompts.length)]!;
      const body = { ...prompt, tools: [{ toolId }] };
      await write(world, replica(), { method: "PUT", path: target, body, text });
    } else if (action === 4) await write(world, replica(), { method: "DELETE", path });
    else if (prompts.length > 3)
      await write(world, replica(), { method: "DELETE", path: prompts[random(prompts.length)]! });
    for (const each of [path, prompts.at(-1)]) if (each) await check(world, replica(), each);
  }
}

/** The faults, in turns. */
const faults: readonly ((replicas: Replica[], store: string, turn: number) => Promise<void>)[] = [
  async function kill(replicas, store, turn) {
    const killed = replicas[turn % 2]!.process;
    killed.kill("SIGKILL");
    await once(killed, "exit");
    replicas[turn % 2] = await startReplica(store);
  },
  async function restartServer() {
    await server.stop();
    await server.start();
  },
  async function cutConnections(_replicas, store) {
    await server.sql(
      store,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND datname = current_database()`,
    );
  },
];

it(
  "two replicas under random writes and faults lose nothing",
  async () => {
    const store = await server.createDatabase();
    const replicas = await Promise.all([startReplica(store), startReplica(store)]);
    const counts = { acknowledged: 0, rejected: 0, unknown: 0, reads: 0 };
    const world: World = { replicas, known: new Map(), violations: [], counts };
    const end = performance.now() + minutes * 60_000;
    let isOver = false;
    const workers = [1, 2, 3, 4].map((seed) => runWorker(world, seed, () => isOver));
    const random = seededRandom(5);
    let turns = 0;
    for (; turns < 9 || performance.now() < end; turns += 1) {
      const acknowledged = counts.acknowledged + 5 + random(10);
      while (counts.acknowledged < acknowledged) await new Promise((done) => setTimeout(done, 5));
      await faults[turns % faults.length]!(replicas, store, Math.floor(turns / faults.length));
    }
    isOver = true;
    await Promise.all(workers);
    for (const replica of replicas)
      for (const path of world.known.keys()) await check(world, replica, path);
    const orphans = await server.sql(
      store,
      `SELECT from_id FROM promptctl.resource_references
       WHERE to_id NOT IN (SELECT id FROM promptctl.resources)
          OR from_id NOT IN (SELECT id FROM promptctl.resources)`,
    );
    for (const { process } of replicas) process.kill("SIGTERM");
    const exits = await Promise.all(replicas.map(({ process }) => once(process, "exit")));
    if (minutes > 0) process.stdout.write(`${turns} faults: ${JSON.stringify(counts)}\n`);
    expect([world.violations, orphans]).toEqual([[], []]);
    expect(exits.map(([code]) => code as number)).toEqual([0, 0]);
    expect(counts.acknowledged).toBeGreaterThan(50);
  },
  minutes * 60_000 + 120_000,
);
