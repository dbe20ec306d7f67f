// The ETags of the resources that steps change or delete, as they were when the service was listed.
import { memo } from "../model/collections.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Step } from "../model/plan.ts";
import { entityTag } from "../normalize/entity-tag.ts";
import type { ListResponses } from "../normalize/observe.ts";

/** The steps with the ETags of their resources. */
export function withObservedTags(
  kinds: Kinds,
  steps: readonly Step[],
  responses: ListResponses,
): Step[] {
  const itemsById = memo(
    (kind: string) => new Map((responses.get(kind) ?? []).map((item) => [item["id"], item])),
  );
  return steps.map((step) => {
    const item = step.remoteId === undefined ? undefined : itemsById(step.kind).get(step.remoteId);
    return item ? { ...step, observedTag: entityTag(kindNamed(kinds, step.kind), item) } : step;
  });
}
