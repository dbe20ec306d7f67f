// Executes one step of a plan: sends its request and interprets the response.
import { failed, undefinedIfNotFound } from "../../engine/model/failure.ts";
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../../engine/model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../../engine/model/kind.ts";
import type { Altered, Step } from "../../engine/model/plan.ts";
import type { ServiceClient, RetryControl } from "../../engine/model/ports.ts";
import type { Observed } from "../../engine/model/resource.ts";
import { canonicalForm } from "../../engine/normalize/normalize.ts";
import { entityTag } from "../../engine/normalize/entity-tag.ts";
import { contentDigest, observe } from "../../engine/normalize/observe.ts";
import type { StepResult } from "../../engine/apply/apply-event.ts";
import type { IdRegistry } from "../../engine/apply/id-registry.ts";
import { requestBody } from "../../engine/apply/request-body.ts";
import { alteredFailure, isUnrecognisable, undoCreate } from "./stored-otherwise.ts";
import { deleteObserved, updateObserved } from "./conditional-write.ts";
import { mayHaveBeenCreated, type RecoverCreate, type StepControl } from "./recover-create.ts";
import { valueEdits } from "../../engine/json/value-edits.ts";

/** What the steps of one apply share. */
export interface ApplyContext {
  readonly kinds: Kinds;
  readonly remote: ServiceClient;
  readonly registry: IdRegistry;
  readonly recoverCreate: RecoverCreate;
}

/** Throws a Failure if the step fails. */
export async function executeStep(
  context: ApplyContext,
  step: Step,
  control: StepControl,
): Promise<StepResult> {
  const row = kindNamed(context.kinds, step.kind);
  if (step.verb === "delete") {
    await executeDelete(step, context.remote, control);
    return { id: step.remoteId! };
  }
  const written = await executeWrite(context, row, step, control);
  const { id, spec } = written;
  const sent = canonicalForm(row.shape, step.body!);
  const altered = alteredFields(sent, canonicalForm(row.shape, spec));
  if (altered.length === 0) {
    context.registry.add(step.address, id);
    return { id };
  }
  const write = { row, step, id, altered };
  const isNew = step.verb === "create" && !context.registry.isTaken(row.kind, id);
  if (isNew && isUnrecognisable(row))
    throw await undoCreate(write, () => deleteCreated(context, step, written, control));
  context.registry.add(step.address, id);
  throw alteredFailure(write);
}

/** Returns the resource as the service stored it. */
async function executeWrite(
  context: ApplyContext,
  row: Kind,
  step: Step,
  control: StepControl,
): Promise<Observed> {
  const { remote, registry } = context;
  const body = requestBody(row, step, registry.idOf);
  if (step.verb === "update") {
    const observed = (response: JsonObject): Observed => observe(row, response, registry.addressOf);
    const isAsSent = (response: JsonObject): boolean =>
      isStoredAsSent(context, row, step, response);
    return observed(await updateObserved(remote, { step, body, control, isAsSent }));
  }
  try {
    return observe(row, await remote.create(step.kind, body, control), registry.addressOf);
  } catch (error) {
    if (!mayHaveBeenCreated(error)) throw error;
    return context.recoverCreate({ row, step, failure: error, control });
  }
}

/** Whether the service stored exactly what the step sends, parent included. */
function isStoredAsSent(
  { registry }: ApplyContext,
  row: Kind,
  { body, parent }: Step,
  response: JsonObject,
): boolean {
  const { spec, parentId } = observe(row, response, registry.addressOf);
  const [sent, stored] = [body!, spec].map((value) => canonicalForm(row.shape, value));
  return (
    (parent === undefined || parentId === registry.idOf(parent)) &&
    alteredFields(sent!, stored!).length === 0
  );
}

function alteredFields(sent: Json, stored: Json): Altered[] {
  return valueEdits(sent as JsonObject, stored as JsonObject).map(({ path }) => {
    const [before, after] = [sent, stored].map((value) => valueAt(value, fromPointer(path)));
    return {
      path,
      ...(before !== undefined && { sent: before }),
      ...(after !== undefined && { kept: after }),
    };
  });
}

/**
 * Deletes a created resource while it is what the response of its create says: a service that replies
 * with the id of another resource must not lose that one.
 */
async function deleteCreated(
  { kinds, remote, registry }: ApplyContext,
  step: Step,
  { id, spec, parentId }: Observed,
  control: RetryControl,
): Promise<void> {
  const row = kindNamed(kinds, step.kind);
  const current = await remote.get(row.kind, id, control).catch(undefinedIfNotFound);
  if (current === undefined) return;
  const observed = observe(row, current, registry.addressOf);
  const isCreated =
    observed.parentId === parentId &&
    contentDigest(row, observed.spec) === contentDigest(row, spec);
  if (!isCreated)
    throw failed(
      "not-deleted",
      `the service has another ${row.kind} with this id than its response says.`,
    );
  const observedTag = entityTag(row, current);
  await executeDelete({ ...step, verb: "delete", remoteId: id, observedTag }, remote, control);
}

/** Treats a missing resource as deleted. */
async function executeDelete(
  step: Step,
  remote: ServiceClient,
  retry: RetryControl,
): Promise<void> {
  if (step.onlyIfMissing) await expectMissing(step.onlyIfMissing, remote, retry);
  const response = await deleteObserved(remote, step, retry).catch(undefinedIfNotFound);
  if (isObject(response) && response["success"] === false)
    throw failed(
      "not-deleted",
      `The service did not delete ${step.address}: its response has "success": false.`,
    );
}

/** Requests a resource by its id, because a list may be incomplete. */
async function expectMissing(
  { kind, id }: NonNullable<Step["onlyIfMissing"]>,
  remote: ServiceClient,
  retry: RetryControl,
): Promise<void> {
  const resource = await remote.get(kind, id, retry).catch(undefinedIfNotFound);
  if (resource === undefined) return;
  throw failed(
    "not-an-orphan",
    `The ${kind} ${id} exists, although the service did not list it. Nothing was deleted.`,
    "Run the same command again to see the current state.",
  );
}
