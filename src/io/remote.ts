// The service as the commands see it: list, get, create, update and delete for each row of the table.
import { CallFailure } from "../engine/failure.ts";
import { isObject, type Json, type JsonObject } from "../engine/json.ts";
import { type Kinds, kindNamed } from "../engine/kind.ts";
import type { Reader, Remote } from "../engine/ports.ts";
import { type Call, readOnly } from "./http.ts";
import { itemPath } from "./paths.ts";

/** What only reads: it is given a transport that can only GET. */
export function createReader(kinds: Kinds, baseUrl: string, call: Call): Reader {
  const { list, get } = createRemote(kinds, baseUrl, readOnly(call));
  return { baseUrl, list, get };
}

export function createRemote(kinds: Kinds, baseUrl: string, call: Call): Remote {
  const collection = (kind: string): string => kindNamed(kinds, kind).path;
  const item = (kind: string, id: string): string => itemPath(collection(kind), id);
  return {
    baseUrl,
    list: async (kind, patience) =>
      arrayOf(collection(kind), await call("GET", collection(kind), undefined, patience)),
    get: async (kind, id, patience) =>
      objectOf("GET", item(kind, id), await call("GET", item(kind, id), undefined, patience)),
    create: async (kind, body, patience) =>
      objectOf("POST", collection(kind), await call("POST", collection(kind), body, patience)),
    update: async (kind, id, body, patience) =>
      objectOf("PUT", item(kind, id), await call("PUT", item(kind, id), body, patience)),
    delete: (kind, id, patience) => call("DELETE", item(kind, id), undefined, patience),
  };
}

function arrayOf(path: string, answer: Json): readonly JsonObject[] {
  if (Array.isArray(answer) && answer.every(isObject)) return answer;
  throw unreadable("GET", path, "a list of objects");
}

function objectOf(method: string, path: string, answer: Json): JsonObject {
  if (isObject(answer)) return answer;
  throw unreadable(method, path, "an object");
}

function unreadable(method: string, path: string, wanted: string): CallFailure {
  return new CallFailure(
    "unreadable-answer",
    { method, path, outcome: "unknown", reason: "an answer of another form" },
    `${method} ${path} did not answer with ${wanted}.`,
    "Check that the base address is that of a prompt service, and that it speaks /sdk/v1.",
  );
}
