// The embedded service as a function from Request to Response. Its routes derive from the table of kinds.
import { randomBytes } from "node:crypto";
import { Hono, type HonoRequest } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Json, JsonObject } from "../engine/model/json.ts";
import { type Capabilities, isSupported, type Kind, type Kinds } from "../engine/model/kind.ts";
import type { Validator } from "../engine/validate/grammar.ts";
import { ProviderError } from "../providers/provider-error.ts";
import type { PromptRunner } from "../providers/runner.ts";
import { createAccessCheck } from "./access.ts";
import { readJsonBody } from "./read-json-body.ts";
import { createResourceOperations, type ResourceOperations } from "./resources.ts";
import { createResponseCache, type ResponseCache } from "./response-cache.ts";
import { addRunEndpoints } from "./run-endpoints.ts";
import type { Store } from "./store.ts";
import { validateBody } from "./validate-body.ts";

export interface ServiceOptions {
  readonly kinds: Kinds;
  readonly store: Store;
  /** The validator of request bodies, by kind. */
  readonly bodies: { readonly [kind: string]: Validator };
  /** The accepted API keys. Without any, only local programs have access. */
  readonly keys: readonly string[];
  readonly capabilities: Capabilities;
  /** Without a runner, resources of kinds that run are rendered but not run. */
  readonly runner?: PromptRunner;
  /** The document of `/openapi.json`. */
  readonly description?: JsonObject;
  /** Returns an unused id; default 24 random hexadecimal digits. */
  readonly newId?: () => string;
  /** Maximum size of a request body; default 16 MiB, because bodies contain base64 images. */
  readonly bodyLimitBytes?: number;
  /** Receives the cause of each status 500; the response does not contain it. */
  readonly onFailure?: (cause: unknown) => void;
}

/** Handles one request; never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/** The service on a store. The caller closes the store. */
export function createService(options: ServiceOptions): Handler {
  const { kinds, store, capabilities, description, onFailure } = options;
  const app = new Hono();
  const checkAccess = createAccessCheck(options.keys);
  app.onError((cause) => toErrorResponse(cause, onFailure));
  app.notFound(({ req }) => errorResponse(404, `There is no endpoint at ${req.path}.`));
  app.get("/healthz", () => Response.json({ status: "ok" }));
  if (description) app.get("/openapi.json", () => Response.json(description));
  app.use(async ({ req }, next) => {
    checkAccess(req.raw);
    await next();
  });
  const newId = options.newId ?? (() => randomBytes(12).toString("hex"));
  const resources = createResourceOperations({ kinds, store, capabilities, newId });
  const cache = createResponseCache(store);
  for (const row of kinds) addEndpoints(app, endpointContext(row, resources, cache, options));
  return async (request) => app.fetch(request);
}

/** What the endpoints of one kind need. */
interface EndpointContext {
  readonly row: Kind;
  readonly resources: ResourceOperations;
  readonly cache: ResponseCache;
  readonly canUpdate: boolean;
  readonly runner: PromptRunner | undefined;
  readonly readBody: (request: Request) => Promise<Json>;
  /** The body as a valid one of the kind; throws 400 with all mistakes. */
  readonly readResource: (request: Request) => Promise<JsonObject>;
}

function endpointContext(
  row: Kind,
  resources: ResourceOperations,
  cache: ResponseCache,
  { bodies, capabilities, runner, bodyLimitBytes = 16 * 1024 * 1024 }: ServiceOptions,
): EndpointContext {
  const validator = bodies[row.kind];
  if (!validator) throw new Error(`no validator for the bodies of ${row.kind}`);
  const readBody = (request: Request): Promise<Json> => readJsonBody(request, bodyLimitBytes);
  return {
    row,
    resources,
    cache,
    canUpdate: isSupported(row.update, capabilities),
    runner,
    readBody,
    readResource: async (request) => validateBody(row, validator, await readBody(request)),
  };
}

function addEndpoints(app: Hono, context: EndpointContext): void {
  addCollectionEndpoints(app, context);
  addItemEndpoints(app, context);
}

function addCollectionEndpoints(app: Hono, context: EndpointContext): void {
  const { row, resources, cache, readResource } = context;
  // The interface documents the filter only for the kind that its parent owns.
  const filter = row.parent?.owned ? row.parent.idField : undefined;
  app.get(row.path, ({ req }) => {
    const parentId = filter && req.query(filter);
    const key = parentId === undefined ? `${row.kind} all` : `${row.kind} of ${parentId}`;
    return jsonResponse(cache(key, () => JSON.stringify(resources.list(row, parentId))));
  });
  app.post(row.path, async ({ req }) =>
    Response.json(resources.create(row, await readResource(req.raw))),
  );
  app.all(row.path, ({ req }) => methodNotAllowed(req, ["GET", "POST"]));
}

function addItemEndpoints(app: Hono, context: EndpointContext): void {
  const { row, resources, cache, canUpdate, runner, readBody, readResource } = context;
  const get = (id: string): JsonObject => resources.get(row, id);
  const path = `${row.path}/:id` as const;
  app.get(path, ({ req }) => {
    const id = req.param("id")!;
    return jsonResponse(cache(`${row.kind} one ${id}`, () => JSON.stringify(get(id))));
  });
  app.delete(path, ({ req }) => {
    resources.remove(row, req.param("id")!);
    return Response.json({ success: true });
  });
  if (canUpdate)
    app.put(path, async ({ req }) => {
      const id = req.param("id")!;
      get(id); // an unknown id is reported before an invalid body
      return Response.json(resources.replace(row, id, await readResource(req.raw)));
    });
  if (row.runs) {
    addRunEndpoints(app, { row, get, readBody, runner });
    app.all(`${path}/completion`, ({ req }) => methodNotAllowed(req, ["POST"]));
  }
  const methods = ["GET", ...(row.runs ? ["POST"] : []), ...(canUpdate ? ["PUT"] : []), "DELETE"];
  app.all(path, ({ req }) => methodNotAllowed(req, methods));
}

function jsonResponse(json: string): Response {
  return new Response(json, { headers: { "content-type": "application/json" } });
}

function errorResponse(status: number, error: string, headers: Record<string, string> = {}) {
  return Response.json({ error }, { status, headers });
}

function methodNotAllowed({ method, path }: HonoRequest, allowed: readonly string[]): Response {
  const allow = allowed.join(", ");
  const message = `${method} is not allowed at ${path}. Allowed: ${allow}.`;
  return errorResponse(405, message, { allow });
}

function toErrorResponse(cause: unknown, onFailure?: (cause: unknown) => void): Response {
  if (cause instanceof HTTPException) return errorResponse(cause.status, cause.message);
  if (cause instanceof ProviderError) {
    const { status, message, retryAfter } = cause;
    return errorResponse(
      status,
      message,
      retryAfter === undefined ? {} : { "retry-after": retryAfter },
    );
  }
  onFailure?.(cause);
  return errorResponse(500, "Internal error of the service. The request may be retried.");
}
