// Takes up a saved plan: reads the service again, once per kind, and holds the plan against it.
import { childKinds, type Kinds, kindNamed } from "../engine/model/kind.ts";
import type { ExecutablePlan } from "../engine/model/plan.ts";
import type { ServiceReader } from "../engine/model/ports.ts";
import { resume, type ResumedPlan } from "../engine/saved-plan/resume.ts";
import { observeAll } from "./observe-all.ts";

/** What is left to do of a saved plan, and what has moved since it was made. */
export async function resumePlan(
  kinds: Kinds,
  plan: ExecutablePlan,
  reader: ServiceReader,
): Promise<ResumedPlan> {
  return resume(kinds, plan, await observeAll(reader, kindsTouched(kinds, plan)));
}

/** Children too, where some are touched, or may have come to stand beneath what is deleted. */
function kindsTouched(kinds: Kinds, { changes }: ExecutablePlan): string[] {
  const children = changes.some(
    ({ kind, action }) =>
      kindNamed(kinds, kind).parent || (action === "delete" && childKinds(kinds, kind).length > 0),
  );
  return kinds
    .filter((row) => changes.length > 0 && (!row.parent || children))
    .map((row) => row.kind);
}
