// A store whose operations are complete when they return, as those of SQLite.
import { withStoreFailure } from "../store/store-failure.ts";
import type { Store } from "../store/stored-resource.ts";
import { repeatWhileBusy } from "./while-busy.ts";

/** The operations of a store without promises. An operation that throws has changed nothing. */
export type SynchronousStore = {
  readonly [Name in Exclude<keyof Store, "pools">]: (
    ...parameters: Parameters<Store[Name]>
  ) => Awaited<ReturnType<Store[Name]>>;
};

/** The same store with promises. Its operations wait for locks, and errors of its file are Failures. */
export function withPromises(store: SynchronousStore, path: string): Store {
  const run = <Result>(operation: () => Result): Promise<Result> =>
    withStoreFailure(path, () => repeatWhileBusy(operation));
  return {
    list: (kind, query) => run(() => store.list(kind, query)),
    get: (kind, id) => run(() => store.get(kind, id)),
    insert: (resource, options) => run(() => store.insert(resource, options)),
    replace: (resource, options) => run(() => store.replace(resource, options)),
    remove: (kind, id, options) => run(() => store.remove(kind, id, options)),
    summaries: (ids, childKind) => run(() => store.summaries(ids, childKind)),
    versions: (kind, id) => run(() => store.versions(kind, id)),
    getVersion: (kind, id, number) => run(() => store.getVersion(kind, id, number)),
    openSession: (session, now) => run(() => store.openSession(session, now)),
    findSession: (idDigest, now) => run(() => store.findSession(idDigest, now)),
    closeSession: (idDigest) => run(() => store.closeSession(idDigest)),
    version: () => run(() => store.version()),
    checkAccess: () => run(() => store.checkAccess()),
    pools: () => [],
    close: async () => store.close(),
  };
}
