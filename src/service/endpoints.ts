// The endpoints of the resources, derived from the table of kinds.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { isSupported, type Kind } from "../engine/model/kind.ts";
import type { BodyValidator } from "../engine/validate/compiled-schema.ts";
import { listText } from "./list-text.ts";
import { getResource, removeResource, saveResource } from "./resources.ts";
import { createResponseCache, type ResponseCache, type ResponseText } from "./response-cache.ts";
import { addRunEndpoints, type RunOptions } from "./run-endpoints.ts";
import { readValidBody } from "./validate-body.ts";

export interface EndpointOptions extends RunOptions {
  /** The validators of request bodies, by kind. */
  readonly bodies: { readonly [kind: string]: BodyValidator };
}

export function createEndpoints(options: EndpointOptions): Hono {
  const app = new Hono();
  const cache = createResponseCache(options.store);
  for (const row of options.kinds) addEndpoints(app, row, options, cache);
  return app;
}

/** The order of the methods at a path is that of the header Allow. */
function addEndpoints(app: Hono, row: Kind, options: EndpointOptions, cache: ResponseCache): void {
  const validator = options.bodies[row.kind];
  if (!validator) throw new Error(`no validator for the bodies of ${row.kind}`);
  const bodyType = { name: row.kind, schema: `wire/${row.kind}-body`, validator };
  const readBody = (context: Context) => readValidBody(context, bodyType, options.bodyLimitBytes);
  const cachedJson = async (key: string, read: () => Promise<ResponseText>): Promise<Response> =>
    new Response(await cache(`${row.kind} ${key}`, read), {
      headers: { "content-type": "application/json" },
    });
  // The interface documents the filter only for the kind that its parent owns.
  const filter = row.parent?.owned ? row.parent.idField : undefined;
  app.get(row.path, ({ req }) => {
    const parentId = filter && req.query(filter);
    const key = parentId === undefined ? "all" : `of ${parentId}`;
    return cachedJson(key, () => listText(options, row, parentId));
  });
  const save = async (context: Context, id?: string): Promise<Response> => {
    const saved = await saveResource(options, row, await readBody(context), id);
    await nextTurn(); // the text of a large response takes 0.2 s
    return Response.json(saved);
  };
  app.post(row.path, (context) => save(context));
  const path = `${row.path}/:id` as const;
  app.get(path, ({ req }) => {
    const id = req.param("id")!;
    return cachedJson(`one ${id}`, async () => JSON.stringify(await getResource(options, row, id)));
  });
  if (row.runs) addRunEndpoints(app, row, options);
  if (isSupported(row.update, options.capabilities))
    app.put(path, async (context) => {
      const id = context.req.param("id")!;
      await getResource(options, row, id); // an unknown id is reported before an invalid body
      return save(context, id);
    });
  app.delete(path, async ({ req }) => {
    await removeResource(options, row, req.param("id")!);
    return Response.json({ success: true });
  });
}
