// A fetch with faults in front of a service in this process, and a record of what came through it.
// It fails as the platform's own does: sockets.test.ts holds the two against each other.
import type { Fetch } from "../../../../src/engine/model/ports.ts";
import type { Dice } from "../../property/generate-text.ts";
import { answerOf, beginning } from "./fault-response.ts";
import type { Clock } from "./fake-clock.ts";
import { type Fault, isUnknown, type Schedule } from "./faults.ts";

export type Handler = (request: Request) => Promise<Response>;

/** One request as it came. */
export interface Sent {
  /** From 1, in the order they came. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly fault: Fault | undefined;
  /** Whether the service has seen it by now. */
  done: boolean;
}

export interface Between {
  readonly handler: Handler;
  readonly schedule: Schedule;
  readonly clock: Clock;
  /** Decides what the fault leaves open. */
  readonly dice: Dice;
  /** Takes what the service is to do after the tool gave up waiting. */
  later(pass: () => Promise<unknown>): void;
  /** Hears of every request before anything comes of it. */
  coming?(sent: Sent): void;
}

/** The fetch, and the requests that came so far. */
export function faultyFetch(between: Between): { readonly fetch: Fetch; readonly sent: Sent[] } {
  const { handler, clock, dice } = between;
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { method = "GET", headers = {}, body, signal }) => {
    const number = sent.length + 1;
    const { pathname } = new URL(url);
    const text = typeof body === "string" ? body : "";
    const asked = { number, method, path: pathname, body: text };
    const fault = between.schedule(asked);
    const each: Sent = { ...asked, fault, done: false };
    sent.push(each);
    between.coming?.(each);
    const pass = async (): Promise<Response> => {
      await turns(dice(3));
      each.done = true;
      const init = { method, headers, ...(text !== "" && { body: text }) };
      const answer = await handler(new Request(url, init));
      await turns(dice(12));
      return answer;
    };
    if (!fault) return clock.during(pass());
    const own = fault.done === "at once" ? await clock.during(pass()) : undefined;
    if (fault.seen !== "no answer in time") return clock.during(seen(fault, own, dice));
    return clock.timeOut(signal!).catch((error: unknown) => {
      if (fault.done === "late") between.later(() => clock.during(pass()));
      throw error;
    });
  };
  return { fetch, sent };
}

/** Whether the tool cannot know what became of it, and nothing did so far. */
export function isLost({ fault, done }: Sent): boolean {
  return fault !== undefined && isUnknown(fault) && !done;
}

async function seen(fault: Fault, own: Response | undefined, dice: Dice): Promise<Response> {
  switch (fault.seen) {
    case "connection refused":
      throw failed("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:443");
    case "connection closed":
      if (dice(2) === 0) throw failed("ECONNRESET", "read ECONNRESET");
      throw failed("UND_ERR_SOCKET", "other side closed");
    case "answer broken off":
      return new Response(brokenOff(await beginning(own, dice)));
    default:
      return answerOf(fault, own, dice);
  }
}

function brokenOff(begin: string): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(begin));
      controller.error(failed("UND_ERR_SOCKET", "other side closed", "terminated"));
    },
  });
}

function failed(code: string, why: string, message = "fetch failed"): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(why), { code }) });
}

/** Those that are under way together take turns. */
async function turns(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await new Promise((resolve) => setImmediate(resolve));
}
