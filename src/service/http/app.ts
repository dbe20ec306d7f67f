// The embedded service as a function from Request to Response.
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { JsonObject } from "../../engine/model/json.ts";
import { extensionHeaders } from "../../engine/model/extensions.ts";
import { accessControl } from "./access/access.ts";
import { type ApiKeys, createApiKeys, type GivenKeys } from "./access/api-keys.ts";
import { type Connection, connectionOf } from "./access/connection.ts";
import { createEndpoints, type EndpointOptions } from "./endpoints.ts";
import { failureOf, retryLater } from "./requests/failure-status.ts";
import type { ServiceMetrics } from "./metrics.ts";
import { noteReason } from "./access/request-log.ts";
import type { FailedRequest } from "./resources/resources.ts";

export interface ServiceOptions extends Omit<EndpointOptions, "keys"> {
  readonly keys: GivenKeys;
  /** Logs each request. */
  readonly requestLog?: MiddlewareHandler;
  /** Measures requests and answers `/metrics`; without it, the path does not exist. */
  readonly metrics?: Pick<ServiceMetrics, "countRequest" | "respond">;
  /** The document of `/openapi.json`. */
  readonly description?: JsonObject;
  /** Creates the page at `/` and below `/page`. Its routes control access themselves. */
  readonly page?: (service: PageService) => Hono;
}

/** The service that the page is part of. */
export interface PageService extends ServiceOptions {
  readonly keys: ApiKeys;
}

/** Handles one request; never rejects. */
export type Handler = (request: Request, connection?: Connection) => Promise<Response>;

/** The service on a store. The caller closes the store. */
export function createService(given: ServiceOptions): Handler {
  const options = { ...given, keys: createApiKeys(given.keys) };
  const { kinds, keys, store, requestLog, metrics, description, onFailure } = options;
  const endpoints = createEndpoints(options);
  const announced = extensionHeaders(options.bodyLimitBytes);
  const errorResponse = (status: number, error: string, headers: Record<string, string> = {}) =>
    Response.json({ error }, { status, headers: { ...headers, ...announced } });
  const app = new Hono()
    .onError((cause, context) => {
      const report = (): void => onFailure?.(cause, failedRequest(context));
      const { status, message, headers, reason } = failureOf(cause, report);
      noteReason(context, reason);
      return errorResponse(status, message, headers);
    })
    .notFound(({ req }) => errorResponse(404, `There is no endpoint at ${req.path}.`));
  if (requestLog) app.use(requestLog);
  if (metrics) app.use(metrics.countRequest);
  app.get("/healthz", () => Response.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    if (connectionOf(context).isStopping?.())
      return errorResponse(503, "The service is stopping.", retryLater);
    try {
      await store.checkAccess();
      return Response.json({ status: "ok" });
    } catch (cause) {
      const { message } = failureOf(cause, () => onFailure?.(cause, failedRequest(context)));
      return errorResponse(503, message, retryLater);
    }
  });
  if (metrics) app.get("/metrics", accessControl(keys, { bearer: true }), () => metrics.respond());
  if (description) app.get("/openapi.json", () => Response.json(description));
  if (options.page) app.route("/", options.page(options));
  app.use(accessControl(keys, { kinds }));
  app.route("/", endpoints);
  // After the endpoints, whose requests do not pass it: the rows of single gets of npm run bench:service.
  app.use(
    methodNotAllowed({
      app: endpoints,
      onMethodNotAllowed({ req: { method, path } }, methods) {
        const allow = methods.join(", ");
        const message = `${method} is not allowed at ${path}. Allowed: ${allow}.`;
        return errorResponse(405, message, { allow });
      },
    }),
  );
  return async (request, connection) => app.fetch(request, connection);
}

/** What is logged of the request of a context. */
export function failedRequest(context: Context): FailedRequest {
  const { method, path } = context.req;
  const requestId: string | undefined = context.get("requestId");
  return { method, path, ...(requestId !== undefined && { requestId }) };
}
