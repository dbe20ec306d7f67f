// The service client of the commands: list, get, create, update and delete for each kind.
import { randomUUID } from "node:crypto";
import { undefinedIfNotFound } from "../../engine/model/failure.ts";
import {
  type Extension,
  extensionsHeader,
  extensionsIn,
  maxBodyHeader,
  maxBodyIn,
} from "../../engine/model/extensions.ts";
import { isObject, type Json, type JsonObject } from "../../engine/model/json.ts";
import { deletionsPath, type Kind, type Kinds, kindNamed } from "../../engine/model/kind.ts";
import { reportedDeletions, reportedVersions } from "../../engine/history/origin-header.ts";
import type { ServiceReader, ServiceClient } from "../../engine/model/ports.ts";
import { type Call, readOnly } from "../http/http.ts";
import { itemPath } from "../http/item-path.ts";

/** A client that can only read: it rejects all methods but GET. */
export function createServiceReader(kinds: Kinds, baseUrl: string, call: Call): ServiceReader {
  const client = createServiceClient(kinds, baseUrl, readOnly(call));
  const { list, get, versions, deletions, maxBodyBytes, announces } = client;
  return { baseUrl, list, get, versions, deletions, maxBodyBytes, announces };
}

export function createServiceClient(kinds: Kinds, baseUrl: string, call: Call): ServiceClient {
  const collection = (kind: string): string => kindNamed(kinds, kind).path;
  const item = (kind: string, id: string): string => itemPath(collection(kind), id);
  const object = async (...[method, path, body, control]: Parameters<Call>) =>
    (await call(method, path, body, { ...control, expects: "object" })) as JsonObject;
  let maxBody: number | undefined;
  let announced: readonly Extension[] | undefined;
  const onHeaders = (headers: Headers): void => {
    // Replicas may differ.
    const limit = maxBodyIn(headers.get(maxBodyHeader));
    if (limit !== undefined) maxBody = Math.min(maxBody ?? limit, limit);
    const named = extensionsIn(headers.get(extensionsHeader));
    announced = announced?.filter((each) => named.includes(each)) ?? named;
  };
  return {
    baseUrl,
    maxBodyBytes: () => maxBody,
    announces: (extension) => announced?.includes(extension) ?? false,
    list: async (kind, control) => {
      const options = { ...control, expects: "list", onHeaders } as const;
      const resources = await call("GET", collection(kind), undefined, options);
      return (resources as JsonObject[]).map((each) => withIdsOnly(kindNamed(kinds, kind), each));
    },
    get: (kind, id, control) => object("GET", item(kind, id), undefined, control),
    versions: async (kind, id) => {
      let isAnnounced = false; // without it, nothing is sent
      const onResponse = (): void => void (isAnnounced = true);
      const options = { extension: "origin", onHeaders: onResponse } as const;
      const path = `${item(kind, id)}/versions`;
      const response = await call("GET", path, undefined, options).catch(undefinedIfNotFound);
      if (response === undefined) return [];
      return isAnnounced ? reportedVersions(response) : undefined;
    },
    deletions: async (kind, name) => {
      const path = `${deletionsPath(kindNamed(kinds, kind))}?${new URLSearchParams({ name })}`;
      const response = await call("GET", path, undefined, { extension: "deletions" });
      return response === null ? undefined : reportedDeletions(response);
    },
    create: (kind, body, control) => {
      const options = { ...control, idempotencyKey: randomUUID() };
      return object("POST", collection(kind), body, options);
    },
    update: (kind, id, body, control) => object("PUT", item(kind, id), body, control),
    delete: (kind, id, control) => call("DELETE", item(kind, id), undefined, control),
  };
}

/**
 * The resource with only the ids of those that it refers to. Services return these whole in each list
 * item, which takes memory (docs/performance.md, row "memory of plan 200,000").
 */
function withIdsOnly({ references }: Kind, resource: JsonObject): JsonObject {
  if (references.length === 0 || !isObject(resource)) return resource;
  const fields = references.flatMap(({ field, responseIdField: id }) => {
    const items = resource[field];
    if (!Array.isArray(items)) return [];
    return [
      [field, items.map((item: Json) => (isObject(item) && item[id] ? { [id]: item[id] } : item))],
    ];
  });
  return { ...resource, ...Object.fromEntries(fields) } as JsonObject;
}
