// The embedded service: from Request to Response. Paths and methods come from the table of kinds.
// What is done is resources.ts, who may ask access.ts, which port listen.ts.
import type { Validator } from "../engine/validate/grammar.ts";
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Json, JsonObject } from "../engine/model/json.ts";
import { type Capabilities, isSupported, type Kind, type Kinds } from "../engine/model/kind.ts";
import { accessCheck } from "./access.ts";
import { checkBody } from "./body-check.ts";
import { keptTexts } from "./response-cache.ts";
import { readJson } from "./request-body.ts";
import { type Resources, resourcesOf } from "./resources.ts";
import { addRunning } from "./running/endpoints.ts";
import type { Runner } from "./running/runner.ts";
import type { Store } from "./store.ts";

export interface ServiceOptions {
  readonly kinds: Kinds;
  readonly store: Store;
  /** By kind, what tells whether a written body is valid. */
  readonly bodies: { readonly [kind: string]: Validator };
  /** Keys that pass; with none, only loopback does. */
  readonly keys: readonly string[];
  readonly capabilities: Capabilities;
  /** Answers completions; without it, what could run is only rendered. */
  readonly running?: Runner;
  /** What `/openapi.json` answers. */
  readonly description?: JsonObject;
  /** Makes an id never used before. */
  readonly newId?: () => string;
  /** Bytes a body may have; 16 MiB by default, because images stand in bodies as base64. */
  readonly bodyLimitBytes?: number;
  /** Told of failures that clients see as 500, without their cause. */
  readonly onFailure?: (cause: unknown) => void;
}

/** A web-standard handler; it never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/** The service over a store. Closing the store is left to who opened it. */
export function createService(options: ServiceOptions): Handler {
  const app = new Hono();
  const check = accessCheck(options.keys);
  app.onError((cause) => failed(cause, options.onFailure));
  app.notFound(({ req }) => refused(404, `There is nothing at ${req.path}.`));
  app.get("/healthz", () => Response.json({ status: "ok" }));
  if (options.description) app.get("/openapi.json", () => Response.json(options.description));
  app.use(async ({ req }, next) => {
    check(req.raw);
    await next();
  });
  const resources = resourcesOf(
    options.kinds,
    options.store,
    options.capabilities,
    options.newId ?? randomId,
  );
  const kept = keptTexts(options.store);
  for (const row of options.kinds) addKind(app, row, resources, kept, options);
  return async (request) => app.fetch(request);
}

/** 24 hexadecimal digits. */
function randomId(): string {
  return randomBytes(12).toString("hex");
}

function addKind(
  app: Hono,
  row: Kind,
  resources: Resources,
  kept: ReturnType<typeof keptTexts>,
  options: ServiceOptions,
): void {
  const validator = options.bodies[row.kind];
  if (!validator) throw new Error(`no validator for the bodies of ${row.kind}`);
  const read = (request: Request): Promise<Json> =>
    readJson(request, options.bodyLimitBytes ?? 16 * 1024 * 1024);
  const body = async (request: Request): Promise<JsonObject> =>
    checkBody(row, validator, await read(request));
  // Documented for the kind that hangs wholly on its parent, and there only.
  const filter = row.parent?.owned ? row.parent.idField : undefined;
  const one = `${row.path}/:id` as const;

  app.get(row.path, ({ req }) => {
    const parentId = filter && req.query(filter);
    const key = parentId === undefined ? `${row.kind} all` : `${row.kind} of ${parentId}`;
    return answer(kept(key, () => JSON.stringify(resources.list(row, parentId))));
  });
  app.post(row.path, async ({ req }) => Response.json(resources.create(row, await body(req.raw))));
  app.all(row.path, ({ req }) => notAllowed(req, ["GET", "POST"]));

  app.get(one, ({ req }) => {
    const id = req.param("id")!;
    return answer(kept(`${row.kind} one ${id}`, () => JSON.stringify(resources.get(row, id))));
  });
  app.delete(one, ({ req }) => {
    resources.remove(row, req.param("id")!);
    return Response.json({ success: true });
  });
  const updates = isSupported(row.update, options.capabilities);
  if (updates)
    app.put(one, async ({ req }) => {
      const id = req.param("id")!;
      resources.get(row, id); // an unknown id is said before mistakes of the body
      return Response.json(resources.replace(row, id, await body(req.raw)));
    });
  if (row.runs) {
    addRunning(app, { row, get: (id) => resources.get(row, id), read, runner: options.running });
    app.all(`${one}/completion`, ({ req }) => notAllowed(req, ["POST"]));
  }
  const verbs = ["GET", ...(row.runs ? ["POST"] : []), ...(updates ? ["PUT"] : []), "DELETE"];
  app.all(one, ({ req }) => notAllowed(req, verbs));
}

function answer(json: string): Response {
  return new Response(json, { headers: { "content-type": "application/json" } });
}

function refused(status: number, error: string, headers?: Record<string, string>): Response {
  return Response.json({ error }, { status, ...(headers && { headers }) });
}

function notAllowed(
  request: { method: string; path: string },
  allowed: readonly string[],
): Response {
  const verb = allowed.length === 1 ? "is" : "are";
  const message = `${request.method} is not possible at ${request.path}; ${allowed.join(", ")} ${verb}.`;
  return refused(405, message, { allow: allowed.join(", ") });
}

function failed(cause: unknown, onFailure?: (cause: unknown) => void): Response {
  if (cause instanceof HTTPException)
    return refused(cause.status, cause.message, Object.fromEntries(cause.res?.headers ?? []));
  onFailure?.(cause);
  return refused(500, "The service failed. This is not the fault of the request; try it again.");
}
