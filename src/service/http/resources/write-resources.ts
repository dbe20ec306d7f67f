// Writes resources, the same for every kind: create, replace, remove.
// They take validated bodies and return response bodies; a rejected operation throws an HTTPException.
import { randomBytes } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import type { JsonObject } from "../../../engine/model/json.ts";
import {
  type Capabilities,
  childKinds,
  isSupported,
  type Kind,
  type Kinds,
} from "../../../engine/model/kind.ts";
import { entityTag } from "../../../engine/normalize/entity-tag.ts";
import type {
  InsertOutcome,
  RequestIdentity,
  StoredResource,
  Targets,
  WriteState,
} from "../../store/stored-resource.ts";
import type { Writer } from "../../store/stored-version.ts";
import { repeatedResponse } from "../requests/idempotency-key.ts";
import type { Precondition } from "../requests/if-match.ts";
import { invalidBody } from "../requests/validate-body.ts";
import { countMistakes, danglingMistakes, nameMistakes } from "./check-references.ts";
import { toResponseBody, toStoredResource } from "./resource-mapping.ts";
import { createResponseMapper, notFound, type ResourceContext, timeOf } from "./resources.ts";

/** Creates a resource. */
export async function createResource(
  context: ResourceContext,
  row: Kind,
  body: JsonObject,
  writer: Writer,
): Promise<JsonObject> {
  const resource = newResource(context, row, body);
  const check = referenceCheck(row, body);
  const outcome = await context.store.insert(resource, { check, now: timeOf(context), writer });
  const targets = savedTargets(row, { id: resource.id, body }, outcome);
  return createResponseMapper(context.kinds, targets)(resource);
}

/**
 * Creates a resource, unless the request was executed before: then the first response is returned.
 * Returns JSON. Throws 422 if the first request had another body.
 */
export async function createResourceOnce(
  context: ResourceContext,
  row: Kind,
  body: JsonObject,
  { writer, ...request }: RequestIdentity & { readonly writer: Writer },
): Promise<string> {
  const resource = newResource(context, row, body);
  const check = referenceCheck(row, body);
  let response = "";
  const responseOf = (targets: Targets): string =>
    (response = JSON.stringify(createResponseMapper(context.kinds, targets)(resource)));
  const outcome = await context.store.insert(resource, {
    check,
    now: request.now,
    writer,
    once: { ...request, responseOf },
  });
  if (outcome.is === "repeated") return repeatedResponse(request, outcome);
  savedTargets(row, { id: resource.id, body }, outcome);
  return response;
}

interface WriteRequest {
  readonly id: string;
  readonly ifMatch?: Precondition | undefined;
  readonly writer: Writer;
}

/**
 * Replaces the resource with the id. All fields are replaced including the parent, so a child can
 * move; its own children stay with it. Throws 412 if the precondition is not met.
 */
export async function replaceResource(
  context: ResourceContext,
  row: Kind,
  body: JsonObject,
  { id, ifMatch, writer }: WriteRequest,
): Promise<JsonObject> {
  const resource = toStoredResource(row, id, body);
  const checkReferences = referenceCheck(row, body);
  const check = (state: WriteState): void => {
    checkPrecondition(row, state, ifMatch);
    checkReferences(state);
  };
  const outcome = await context.store.replace(resource, { check, now: timeOf(context), writer });
  const targets = savedTargets(row, { id: resource.id, body }, outcome);
  return createResponseMapper(context.kinds, targets)(resource);
}

function checkPrecondition(row: Kind, { current }: WriteState, ifMatch?: Precondition): void {
  if (!ifMatch || !current || ifMatch(tagOf(row, current))) return;
  throw new HTTPException(412, {
    message: `The ${row.kind} with id ${quote(current.id)} has changed: it does not have the ETag of If-Match.`,
  });
}

function tagOf(row: Kind, resource: StoredResource): string {
  return entityTag(
    row,
    toResponseBody(row, resource, () => ({})),
  );
}

const randomId = (): string => randomBytes(12).toString("hex");

function newResource(
  { newId = randomId }: ResourceContext,
  row: Kind,
  body: JsonObject,
): StoredResource {
  return toStoredResource(row, newId(), body);
}

/** Throws 400 if the body has too many references; the check, if two have one name. */
function referenceCheck(row: Kind, body: JsonObject): (state: WriteState) => void {
  const refuse = (mistakes: readonly string[]): void => {
    if (mistakes.length > 0) throw invalidBody(row.kind, mistakes);
  };
  refuse(countMistakes(row, body));
  return ({ targets }) => refuse(nameMistakes(row, body, targets));
}

/** The targets of a saved resource. Throws 404 or 400 if it was not saved. */
function savedTargets(
  row: Kind,
  { id, body }: { readonly id: string; readonly body: JsonObject },
  outcome: InsertOutcome,
): Targets {
  if (outcome.is === "repeated") throw new Error("only a request with an identity can be repeated");
  if (outcome.is === "absent") throw notFound(row.kind, id);
  if (outcome.is === "dangling")
    throw invalidBody(row.kind, danglingMistakes(row, body, outcome.missing));
  return outcome.targets;
}

/**
 * Throws 404 if the resource does not exist, 409 if another resource refers to it, 412 if the
 * precondition is not met.
 */
export async function removeResource(
  context: ResourceContext,
  row: Kind,
  { id, ifMatch, writer }: WriteRequest,
): Promise<void> {
  const { kinds, store, capabilities } = context;
  const outcome = await store.remove(row.kind, id, {
    cascadingKinds: cascadingKinds(kinds, row, capabilities),
    check: (state) => checkPrecondition(row, state, ifMatch),
    now: timeOf(context),
    writer,
  });
  if (outcome.is === "absent") throw notFound(row.kind, id);
  if (outcome.is === "used")
    throw new HTTPException(409, {
      message: `The ${row.kind} with id ${quote(id)} is in use by ${outcome.by.map(describe).join(", ")}: remove the reference first.`,
    });
}

/** The kinds deleted together with a parent: children that cascade, and all their descendants. */
function cascadingKinds(kinds: Kinds, row: Kind, capabilities: Capabilities): string[] {
  const withDescendants = ({ kind }: Kind): string[] => [
    kind,
    ...childKinds(kinds, kind).flatMap(withDescendants),
  ];
  return childKinds(kinds, row.kind)
    .filter(({ parent }) => parent && isSupported(parent.cascades, capabilities))
    .flatMap(withDescendants);
}

function describe({ kind, id, body: { name } }: StoredResource): string {
  return typeof name === "string"
    ? `${kind} ${quote(name)} (id ${quote(id)})`
    : `${kind} ${quote(id)}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
