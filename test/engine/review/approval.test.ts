// The text of an approval: what it permits, and its limits.
import { describe, expect, it } from "vitest";
import type { Alert } from "../../../src/engine/model/alert.ts";
import type { Plan } from "../../../src/engine/model/plan.ts";
import {
  type ApprovedPlan,
  approvalText,
  approvedKeys,
  beyondApproval,
  maxApprovedKeys,
} from "../../../src/engine/review/approval.ts";
import { planAtoms } from "../../../src/engine/review/atoms.ts";
import { loadTexts, planOf } from "../../fixtures/in-memory.ts";
import { tool } from "../../fixtures/responses.ts";

/** The plan that creates tools, with alerts. */
async function planFor(
  names: readonly string[],
  alerts: readonly Alert[] = [],
  more: Partial<Plan> = {},
): Promise<ApprovedPlan> {
  const text = names.map((name) => tool.replace("look", name)).join("---\n");
  const plan = { ...(await planOf(text, {})), alerts, ...more };
  const { definitions } = await loadTexts(text);
  return { plan, atoms: planAtoms(plan, definitions), heldBackAtoms: [] };
}

function keysOf(approved: ApprovedPlan, isWhole = false): readonly string[] {
  const read = approvedKeys(approvalText(approved, isWhole)!);
  return "keys" in read ? read.keys : [];
}

const alert = (code: Alert["code"], ...addresses: readonly string[]): Alert => ({
  code,
  addresses,
});

type Planned = Parameters<typeof planFor>;

/** What a plan holds beyond the approval of another one. */
async function beyond(approved: Planned, plan: Planned): Promise<readonly string[]> {
  const keys = keysOf(await planFor(...approved));
  const { atoms, alerts } = beyondApproval(keys, await planFor(...plan));
  return [
    ...atoms.map(({ change }) => change.address),
    ...alerts.map(({ code, address = "" }) => `${code} ${address}`),
  ];
}

describe("an approval", () => {
  const guarded = alert("guard");
  const both = alert("conflict", "tool/a", "tool/b");
  it.each<[string, Planned, Planned, readonly string[]]>([
    ["permits an equal plan", [["a", "b"], [both]], [["b", "a"], [both]], []],
    ["permits fewer changes", [["a", "b"]], [["b"]], []],
    ["permits no change", [["a"]], [[]], []],
    [
      "permits an alert about fewer resources",
      [["a", "b"], [both]],
      [["b"], [alert("conflict", "tool/b")]],
      [],
    ],
    ["does not permit another change", [["a"]], [["a", "b"]], ["tool/b"]],
    [
      "does not permit an alert about another resource",
      [["a", "b"], [alert("conflict", "tool/a")]],
      [["a", "b"], [both]],
      ["conflict tool/b"],
    ],
    [
      "does not permit another alert about the same resource",
      [["a"], [alert("model", "tool/a")]],
      [["a"], [alert("secret", "tool/a")]],
      ["secret tool/a"],
    ],
    [
      "does not permit another alert about no resource",
      [["a"], [guarded]],
      [["a"], [guarded, alert("warning")]],
      ["warning "],
    ],
    [
      "does not permit an alert of another environment",
      [[], [guarded], { environment: "staging" }],
      [[], [guarded], { environment: "production" }],
      ["guard "],
    ],
    [
      "does not permit a change on another service",
      [["a"], [], { baseUrl: "https://other.example.com" }],
      [["a"]],
      ["tool/a"],
    ],
  ])("%s", async (_what, approved, plan, expected) => {
    expect(await beyond(approved, plan)).toEqual(expected);
  });

  it("permits what is held back", async () => {
    const [one, two] = [await planFor(["a"]), await planFor(["a", "b"])];
    const heldBackAtoms = two.atoms.filter(({ change }) => change.address === "tool/b");
    for (const isWhole of [true, false]) {
      const keys = keysOf({ ...one, heldBackAtoms }, isWhole);
      expect(beyondApproval(keys, two)).toEqual({ atoms: [], alerts: [] });
      expect(beyondApproval(keys, one)).toEqual({ atoms: [], alerts: [] });
    }
  });

  it("of equal changes permits as many of them", async () => {
    const { plan, atoms } = await planFor(["a"]);
    const twice = { plan, atoms: [...atoms, ...atoms], heldBackAtoms: [] };
    expect(beyondApproval(keysOf({ ...twice, atoms }), twice).atoms).toHaveLength(1);
    expect(beyondApproval(keysOf(twice), twice).atoms).toEqual([]);
  });
});

describe("the text of an approval", () => {
  const many = async (count: number): Promise<ApprovedPlan> => {
    const one = await planFor(["a"]);
    const atoms = Array.from({ length: count }, (_, index) => ({
      ...one.atoms[0]!,
      key: String(index).padStart(16, "0"),
    }));
    return { ...one, atoms };
  };

  it("fits into a variable of Linux with the most keys", async () => {
    const text = approvalText(await many(maxApprovedKeys), false)!;
    expect(approvedKeys(text)).toMatchObject({ keys: { length: maxApprovedKeys } });
    expect(`INPUT_PERMISSION=${text}\0`.length).toBeLessThan(128 * 1024);
  });

  it("does not exist with more keys", async () => {
    expect(approvalText(await many(maxApprovedKeys + 1), false)).toBeUndefined();
  });

  it.each([
    ["", "empty"],
    ["v2:AAAAAAAAAAA", "version"],
    ["v1", "damaged"],
    ["v1:AAAAAAAAAAA,", "damaged"],
    ["v1:AAAAAAAAAAA AAAAAAAAAAA", "damaged"],
    ["v1:AAAAAAAAAAAA", "damaged"],
    ["v1:ÄÄÄÄÄÄÄÄÄÄÄ", "damaged"],
    ["v1:AAAAAAAAAAA\n", "damaged"],
  ])("is not read if it is %j", (text, problem) => {
    expect(approvedKeys(text)).toEqual({ problem });
  });
});
