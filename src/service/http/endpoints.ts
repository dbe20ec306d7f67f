// The endpoints of the resources, derived from the table of kinds.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Context, Hono } from "hono";
import type { JsonObject } from "../../engine/model/json.ts";
import { extensionHeaders } from "../../engine/model/extensions.ts";
import { deletionsPath, isSupported, type Kind } from "../../engine/model/kind.ts";
import type { BodyValidator } from "../../engine/validate/compiled-schema.ts";
import { clientIdentity } from "./access/access.ts";
import type { ApiKeys } from "./access/api-keys.ts";
import { referenceHeadersOf } from "./resources/check-references.ts";
import {
  createListText,
  deletionsText,
  type ListText,
  versionsText,
} from "./resources/list-text.ts";
import { readIfMatch } from "./requests/if-match.ts";
import { createListTag, holdsList } from "./resources/list-tag.ts";
import { readIdempotencyKey, requestIdentity } from "./requests/idempotency-key.ts";
import { getResource, getTaggedResource, timeOf } from "./resources/resources.ts";
import {
  createResource,
  createResourceOnce,
  removeResource,
  replaceResource,
} from "./resources/write-resources.ts";
import { createResponseCache, type ResponseCache } from "./resources/response-cache.ts";
import { addRunEndpoints, type RunOptions } from "./runs/run-endpoints.ts";
import { readValidBody } from "./requests/validate-body.ts";
import { requestWriter } from "./requests/writer.ts";

export interface EndpointOptions extends RunOptions {
  /** The accepted API keys. Without any, only local programs have access. */
  readonly keys: ApiKeys;
  /** The validators of request bodies, by kind. */
  readonly bodies: { readonly [kind: string]: BodyValidator };
  /** The version of the program, which ETags of lists depend on; default: none. */
  readonly build?: string;
}

export function createEndpoints(options: EndpointOptions): Hono {
  const app = new Hono();
  const shared = {
    responses: createResponses(options),
    cache: createResponseCache<TaggedText>(options.store, ({ text }) => text.length),
    listText: createListText(options),
    listTag: createListTag(options.store, options.build ?? ""),
  };
  for (const row of options.kinds) addEndpoints(app, row, options, shared);
  return app;
}

/** The text of one resource with its ETag. */
interface TaggedText {
  readonly text: string;
  readonly etag: string;
}

/** What all endpoints share. */
interface Shared {
  readonly responses: ReturnType<typeof createResponses>;
  readonly cache: ResponseCache<TaggedText>;
  readonly listText: ReturnType<typeof createListText>;
  readonly listTag: ReturnType<typeof createListTag>;
}

/** The order of the methods at a path is that of the header Allow. */
function addEndpoints(app: Hono, row: Kind, options: EndpointOptions, shared: Shared): void {
  const { responses } = shared;
  const validator = options.bodies[row.kind];
  if (!validator) throw new Error(`no validator for the bodies of ${row.kind}`);
  const bodyType = { name: row.kind, schema: `wire/${row.kind}-body`, validator };
  const readBody = (context: Context) => readValidBody(context, bodyType, options.bodyLimitBytes);
  // The interface documents the filter only for the kind that its parent owns.
  const filter = row.parent?.owned ? row.parent.idField : undefined;
  app.get(row.path, async ({ req }) => {
    const etag = await shared.listTag(); // before the list: a write in between makes another tag
    if (holdsList(req, etag)) return responses.unchanged(etag);
    return responses.json(await shared.listText(row, filter && req.query(filter)), { etag });
  });
  app.post(row.path, async (context) => {
    const idempotencyKey = readIdempotencyKey(context.req);
    const body = await readBody(context);
    const { writer, headers } = requestWriter(context);
    const more = { ...referenceHeadersOf(row, body), ...headers };
    if (idempotencyKey === undefined)
      return responses.saved(await createResource(options, row, body, writer), more);
    const apiKey = clientIdentity(context);
    const now = timeOf(options);
    const route = `POST ${row.path}`;
    const request = requestIdentity({ idempotencyKey, apiKey, route, body, now });
    await nextTurn(); // the digest of a large body takes 0.2 s
    const response = await createResourceOnce(options, row, body, { ...request, writer });
    return responses.json(response, more);
  });
  const path = `${row.path}/:id` as const;
  app.get(path, async ({ req }) => {
    const id = req.param("id")!;
    const { text, etag } = await shared.cache(`${row.kind} ${id}`, async () => {
      const resource = await getTaggedResource(options, row, id);
      return { text: JSON.stringify(resource.body), etag: resource.etag };
    });
    return responses.json(text, { etag });
  });
  app.get(`${row.path}/:id/versions`, async ({ req }) =>
    responses.json(await versionsText(options, row, req.param("id")!)),
  );
  app.get(deletionsPath(row), async ({ req }) =>
    responses.json(await deletionsText(options, row, req.query("name"))),
  );
  if (row.runs) addRunEndpoints(app, row, options);
  if (isSupported(row.update, options.capabilities))
    app.put(path, async (context) => {
      const id = context.req.param("id")!;
      await getResource(options, row, id); // an unknown id is reported before an invalid body
      const ifMatch = readIfMatch(context.req);
      const body = await readBody(context);
      const { writer, headers } = requestWriter(context);
      const resource = await replaceResource(options, row, body, { id, ifMatch, writer });
      return responses.saved(resource, { ...referenceHeadersOf(row, body), ...headers });
    });
  app.delete(path, async (context) => {
    const ifMatch = readIfMatch(context.req);
    const { writer, headers } = requestWriter(context);
    await removeResource(options, row, { id: context.req.param("id")!, ifMatch, writer });
    return responses.deleted(headers);
  });
}

type Headers = Readonly<Record<string, string>>;

/** The responses of endpoints, with the headers that the service announces itself by. */
function createResponses({ bodyLimitBytes }: EndpointOptions) {
  const announced = extensionHeaders(bodyLimitBytes);
  const jsonHeaders: Headers = { "content-type": "application/json", ...announced };
  return {
    json: (body: string | ListText, more?: Headers): Response =>
      new Response(body, { headers: { ...jsonHeaders, ...more } }),
    unchanged: (etag: string): Response =>
      new Response(null, { status: 304, headers: { ...announced, etag } }),
    saved: async (resource: JsonObject, more: Headers): Promise<Response> => {
      await nextTurn(); // the text of a large response takes 0.2 s
      return Response.json(resource, { headers: { ...announced, ...more } });
    },
    deleted: (more: Headers): Response =>
      Response.json({ success: true }, { headers: { ...announced, ...more } }),
  };
}
