// Refuses requests that a service would reject as too large, before an apply has begun.
import { requestBody } from "./request-body.ts";
import { isDeeperThan, type Json } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Refusal, Step } from "../model/plan.ts";
import type { ServiceReader } from "../model/ports.ts";
import { maxBodyLevels, maxBodyValues } from "../model/service-limits.ts";
import { bodyTooComplex, bodyTooLarge } from "../refusals/refusals.ts";

/** An id, in place of those that an apply gets. */
const someId = "0".repeat(24);

/** A refusal for each step whose body is larger than the service takes, if it announces that. */
export function largeBodies(
  kinds: Kinds,
  steps: readonly Step[],
  service: Pick<ServiceReader, "baseUrl" | "maxBodyBytes">,
): Refusal[] {
  const limit = service.maxBodyBytes();
  if (limit === undefined) return [];
  return steps.flatMap((step) => {
    if (!step.body) return [];
    const { address } = step;
    if (isDeeperThan(maxBodyLevels, step.body))
      return [
        bodyTooComplex(address, service.baseUrl, [maxBodyLevels, "levels of objects and lists"]),
      ];
    const size = maxSize(step.body);
    if (size >= maxBodyValues * maxValueSize && valuesIn(step.body) > maxBodyValues)
      return [bodyTooComplex(address, service.baseUrl, [maxBodyValues, "values"])];
    if (size <= limit) return [];
    const body = requestBody(kindNamed(kinds, step.kind), step, () => someId);
    const { length } = new TextEncoder().encode(JSON.stringify(body));
    const sizes = { size: length, limit };
    return length > limit ? [bodyTooLarge(step.address, service.baseUrl, sizes)] : [];
  });
}

/** More bytes than a body has: serializing each one would take longer than the rest of a plan. */
function maxSize(value: Json): number {
  if (typeof value === "string") return maxValueSize + value.length * maxCharacterSize;
  if (typeof value !== "object" || value === null) return maxValueSize;
  return Object.entries(value as Readonly<Record<string, Json>>).reduce(
    (sum, [key, each]) => sum + key.length * maxCharacterSize + maxSize(each),
    maxValueSize,
  );
}

/** The values in a value, itself included. */
function valuesIn(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value as Readonly<Record<string, Json>>).reduce<number>(
    (sum, each) => sum + valuesIn(each),
    1,
  );
}

/** A control character is \u0000 in JSON. */
const maxCharacterSize = 6;

/** A number, or an object with an id in place of a reference, and the marks around it. */
const maxValueSize = 64;
