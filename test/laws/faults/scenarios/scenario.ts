// A fault scenario: a project on disk, the initial state of a service, and the end state that apply must
// reach. The end state is that of a run without faults, so faults must not make any difference.
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Fetch } from "../../../../src/engine/model/ports.ts";
import { bodies } from "../../../../src/generated/wire-validators.js";
import { kinds } from "../../../../src/kinds.ts";
import { createService } from "../../../../src/service/http/app.ts";
import { openTestStore } from "../../../fixtures/test-store.ts";
import type { Store, StoredResource } from "../../../../src/service/store/stored-resource.ts";
import { listAll } from "../../../service/store/list-all.ts";
import { runCli, serviceEnv } from "../../../cli/fake-host.ts";
import { canonical, type JsonObject } from "../../property/oracle-normal-form.ts";
import {
  allResources,
  childrenOf,
  readRemoteState,
  remoteStateOf,
  type RemoteState,
} from "../../property/remote-state.ts";
import type { Handler } from "../injection/faulty-fetch.ts";
import {
  contentLines,
  evaluationLine,
  lineDifferences,
  missingLines,
} from "../oracle/content-lines.ts";

export interface RunningService {
  readonly store: Store;
  readonly handler: Handler;
}

/** Disposing a scenario deletes its folder. */
export interface FaultScenario extends Disposable {
  /** The folder of the project. */
  readonly folder: string;
  /** The flags of apply and plan. */
  readonly flags: readonly string[];
  /** Starts the service in its initial state, the same each time. */
  startService(): Promise<RunningService>;
  /** Describes what is wrong with the end state. Empty: nothing. */
  endStateViolations(before: RemoteState, after: RemoteState): readonly string[];
  /** Why the resource must not be deleted yet, or undefined if it may be deleted now. */
  earlyDelete(id: string, store: Store): Promise<string | undefined>;
}

/** The initial state of a service. */
export interface InitialState {
  /** Parents before their children. */
  readonly resources: readonly StoredResource[];
  /** The ids of the resources that must stay byte for byte as they are. */
  readonly unmanaged: readonly string[];
  /** The commit that the project sent the others from; undefined: their versions have no origin. */
  readonly sentFrom?: string;
}

export const emptyState: InitialState = { resources: [], unmanaged: [] };

/** The scenario of a project folder, an initial state and the flags of apply. */
export async function createScenario(
  folder: string,
  initial: InitialState,
  flags: readonly string[],
): Promise<FaultScenario> {
  const { resources, unmanaged } = initial;
  const { state: end } = await applyWithoutFaults(folder, initial, flags);
  const expected = contentLines(end);
  return {
    folder,
    flags,
    startService: () => startService(initial),
    endStateViolations: (before, after) => [
      ...lineDifferences(contentLines(after), expected),
      ...unmanaged
        .filter((id) => bytesOf(before, id) !== bytesOf(after, id))
        .map((id) => `the unmanaged resource ${id} was changed`),
    ],
    earlyDelete: async (id, store) => {
      const { kind, parent } = resources.find((resource) => resource.id === id) ?? {};
      if (kind === "tool" || kind === "prompt")
        return joinOrUndefined(missingLines(contentLines(await readRemoteState(store)), expected));
      const oldId = kind === "assertion" ? parent!.id : id;
      const old = resources.find((resource) => resource.id === oldId);
      const replacement = old && replacementLine(old, end);
      if (replacement === undefined) return undefined;
      const current = contentLines(await promptState(store, old!.parent!.id));
      return joinOrUndefined(missingLines(current, [replacement]));
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * The line of the evaluation that replaces a deleted one: the one with equal variables and appended
 * messages in the end state. Returns undefined if the evaluation remains or nothing replaces it.
 */
function replacementLine(old: StoredResource, end: RemoteState): string | undefined {
  if (end.evaluation.some(({ id }) => id === old.id)) return undefined;
  const input = ({ variables, appendedMessages }: JsonObject): string =>
    canonical([variables!, appendedMessages!]);
  const replacement = childrenOf(end.evaluation, old.parent!.id).find(
    ({ body }) => input(body) === input(old.body),
  );
  return replacement && evaluationLine(replacement, end);
}

function joinOrUndefined(texts: readonly string[]): string | undefined {
  return texts.length > 0 ? texts.join("; ") : undefined;
}

/** The state of one prompt with its evaluations and their assertions. */
async function promptState(store: Store, id: string): Promise<RemoteState> {
  const prompt = await store.get("prompt", id);
  const evaluation = await listAll(store, "evaluation", id);
  const assertions = await Promise.all(
    evaluation.map((parent) => listAll(store, "assertion", parent.id)),
  );
  return remoteStateOf({
    tool: [],
    prompt: prompt ? [prompt.resource] : [],
    evaluation,
    assertion: assertions.flat(),
  });
}

/** Applies a project to a service without faults and returns what the service contains then. */
export async function applyWithoutFaults(
  folder: string,
  initial: InitialState = emptyState,
  flags: readonly string[] = [],
): Promise<{ readonly resources: readonly StoredResource[]; readonly state: RemoteState }> {
  const { store, handler } = await startService(initial);
  const fetch: Fetch = (url, init) => handler(new Request(url, init));
  const argv = ["apply", ".", "--auto-approve", ...flags];
  const { code, err } = await runCli(argv, { cwd: folder, env: serviceEnv, fetch });
  if (code !== 0) throw new Error(`a run without faults ended with ${code}: ${err}`);
  const state = await readRemoteState(store);
  const lists = await Promise.all(kinds.map(({ kind }) => listAll(store, kind)));
  await store.close();
  deleteLocalFiles(folder);
  return { resources: lists.flat(), state };
}

/** Deletes the files that earlier runs left in the project: id registry, journal, embedded store. */
export function deleteLocalFiles(folder: string): void {
  rmSync(join(folder, ".promptctl"), { recursive: true, force: true });
}

/** Definitions as a YAML file of several documents. */
export function yamlDocuments(definitions: readonly object[]): string {
  return definitions.map((definition) => `${JSON.stringify(definition)}\n`).join("---\n");
}

/** Starts a service with these resources. */
export async function startService(
  { resources, unmanaged, sentFrom }: InitialState,
  capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false },
): Promise<RunningService> {
  const store = await openTestStore();
  for (const resource of resources) {
    const isSent = sentFrom !== undefined && !unmanaged.includes(resource.id);
    await store.insert(
      resource,
      isSent ? { writer: { origin: { commit: sentFrom, dirty: false } } } : {},
    );
  }
  const newId = idGenerator(resources.length);
  const options = { kinds, store, bodies, keys: ["good"], capabilities, newId };
  return { store, handler: createService(options) };
}

/** New ids, alternately smaller and greater than the existing ones. */
function idGenerator(start: number): () => string {
  let count = start;
  return () => `${++count % 2 === 0 ? "z" : "a"}${count}`;
}

function bytesOf(state: RemoteState, id: string): string | undefined {
  return allResources(state).find((resource) => resource.id === id)?.bytes;
}
