// The embedded service as a function from Request to Response.
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { JsonObject } from "../engine/model/json.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { extensionHeaders } from "../engine/model/extensions.ts";
import { accessControl } from "./access.ts";
import { createEndpoints, type EndpointOptions } from "./endpoints.ts";
import type { ServiceMetrics } from "./metrics.ts";
import { providerFailureStatus } from "./provider-failure.ts";
import { isResultUnknown, isStoreUnavailable } from "./store-failure.ts";

export interface ServiceOptions extends EndpointOptions {
  /** Measures requests and answers `/metrics`; without it, the path does not exist. */
  readonly metrics?: Pick<ServiceMetrics, "countRequest" | "respond">;
  /** The document of `/openapi.json`. */
  readonly description?: JsonObject;
}

/** Handles one request; never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/** The service on a store. The caller closes the store. */
export function createService(options: ServiceOptions): Handler {
  const { keys, store, metrics, description, onFailure } = options;
  const endpoints = createEndpoints(options);
  const app = new Hono()
    .onError((cause) => toErrorResponse(cause, onFailure))
    .notFound(({ req }) => errorResponse(404, `There is no endpoint at ${req.path}.`));
  if (metrics) app.use(metrics.countRequest);
  app.get("/healthz", () => Response.json({ status: "ok" }));
  app.get("/readyz", async () => {
    await store.version();
    return Response.json({ status: "ok" });
  });
  if (metrics) app.get("/metrics", accessControl(keys, { bearer: true }), () => metrics.respond());
  if (description) app.get("/openapi.json", () => Response.json(description));
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

/** A database restarts within seconds. */
const retryAfterSeconds = 1;

function errorResponse(status: number, error: string, headers: Record<string, string> = {}) {
  return Response.json({ error }, { status, headers: { ...headers, ...extensionHeaders } });
}

function toErrorResponse(cause: unknown, onFailure?: (cause: unknown) => void): Response {
  if (cause instanceof HTTPException) return errorResponse(cause.status, cause.message);
  if (cause instanceof ProviderError) {
    const { message, retryAfter } = cause;
    const status = providerFailureStatus(cause);
    return errorResponse(status, message, {
      ...(retryAfter && { "retry-after": retryAfter }),
      // The provider may charge for a reply that came too late, and for each repetition.
      ...(status === 504 && { "x-should-retry": "false" }),
    });
  }
  onFailure?.(cause);
  if (isStoreUnavailable(cause))
    return errorResponse(
      503,
      "The database of the service is not available. Nothing was written. The request may be retried.",
      { "retry-after": String(retryAfterSeconds) },
    );
  if (isResultUnknown(cause))
    // without Retry-After, which would say that nothing was written
    return errorResponse(
      503,
      "The connection to the database was lost. It is not known whether the request was executed.",
      { "x-should-retry": "false" },
    );
  return errorResponse(500, "Internal error of the service. The request may be retried.");
}
