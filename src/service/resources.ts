// The operations on resources, the same for every kind: list, get, create, replace, remove.
// They take validated bodies and return response bodies; a rejected operation throws an HTTPException.
import { randomBytes } from "node:crypto";
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
import { danglingMistakes, referenceMistakes } from "./check-references.ts";
import { toResponseBody, toStoredResource } from "./resource-mapping.ts";
import type { Store } from "./store.ts";
import type { StoredResource, WriteOutcome } from "./stored-resource.ts";
import { invalidBody } from "./validate-body.ts";

export interface ResourceContext {
  readonly kinds: Kinds;
  readonly store: Store;
  readonly capabilities: Capabilities;
  /** Returns an unused id; default 24 random hexadecimal digits. */
  readonly newId?: () => string;
}

/** In order of creation; with a parent's id only its children. */
export function listResources(
  context: ResourceContext,
  row: Kind,
  parentId?: string,
): JsonObject[] {
  const { store } = context;
  return store.snapshot(() => store.list(row.kind, parentId).map(createResponseMapper(context)));
}

/** Throws 404 if the resource does not exist. */
export function getResource(context: ResourceContext, row: Kind, id: string): JsonObject {
  const { store } = context;
  return store.snapshot(() => createResponseMapper(context)(storedResource(store, row.kind, id)));
}

/**
 * Creates a resource, or replaces the one with the id. All fields are replaced including the
 * parent, so a child can move; its own children stay with it.
 */
export function saveResource(
  context: ResourceContext,
  row: Kind,
  body: JsonObject,
  id?: string,
): JsonObject {
  const { store, newId = () => randomBytes(12).toString("hex") } = context;
  const resource = toStoredResource(row, id ?? newId(), body);
  const mistakes = referenceMistakes(store, row, resource);
  if (mistakes.length > 0) throw invalidBody(row.kind, mistakes);
  const outcome = id === undefined ? store.insert(resource) : store.replace(resource);
  throwIfRejected(row, resource, outcome);
  return store.snapshot(() => createResponseMapper(context)(resource));
}

/** Throws 409 if another resource refers to this one. */
export function removeResource(
  { kinds, store, capabilities }: ResourceContext,
  row: Kind,
  id: string,
): void {
  const outcome = store.remove(row.kind, id, cascadingKinds(kinds, row, capabilities));
  throwIfRejected(row, { id, references: [] }, outcome);
}

function storedResource(store: Store, kind: string, id: string): StoredResource {
  const resource = store.get(kind, id);
  if (!resource) throw notFound(kind, id);
  return resource;
}

/**
 * Maps the resources of one response; a referenced resource is read and mapped once. Benchmark: the
 * row of the list of 10,000 in docs/performance.md.
 */
function createResponseMapper({ kinds, store }: ResourceContext) {
  const mapped = new Map<string, JsonObject>();
  const toBody = (resource: StoredResource): JsonObject =>
    toResponseBody(kindNamed(kinds, resource.kind), resource, ({ kind, id }) => {
      const body = mapped.get(id) ?? toBody(storedResource(store, kind, id));
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

function throwIfRejected(
  row: Kind,
  resource: Pick<StoredResource, "id" | "parent" | "references">,
  outcome: WriteOutcome,
): void {
  switch (outcome.is) {
    case "done":
      return;
    case "absent":
      throw notFound(row.kind, resource.id);
    case "dangling":
      throw invalidBody(row.kind, danglingMistakes(row, resource, outcome.targets));
    case "used":
      throw new HTTPException(409, {
        message: `The ${row.kind} with id ${quote(resource.id)} is in use by ${outcome.by.map(describe).join(", ")}: remove the reference first.`,
      });
  }
}

function describe({ kind, id, body: { name } }: StoredResource): string {
  return typeof name === "string"
    ? `${kind} ${quote(name)} (id ${quote(id)})`
    : `${kind} ${quote(id)}`;
}

function notFound(kind: string, id: string): HTTPException {
  return new HTTPException(404, { message: `There is no ${kind} with id ${quote(id)}.` });
}

function quote(text: string): string {
  return JSON.stringify(text);
}
