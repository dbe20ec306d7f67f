// A project on disk and a service that holds what a test puts there, as a trial. What must be there
// in the end is what a run without faults leaves.
import { rmSync } from "node:fs";
import type { Fetch } from "../../../../src/engine/model/ports.ts";
import { bodies } from "../../../../src/generated/wire-validators.js";
import { kinds } from "../../../../src/kinds.ts";
import { createService } from "../../../../src/service/app.ts";
import { openStore, type Store } from "../../../../src/service/store.ts";
import type { StoredResource } from "../../../../src/service/stored-resource.ts";
import { serviceEnv, runCli } from "../../../cli/fake-host.ts";
import { everything, type Held, heldBy, under } from "../../property/remote-state.ts";
import { canonical, type JsonObject } from "../../property/oracle-normal-form.ts";
import { contentsOf, difference, lacking, wholeLine } from "../oracle/content-lines.ts";
import { forget, type Opened, type Trial } from "../run-with-faults.ts";

/** What a service holds before. */
export interface Before {
  /** Parents first. */
  readonly resources: readonly StoredResource[];
  /** The ids of what must stay as it is, byte for byte. */
  readonly foreign: readonly string[];
}

export const nothing: Before = { resources: [], foreign: [] };

/** A trial whose folder goes with it. */
export type Staged = Trial & Disposable;

/** The project of a folder onto what the service holds before. */
export async function staged(
  folder: string,
  { resources, foreign }: Before,
  flags: readonly string[],
): Promise<Staged> {
  const { held } = await applied(folder, resources, flags);
  const wanted = contentsOf(held);
  return {
    folder,
    flags,
    open: () => serviceWith(resources),
    mistakes: (was, is) => [
      ...difference(contentsOf(is), wanted),
      ...foreign
        .filter((id) => bytesOf(was, id) !== bytesOf(is, id))
        .map((id) => `${id} belongs to others, and is not as it was`),
    ],
    mustStay: (id, now) => {
      const { kind, parent } = resources.find((each) => each.id === id) ?? {};
      if (kind === "tool" || kind === "prompt")
        return said(lacking(contentsOf(heldBy(now)), wanted));
      const old = resources.find((each) => each.id === (kind === "assertion" ? parent!.id : id));
      const line = old && replacing(old, held);
      if (line === undefined) return undefined;
      return said(lacking(contentsOf(heldUnder(now, old!.parent!.id)), [line]));
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The line of what is there in the end for an evaluation that is not: the one with its variables and messages. */
function replacing(old: StoredResource, end: Held): string | undefined {
  if (end.evaluation.some(({ id }) => id === old.id)) return undefined;
  const asked = ({ variables, appendedMessages }: JsonObject): string =>
    canonical([variables!, appendedMessages!]);
  const found = under(end.evaluation, old.parent!.id).find(
    ({ body }) => asked(body) === asked(old.body),
  );
  return found && wholeLine(found, end);
}

function said(mistakes: readonly string[]): string | undefined {
  return mistakes.length > 0 ? mistakes.join("; ") : undefined;
}

/** A prompt with all beneath it. */
function heldUnder(store: Store, prompt: string): Held {
  const evaluations = store.list("evaluation", prompt);
  const lists: Readonly<Record<string, readonly StoredResource[]>> = {
    prompt: store.list("prompt").filter(({ id }) => id === prompt),
    evaluation: evaluations,
    assertion: evaluations.flatMap(({ id }) => store.list("assertion", id)),
  };
  return heldBy({ list: (kind) => lists[kind] ?? [] });
}

/** What a service holds once a project was applied to it without faults. */
export async function applied(
  folder: string,
  resources: readonly StoredResource[] = [],
  flags: readonly string[] = [],
): Promise<{ readonly resources: readonly StoredResource[]; readonly held: Held }> {
  const { store, handler } = await serviceWith(resources);
  const fetch: Fetch = (url, init) => handler(new Request(url, init));
  const words = ["apply", ".", "--auto-approve", ...flags];
  const { code, err } = await runCli(words, { cwd: folder, env: serviceEnv, fetch });
  if (code !== 0) throw new Error(`a run without faults ended with ${code}: ${err}`);
  const held = heldBy(store);
  const all = kinds.flatMap(({ kind }) => store.list(kind));
  store.close();
  forget(folder);
  return { resources: all, held };
}

async function serviceWith(resources: readonly StoredResource[]): Promise<Opened> {
  const store = await openStore(":memory:");
  for (const each of resources) store.insert(each);
  const capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false };
  const newId = newIds(resources.length);
  const options = { kinds, store, bodies, keys: ["good"], capabilities, newId };
  return { store, handler: createService(options) };
}

/** Ids never given before, by turns smaller and greater than those before. */
function newIds(from: number): () => string {
  let count = from;
  return () => `${++count % 2 === 0 ? "z" : "a"}${count}`;
}

function bytesOf(held: Held, id: string): string | undefined {
  return everything(held).find((each) => each.id === id)?.bytes;
}
