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
    version: async () => store.version(),
    pools: () => [],
    close: async () => store.close(),
  };
}
