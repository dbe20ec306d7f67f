// The header Idempotency-Key of creates: a request that is sent again with the same key gets the
// response of the first one.
import { createHash } from "node:crypto";
import type { HonoRequest } from "hono";
import { HTTPException } from "hono/http-exception";
import { digestJson } from "../../../engine/text/digest.ts";
import type { JsonObject } from "../../../engine/model/json.ts";
import type { RequestIdentity, StoredResponse } from "../../store/stored-resource.ts";

/** Chosen by this project, as other services with this header. */
const maxKeyLength = 255;

/** The header of a request; undefined without it. Throws 400 if it is not valid. */
export function readIdempotencyKey(request: HonoRequest): string | undefined {
  const key = request.header("idempotency-key");
  if (key === undefined || isValidKey(key)) return key;
  throw new HTTPException(400, {
    message: `The header Idempotency-Key must have 1 to ${maxKeyLength} visible ASCII characters, without spaces.`,
  });
}

function isValidKey(key: string): boolean {
  return key.length <= maxKeyLength && /^[!-~]+$/.test(key);
}

interface KeyedRequest {
  readonly idempotencyKey: string;
  /** The API key of the request; empty if the service has none. */
  readonly apiKey: string;
  readonly route: string;
  readonly body: JsonObject;
  /** The time of the request, in milliseconds since 1970. */
  readonly now: number;
}

/** Identifies a request by API key, route and idempotency key, as a digest: it contains no key. */
export function requestIdentity({
  idempotencyKey,
  apiKey,
  route,
  body,
  now,
}: KeyedRequest): RequestIdentity {
  const parts = JSON.stringify([apiKey, route, idempotencyKey]);
  const requestId = createHash("sha256").update(parts).digest("hex");
  return { requestId, bodyDigest: digestJson(body), now };
}

/** The stored response. Throws 422 if the body of the request is another one. */
export function repeatedResponse(request: RequestIdentity, stored: StoredResponse): string {
  if (request.bodyDigest === stored.bodyDigest) return stored.response;
  throw new HTTPException(422, {
    message:
      "This Idempotency-Key was used within the last 24 hours with another body. Send another key with another request.",
  });
}
