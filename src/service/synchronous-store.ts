// A store whose operations are complete when they return, as those of SQLite.
import type { Store } from "./stored-resource.ts";

/** The operations of a store without promises. */
export type SynchronousStore = {
  readonly [Name in Exclude<keyof Store, "pools">]: (
    ...parameters: Parameters<Store[Name]>
  ) => Awaited<ReturnType<Store[Name]>>;
};

/** The same store with promises. */
export function withPromises(store: SynchronousStore): Store {
  return {
    list: async (kind, query) => store.list(kind, query),
    get: async (kind, id) => store.get(kind, id),
    insert: async (resource, options) => store.insert(resource, options),
    replace: async (resource, options) => store.replace(resource, options),
    remove: async (kind, id, options) => store.remove(kind, id, options),
    versions: async (kind, id) => store.versions(kind, id),
    getVersion: async (kind, id, number) => store.getVersion(kind, id, number),
    openSession: async (session, now) => store.openSession(session, now),
    findSession: async (idDigest, now) => store.findSession(idDigest, now),
    closeSession: async (idDigest) => store.closeSession(idDigest),
    version: async () => store.version(),
    checkAccess: async () => store.checkAccess(),
    pools: () => [],
    close: async () => store.close(),
  };
}
