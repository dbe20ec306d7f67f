// Carries a plan out and tells how it goes. Writes go first, deletes after everything else.
import jsonPatch from "fast-json-patch";
import { CallFailure, Failure } from "../engine/failure.ts";
import { fromPointer, isObject, type Json, type JsonObject, valueAt } from "../engine/json.ts";
import { type Kinds, kindNamed } from "../engine/kind.ts";
import { comparable } from "../engine/normal.ts";
import { observe } from "../engine/observe.ts";
import type { Altered, Plan, Step } from "../engine/plan.ts";
import type { Remote } from "../engine/ports.ts";
import { type Address, addressOf } from "../engine/resource.ts";
import { wireBody } from "../engine/wire.ts";
import { reportsOf } from "./channel.ts";
import { schedule } from "./schedule.ts";

export type ApplyEvent =
  | { readonly type: "started"; readonly step: Step }
  | {
      readonly type: "succeeded";
      readonly step: Step;
      readonly id: string;
      readonly milliseconds: number;
      /** What the service changed of it. */
      readonly altered: readonly Altered[];
    }
  | { readonly type: "failed"; readonly step: Step; readonly error: Failure }
  /** `because`: the address of the step that failed; `skipped`: how many were so far, this one included. */
  | {
      readonly type: "skipped";
      readonly step: Step;
      readonly because: Address;
      readonly skipped: number;
    }
  | { readonly type: "finished"; readonly counts: ApplyCounts; readonly ids: Ids };

export interface ApplyCounts {
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly notStarted: number;
}

/** Address → id on the service. */
type Ids = { readonly [address: Address]: string };

export interface ApplyOptions {
  /** How many calls may be under way at once. */
  readonly concurrency: number;
  /** No further step is started once this is aborted; those under way are finished. */
  readonly stop: AbortSignal;
  /** The time in milliseconds, for measuring. */
  now(): number;
}

/** Carries out every step of a plan; what happens is told in the order it happens. */
export function apply(
  kinds: Kinds,
  plan: Plan,
  remote: Remote,
  { concurrency, stop, now }: ApplyOptions,
): AsyncGenerator<ApplyEvent, void, undefined> {
  return reportsOf(async (report) => {
    const addresses = new Map(plan.steps.map((step) => [step.id, step.address]));
    const book = openBook(plan);
    const counts = { done: 0, failed: 0, skipped: 0 };
    const gone = new AbortController(); // a service that is gone will not take the rest either
    const notStarted = await schedule(phases(plan.steps), {
      concurrency,
      stop: AbortSignal.any([stop, gone.signal]),
      run: async (step) => {
        report({ type: "started", step });
        const began = now();
        const result = await carryOut(kinds, step, remote, book).catch(asFailure);
        const failed = result instanceof Failure;
        counts[failed ? "failed" : "done"]++;
        if (failed && result.code === "unreachable") gone.abort();
        if (failed) report({ type: "failed", step, error: result });
        else report({ type: "succeeded", step, ...result, milliseconds: now() - began });
        return !failed;
      },
      skipped: (step, because) => {
        counts.skipped++;
        report({
          type: "skipped",
          step,
          because: addresses.get(because)!,
          skipped: counts.skipped,
        });
      },
    });
    report({ type: "finished", counts: { ...counts, notStarted }, ids: book.all() });
  });
}

function phases(steps: readonly Step[]): { tasks: Step[]; onlyAfterSuccess: boolean }[] {
  return (["write", "delete", "prune"] as const).map((phase) => ({
    tasks: steps.filter((step) => step.phase === phase),
    onlyAfterSuccess: phase === "prune",
  }));
}

/** A failure of the world is told; a mistake of ours is thrown. */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** Which address has which id: those of the plan, and those that creates bring. */
interface Book {
  idOf(address: Address): string;
  addressOf(kind: string, id: string): Address | undefined;
  add(address: Address, id: string): void;
  all(): Ids;
}

function openBook(plan: Plan): Book {
  const ids = new Map<Address, string>(Object.entries(plan.ids));
  const kindOf = (address: Address): string => address.slice(0, address.indexOf("/"));
  const addresses = new Map([...ids].map(([each, id]) => [addressOf(kindOf(each), id), each]));
  return {
    idOf: (address) => {
      const id = ids.get(address);
      if (id === undefined) throw new Error(`no id is known for ${address}`);
      return id;
    },
    addressOf: (kind, id) => addresses.get(addressOf(kind, id)),
    add: (address, id) => {
      ids.set(address, id);
      addresses.set(addressOf(kindOf(address), id), address);
    },
    all: () => Object.fromEntries(ids),
  };
}

async function carryOut(
  kinds: Kinds,
  step: Step,
  remote: Remote,
  book: Book,
): Promise<{ id: string; altered: readonly Altered[] }> {
  const row = kindNamed(kinds, step.kind);
  if (step.verb === "delete") {
    await remove(step, remote);
    return { id: step.remoteId!, altered: [] };
  }
  const body = wireBody(row, step, book.idOf);
  const answer =
    step.verb === "create"
      ? await remote.create(step.kind, body)
      : await remote.update(step.kind, step.remoteId!, body);
  const kept = observe(row, answer, book.addressOf);
  book.add(step.address, kept.id);
  const sent = comparable(row.shape, step.body!);
  return { id: kept.id, altered: alteredIn(sent, comparable(row.shape, kept.spec)) };
}

function alteredIn(sent: Json, kept: Json): Altered[] {
  return jsonPatch.compare(sent as JsonObject, kept as JsonObject).map(({ path }) => {
    const [before, after] = [sent, kept].map((each) => valueAt(each, fromPointer(path)));
    return {
      path,
      ...(before !== undefined && { sent: before }),
      ...(after !== undefined && { kept: after }),
    };
  });
}

/** A list may have left something out: what depends on its absence asks for it by id. */
async function expectGone(
  { kind, id }: NonNullable<Step["without"]>,
  remote: Remote,
): Promise<void> {
  try {
    await remote.get(kind, id);
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return;
    throw error;
  }
  throw new Failure(
    "failed",
    "not-an-orphan",
    `The service has the ${kind} ${id} after all, though its list did not show it: nothing was deleted.`,
    "Run the same command again to see where it stands.",
  );
}

/** What is gone already is deleted; an answer that says it was not is a failure. */
async function remove(step: Step, remote: Remote): Promise<void> {
  if (step.without) await expectGone(step.without, remote);
  let answer: Json;
  try {
    answer = await remote.delete(step.kind, step.remoteId!);
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return;
    throw error;
  }
  if (isObject(answer) && answer["success"] === false)
    throw new Failure(
      "failed",
      "not-deleted",
      `The service answered that it did not delete ${step.address}.`,
    );
}
