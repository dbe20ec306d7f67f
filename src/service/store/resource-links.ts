// The links of a resource: its parent and its references.
import type { ResourceKey, StoredResource, Targets } from "./stored-resource.ts";

/** The parent and the references of a resource. */
export function linksOf({ parent, references }: StoredResource): ResourceKey[] {
  return [...(parent ? [parent] : []), ...references.map(({ to }) => to)];
}

/** The links of a resource that do not exist, without repeats. */
export function missingLinks(
  resource: StoredResource,
  exists: (key: ResourceKey) => boolean,
): ResourceKey[] {
  const missing = linksOf(resource).filter((key) => !exists(key));
  return [...new Map(missing.map((key) => [`${key.kind} ${key.id}`, key])).values()];
}

/** The resources that these refer to, directly or through others. Each is read once. */
export function targetsOf(
  resources: readonly StoredResource[],
  read: (key: ResourceKey) => StoredResource | undefined,
): Targets {
  const targets = new Map<string, StoredResource>();
  const pending = [...resources];
  for (const { references } of pending)
    // grows meanwhile
    for (const { to } of references) {
      const target = targets.has(to.id) ? undefined : read(to);
      if (!target) continue;
      targets.set(to.id, target);
      pending.push(target);
    }
  return targets;
}
