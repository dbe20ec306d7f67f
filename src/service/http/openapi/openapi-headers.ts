// The headers of requests and responses in the description of the service.
import type { JsonObject } from "../../../engine/model/json.ts";
import { extensions } from "../../../engine/model/extensions.ts";
import { keyScopes } from "../access/key-scopes.ts";

/** Of one resource. */
export const etag = {
  ETag: "The SHA-256 of the canonical JSON of the resource without its id, with tools as their ids.",
};

/** Of a list. */
export const listEtag = { ETag: "A weak ETag, which changes with every write of any resource." };

/** The header of requests for lists that the client may hold. */
export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  description: "ETags of lists that the client holds.",
  schema: { type: "string" },
};

/** The header of conditional writes. */
export const ifMatch = {
  name: "If-Match",
  in: "header",
  description: "ETags, or *. The request is executed only if the resource has one of them.",
  schema: { type: "string" },
};

/** The header of creates that can be repeated. */
export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A request that is sent again within 24 hours with the same key and body gets the first response and creates nothing.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};

/** The headers of every response under /sdk/v1; only successful ones are described with them. */
export const commonHeaders: JsonObject = {
  "Promptctl-Extensions": {
    description: `The extensions of the service: ${extensions.join(", ")}.`,
    schema: { type: "string" },
  },
  "Promptctl-Max-Body-Bytes": {
    description: "The size of the largest request body that the service takes.",
    schema: { type: "integer" },
  },
  "Promptctl-Key-Scope": {
    description: "What the API key may do. Absent if the service has no API keys.",
    schema: { enum: [...keyScopes] },
  },
  "X-Request-Id": {
    description: "The id of the request in the log: that of the request, if it has a valid one.",
    schema: { type: "string" },
  },
};
