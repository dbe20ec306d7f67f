// The versions of a resource as response bodies: the endpoint of the extension `origin`.
import type { JsonObject } from "../../../engine/model/json.ts";
import type { Kind } from "../../../engine/model/kind.ts";
import { toResponseBody } from "./resource-mapping.ts";
import { notFound, type ResourceContext, type ResourceList } from "./resources.ts";
import { type ListQuery, maxPartBytes } from "../../store/stored-resource.ts";

/** A part of the versions, newest first. Throws 404 if the resource does not exist. */
export async function listVersions(
  { store }: ResourceContext,
  row: Kind,
  id: string,
  { after = 0 }: ListQuery,
): Promise<ResourceList> {
  const versions = await store.versions(row.kind, id);
  if (versions.length === 0 && !(await store.get(row.kind, id))) throw notFound(row.kind, id);
  const resources: JsonObject[] = [];
  let size = 0;
  const older = after === 0 ? versions : versions.filter(({ number }) => number < after);
  for (const { number, writtenAt, bytes, keyName, origin } of older) {
    if (size > 0 && size + bytes > maxPartBytes) return { resources, next: number + 1 };
    size += bytes;
    const stored = await store.getVersion(row.kind, id, number);
    if (!stored) continue; // a write deleted it meanwhile
    resources.push({
      number,
      time: writtenAt === undefined ? null : new Date(writtenAt).toISOString(),
      keyName: keyName ?? null,
      origin: origin ? { ...origin } : null,
      content: toResponseBody(row, stored, () => ({})),
    });
  }
  return { resources };
}
