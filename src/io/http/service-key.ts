// The key of a service: a text, or one that is read for each attempt, such as a token that ends.
import { isCallFailure } from "../../engine/model/failure.ts";

/** Reads the key for an attempt. `refused`: the key that the service has just refused. */
export type ReadKey = (refused?: string) => Promise<string>;

/** Sends an attempt with the key. If it is refused with 401, sends it once more with another one. */
export async function sendWithKey<Result>(
  key: string | ReadKey | undefined,
  send: (key: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (typeof key !== "function") return send(key);
  const first = await key();
  try {
    return await send(first);
  } catch (error) {
    if (!isCallFailure(error) || error.status !== 401) throw error;
    return send(await key(first));
  }
}
