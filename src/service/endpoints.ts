// The endpoints of the resources, derived from the table of kinds.
import { type Context, Hono } from "hono";
import type { Json } from "../engine/model/json.ts";
import { isSupported, type Kind } from "../engine/model/kind.ts";
import type { Validator } from "../engine/validate/grammar.ts";
import type { PromptRunner } from "../providers/runner.ts";
import { readJsonBody } from "./read-json-body.ts";
import {
  createResourceOperations,
  type ResourceContext,
  type ResourceOperations,
} from "./resources.ts";
import { createResponseCache, type ResponseCache } from "./response-cache.ts";
import { addRunEndpoints } from "./run-endpoints.ts";
import { validateBody } from "./validate-body.ts";

export interface EndpointOptions extends ResourceContext {
  /** The validator of request bodies, by kind. */
  readonly bodies: { readonly [kind: string]: Validator };
  /** Without a runner, resources of kinds that run are rendered but not run. */
  readonly runner?: PromptRunner;
  /** Maximum size of a request body; default 16 MiB, because bodies contain base64 images. */
  readonly bodyLimitBytes?: number;
}

export function createEndpoints(options: EndpointOptions): Hono {
  const app = new Hono();
  const resources = createResourceOperations(options);
  const cache = createResponseCache(options.store);
  for (const row of options.kinds) addEndpoints(app, row, { ...options, resources, cache });
  return app;
}

interface KindContext extends EndpointOptions {
  readonly resources: ResourceOperations;
  readonly cache: ResponseCache;
}

/** The order of the methods at a path is that of the header Allow. */
function addEndpoints(app: Hono, row: Kind, context: KindContext): void {
  const { resources, cache, bodies, capabilities, runner } = context;
  const { bodyLimitBytes = 16 * 1024 * 1024 } = context;
  const validator = bodies[row.kind];
  if (!validator) throw new Error(`no validator for the bodies of ${row.kind}`);
  const bodyType = { name: row.kind, schema: `wire/${row.kind}-body`, validator };
  const readBody = (request: Context): Promise<Json> => readJsonBody(request, bodyLimitBytes);
  const readResource = async (request: Context) => validateBody(bodyType, await readBody(request));
  const cachedJson = (key: string, read: () => Json): Response =>
    new Response(
      cache(`${row.kind} ${key}`, () => JSON.stringify(read())),
      { headers: { "content-type": "application/json" } },
    );
  // The interface documents the filter only for the kind that its parent owns.
  const filter = row.parent?.owned ? row.parent.idField : undefined;
  app.get(row.path, ({ req }) => {
    const parentId = filter && req.query(filter);
    const key = parentId === undefined ? "all" : `of ${parentId}`;
    return cachedJson(key, () => resources.list(row, parentId));
  });
  app.post(row.path, async (request) =>
    Response.json(resources.create(row, await readResource(request))),
  );
  const path = `${row.path}/:id` as const;
  app.get(path, ({ req }) => {
    const id = req.param("id")!;
    return cachedJson(`one ${id}`, () => resources.get(row, id));
  });
  if (row.runs)
    addRunEndpoints(app, { path, get: (id) => resources.get(row, id), readBody, runner });
  if (isSupported(row.update, capabilities))
    app.put(path, async (request) => {
      const id = request.req.param("id")!;
      resources.get(row, id); // an unknown id is reported before an invalid body
      return Response.json(resources.replace(row, id, await readResource(request)));
    });
  app.delete(path, ({ req }) => {
    resources.remove(row, req.param("id")!);
    return Response.json({ success: true });
  });
}
