// Reads resources, the same for every kind: list and get.
// They return response bodies; a rejected operation throws an HTTPException.
import { HTTPException } from "hono/http-exception";
import type { JsonObject } from "../../../engine/model/json.ts";
import { type Capabilities, type Kind, kindNamed, type Kinds } from "../../../engine/model/kind.ts";
import { entityTag } from "../../../engine/normalize/entity-tag.ts";
import type { ListQuery, Store, StoredResource, Targets } from "../../store/stored-resource.ts";
import { toResponseBody } from "./resource-mapping.ts";

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

/** The time, in milliseconds since 1970. */
export function timeOf({ now = Date.now }: Pick<ResourceContext, "now">): number {
  return now();
}

/**
 * Maps the resources of one state; a target is mapped once. Benchmark: the row of the list of 10,000
 * in docs/performance.md.
 */
export function createResponseMapper(
  kinds: Kinds,
  targets: Targets,
): (resource: StoredResource) => JsonObject {
  const mapped = new Map<string, JsonObject>();
  const toBody = (resource: StoredResource): JsonObject =>
    toResponseBody(kindNamed(kinds, resource.kind), resource, ({ id }) => {
      const body = mapped.get(id) ?? toBody(targets.get(id)!);
      mapped.set(id, body);
      return body;
    });
  return toBody;
}

/** The response to a request for a resource that does not exist. */
export function notFound(kind: string, id: string): HTTPException {
  return new HTTPException(404, { message: `There is no ${kind} with id ${quote(id)}.` });
}

function quote(text: string): string {
  return JSON.stringify(text);
}
