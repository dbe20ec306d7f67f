// A fetch that injects faults in front of a service in this process and records the requests. Its errors
// are those of the platform's fetch: sockets.test.ts compares them with real connections.
import type { Fetch } from "../../../../src/engine/model/ports.ts";
import { eventLoopTurns } from "../../../fixtures/event-loop.ts";
import type { RandomInt } from "../../../fixtures/seeded-random.ts";
import type { FakeClock } from "./fake-clock.ts";
import { faultResponse, partialBody } from "./fault-response.ts";
import { type Fault, type FaultSchedule, isAmbiguous, type ToolRequest } from "./faults.ts";

export type Handler = (request: Request) => Promise<Response>;

/** A request with its fault. */
export interface RecordedRequest extends ToolRequest {
  readonly fault: Fault | undefined;
  /** True as soon as the service has received the request. */
  processed: boolean;
}

export interface FaultyFetchOptions {
  readonly handler: Handler;
  readonly schedule: FaultSchedule;
  readonly clock: FakeClock;
  /** Decides the details of a fault and the order of concurrent requests. */
  readonly randomInt: RandomInt;
  /** Takes the processing of a request that happens after the time-out of the tool. */
  deferProcessing(process: () => Promise<unknown>): void;
  /** Called with each request before it is processed or fails. */
  onRequest?(request: RecordedRequest): Promise<void>;
}

/** Creates the fetch and the list of its requests. */
export function createFaultyFetch(options: FaultyFetchOptions): {
  readonly fetch: Fetch;
  readonly requests: RecordedRequest[];
} {
  const { handler, clock, randomInt } = options;
  const requests: RecordedRequest[] = [];
  const fetch: Fetch = async (url, { method = "GET", headers = {}, body, signal }) => {
    const number = requests.length + 1;
    const { pathname } = new URL(url);
    const text = typeof body === "string" ? body : "";
    const request = { number, method, path: pathname, body: text };
    const fault = options.schedule(request);
    const recorded: RecordedRequest = { ...request, fault, processed: false };
    requests.push(recorded);
    if (options.onRequest) await clock.pauseDuring(options.onRequest(recorded));
    const process = async (): Promise<Response> => {
      await eventLoopTurns(randomInt(3));
      recorded.processed = true;
      const init = { method, headers, ...(text !== "" && { body: text }) };
      const response = await handler(new Request(url, init));
      await eventLoopTurns(randomInt(12));
      return response;
    };
    if (!fault) return clock.pauseDuring(process());
    const own = fault.processing === "immediately" ? await clock.pauseDuring(process()) : undefined;
    if (fault.symptom !== "no response in time")
      return clock.pauseDuring(failure(fault, own, randomInt));
    return clock.rejectAtTimeout(signal!).catch((error: unknown) => {
      if (fault.processing === "late") options.deferProcessing(() => clock.pauseDuring(process()));
      throw error;
    });
  };
  return { fetch, requests };
}

/** True if the tool cannot know whether the request was processed, and so far it was not. */
export function isLost({ fault, processed }: RecordedRequest): boolean {
  return fault !== undefined && isAmbiguous(fault) && !processed;
}

async function failure(
  fault: Fault,
  own: Response | undefined,
  randomInt: RandomInt,
): Promise<Response> {
  switch (fault.symptom) {
    case "connection refused":
      throw fetchError("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:443");
    case "connection closed":
      if (randomInt(2) === 0) throw fetchError("ECONNRESET", "read ECONNRESET");
      throw fetchError("UND_ERR_SOCKET", "other side closed");
    case "response cut off":
      return new Response(brokenStream(await partialBody(own, randomInt)));
    default:
      return faultResponse(fault, own, randomInt);
  }
}

/** A stream that fails after this text. */
function brokenStream(text: string): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.error(fetchError("UND_ERR_SOCKET", "other side closed", "terminated"));
    },
  });
}

function fetchError(code: string, reason: string, message = "fetch failed"): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(reason), { code }) });
}
