// What comments and issues that are kept have in common.
import { isObject, type Json, type JsonObject } from "../engine/json.ts";
import { GitHubFailure } from "./api-failures.ts";

/** How often all of it is done again. */
const mostTries = 3;

/**
 * Does it anew where nobody knows whether something was made: what looks for its own first finds
 * it then, and makes nothing twice.
 */
export async function untilKnown<Result>(keep: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await keep();
    } catch (error) {
      const isOpen = error instanceof GitHubFailure && error.outcome === "unknown";
      if (!isOpen || tries >= mostTries) throw error;
    }
}

/** The oldest first: ids grow. */
export function byAge(a: JsonObject, b: JsonObject): number {
  return Number(a["id"]) - Number(b["id"]);
}

/** The address of a comment or an issue, for people. */
export function urlOf({ html_url: url }: JsonObject): string {
  return typeof url === "string" ? url : "";
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
