// Versions and deletions of resources as response bodies: the endpoints of the extensions `origin` and
// `deletions`.
import type { JsonObject } from "../../../engine/model/json.ts";
import type { Kind } from "../../../engine/model/kind.ts";
import { toResponseBody } from "./resource-mapping.ts";
import { notFound, type ResourceContext, type ResourceList, timeOf } from "./resources.ts";
import { type ListQuery, maxPartBytes } from "../../store/stored-resource.ts";
import type { Writer } from "../../store/stored-version.ts";

/** A part of the versions, newest first. Throws 404 if the resource does not exist. */
export async function listVersions(
  { store }: ResourceContext,
  row: Kind,
  id: string,
  { after = 0 }: ListQuery,
): Promise<ResourceList> {
  const versions = await store.versions(row.kind, id);
  if (versions.length === 0 && !(await store.get(row.kind, id))) throw notFound(row.kind, id);
  const older = after === 0 ? versions : versions.filter(({ number }) => number < after);
  return readPart(older, async ({ number, writtenAt, ...writer }) => {
    const stored = await store.getVersion(row.kind, id, number);
    return (
      stored && {
        number,
        time: writtenAt === undefined ? null : new Date(writtenAt).toISOString(),
        ...writerJson(writer),
        content: toResponseBody(row, stored, () => ({})),
      }
    );
  });
}

/** A part of the deletions of a kind, newest first: all, or those of resources with a name. */
export async function listDeletions(
  context: ResourceContext,
  row: Kind,
  name: string | undefined,
  { after = 0 }: ListQuery,
): Promise<ResourceList> {
  const { store } = context;
  const deletions = await store.deletions(row.kind, { now: timeOf(context), name });
  const numbered = deletions.map(({ place, ...each }) => ({ ...each, number: place }));
  const older = after === 0 ? numbered : numbered.filter(({ number }) => number < after);
  return readPart(older, async ({ number, id, name: ofDeleted, deletedAt, ...writer }) => {
    const stored = await store.getDeletion(row.kind, number);
    return (
      stored && {
        id,
        name: ofDeleted ?? null,
        time: new Date(deletedAt).toISOString(),
        ...writerJson(writer),
        content: toResponseBody(row, stored, () => ({})),
      }
    );
  });
}

function writerJson({ keyName, origin, verifiedRun }: Writer): JsonObject {
  return {
    keyName: keyName ?? null,
    origin: origin ? { ...origin } : null,
    verifiedRun: verifiedRun ? { ...verifiedRun } : null,
  };
}

/** Reads the first entries, whose numbers descend, until the part is large enough. */
async function readPart<Entry extends { readonly number: number; readonly bytes: number }>(
  entries: readonly Entry[],
  read: (entry: Entry) => Promise<JsonObject | undefined>,
): Promise<ResourceList> {
  const resources: JsonObject[] = [];
  let size = 0;
  for (const entry of entries) {
    if (size > 0 && size + entry.bytes > maxPartBytes) return { resources, next: entry.number + 1 };
    size += entry.bytes;
    const resource = await read(entry);
    if (resource) resources.push(resource); // else a write deleted it meanwhile
  }
  return { resources };
}
