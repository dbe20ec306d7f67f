// Refuses requests that the embedded service would reject as too large, before an apply has begun.
import { requestBody } from "./request-body.ts";
import type { Json } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Refusal, Step } from "../model/plan.ts";
import { maxBodyBytes } from "../model/service-limits.ts";
import { bodyTooLarge } from "../text/refusals.ts";

/** An id of the embedded service, in place of those that an apply gets. */
const someId = "0".repeat(24);

/** A refusal for each step whose body is larger than the embedded service takes. */
export function largeBodies(kinds: Kinds, steps: readonly Step[]): Refusal[] {
  return steps.flatMap((step) => {
    if (!step.body || mayFit(step.body)) return [];
    const body = requestBody(kindNamed(kinds, step.kind), step, () => someId);
    const { length } = new TextEncoder().encode(JSON.stringify(body));
    return length > maxBodyBytes ? [bodyTooLarge(step.address, length, maxBodyBytes)] : [];
  });
}

/** Whether the texts of a body are so short that it cannot be too large: a character has at most 6 bytes in JSON. */
function mayFit(body: Json): boolean {
  return textLength(body) < maxBodyBytes / 8;
}

function textLength(value: Json): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value as Readonly<Record<string, Json>>).reduce<number>(
    (sum, each) => sum + textLength(each),
    0,
  );
}
