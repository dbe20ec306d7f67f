// One step, one call: the body that goes out, the answer that comes back, and what it means.
import jsonPatch from "fast-json-patch";
import { Failure, isCallFailure } from "../engine/model/failure.ts";
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../engine/model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../engine/model/kind.ts";
import { canonicalForm } from "../engine/normalize/normalize.ts";
import { observe } from "../engine/observe/observe.ts";
import type { RetryControl } from "../engine/model/retry-policy.ts";
import type { Altered, Step } from "../engine/model/plan.ts";
import type { ServiceClient } from "../engine/model/ports.ts";
import type { Observed } from "../engine/model/resource.ts";
import { requestBody } from "../engine/order/request-body.ts";
import type { IdRegistry } from "../engine/order/id-registry.ts";
import { recoverCreate, type RecoveryOptions, mayHaveBeenCreated } from "./recover-create.ts";

export interface StepResult {
  readonly id: string;
  /** What the service changed of it. */
  readonly altered: readonly Altered[];
}

/** What the steps of one apply have in common. */
export interface ApplyContext {
  readonly kinds: Kinds;
  readonly remote: ServiceClient;
  readonly registry: IdRegistry;
  readonly recovery: RecoveryOptions;
}

/** Carries one step out; throws a Failure where that did not come off. */
export async function executeStep(
  run: ApplyContext,
  step: Step,
  patience: RetryControl,
): Promise<StepResult> {
  const row = kindNamed(run.kinds, step.kind);
  if (step.verb === "delete") {
    await remove(step, run.remote, patience);
    return { id: step.remoteId!, altered: [] };
  }
  const kept = await write(run, row, step, patience);
  run.registry.add(step.address, kept.id);
  const sent = canonicalForm(row.shape, step.body!);
  return { id: kept.id, altered: alteredIn(sent, canonicalForm(row.shape, kept.spec)) };
}

async function write(
  run: ApplyContext,
  row: Kind,
  step: Step,
  patience: RetryControl,
): Promise<Observed> {
  const { remote, registry: book } = run;
  const body = requestBody(row, step, book.idOf);
  if (step.verb === "update")
    return observe(
      row,
      await remote.update(step.kind, step.remoteId!, body, patience),
      book.addressOf,
    );
  try {
    return observe(row, await remote.create(step.kind, body, patience), book.addressOf);
  } catch (error) {
    if (!mayHaveBeenCreated(error)) throw error;
    return recoverCreate(run, row, step, error, patience);
  }
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
  { kind, id }: NonNullable<Step["onlyIfMissing"]>,
  remote: ServiceClient,
  patience: RetryControl,
): Promise<void> {
  try {
    await remote.get(kind, id, patience);
  } catch (error) {
    if (isCallFailure(error) && error.status === 404) return;
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
async function remove(step: Step, remote: ServiceClient, patience: RetryControl): Promise<void> {
  if (step.onlyIfMissing) await expectGone(step.onlyIfMissing, remote, patience);
  let answer: Json;
  try {
    answer = await remote.delete(step.kind, step.remoteId!, patience);
  } catch (error) {
    if (isCallFailure(error) && error.status === 404) return;
    throw error;
  }
  if (isObject(answer) && answer["success"] === false)
    throw new Failure(
      "failed",
      "not-deleted",
      `The service answered that it did not delete ${step.address}.`,
    );
}
