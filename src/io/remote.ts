// The service client of the commands: list, get, create, update and delete for each kind.
import type { JsonObject } from "../engine/model/json.ts";
import { type Kinds, kindNamed } from "../engine/model/kind.ts";
import type { ServiceReader, ServiceClient } from "../engine/model/ports.ts";
import { type Call, readOnly } from "./http.ts";
import { itemPath } from "./paths.ts";

/** A client that can only read: it rejects all methods but GET. */
export function createServiceReader(kinds: Kinds, baseUrl: string, call: Call): ServiceReader {
  const { list, get } = createServiceClient(kinds, baseUrl, readOnly(call));
  return { baseUrl, list, get };
}

export function createServiceClient(kinds: Kinds, baseUrl: string, call: Call): ServiceClient {
  const collection = (kind: string): string => kindNamed(kinds, kind).path;
  const item = (kind: string, id: string): string => itemPath(collection(kind), id);
  const list = { expects: "list" } as const;
  const object = { expects: "object" } as const;
  return {
    baseUrl,
    list: async (kind, control) =>
      (await call("GET", collection(kind), undefined, { ...control, ...list })) as JsonObject[],
    get: async (kind, id, control) =>
      (await call("GET", item(kind, id), undefined, { ...control, ...object })) as JsonObject,
    create: async (kind, body, control) =>
      (await call("POST", collection(kind), body, { ...control, ...object })) as JsonObject,
    update: async (kind, id, body, control) =>
      (await call("PUT", item(kind, id), body, { ...control, ...object })) as JsonObject,
    delete: (kind, id, control) => call("DELETE", item(kind, id), undefined, control),
  };
}
