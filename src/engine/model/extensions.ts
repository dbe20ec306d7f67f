// The extensions of the service interface: request headers and limits that a service announces in headers
// of its responses. A client that does not know them notices nothing.
import { maxBodyBytes } from "./service-limits.ts";

/** The response header with the names of the extensions, separated by commas. */
export const extensionsHeader = "promptctl-extensions";

/** The response header with what the API key of the request may do: `read`, `run` or `write`. */
export const keyScopeHeader = "promptctl-key-scope";

/** The response header with the size of the largest body that the service takes, in bytes. */
export const maxBodyHeader = "promptctl-max-body-bytes";

/**
 * The extensions of the embedded service:
 * - `deletions`: `GET /sdk/v1/deletions/…` returns the deleted resources of a kind
 * - `idempotency-key`: a create that is sent again with the same Idempotency-Key is executed once
 * - `if-match`: a PUT or DELETE with If-Match fails if the resource has another ETag
 * - `list-etag`: a GET of a list with If-None-Match is answered 304 if nothing was written since
 * - `model-options`: a prompt keeps `parameters.options`; an option that it does not know is refused
 * - `origin`: a write can say its origin, and `GET …/{id}/versions` returns the versions of a resource
 */
export const extensions = [
  "deletions",
  "idempotency-key",
  "if-match",
  "list-etag",
  "model-options",
  "origin",
] as const;

/** The headers of each response under /sdk/v1 of the embedded service. `maxBody` is in bytes. */
export function extensionHeaders(maxBody: number = maxBodyBytes): Readonly<Record<string, string>> {
  return { [extensionsHeader]: extensions.join(", "), [maxBodyHeader]: String(maxBody) };
}

export type Extension = (typeof extensions)[number];

/** The extensions that a header of a response names. */
export function extensionsIn(header: string | null): Extension[] {
  const names = new Set((header ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return extensions.filter((extension) => names.has(extension));
}

/** The size of the largest body, in bytes; undefined if the header of a response names none. */
export function maxBodyIn(header: string | null): number | undefined {
  return /^[1-9]\d{0,14}$/.test(header?.trim() ?? "") ? Number(header) : undefined;
}
