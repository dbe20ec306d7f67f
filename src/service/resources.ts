// The operations on resources, the same for every kind: list, get, create, replace, remove.
// They take validated bodies and return response bodies; a rejected operation throws an HTTPException.
import { HTTPException } from "hono/http-exception";
import type { JsonObject } from "../engine/model/json.ts";
import {
  type Capabilities,
  childKinds,
  isSupported,
  type Kind,
  kindNamed,
  type Kinds,
} from "../engine/model/kind.ts";
import { targetPointers, toResponseBody, toStoredResource } from "./resource-mapping.ts";
import type { Store } from "./store.ts";
import type { ResourceKey, StoredResource, WriteOutcome } from "./stored-resource.ts";
import { invalidBody } from "./validate-body.ts";

export interface ResourceOperations {
  /** In order of creation; with a parent's id only its children. */
  list(row: Kind, parentId?: string): readonly JsonObject[];
  /** Throws 404 if the resource does not exist. */
  get(row: Kind, id: string): JsonObject;
  create(row: Kind, body: JsonObject): JsonObject;
  /** Replaces all fields including the parent, so a child can move. Its own children stay with it. */
  replace(row: Kind, id: string, body: JsonObject): JsonObject;
  /** Throws 409 if another resource refers to this one. */
  remove(row: Kind, id: string): void;
}

interface OperationContext {
  readonly kinds: Kinds;
  readonly store: Store;
  readonly capabilities: Capabilities;
  /** Returns an unused id. */
  readonly newId: () => string;
}

export function createResourceOperations(context: OperationContext): ResourceOperations {
  const { kinds, store, newId } = context;
  const get = (row: Kind, id: string): JsonObject =>
    store.snapshot(() =>
      createResponseMapper(context)(storedResource(store, { kind: row.kind, id })),
    );
  return {
    get,
    list: (row, parentId) =>
      store.snapshot(() => store.list(row.kind, parentId).map(createResponseMapper(context))),
    create(row, body) {
      const resource = toStoredResource(row, newId(), body);
      throwIfRejected(row, resource, store.insert(resource));
      return get(row, resource.id);
    },
    replace(row, id, body) {
      const resource = toStoredResource(row, id, body);
      throwIfRejected(row, resource, store.replace(resource));
      return get(row, id);
    },
    remove(row, id) {
      const cascade = cascadingKinds(kinds, row, context.capabilities).map(({ kind }) => kind);
      throwIfRejected(row, { kind: row.kind, id }, store.remove(row.kind, id, cascade));
    },
  };
}

function storedResource(store: Store, key: ResourceKey): StoredResource {
  const resource = store.get(key.kind, key.id);
  if (!resource) throw notFound(key);
  return resource;
}

/**
 * Maps the resources of one response; a referenced resource is read and mapped once. Benchmark: the
 * row of the list of 10,000 in docs/performance.md.
 */
function createResponseMapper({ kinds, store }: OperationContext) {
  const mapped = new Map<string, JsonObject>();
  const toBody = (resource: StoredResource): JsonObject =>
    toResponseBody(kindNamed(kinds, resource.kind), resource, target);
  const target = (key: ResourceKey): JsonObject => {
    const body = mapped.get(key.id) ?? toBody(storedResource(store, key));
    mapped.set(key.id, body);
    return body;
  };
  return toBody;
}

/** The kinds deleted together with a parent: children that cascade, and all their descendants. */
function cascadingKinds(kinds: Kinds, row: Kind, capabilities: Capabilities): readonly Kind[] {
  const withDescendants = (child: Kind): readonly Kind[] => [
    child,
    ...childKinds(kinds, child.kind).flatMap(withDescendants),
  ];
  return childKinds(kinds, row.kind)
    .filter(({ parent }) => parent && isSupported(parent.cascades, capabilities))
    .flatMap(withDescendants);
}

function throwIfRejected(
  row: Kind,
  resource: ResourceKey | StoredResource,
  outcome: WriteOutcome,
): void {
  switch (outcome.is) {
    case "done":
      return;
    case "absent":
      throw notFound(resource);
    case "dangling": {
      const pointers = "body" in resource ? targetPointers(row, resource) : [];
      const dangling = pointers.filter(({ to }) =>
        outcome.targets.some((target) => target.kind === to.kind && target.id === to.id),
      );
      throw invalidBody(
        row,
        dangling.map(
          ({ pointer, to }) =>
            `${pointer} refers to ${to.kind} ${quote(to.id)}, which does not exist`,
        ),
      );
    }
    case "used":
      throw new HTTPException(409, {
        message:
          `The ${row.kind} with id ${quote(resource.id)} is in use by ` +
          `${outcome.by.map(describe).join(", ")}: remove the reference first.`,
      });
  }
}

function describe({ kind, id, body }: StoredResource): string {
  const { name } = body;
  return typeof name === "string"
    ? `${kind} ${quote(name)} (id ${quote(id)})`
    : `${kind} ${quote(id)}`;
}

function notFound({ kind, id }: ResourceKey): HTTPException {
  return new HTTPException(404, { message: `There is no ${kind} with id ${quote(id)}.` });
}

function quote(text: string): string {
  return JSON.stringify(text);
}
