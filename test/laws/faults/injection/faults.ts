// What can befall a request between the tool and the service, as a closed list, and which of it a
// seed chooses. How a fault looks to the tool is played elsewhere: faulty-fetch.ts, proxy.ts.
import type { Dice } from "../../property/generate-text.ts";

/** What the tool gets to see. */
type Seen =
  | "connection refused"
  | "connection closed"
  | "no answer in time"
  | "408"
  | "429"
  | "429 asking for 2 seconds"
  | "429 asking for 5 minutes"
  | "500"
  | "502 with HTML"
  | "503 asking for 1 second"
  | "truncated JSON"
  | "answer broken off";

/** What the service does: nothing · what it was asked · the same, but after the tool gave up waiting. */
type Deed = "nothing" | "at once" | "late";

export interface Fault {
  readonly seen: Seen;
  readonly done: Deed;
}

/** Answers to a request that was not carried out, and says so. */
const neverDone: readonly Seen[] = [
  "connection refused",
  "429",
  "429 asking for 2 seconds",
  "429 asking for 5 minutes",
  "503 asking for 1 second",
];

/** Answers that leave open whether it was. */
const perhapsDone: readonly Seen[] = [
  "connection closed",
  "no answer in time",
  "408",
  "500",
  "502 with HTML",
  "truncated JSON",
  "answer broken off",
];

/** Every fault there is. */
export const faults: readonly Fault[] = [
  ...neverDone.map((seen): Fault => ({ seen, done: "nothing" })),
  ...perhapsDone.map((seen): Fault => ({ seen, done: "nothing" })),
  ...perhapsDone.map((seen): Fault => ({ seen, done: "at once" })),
  { seen: "no answer in time", done: "late" },
];

export function nameOf({ seen, done }: Fault): string {
  const deeds = { nothing: "nothing done", "at once": "but done", late: "but done later" };
  return `${seen}, ${deeds[done]}`;
}

/** Whether the tool cannot know that nothing was done. */
export function isUnknown({ seen }: Fault): boolean {
  return perhapsDone.includes(seen);
}

/** A request as it comes; `number` counts from 1. */
export interface Asked {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Which fault befalls a request. */
export type Schedule = (asked: Asked) => Fault | undefined;

/** One fault, on the request of that number. */
export function only(fault: Fault, at: number): Schedule {
  return ({ number }) => (number === at ? fault : undefined);
}

/** One request in so many is faulty, tries that follow a fault included. */
export function oneIn(many: number, dice: Dice): Schedule {
  return () => (dice(many) === 0 ? faults[dice(faults.length)] : undefined);
}
