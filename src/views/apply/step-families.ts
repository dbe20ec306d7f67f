// Steps that an apply reports on one line, as the plan has one line for them: those of a change and of
// the new or deleted children that it counts.
import { groupBy } from "../../engine/model/collections.ts";
import type { ApplyEvent } from "../../engine/apply/apply-event.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { type Change, type Plan, type Step, flattenChange } from "../../engine/model/plan.ts";
import { type Address, kindOf } from "../../engine/model/resource.ts";
import { countedBy, countByKind } from "../plan/change-order.ts";

type Succeeded = Extract<ApplyEvent, { readonly type: "succeeded" }>;

/** What one line reports. */
export interface DoneSteps {
  readonly address: Address;
  readonly verb: Change["action"];
  readonly id: string;
  readonly milliseconds: number;
  /** The children: `with 2 evaluations`. */
  readonly note?: string;
}

export interface StepFamilies {
  /** The lines to print after a step: that of its family after the last step of it, else none. */
  add(event: Succeeded): DoneSteps[];
  /** The steps of families that are not complete. */
  rest(): DoneSteps[];
}

/** Collects the steps of a plan as they succeed. */
export function createStepFamilies({ changes, steps }: Plan, kinds: Kinds): StepFamilies {
  const rootOf = rootsOf(changes);
  const actions = new Map(changes.map(({ address, action }) => [address, action]));
  const familyOf = ({ address }: Step): Address => rootOf.get(address) ?? address;
  const sizes = new Map([...groupBy(steps, familyOf)].map(([root, some]) => [root, some.length]));
  const done = new Map<Address, Succeeded[]>();
  return {
    add: (event) => {
      const root = familyOf(event.step);
      const family = [...(done.get(root) ?? []), event];
      done.set(root, family);
      if (family.length < (sizes.get(root) ?? 0)) return [];
      done.delete(root);
      const own = family.find(({ step }) => step.address === root && step.verb !== "delete");
      // Of a replaced resource, the new children count: the plan counts these.
      const isReplace = actions.get(root) === "replace";
      const children = new Set(
        family
          .filter(({ step }) => step.address !== root && !(isReplace && step.verb === "delete"))
          .map(({ step }) => step.address),
      );
      const counts = countByKind(
        kinds,
        [...children].map((address) => ({ kind: kindOf(address) })),
      );
      return [
        {
          address: root,
          verb: actions.get(root) ?? event.step.verb,
          id: (own ?? family.find(({ step }) => step.address === root) ?? event).id,
          milliseconds: family.reduce((sum, each) => sum + each.milliseconds, 0),
          ...(counts !== "" && { note: `with ${counts}` }),
        },
      ];
    },
    rest: () =>
      [...done.values()].flat().map(({ step, id, milliseconds }) => ({
        address: step.address,
        verb: step.verb,
        id,
        milliseconds,
      })),
  };
}

/** The change that counts what a step is about, by address. */
function rootsOf(changes: readonly Change[]): ReadonlyMap<Address, Address> {
  const topmost = countedBy(changes, ({ address }) => address);
  const parts = changes.flatMap((change) =>
    flattenChange(change).map((part) => [part.address, topmost(change).address] as const),
  );
  const own = changes.map((change) => [change.address, topmost(change).address] as const);
  return new Map([...parts, ...own]);
}
