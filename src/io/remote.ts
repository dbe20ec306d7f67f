// The service as the commands see it: list, get, create, update and delete for each row of the table.
import type { JsonObject } from "../engine/model/json.ts";
import { type Kinds, kindNamed } from "../engine/model/kind.ts";
import type { ServiceReader, ServiceClient } from "../engine/model/ports.ts";
import { type Call, readOnly } from "./http.ts";
import { itemPath } from "./paths.ts";

/** What only reads: it is given a transport that can only GET. */
export function createReader(kinds: Kinds, baseUrl: string, call: Call): ServiceReader {
  const { list, get } = createRemote(kinds, baseUrl, readOnly(call));
  return { baseUrl, list, get };
}

export function createRemote(kinds: Kinds, baseUrl: string, call: Call): ServiceClient {
  const collection = (kind: string): string => kindNamed(kinds, kind).path;
  const item = (kind: string, id: string): string => itemPath(collection(kind), id);
  const list = { wants: "list" } as const;
  const object = { wants: "object" } as const;
  return {
    baseUrl,
    list: async (kind, patience) =>
      (await call("GET", collection(kind), undefined, { ...patience, ...list })) as JsonObject[],
    get: async (kind, id, patience) =>
      (await call("GET", item(kind, id), undefined, { ...patience, ...object })) as JsonObject,
    create: async (kind, body, patience) =>
      (await call("POST", collection(kind), body, { ...patience, ...object })) as JsonObject,
    update: async (kind, id, body, patience) =>
      (await call("PUT", item(kind, id), body, { ...patience, ...object })) as JsonObject,
    delete: (kind, id, patience) => call("DELETE", item(kind, id), undefined, patience),
  };
}
