// The embedded service as a function from Request to Response.
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { JsonObject } from "../engine/model/json.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { accessControl } from "./access.ts";
import { createEndpoints, type EndpointOptions } from "./endpoints.ts";
import { providerFailureStatus } from "./provider-failure.ts";

export interface ServiceOptions extends EndpointOptions {
  /** The accepted API keys. Without any, only local programs have access. */
  readonly keys: readonly string[];
  /** The document of `/openapi.json`. */
  readonly description?: JsonObject;
}

/** Handles one request; never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/** The service on a store. The caller closes the store. */
export function createService(options: ServiceOptions): Handler {
  const { keys, description, onFailure } = options;
  const endpoints = createEndpoints(options);
  const app = new Hono()
    .onError((cause) => toErrorResponse(cause, onFailure))
    .notFound(({ req }) => errorResponse(404, `There is no endpoint at ${req.path}.`))
    .get("/healthz", () => Response.json({ status: "ok" }));
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

function errorResponse(status: number, error: string, headers: Record<string, string> = {}) {
  return Response.json({ error }, { status, headers });
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
  return errorResponse(500, "Internal error of the service. The request may be retried.");
}
