// The operations on resources, the same for every kind: list, get, create, replace, remove.
// They take validated bodies and return response bodies; a rejected operation throws an HTTPException.
import type { Writer } from "../../store/stored-version.ts";
import { randomBytes } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import type { JsonObject } from "../../../engine/model/json.ts";
import {
  type Capabilities,
  childKinds,
  isSupported,
  type Kind,
  kindNamed,
  type Kinds,
} from "../../../engine/model/kind.ts";
import { entityTag } from "../../../engine/normalize/entity-tag.ts";
import { countMistakes, danglingMistakes, nameMistakes } from "./check-references.ts";
import { toResponseBody, toStoredResource } from "./resource-mapping.ts";
import { repeatedResponse } from "../requests/idempotency-key.ts";
import type { Precondition } from "../requests/if-match.ts";
import type {
  InsertOutcome,
  ListQuery,
  RequestIdentity,
  Store,
  StoredResource,
  Targets,
  WriteState,
} from "../../store/stored-resource.ts";
import { invalidBody } from "../requests/validate-body.ts";

export interface ResourceContext {
  readonly kinds: Kinds;
  readonly store: Store;
  readonly capabilities: Capabilities;
  /** The time, in milliseconds since 1970; default: the clock of this computer. */
  readonly now?: () => number;
  /** Returns an unused id; default 24 random hexadecimal digits. */
  readonly newId?: () => string;
  /** Receives the cause of each status 500 and 503 of the store, and of each response that ends early. */
  readonly onFailure?: (cause: unknown, request: FailedRequest) => void;
}

/** What is logged of a request that failed. */
export interface FailedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Absent if requests are not logged. */
  readonly requestId?: string;
}

/** A part of a list as response bodies. */
export interface ResourceList {
  /** In order of creation. */
  readonly resources: readonly JsonObject[];
  /** For the next part: see ListQuery. Absent if the list ends here. */
  readonly next?: number;
}

/** A long list is read in several parts. */
export async function listResources(
  { kinds, store }: ResourceContext,
  row: Kind,
  query: ListQuery,
): Promise<ResourceList> {
  const { resources, targets, next } = await store.list(row.kind, query);
  const bodies = resources.map(createResponseMapper(kinds, targets));
  return { resources: bodies, ...(next !== undefined && { next }) };
}

/** A resource with its ETag. */
interface TaggedResource {
  readonly body: JsonObject;
  readonly etag: string;
}

/** Throws 404 if the resource does not exist. */
export async function getResource(
  context: ResourceContext,
  row: Kind,
  id: string,
): Promise<JsonObject> {
  const found = await context.store.get(row.kind, id);
  if (!found) throw notFound(row.kind, id);
  return createResponseMapper(context.kinds, found.targets)(found.resource);
}

/** Throws 404 if the resource does not exist. */
export async function getTaggedResource(
  context: ResourceContext,
  row: Kind,
  id: string,
): Promise<TaggedResource> {
  const body = await getResource(context, row, id);
  return { body, etag: entityTag(row, body) };
}

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

/** The time, in milliseconds since 1970. */
export function timeOf({ now = Date.now }: Pick<ResourceContext, "now">): number {
  return now();
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

/**
 * Maps the resources of one state; a target is mapped once. Benchmark: the row of the list of 10,000
 * in docs/performance.md.
 */
function createResponseMapper(kinds: Kinds, targets: Targets) {
  const mapped = new Map<string, JsonObject>();
  const toBody = (resource: StoredResource): JsonObject =>
    toResponseBody(kindNamed(kinds, resource.kind), resource, ({ id }) => {
      const body = mapped.get(id) ?? toBody(targets.get(id)!);
      mapped.set(id, body);
      return body;
    });
  return toBody;
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

/** The response to a request for a resource that does not exist. */
export function notFound(kind: string, id: string): HTTPException {
  return new HTTPException(404, { message: `There is no ${kind} with id ${quote(id)}.` });
}

function quote(text: string): string {
  return JSON.stringify(text);
}
