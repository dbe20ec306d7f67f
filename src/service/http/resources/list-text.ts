// The text of a list. A long list is read and sent in parts, so that it needs little memory: each part
// is of one state of the store, and a write between two parts can be seen in the later one. Clients that
// read the same part share it.
import { setImmediate as nextTurn } from "node:timers/promises";
import { createCallLimit } from "../../../engine/model/call-limit.ts";
import { deletionsPath, type Kind } from "../../../engine/model/kind.ts";
import { listResources, type ResourceContext, type ResourceList } from "./resources.ts";
import { createResponseCache } from "./response-cache.ts";
import type { ListQuery } from "../../store/stored-resource.ts";
import { listDeletions, listVersions } from "./versions.ts";

/** The whole text, or its parts. */
export type ListText = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** The bytes of all parts, one after the other, are the text of the list. */
interface TextPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** For the next part: see ListQuery. */
  readonly next?: number;
}

/** Returns the text of a list. With a parent's id, the list contains only its children. */
export function createListText(
  context: ResourceContext,
): (row: Kind, parentId?: string) => Promise<ListText> {
  const cache = createResponseCache<TextPart>(context.store, ({ bytes }) => bytes.length);
  const oneByOne = createCallLimit(1);
  /** Reads the later parts of all lists one by one, with a turn of the event loop before each. */
  const inTurn = (read: () => Promise<TextPart>): Promise<TextPart> =>
    oneByOne(() => nextTurn().then(read));
  return (row, parentId) => {
    const parent = parentId === undefined ? {} : { parentId };
    const readPart = async (query: ListQuery): Promise<TextPart> =>
      partText(await listResources(context, row, { ...parent, ...query }), query);
    return joinParts(context, row.path, (query) =>
      cache(JSON.stringify([row.kind, parentId, query.after]), () =>
        query.after === undefined ? readPart(query) : inTurn(() => readPart(query)),
      ),
    );
  };
}

/** The versions of a resource, newest first. Throws 404 if the resource does not exist. */
export function versionsText(context: ResourceContext, row: Kind, id: string): Promise<ListText> {
  return joinParts(context, `${row.path}/${id}/versions`, async (query) =>
    partText(await listVersions(context, row, id, query), query),
  );
}

/** The deletions of a kind, newest first: all, or those of resources with a name. */
export function deletionsText(
  context: ResourceContext,
  row: Kind,
  name: string | undefined,
): Promise<ListText> {
  return joinParts(context, deletionsPath(row), async (query) =>
    partText(await listDeletions(context, row, name, query), query),
  );
}

const encoder = new TextEncoder();

function partText({ resources, next }: ResourceList, { after }: ListQuery): TextPart {
  const begin = after === undefined ? "[" : resources.length > 0 ? "," : "";
  const end = next === undefined ? "]" : "";
  const bytes = encoder.encode(begin + JSON.stringify(resources).slice(1, -1) + end);
  return { bytes, ...(next !== undefined && { next }) };
}

/** `path`: that of the request, for the log. */
async function joinParts(
  context: ResourceContext,
  path: string,
  read: (query: ListQuery) => Promise<TextPart>,
): Promise<ListText> {
  const first = await read({});
  if (first.next === undefined) return first.bytes;
  const onFailure = (cause: unknown): void => context.onFailure?.(cause, { method: "GET", path });
  return ReadableStream.from(bytesOfParts(first, read, onFailure));
}

/** An error ends the response before its end. */
async function* bytesOfParts(
  { bytes, next }: TextPart,
  read: (query: ListQuery) => Promise<TextPart>,
  onFailure: (cause: unknown) => void,
): AsyncGenerator<Uint8Array> {
  yield bytes;
  try {
    for (let after = next; after !== undefined;) {
      const part = await read({ after });
      after = part.next;
      yield part.bytes;
    }
  } catch (cause) {
    onFailure(cause);
    throw cause;
  }
}
