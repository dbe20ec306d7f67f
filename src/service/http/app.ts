// The embedded service as a function from Request to Response.
import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { JsonObject } from "../../engine/model/json.ts";
import { extensionHeaders } from "../../engine/model/extensions.ts";
import { accessControl } from "./access.ts";
import { createEndpoints, type EndpointOptions } from "./endpoints.ts";
import { failureOf, retryLater } from "./failure-status.ts";
import type { ServiceMetrics } from "./metrics.ts";

export interface ServiceOptions extends EndpointOptions {
  /** Measures requests and answers `/metrics`; without it, the path does not exist. */
  readonly metrics?: Pick<ServiceMetrics, "countRequest" | "respond">;
  /** The document of `/openapi.json`. */
  readonly description?: JsonObject;
  /** Creates the page at `/` and below `/page`. Its routes control access themselves. */
  readonly page?: (options: ServiceOptions) => Hono;
}

/** Handles one request; never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/** The service on a store. The caller closes the store. */
export function createService(options: ServiceOptions): Handler {
  const { keys, store, metrics, description, onFailure } = options;
  const endpoints = createEndpoints(options);
  const app = new Hono()
    .onError((cause, { req: { method, path } }) => {
      const report = (): void => onFailure?.(cause, { method, path });
      const { status, message, headers } = failureOf(cause, report);
      return errorResponse(status, message, headers);
    })
    .notFound(({ req }) => errorResponse(404, `There is no endpoint at ${req.path}.`));
  if (metrics) app.use(metrics.countRequest);
  app.get("/healthz", () => Response.json({ status: "ok" }));
  app.get("/readyz", async ({ req: { method, path } }) => {
    try {
      await store.checkAccess();
      return Response.json({ status: "ok" });
    } catch (cause) {
      const { message } = failureOf(cause, () => onFailure?.(cause, { method, path }));
      return errorResponse(503, message, retryLater);
    }
  });
  if (metrics) app.get("/metrics", accessControl(keys, { bearer: true }), () => metrics.respond());
  if (description) app.get("/openapi.json", () => Response.json(description));
  if (options.page) app.route("/", options.page(options));
  app.use(accessControl(keys));
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
  app.route("/", endpoints);
  return async (request) => app.fetch(request);
}

function errorResponse(status: number, error: string, headers: Record<string, string> = {}) {
  return Response.json({ error }, { status, headers: { ...headers, ...extensionHeaders } });
}
