// Promise 7: a saved plan is a permission. Whatever happens between plan --out and apply FILE, an apply
// makes a part of what the plan has, or refuses and changes nothing. If nobody else writes, repeating it
// ends with the service as the definitions say.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { runCli, serviceEnv } from "../../cli/fake-host.ts";
import { type RandomInt, seededRandom } from "../../fixtures/seeded-random.ts";
import { withoutExtensions } from "../../fixtures/plain-service.ts";
import type { Handler } from "../faults/injection/faulty-fetch.ts";
import { scaledTimeout, seeds } from "../faults/repeated-runs.ts";
import { generatedScenario, type GeneratedScenario } from "../faults/scenarios/generated.ts";
import { deleteLocalFiles, type FaultScenario } from "../faults/scenarios/scenario.ts";
import { shop } from "../faults/scenarios/shop.ts";
import { readRemoteState } from "./remote-state.ts";
import {
  beyond,
  documentAtoms,
  type DocumentChange,
  requestAtom,
  type WriteRequest,
} from "./reviewed-atoms.ts";
import { listResources, sendRequest } from "./service-requests.ts";

/** What happens between plan --out and the last apply. */
interface Events {
  /** Apply is killed at one of its writes, before or after the service processes it. */
  readonly isKilled: boolean;
  readonly losesJournal: boolean;
  /** Others write to the service before the first apply, or between two of them. */
  readonly edits?: "before" | "between";
  readonly changesDefinitions?: boolean;
}

interface Saved {
  readonly changes: readonly DocumentChange[];
  readonly steps: readonly object[];
}

interface Outcome {
  readonly codes: readonly (number | undefined)[];
  readonly problems: readonly string[];
}

const collections = ["tools", "evaluations", "evaluation-assertions", "prompts"];

/** One request of somebody else, often about what the plan changes; the service may reject it. */
async function editService(
  handler: Handler,
  randomInt: RandomInt,
  planned: readonly DocumentChange[],
): Promise<void> {
  const service = { fetch: (async (url, init) => handler(new Request(url, init))) as Fetch };
  const collection = collections[randomInt(collections.length)]!;
  const resources = await listResources<Record<string, unknown>>(service, collection);
  const touched = resources.filter(({ id }) => planned.some((change) => change.id === id));
  const pool = touched.length > 0 && randomInt(4) > 0 ? touched : resources;
  const picked = pool[randomInt(Math.max(1, pool.length))];
  if (!picked) return;
  const { id, ...body } = picked;
  const path = `${collection}/${String(id)}`;
  const change = randomInt(3);
  if (change === 0) await sendRequest(service, "DELETE", path);
  else if (change === 1 && collection !== "prompts")
    await sendRequest(service, "POST", collection, body); // a duplicate
  else if (collection === "tools")
    await sendRequest(service, "PUT", path, { ...body, description: `other ${randomInt(9)}` });
  else if (collection === "evaluation-assertions")
    await sendRequest(service, "PUT", path, { ...body, weight: 0.25 });
  else if (collection === "evaluations")
    await sendRequest(service, "POST", collection, { ...body, variables: { other: "1" } });
}

/** Plans, then applies the saved plan until it succeeds or is refused, at most four times. */
async function reviewAndApply(
  scenario: FaultScenario & Partial<GeneratedScenario>,
  seed: number,
  events: Events,
): Promise<Outcome | undefined> {
  const randomInt = seededRandom(seed);
  const { store, handler: service } = await scenario.startService();
  const handler = withoutExtensions(service);
  const writes: WriteRequest[] = [];
  const never = new Promise<never>(() => {});
  const run = async (argv: readonly string[], killAt = Number.POSITIVE_INFINITY) => {
    writes.length = 0;
    let kill = (): void => {};
    const killed = new Promise<undefined>((resolve) => (kill = () => resolve(undefined)));
    const isProcessed = randomInt(2) === 0;
    const fetch: Fetch = async (url, init) => {
      if (init.method === "GET") return handler(new Request(url, init));
      const isLast = writes.length + 1 === killAt;
      if (writes.length + 1 > killAt) return never;
      writes.push({
        method: init.method!,
        path: new URL(url).pathname,
        body: String(init.body),
        state: await readRemoteState(store),
      });
      if (!isLast) return handler(new Request(url, init));
      if (isProcessed) await handler(new Request(url, init));
      else writes.pop();
      kill();
      return never;
    };
    return Promise.race([
      killed,
      runCli(argv, { cwd: scenario.folder, env: serviceEnv, fetch }).catch((error: unknown) => ({
        code: -1,
        out: "",
        err: String(error instanceof Error ? error.stack : error),
      })),
    ]);
  };
  try {
    deleteLocalFiles(scenario.folder);
    const before = await readRemoteState(store);
    const planned = await run(["plan", ".", ...scenario.flags, "--out", "saved.json"]);
    if (planned?.code !== 0) return undefined; // refused
    const text = readFileSync(join(scenario.folder, "saved.json"), "utf8");
    const { changes, steps } = JSON.parse(text) as Saved;
    const permitted = scenario.project && documentAtoms(changes, scenario.project, before);
    if (events.edits === "before")
      for (let edits = 1 + randomInt(3); edits > 0; edits--)
        await editService(handler, randomInt, changes);
    const added = join(scenario.folder, "prompts/added.yaml");
    if (events.changesDefinitions)
      writeFileSync(added, "kind: tool\nname: added\ndescription: New.\nparameters: {}\n");
    const [codes, problems]: [(number | undefined)[], string[]] = [[], []];
    for (let round = 0; round < 4; round++) {
      const killAt = events.isKilled && round < 3 ? 1 + randomInt(steps.length + 1) : undefined;
      const result = await run(["apply", "saved.json", "--concurrency", "1"], killAt);
      codes.push(result?.code);
      const others = permitted ? beyond(writes.map(requestAtom), permitted) : [];
      if (others.length > 0) problems.push(`apply ${round} made ${others.join("\n")}`);
      if (result?.code === 4 && writes.length > 0)
        problems.push(`apply ${round} was refused after ${writes.length} writes`);
      if (result && ![0, 1, 4].includes(result.code)) problems.push(result.err);
      if (result?.code === 4 && !isDisturbed(events)) problems.push(result.err);
      if (result?.code === 0 || result?.code === 4) break;
      if (events.losesJournal) deleteLocalFiles(scenario.folder);
      if (events.edits === "between") await editService(handler, randomInt, changes);
    }
    rmSync(added, { force: true });
    if (!isDisturbed(events)) {
      if (codes.at(-1) !== 0) problems.push(`the last apply ended with ${codes.at(-1)}`);
      problems.push(...scenario.endStateViolations(before, await readRemoteState(store)));
    }
    if (events.changesDefinitions && codes[0] !== 4) problems.push(`it ended with ${codes[0]}`);
    return { codes, problems };
  } finally {
    await store.close();
  }
}

function isDisturbed({ edits, changesDefinitions }: Events): boolean {
  return edits !== undefined || changesDefinitions === true;
}

const tables: readonly (readonly [string, number, Events])[] = [
  ["nothing happens", 8, { isKilled: false, losesJournal: false }],
  ["apply is killed and repeated", 30, { isKilled: true, losesJournal: false }],
  ["apply is killed, and repeated without the journal", 60, { isKilled: true, losesJournal: true }],
  ["others write before apply", 40, { isKilled: false, losesJournal: false, edits: "before" }],
  [
    "others write between killed applies",
    40,
    { isKilled: true, losesJournal: true, edits: "between" },
  ],
  ["the definitions change", 8, { isKilled: false, losesJournal: false, changesDefinitions: true }],
];

/** Reviews and applies once for each seed. */
async function check(
  count: number,
  scenarioOf: (seed: number) => Promise<(FaultScenario & Partial<GeneratedScenario>) | undefined>,
  events: Events,
): Promise<void> {
  const failures: string[] = [];
  let runs = 0;
  for (const seed of seeds(count)) {
    using scenario = await scenarioOf(seed);
    const outcome = scenario && (await reviewAndApply(scenario, seed, events));
    if (!outcome) continue;
    runs++;
    if (outcome.problems.length > 0)
      failures.push(`seed ${seed}, ended with ${outcome.codes}:\n${outcome.problems.join("\n")}`);
  }
  expect(failures.slice(0, 3).join("\n\n"), `${failures.length} of ${runs}`).toBe("");
  expect(runs).toBeGreaterThan(seeds(count).length / 2);
}

describe("apply FILE makes a part of the reviewed changes, or refuses and changes nothing", () => {
  it.each(tables)(
    "if %s",
    (_name, count, events) => check(count, generatedScenario, events),
    scaledTimeout(240_000),
  );

  it.each([[false], [true]])(
    "if it prunes what git knows, and is killed (the journal is lost: %s)",
    (losesJournal) => check(6, () => shop(["--prune"]), { isKilled: true, losesJournal }),
    scaledTimeout(240_000),
  );
});
