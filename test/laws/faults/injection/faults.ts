// The list of all faults that a request can meet between the tool and the service, and the schedules
// that choose faults from a seed. faulty-fetch.ts and faulty-proxy.ts inject them.
import type { RandomInt } from "../../../fixtures/seeded-random.ts";

/** How the request fails for the tool. */
type Symptom =
  | "connection refused"
  | "connection closed"
  | "no response in time"
  | "408"
  | "429"
  | "429 with Retry-After 2 s"
  | "429 with Retry-After 5 min"
  | "500"
  | "502 with HTML"
  | "503 with Retry-After 1 s"
  | "truncated JSON"
  | "response cut off";

/** When the service processes the request. "late": after the time-out of the tool. */
type Processing = "never" | "immediately" | "late";

export interface Fault {
  readonly symptom: Symptom;
  readonly processing: Processing;
}

/** Symptoms that tell the tool that the request was not processed. */
const definiteSymptoms: readonly Symptom[] = [
  "connection refused",
  "429",
  "429 with Retry-After 2 s",
  "429 with Retry-After 5 min",
  "503 with Retry-After 1 s",
];

/** Symptoms after which the tool cannot know whether the request was processed. */
const ambiguousSymptoms: readonly Symptom[] = [
  "connection closed",
  "no response in time",
  "408",
  "500",
  "502 with HTML",
  "truncated JSON",
  "response cut off",
];

/** All faults. Seeded schedules choose by index, so the order decides which runs a seed makes. */
export const faults: readonly Fault[] = [
  ...definiteSymptoms.map((symptom): Fault => ({ symptom, processing: "never" })),
  ...ambiguousSymptoms.map((symptom): Fault => ({ symptom, processing: "never" })),
  ...ambiguousSymptoms.map((symptom): Fault => ({ symptom, processing: "immediately" })),
  { symptom: "no response in time", processing: "late" },
];

/** The name of a fault in test names and failure messages: `500, request processed`. */
export function faultName({ symptom, processing }: Fault): string {
  const names = {
    never: "request not processed",
    immediately: "request processed",
    late: "request processed late",
  };
  return `${symptom}, ${names[processing]}`;
}

/** True if the tool cannot know whether the request was processed. */
export function isAmbiguous({ symptom }: Fault): boolean {
  return ambiguousSymptoms.includes(symptom);
}

/** A request of the tool. `number` counts the requests of a run from 1. */
export interface ToolRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Decides which fault a request meets, if any. */
export type FaultSchedule = (request: ToolRequest) => Fault | undefined;

export const noFaults: FaultSchedule = () => undefined;

/** One fault, on the request with this number. */
export function faultAt(fault: Fault, requestNumber: number): FaultSchedule {
  return ({ number }) => (number === requestNumber ? fault : undefined);
}

/** A random fault on one in `average` requests, retries included. */
export function randomFaults(average: number, randomInt: RandomInt): FaultSchedule {
  return () => (randomInt(average) === 0 ? faults[randomInt(faults.length)] : undefined);
}
