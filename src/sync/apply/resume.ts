// Resumes a saved plan: lists the service again and compares it with the plan.
import { childKinds, type Kinds, kindNamed } from "../../engine/model/kind.ts";
import type { ExecutablePlan } from "../../engine/model/plan.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import { withObservedTags } from "../../engine/order/observed-tags.ts";
import { resume, type ResumedPlan } from "../../engine/review/resume.ts";
import { observeAll } from "../plan/observe-all.ts";

/** Returns the remaining steps of a saved plan, and the resources that changed since. */
export async function resumePlan(
  kinds: Kinds,
  plan: ExecutablePlan,
  reader: ServiceReader,
): Promise<ResumedPlan> {
  const responses = await observeAll(reader, kindsTouched(kinds, plan));
  const resumed = resume(kinds, plan, responses);
  const steps = withObservedTags(kinds, resumed.plan.steps, responses);
  return { ...resumed, plan: { ...resumed.plan, steps } };
}

/** Lists child kinds if children change, or if a deleted resource may have new children. */
function kindsTouched(kinds: Kinds, { changes }: ExecutablePlan): string[] {
  if (changes.length === 0) return [];
  const children = changes.some(
    ({ kind, action }) =>
      kindNamed(kinds, kind).parent || (action === "delete" && childKinds(kinds, kind).length > 0),
  );
  return kinds.filter((row) => !row.parent || children).map((row) => row.kind);
}
