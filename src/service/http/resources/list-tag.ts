// The header If-None-Match (RFC 9110, section 13.1.2) of a list: it is sent only if it has changed.
import type { HonoRequest } from "hono";
import { shortDigest } from "../../../engine/text/digest.ts";
import { sharedCall } from "./response-cache.ts";
import type { Store } from "../../store/stored-resource.ts";
import { entityTags } from "../requests/if-match.ts";

/**
 * Returns a function that reads the weak ETag of all lists: it changes with every write. `build`: another
 * build can send other texts.
 */
export function createListTag(
  { version }: Pick<Store, "version">,
  build: string,
): () => Promise<string> {
  const readVersion = sharedCall(version);
  return async () => `W/"${shortDigest([build, await readVersion()])}"`;
}

/** Whether a client holds what has this weak ETag. A header that is not valid names nothing. */
export function holdsList(request: HonoRequest, etag: string): boolean {
  const header = request.header("if-none-match") ?? "";
  if (header.trim() === "*") return true;
  return header.match(entityTags)?.some((tag) => `W/${tag.replace("W/", "")}` === etag) ?? false;
}
