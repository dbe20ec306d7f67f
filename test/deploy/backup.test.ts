// Follows docs/backup.md for both stores: a backup while a client writes, a restore into a fresh place, and
// a comparison of every list and resource. Run with `npm run test:long`; needs sqlite3 and PostgreSQL.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../fixtures/postgres-server.ts";
import { assertions, evaluationBody, promptBody, toolBody } from "../scenarios/contract/bodies.ts";
import { fences } from "../scenarios/workflows/files.ts";
import { folderOf } from "../io/folder.ts";
import { builtProgram } from "../fixtures/built.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/backup.md"), "utf8");

/** The commands below a heading, without those of the headings below it. */
function commandsOf(heading: string): string {
  const section = page.split(/^#+ (.*)$/m);
  const [commands, ...more] = fences(section[section.indexOf(heading) + 1]!, "sh");
  expect(more).toEqual([]);
  return commands!;
}

interface Store {
  /** The headings of the page: the variables, the backup and the restore. */
  readonly headings: readonly [string, string, string];
  /** Values in place of those of the page. */
  readonly variables: Readonly<Record<string, string>>;
  readonly location: string;
  /** Where the restore puts the store. */
  readonly restored: string;
}

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server[Symbol.asyncDispose]());

const stores: Readonly<Record<string, (folder: string) => Promise<Store>>> = {
  SQLite: async (folder) => {
    const location = join(folder, "it's a store.sqlite");
    return {
      headings: ["SQLite", "Back up a SQLite store", "Restore a SQLite store"],
      variables: { STORE: location, BACKUP: join(folder, "backup.sqlite") },
      location,
      restored: location,
    };
  },
  PostgreSQL: async (folder) => {
    const location = await server.createDatabase();
    const { hostname, port, username, pathname } = new URL(location);
    return {
      headings: ["PostgreSQL", "Back up a PostgreSQL database", "Restore a PostgreSQL database"],
      variables: {
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGDATABASE: pathname.slice(1),
        BACKUP: join(folder, "backup.dump"),
      },
      location,
      restored: location.replace(/[^/]*$/, "promptctl_restored"),
    };
  },
};

/** Runs commands of the page; the test sets every variable that the page sets. */
async function follow({ headings, variables }: Store, step: 1 | 2): Promise<void> {
  const names = [...commandsOf(headings[0]).matchAll(/(\w+)=/g)].map(([, name]) => name!);
  expect(names.toSorted()).toEqual(Object.keys(variables).toSorted());
  const env = { PATH: process.env["PATH"], ...variables };
  await promisify(execFile)("sh", ["-eu", "-c", commandsOf(headings[step])], { env });
}

interface Service {
  readonly url: string;
  readonly process: ChildProcess;
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

async function start(store: string): Promise<Service> {
  const env = { PATH: process.env["PATH"], PROMPTCTL_STORE: store };
  const child = spawn(process.execPath, [builtProgram, "serve", "--port", "0"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  running.add(child);
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  return { url: `${/at (\S+)/.exec(text.toString())![1]!}/sdk/v1`, process: child };
}

/** Ends a service as a crash does: files of the store stay as they are. */
async function kill({ process: child }: Service): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: unknown;
}

async function send(method: string, url: string, body?: object, key?: string): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(key && { "idempotency-key": key }) };
  const response = await fetch(url, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status } = response;
  return { status, etag: response.headers.get("etag"), body: await response.json() };
}

/** Creates a resource; returns its id. */
async function create(url: string, path: string, body: object, key?: string): Promise<string> {
  const answer = await send("POST", `${url}/${path}`, body, key);
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { readonly id: string }).id;
}

const kinds = ["tools", "prompts", "evaluations", "evaluation-assertions"];

/** A tool, a prompt that uses it, an evaluation and an assertion. */
async function createFamily({ url }: Service, name: string): Promise<string[]> {
  const tool = await create(url, "tools", { ...toolBody, name }, `key-${name}`);
  const prompt = await create(url, "prompts", { ...promptBody(tool), name });
  const evaluation = await create(url, "evaluations", evaluationBody(prompt));
  const equal = { evaluationId: evaluation, ...assertions[0]!.request };
  const assertion = await create(url, "evaluation-assertions", equal);
  const ids = [tool, prompt, evaluation, assertion];
  return ids.map((id, index) => `${kinds[index]}/${id}`);
}

type Lists = readonly (readonly { readonly id: string }[])[];

async function listsOf({ url }: Service): Promise<Lists> {
  const answers = await Promise.all(kinds.map((kind) => send("GET", `${url}/${kind}`)));
  return answers.map(({ body }) => body as Lists[number]);
}

/** All lists, and each resource by its path, with its ETag. */
async function stateOf(service: Service): Promise<{ lists: Lists; single: Map<string, Answer> }> {
  const lists = await listsOf(service);
  const single = new Map<string, Answer>();
  for (const [index, list] of lists.entries())
    for (const { id } of list) {
      const path = `${kinds[index]}/${id}`;
      single.set(path, await send("GET", `${service.url}/${path}`));
      expect(single.get(path)).toMatchObject({ status: 200, etag: expect.stringMatching(/"/) });
    }
  return { lists, single };
}

/** Creates families until it is stopped; resolves when the last one is complete. */
function startWriter(service: Service): {
  stop(): Promise<void>;
  atLeast(count: number): Promise<void>;
} {
  const progress = { written: 0, isOver: false };
  const finished = (async () => {
    for (; !progress.isOver; progress.written += 1)
      await createFamily(service, `during_${progress.written}`);
  })();
  return {
    atLeast: async (count) => {
      const isReached = (): boolean => progress.written >= count;
      while (!isReached()) await Promise.race([wait(5), finished]);
    },
    stop: async () => {
      progress.isOver = true;
      await finished;
    },
  };
}

/** Ten families, of which one is changed and one deleted; returns the paths of each. */
async function writeFamilies(service: Service): Promise<string[][]> {
  const families = [];
  for (let number = 0; number < 10; number += 1)
    families.push(await createFamily(service, `before_${number}`));
  const changed = { ...toolBody, name: "changed" };
  const { status } = await send("PUT", `${service.url}/${families[3]![0]!}`, changed);
  expect(status).toBe(200);
  await deleteFamily(service, families[4]!);
  return families;
}

async function deleteFamily({ url }: Service, family: readonly string[]): Promise<void> {
  for (const path of family.toReversed())
    expect(await send("DELETE", `${url}/${path}`)).toMatchObject({ status: 200 });
}

/** Each list of `parts` is the beginning of the list of `wholes`. */
function expectBeginnings(parts: Lists, wholes: Lists): void {
  for (const [index, part] of parts.entries())
    expect(part).toEqual(wholes[index]!.slice(0, part.length));
}

it.each(Object.keys(stores))(
  "%s: a backup made while a client writes has one state, with all that was confirmed before it",
  async (name) => {
    await using folder = folderOf();
    const store = await stores[name]!(folder.path);
    const service = await start(store.location);
    const families = await writeFamilies(service);
    const before = await stateOf(service);
    const writer = startWriter(service);
    await writer.atLeast(1);
    await follow(store, 1);
    await writer.atLeast(2);
    await writer.stop();
    const after = await stateOf(service);
    await deleteFamily(service, families[5]!);
    await kill(service);

    await follow(store, 2);
    const restored = await start(store.restored);
    const state = await stateOf(restored);
    expectBeginnings(before.lists, state.lists);
    expectBeginnings(state.lists, after.lists);
    for (const [path, answer] of before.single) expect(state.single.get(path)).toEqual(answer);
    for (const [path, answer] of state.single) expect(after.single.get(path)).toEqual(answer);
    const again = await create(
      restored.url,
      "tools",
      { ...toolBody, name: "before_0" },
      "key-before_0",
    );
    expect(`tools/${again}`).toBe(families[0]![0]);
    await createFamily(restored, "later");
    await kill(restored);
  },
);
