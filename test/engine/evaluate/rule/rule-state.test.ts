// When a base is broken for a reason of its own, so that its case is judged like a new one.
import { expect, test } from "vitest";
import { hasBrokenBase, type RuleTrial } from "../../../../src/engine/evaluate/rule/rule-state.ts";

const made = { isRepeat: false, isCached: false };
const passed: RuleTrial = { ...made, outcome: "passed" };
const lost = (cause: RuleTrial["cause"], more: Partial<RuleTrial> = {}): RuleTrial => ({
  ...made,
  outcome: "not measured",
  cause,
  ...more,
});
const cut = lost("not whole", { isRepeat: true });
const unfit = (ownOutcome: RuleTrial["ownOutcome"]): RuleTrial => lost("unfit", { ownOutcome });

test.each<[name: string, head: RuleTrial[], base: RuleTrial[], isBroken: boolean]>([
  ["without replies it is not", [], [], false],
  ["refused", [passed], [lost("refused")], true],
  ["not whole, also the second time", [passed], [cut], true],
  ["refused, then not whole", [passed, passed], [lost("refused"), cut], true],
  ["not whole, and asked for once more", [passed], [lost("not whole")], false],
  ["refused once of two", [passed, passed], [lost("refused"), passed], false],
  [
    "a call that failed is no reason of its own",
    [passed],
    [lost("failed", { isRepeat: true })],
    false,
  ],
  ["a judge that cannot be read is none", [passed], [lost("unreadable")], false],
  ["its version cannot judge what the head's passes", [unfit("passed")], [], true],
  ["its version cannot judge what the head's fails", [unfit("failed")], [], true],
  ["neither version can judge", [unfit("not measured")], [], false],
  ["its version cannot judge some of the replies", [unfit("passed"), passed], [], false],
  [
    "another cause, although the head's version judges",
    [lost("other", { ownOutcome: "passed" })],
    [],
    false,
  ],
])("%s", (_name, head, base, isBroken) => {
  expect(hasBrokenBase({ isCompared: true, head, base })).toBe(isBroken);
  expect(hasBrokenBase({ isCompared: false, head, base })).toBe(false);
});
