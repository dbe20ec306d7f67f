// Turns changes into steps: one API call each, with the steps that must succeed before it.
import { type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import type { Change, Step } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import type { Definition } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";
import { deleteSteps } from "./delete-steps.ts";
import { type Write, writeStepId, writeVerb } from "./step-id.ts";

/** Returns the steps in an order that the service accepts if they run one after the other. */
export function order(
  kinds: Kinds,
  definitions: readonly Definition[],
  changes: readonly Change[],
): Step[] {
  const writes = changes.flatMap((change): Write[] => {
    if (change.action === "delete") return [];
    return change.action === "replace" ? [change, ...change.childCreates] : [change];
  });
  return [...writeSteps(kinds, definitions, writes), ...deleteSteps(kinds, changes, writes)];
}

/** One step per write, in the order given. */
function writeSteps(
  kinds: Kinds,
  definitions: readonly Definition[],
  writes: readonly Write[],
): Step[] {
  if (writes.length === 0) return [];
  const parents = new Map(definitions.map(({ address, parent }) => [address, parent]));
  const stepIds = new Map(writes.map((write) => [write.address, writeStepId(write)]));
  const previousEquals = previousEqualCreates(kinds, writes);
  return writes.map((write): Step => {
    let parent = write.parent; // the nearest ancestor that this plan writes
    while (parent !== undefined && !stepIds.has(parent)) parent = parents.get(parent);
    const needed = [...referencesOf(kindNamed(kinds, write.kind), write.body), parent ?? ""];
    const needs = [...needed.map((address) => stepIds.get(address)), previousEquals.get(write)];
    return {
      id: writeStepId(write),
      address: write.address,
      kind: write.kind,
      verb: writeVerb(write.action),
      phase: "write",
      needs: [...new Set(needs.filter((id) => id !== undefined))],
      body: write.body,
      ...(write.parent !== undefined && { parent: write.parent }),
      ...(write.action === "update" && { remoteId: write.id }),
    };
  });
}

/**
 * The step before each create that creates an equal resource. Equal creates run one after the other:
 * if a response is lost, the created resource is recognised by its name or content.
 */
function previousEqualCreates(kinds: Kinds, writes: readonly Write[]): Map<Write, string> {
  const previous = new Map<Write, string>();
  const last = new Map<string, string>();
  for (const write of writes) {
    if (write.action === "update") continue;
    const key = recognitionKey(kindNamed(kinds, write.kind), write);
    const equal = last.get(key);
    if (equal !== undefined) previous.set(write, equal);
    last.set(key, writeStepId(write));
  }
  return previous;
}

/** Equal for resources that recover-create cannot tell apart. */
function recognitionKey(row: Kind, { parent, body }: Write): string {
  if (row.identifiedBy.by === "name") return `${row.kind}\n${String(body["name"])}`;
  return `${row.kind}\n${parent ?? ""}\n${contentDigest(row, body)}`;
}
