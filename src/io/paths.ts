// Paths of the service.
import { Failure } from "../engine/model/failure.ts";

/** The path of one thing. Ids that would lead to another path are a Failure. */
export function itemPath(collection: string, id: string): string {
  if (id === "" || id === "." || id === ".." || /\p{Surrogate}/u.test(id))
    throw new Failure("failed", "wrong-id", `${JSON.stringify(id)} cannot be the id of anything.`);
  return `${collection}/${encodeURIComponent(id)}`;
}
