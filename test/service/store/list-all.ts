// All resources of a kind in a store, for tests.
import type { Store, StoredResource } from "../../../src/service/store/stored-resource.ts";

/** In order of creation; with a parent's id only its children. */
export async function listAll(
  store: Pick<Store, "list">,
  kind: string,
  parentId?: string,
): Promise<readonly StoredResource[]> {
  const filter = parentId === undefined ? {} : { parentId };
  const resources: StoredResource[] = [];
  let part = await store.list(kind, filter);
  for (;;) {
    resources.push(...part.resources);
    if (part.next === undefined) return resources;
    part = await store.list(kind, { ...filter, after: part.next });
  }
}
