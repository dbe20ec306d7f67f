// The extensions of the service interface: request headers that a service announces in a header of its
// responses. A client that does not know them notices nothing.

/** The response header with the names of the extensions, separated by commas. */
export const extensionsHeader = "promptctl-extensions";

/** The response header with what the API key of the request may do: `read`, `run` or `write`. */
export const keyScopeHeader = "promptctl-key-scope";

/**
 * The extensions of the embedded service:
 * - `idempotency-key`: a create that is sent again with the same Idempotency-Key is executed once
 * - `if-match`: a PUT or DELETE with If-Match fails if the resource has another ETag
 * - `origin`: a write can say its origin, and `GET …/{id}/versions` returns the versions of a resource
 */
export const extensions = ["idempotency-key", "if-match", "origin"] as const;

/** The headers of each response under /sdk/v1 of the embedded service. */
export const extensionHeaders: Readonly<Record<string, string>> = {
  [extensionsHeader]: extensions.join(", "),
};

export type Extension = (typeof extensions)[number];

/** The extensions that a header of a response names. */
export function extensionsIn(header: string | null): Extension[] {
  const names = new Set((header ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return extensions.filter((extension) => names.has(extension));
}
