// Paths of resources in requests.
import { failed } from "../../engine/model/failure.ts";

/** The path of one resource. Throws a Failure if the id would change the path. */
export function itemPath(collection: string, id: string): string {
  if (id === "" || id === "." || id === ".." || /\p{Surrogate}/u.test(id))
    throw failed("wrong-id", `${JSON.stringify(id)} is not a valid id.`);
  return `${collection}/${encodeURIComponent(id)}`;
}
