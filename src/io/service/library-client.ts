// The client of the library: a typed function for each endpoint.
import type { Json, JsonObject } from "../../engine/model/json.ts";
import type { RunBody } from "../../generated/types.ts";
import type { Call } from "../http/http.ts";
import { itemPath } from "../http/item-path.ts";
import type { Client, Collection } from "./library-types.ts";
import { completionPath, promptsPath } from "./prompt-paths.ts";
import { fromCompletionResponse, fromRenderingResponse } from "./run-responses.ts";

/** Creates the client on the calls of one service. */
export function clientFromCall(call: Call): Client {
  return {
    tools: collection(call, "/sdk/v1/tools"),
    prompts: {
      ...collection(call, promptsPath),
      render: async (id, run = {}) =>
        fromRenderingResponse(...(await post(call, itemPath(promptsPath, id), run, true))),
      run: async (id, run = {}) =>
        fromCompletionResponse(...(await post(call, completionPath(id), run))),
    },
    evaluations: collection(call, "/sdk/v1/evaluations"),
    assertions: collection(call, "/sdk/v1/evaluation-assertions"),
  };
}

/** The body of the response, and a function that returns one of its headers. */
async function post(
  call: Call,
  path: string,
  run: RunBody,
  changesNothing = false,
): Promise<[JsonObject, (name: string) => string | null]> {
  let headers = new Headers();
  const onHeaders = (received: Headers): void => void (headers = received);
  const options = { expects: "object", onHeaders, changesNothing } as const;
  const body = await call("POST", path, run as Json, options);
  return [body as JsonObject, (name) => headers.get(name)];
}

/** Casts without checks: the types are what the interface specifies. */
async function typed<Result>(response: Promise<Json>): Promise<Result> {
  return (await response) as Result;
}

interface FilteredCollection<Body, Resource> extends Omit<Collection<Body, Resource>, "list"> {
  list(filter?: Readonly<Record<string, string>>): Promise<Resource[]>;
}

function collection<Body, Resource>(call: Call, path: string): FilteredCollection<Body, Resource> {
  const item = (id: string): string => itemPath(path, id);
  return {
    list: (filter) => typed(call("GET", filter ? `${path}?${new URLSearchParams(filter)}` : path)),
    get: (id) => typed(call("GET", item(id))),
    create: (body) =>
      typed(call("POST", path, body as Json, { idempotencyKey: crypto.randomUUID() })),
    update: (id, body) => typed(call("PUT", item(id), body as Json)),
    delete: (id) => typed(call("DELETE", item(id))),
  };
}
