// A generated case in a world of its own: its files, a service in this process over a store in
// memory, and a record of every call made.
import * as fc from "fast-check";
import { vi } from "vitest";
import type { ExecutablePlan } from "../../../src/engine/model/plan.ts";
import type { DefinitionFiles, ServiceReader, Fetch } from "../../../src/engine/model/ports.ts";
import { executablePlan } from "../../../src/engine/saved-plan/executable-plan.ts";
import { bodies } from "../../../src/generated/wire-validators.js";
import { grammars } from "../../../src/cli/grammars.ts";
import { createCall } from "../../../src/io/http.ts";
import { createReader, createRemote } from "../../../src/io/remote.ts";
import { kinds } from "../../../src/kinds.ts";
import { createService } from "../../../src/service/app.ts";
import { openStore } from "../../../src/service/store.ts";
import { apply, type ApplyEvent } from "../../../src/sync/apply.ts";
import { makePlan, type Planned } from "../../../src/sync/plan.ts";
import { project, type ProjectModel } from "./generate-project.ts";
import { heldBy, type Held } from "./remote-state.ts";
import { lay } from "./write-project.ts";
import type { Options } from "./oracle.ts";
import { idsFrom, remote, type RemoteModel, seed, type Tree, treeOf } from "./generate-remote.ts";
import { diceFrom } from "./generate-text.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";

export interface Case {
  readonly project: ProjectModel;
  readonly donor: ProjectModel;
  readonly remote: RemoteModel;
  readonly options: Options;
  /** Decides how long each call takes. */
  readonly noise: number;
}

const options: fc.Arbitrary<Options> = fc.record({
  prune: fc.boolean(),
  scope: fc.constantFrom(["*"], ["*"], ["tool/*"], ["prompt/foreign*", "tool/a"], []),
  evaluationUpdate: fc.boolean(),
  evaluationDeleteCascades: fc.boolean(),
});

export const cases: fc.Arbitrary<Case> = fc.record({
  project,
  donor: project,
  remote,
  options,
  noise: fc.nat(9999),
});

/** One call as the service saw it; `began` and `ended` count what happened, from 0. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly began: number;
  readonly ended: number;
}

export interface World {
  readonly calls: Recorded[];
  held(): Held;
  plan(): Promise<ExecutablePlan>;
  apply(plan: ExecutablePlan, concurrency: number): Promise<readonly ApplyEvent[]>;
  close(): void;
}

/** Opens the world of a case, or one with another remote state than the case says. */
export async function openWorld(given: Case, other?: Tree): Promise<World> {
  const { prune, ...capabilities } = given.options;
  const store = await openStore(":memory:");
  const newId = idsFrom(given.remote.idStep);
  const tree = other ?? treeOf(given.remote, given.project, given.donor);
  seed(store, prune && !other ? { ...tree, orphans: [] } : tree, newId);
  const handler = createService({ kinds, store, bodies, keys: [], capabilities, newId });
  const calls: Recorded[] = [];
  const fetch = recording(handler, calls, given.noise);
  const call = createCall({ baseUrl: "http://localhost", timeoutMs: 10_000, fetch });
  const reader = createReader(kinds, "local", call);
  return {
    calls,
    held: () => heldBy(store),
    plan: async () => {
      const made = await planOf(given.project, given.options, async () => reader);
      if (!made.plan || !made.context)
        throw new Error(JSON.stringify(made.project.diagnostics, null, 1));
      return executablePlan(kinds, made.plan, made.context);
    },
    apply: async (plan, concurrency) => {
      const stop = new AbortController().signal;
      const events: ApplyEvent[] = [];
      const writer = createRemote(kinds, "local", call);
      const now = (): number => 0;
      const sleep = (): Promise<void> => Promise.resolve();
      const journal = { read: () => [], write: () => {} };
      const options = { concurrency, stop, now, sleep, recoveryMs: 0, journal };
      for await (const each of apply(kinds, plan, writer, options)) events.push(each);
      return events;
    },
    close: () => store.close(),
  };
}

/** The plan of a project for a service. */
export function planOf(
  model: ProjectModel,
  { prune, scope, ...capabilities }: Options,
  reader: () => Promise<ServiceReader>,
): Promise<Planned> {
  return makePlan(
    { kinds, grammars, files: filesOf(model), connect: reader },
    {
      scope,
      maxDeletePercent: 30,
      allowMassDelete: true,
      prune,
      capabilities,
      target: [],
      exclude: [],
      pins: {},
      notes: [],
      journalEntries: [],
    },
  );
}

function filesOf(model: ProjectModel): DefinitionFiles {
  const { files } = lay(model);
  return {
    read: async () => ({ files, diagnostics: [] }),
    include: async () => new Map(),
  };
}

/** Every call takes a random while before and after the service has seen it. */
function recording(
  handler: (request: Request) => Promise<Response>,
  calls: Recorded[],
  noise: number,
): Fetch {
  const dice = diceFrom(noise);
  let clock = 0;
  return async (url, init) => {
    const began = clock++;
    const headers = new Headers(init.headers);
    headers.set("host", "localhost");
    const [before, after] = [dice(4), dice(4)];
    await hops(before);
    const answer = await handler(new Request(url, { ...init, headers }));
    await hops(after);
    calls.push({
      method: init.method ?? "GET",
      path: new URL(url).pathname,
      body: typeof init.body === "string" ? init.body : "",
      status: answer.status,
      began,
      ended: clock++,
    });
    return answer;
  };
}

async function hops(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await new Promise((resolve) => setImmediate(resolve));
}

vi.setConfig({ testTimeout: propertyTimeout(60_000) });

/** How often a property is tried, and from which seed (a number, or `random`). */
export function trying(runs: number): fc.Parameters<unknown> {
  return { ...propertySettings(runs), endOnFailure: false };
}

/** Opens the world of each case, closes it after the check, and prints its files on failure. */
export function inWorlds(
  runs: number,
  check: (world: World, given: Case) => Promise<void>,
  from: fc.Arbitrary<Case> = cases,
): Promise<void> {
  const property = fc.asyncProperty(from, async (given) => {
    const world = await openWorld(given);
    try {
      await check(world, given);
    } finally {
      world.close();
    }
  });
  return fc.assert(property, trying(runs));
}

export function isWrite({ method }: Recorded): boolean {
  return method !== "GET";
}

/** A call for a whole collection. */
export function isList({ method, path }: Recorded): boolean {
  return method === "GET" && path.split("/").length === 4;
}
