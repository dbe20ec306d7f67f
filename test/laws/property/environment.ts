// Runs generated cases: each gets its project as files in memory, the service in this process with an
// in-memory store, and a record of every call. Nothing here uses the network or the disk.
import * as fc from "fast-check";
import { vi } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import type { ExecutablePlan } from "../../../src/engine/model/plan.ts";
import type { DefinitionFiles, Fetch, ServiceReader } from "../../../src/engine/model/ports.ts";
import { executablePlan } from "../../../src/engine/review/executable-plan.ts";
import { bodies } from "../../../src/generated/wire-validators.js";
import { createCall } from "../../../src/io/http/http.ts";
import {
  createServiceReader,
  createServiceClient,
} from "../../../src/io/service/service-client.ts";
import { kinds } from "../../../src/kinds.ts";
import { createService } from "../../../src/service/http/app.ts";
import { openTestStore } from "../../fixtures/test-store.ts";
import type { ApplyEvent } from "../../../src/engine/apply/apply-event.ts";
import { apply } from "../../../src/sync/apply/apply.ts";
import { makePlan, type Planned } from "../../../src/sync/plan/plan.ts";
import { eventLoopTurns } from "../../fixtures/event-loop.ts";
import { ownOrigin } from "../../fixtures/history.ts";
import { factsOf, planOptions } from "../../fixtures/in-memory.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";
import { seededRandom } from "../../fixtures/seeded-random.ts";
import { history, historyReader, type HistoryModel, pastProjects } from "./generate-history.ts";
import { project, type ProjectModel } from "./generate-project.ts";
import {
  idGenerator,
  insertTree,
  remote,
  type RemoteModel,
  remoteTree,
  type RemoteTree,
} from "./generate-remote.ts";
import type { Options } from "./oracle.ts";
import { readRemoteState, type RemoteState } from "./remote-state.ts";
import { writeProject } from "./write-project.ts";

/** One generated input: a project and a remote state to apply it to. */
export interface PropertyCase {
  readonly project: ProjectModel;
  /** Another project. Mutations of the remote state take values from it. */
  readonly donor: ProjectModel;
  /** What the project was in earlier commits. */
  readonly history: HistoryModel;
  readonly remote: RemoteModel;
  readonly options: Options;
  /** The random seed for how long each call takes. */
  readonly noise: number;
}

const options: fc.Arbitrary<Options> = fc.record({
  prune: fc.boolean(),
  scope: fc.constantFrom(
    ["*"],
    ["*"],
    ["prompt/P*"],
    ["tool/*"],
    ["prompt/foreign*", "tool/a"],
    [],
  ),
  evaluationUpdate: fc.boolean(),
  evaluationDeleteCascades: fc.boolean(),
});

export const propertyCases: fc.Arbitrary<PropertyCase> = fc.record({
  project,
  donor: project,
  history,
  remote,
  options,
  noise: fc.nat(9999),
});

/** A call to the service. `began` and `ended` number all begins and ends of calls, from 0. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly began: number;
  readonly ended: number;
}

export interface TestEnvironment {
  readonly calls: RecordedCall[];
  remoteState(): Promise<RemoteState>;
  plan(): Promise<ExecutablePlan>;
  apply(plan: ExecutablePlan, concurrency: number): Promise<readonly ApplyEvent[]>;
  close(): void;
}

/** Opens the environment of a case. With `tree`, the service contains that instead. */
export async function openEnvironment(
  given: PropertyCase,
  tree?: RemoteTree,
): Promise<TestEnvironment> {
  const { evaluationUpdate, evaluationDeleteCascades } = given.options;
  const capabilities = { evaluationUpdate, evaluationDeleteCascades };
  const store = await openTestStore();
  const newId = idGenerator(given.remote.idStep);
  await insertTree(store, tree ?? caseTree(given), newId, ownOrigin);
  const handler = createService({ kinds, store, bodies, keys: [], capabilities, newId });
  const calls: RecordedCall[] = [];
  const fetch = recordingFetch(handler, calls, given.noise);
  const call = createCall({ baseUrl: "http://localhost", timeoutMs: 10_000, fetch });
  const reader = createServiceReader(kinds, "local", call);
  return {
    calls,
    remoteState: () => readRemoteState(store),
    plan: async () => {
      const connect = async (): Promise<typeof reader> => reader;
      const planned = await planOf(given.project, given.options, connect, casePast(given));
      if (!planned.plan || !planned.planInput)
        throw new Error(JSON.stringify(planned.project.diagnostics, null, 1));
      return executablePlan(planned.plan, planned.planInput.matching);
    },
    apply: async (plan, concurrency) => {
      const stop = new AbortController().signal;
      const events: ApplyEvent[] = [];
      const writer = createServiceClient(kinds, "local", call);
      const now = (): number => 0;
      const sleep = (): Promise<void> => Promise.resolve();
      const journal = { read: () => [], write: () => {} };
      const report = (event: ApplyEvent): void => void events.push(event);
      await apply(kinds, plan, writer, {
        concurrency: () => concurrency,
        stop,
        now,
        sleep,
        recoveryMs: 0,
        listPauseMs: () => 0,
        journal,
        scope: given.options.scope,
        report,
      });
      return events;
    },
    close: () => store.close(),
  };
}

/**
 * The resources of the service before plan. With prune there are no assertions without an
 * evaluation: prune would delete them, and the oracle has no rule for them.
 */
export function caseTree(given: PropertyCase): RemoteTree {
  const { project, donor, remote, options } = given;
  const tree = remoteTree(remote, { project, donor, past: casePast(given) });
  return options.prune ? { ...tree, orphans: [] } : tree;
}

/** The project in the commits of its history, HEAD first. */
export function casePast({ project, donor, history }: PropertyCase): readonly ProjectModel[] {
  return pastProjects(project, donor, history);
}

/** Plans a project against a service. `past`: the project in the commits of its history, HEAD first. */
export function planOf(
  model: ProjectModel,
  { prune, scope, ...capabilities }: Options,
  connect: () => Promise<ServiceReader>,
  past: readonly ProjectModel[],
): Promise<Planned> {
  return makePlan(
    {
      kinds,
      schemas: definitionSchemas,
      files: definitionFiles(model),
      history: historyReader(past),
      connect,
      factsOf,
    },
    { ...planOptions, scope, prune, capabilities },
  );
}

function definitionFiles(model: ProjectModel): DefinitionFiles {
  const { files } = writeProject(model);
  return {
    read: async () => ({ files, diagnostics: [] }),
    readIncluded: ({ file }) => ({ problem: `There is no file ${file}.` }),
  };
}

/** Records the calls. Each takes a random time before and after the service processes it. */
function recordingFetch(
  handler: (request: Request) => Promise<Response>,
  calls: RecordedCall[],
  noise: number,
): Fetch {
  const randomInt = seededRandom(noise);
  let clock = 0;
  return async (url, init) => {
    const began = clock++;
    const headers = new Headers(init.headers);
    headers.set("host", "localhost");
    const [before, after] = [randomInt(4), randomInt(4)];
    await eventLoopTurns(before);
    const response = await handler(new Request(url, { ...init, headers }));
    await eventLoopTurns(after);
    calls.push({
      method: init.method ?? "GET",
      path: new URL(url).pathname,
      body: typeof init.body === "string" ? init.body : "",
      status: response.status,
      began,
      ended: clock++,
    });
    return response;
  };
}

vi.setConfig({ testTimeout: propertyTimeout(60_000) });

/** Parameters for fast-check: the number of runs and the seed of the environment variables. */
export function propertyParameters(runs: number): fc.Parameters<unknown> {
  return { ...propertySettings(runs), endOnFailure: false };
}

/** Checks a property in a new environment for each generated case. */
export function checkCases(
  runs: number,
  check: (environment: TestEnvironment, given: PropertyCase) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(propertyCases, async (given) => {
    const environment = await openEnvironment(given);
    try {
      await check(environment, given);
    } finally {
      environment.close();
    }
  });
  return fc.assert(property, propertyParameters(runs));
}

/** True for calls that create, update or delete. */
export function isWrite({ method }: RecordedCall): boolean {
  return method !== "GET";
}

/** True for calls that list all resources of a kind. */
export function isList({ method, path }: RecordedCall): boolean {
  return method === "GET" && path.split("/").length === 4;
}
