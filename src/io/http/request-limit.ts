// Limits the requests to a service that are in progress at once. A response with status 429 halves
// the limit for the rest of the run.
import { isCallFailure } from "../../engine/model/failure.ts";

export interface RequestLimit {
  /** The number of requests that may be in progress now. */
  current(): number;
  /** Makes a request as soon as the limit permits. */
  run<Result>(request: () => Promise<Result>): Promise<Result>;
}

/** `maximum`: the limit until the first 429. */
export function createRequestLimit(maximum: number): RequestLimit {
  const waiting: (() => void)[] = [];
  let limit = maximum;
  let active = 0;
  let lowered = 0;

  async function enter(): Promise<void> {
    if (active >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else active++;
  }

  /** Passes the place on, unless the limit was lowered. */
  function leave(): void {
    const next = active <= limit ? waiting.shift() : undefined;
    if (next) next();
    else active--;
  }

  return {
    current: () => limit,
    run: async (request) => {
      await enter();
      const loweredBefore = lowered;
      try {
        return await request();
      } catch (error) {
        // Requests that were in progress together lower the limit once.
        if (isCallFailure(error) && error.status === 429 && lowered === loweredBefore) {
          limit = Math.max(1, Math.floor(limit / 2));
          lowered++;
        }
        throw error;
      } finally {
        leave();
      }
    },
  };
}
