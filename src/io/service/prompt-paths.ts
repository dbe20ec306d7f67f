// The paths of the endpoints of prompts.
import { itemPath } from "../http/item-path.ts";

/** The list of prompts. */
export const promptsPath = "/sdk/v1/prompts";

/** The completion of a prompt. Throws a Failure if the id would change the path. */
export function completionPath(id: string): string {
  return `${itemPath(promptsPath, id)}/completion`;
}
