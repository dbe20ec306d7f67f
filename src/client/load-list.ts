// One conditional request for the list of prompts.
import type { CallFailure } from "../engine/model/failure.ts";
import type { LoadResult } from "./list-state.ts";
import { type HeldPrompt, heldPrompts } from "./prompt-content.ts";
import { promptsPath } from "../io/service/prompt-paths.ts";
import { requestService, type ServiceAccess } from "./service-request.ts";

/** Why a load failed, in a sentence. */
export interface LoadFailure {
  readonly is: "failed";
  readonly reason: string;
}

/** Loads the list, unless the service says that it has not changed since the one with the tag. */
export async function loadList(
  access: ServiceAccess,
  timeoutMs: number,
  tag: string | undefined,
): Promise<Exclude<LoadResult<readonly HeldPrompt[]>, { is: "failed" }> | LoadFailure> {
  try {
    const { status, headers, body } = await requestService(access, {
      method: "GET",
      path: promptsPath,
      headers: {
        connection: "close", // one kept open would be lost in a process that is suspended between loads
        ...(tag !== undefined && { "if-none-match": tag }),
      },
      timeoutMs,
      expects: "list",
    });
    if (status === 304 && tag !== undefined) return { is: "unchanged" };
    const list = heldPrompts(body);
    if (!list) return { is: "failed", reason: "The response is not a list of prompts." };
    return { is: "list", list, tag: headers.get("etag") ?? undefined };
  } catch (error) {
    return { is: "failed", reason: (error as CallFailure).message };
  }
}
