// A reader that asks for the versions of each resource once: several stages of a plan need them.
import type { ServiceReader } from "../../engine/model/ports.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";

/** The versions of a resource, asked for once. */
export function versionsOnce({
  versions,
}: Pick<ServiceReader, "versions">): Pick<ServiceReader, "versions"> {
  const asked = new Map<string, ReturnType<ServiceReader["versions"]>>();
  return {
    versions: (kind, id) => {
      const key = remoteAddress(kind, id);
      const known = asked.get(key) ?? versions(kind, id);
      asked.set(key, known);
      return known;
    },
  };
}
