// The header If-Match (RFC 9110, section 13.1.1): a write only if the resource has a certain ETag.
import type { HonoRequest } from "hono";
import { HTTPException } from "hono/http-exception";

/** Whether a resource with this ETag may be written. */
export type Precondition = (etag: string) => boolean;

/** Matches each ETag of a header. */
export const entityTags: RegExp = /(?:W\/)?"[!#-~\u0080-\u00ff]*"/g;

/** The condition of a request; undefined without it. Throws 400 if the header is not valid. */
export function readIfMatch(request: HonoRequest): Precondition | undefined {
  const header = request.header("if-match");
  if (header === undefined) return undefined;
  if (header.trim() === "*") return () => true;
  const tags = new Set(header.match(entityTags)); // a weak one never equals that of a resource
  const others = header.replaceAll(entityTags, "\0").split(",");
  if (tags.size > 0 && others.every((text) => ["", "\0"].includes(text.trim())))
    return (etag) => tags.has(etag);
  throw new HTTPException(400, {
    message:
      'The header If-Match must be * or one or more ETags in quotation marks, such as "5d41".',
  });
}
