// The text of a list. A long list is read and sent in parts, so that it needs little memory: each part
// is of one state of the store, and a write between two parts can be seen in the later one.
import type { Kind } from "../../../engine/model/kind.ts";
import { listResources, type ResourceContext, type ResourceList } from "./resources.ts";
import type { ResponseText } from "./response-cache.ts";
import type { ListQuery } from "../../store/stored-resource.ts";
import { listVersions } from "./versions.ts";

/** With a parent's id, the list contains only its children. */
export function listText(
  context: ResourceContext,
  row: Kind,
  parentId?: string,
): Promise<ResponseText> {
  const read = (query: ListQuery): Promise<ResourceList> =>
    listResources(context, row, { ...query, ...(parentId !== undefined && { parentId }) });
  return textOfParts(context, row.path, read);
}

/** The versions of a resource, newest first. Throws 404 if the resource does not exist. */
export function versionsText(
  context: ResourceContext,
  row: Kind,
  id: string,
): Promise<ResponseText> {
  return textOfParts(context, `${row.path}/${id}/versions`, (query) =>
    listVersions(context, row, id, query),
  );
}

/** `path`: that of the request, for the log. */
async function textOfParts(
  context: ResourceContext,
  path: string,
  read: (query: ListQuery) => Promise<ResourceList>,
): Promise<ResponseText> {
  const first = await read({});
  if (first.next === undefined) return JSON.stringify(first.resources);
  const onFailure = (cause: unknown): void => context.onFailure?.(cause, { method: "GET", path });
  return ReadableStream.from(encodeParts(first, read, onFailure));
}

/** The text of the list, part by part. An error ends the response before its end. */
async function* encodeParts(
  first: ResourceList,
  read: (query: ListQuery) => Promise<ResourceList>,
  onFailure: (cause: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let part = first;
  let separator = "[";
  try {
    for (;;) {
      yield encoder.encode(separator + JSON.stringify(part.resources).slice(1, -1));
      if (part.next === undefined) break;
      part = await read({ after: part.next });
      separator = part.resources.length > 0 ? "," : "";
    }
  } catch (cause) {
    onFailure(cause);
    throw cause;
  }
  yield encoder.encode("]");
}
