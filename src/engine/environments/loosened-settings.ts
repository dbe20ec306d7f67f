// Which changes of promptctl.yaml permit more: deletes and overwrites that were refused before.
import { coversPattern } from "../text/address-pattern.ts";
import { groupBy } from "../model/collections.ts";
import type { Capabilities } from "../model/kind.ts";
import { addedToScope } from "./scope.ts";

/** The settings that limit what apply does, defaults filled in. */
export interface LimitingSettings {
  readonly prune: boolean;
  readonly scope: readonly string[];
  /** Whether promptctl.yaml has a scope; otherwise it is the whole service. */
  readonly hasScope: boolean;
  /** Address patterns of resources that prune never deletes. */
  readonly keep: readonly string[];
  /** What apply does with resources that were changed on the service. */
  readonly conflicts: "warn" | "refuse";
  readonly maxDeletePercent: number;
  /** The maximum size of a response, decoded, in MiB. */
  readonly maxResponseMiB: number;
  readonly capabilities: Capabilities;
  /** The environment whose settings these are. */
  readonly environment?:
    | { readonly name: string; readonly isProtected: boolean; readonly after?: string }
    | undefined;
}

/** The settings of one promptctl.yaml. */
export interface SettingsByEnvironment {
  /** Without an environment. */
  readonly settings: LimitingSettings;
  /** Undefined if there are no environments. */
  readonly inEnvironments?: readonly LimitingSettings[] | undefined;
}

/** A change of a setting that permits more. */
export interface LoosenedSetting {
  /** `prune false → true` */
  readonly change: string;
  /** The environments that it counts in; none if there are none. */
  readonly environments: readonly string[];
}

/** Lists the changes of one setting that permit more. */
type CompareSettings = (before: LimitingSettings, after: LimitingSettings) => readonly string[];

/**
 * A row for each setting that limits what apply does; the plan shows what the others change. The
 * patterns are last, because a report can omit the end of a long list.
 */
const comparisons: readonly CompareSettings[] = [
  ifTrue("prune", ({ prune }) => prune),
  ({ conflicts: before }, { conflicts: after }) =>
    before === "refuse" && after === "warn" ? ["conflicts refuse → warn"] : [],
  ifHigher("limits.maxDeletePercent", ({ maxDeletePercent }) => maxDeletePercent),
  ifHigher("limits.maxResponseMiB", ({ maxResponseMiB }) => maxResponseMiB),
  ({ environment: before }, { environment: after }) =>
    before?.isProtected && !after?.isProtected ? ["protected true → false"] : [],
  ({ environment: before }, { environment: after }) =>
    before?.after !== undefined && before.after !== after?.after
      ? [`after ${before.after} → ${after?.after ?? "none"}`]
      : [],
  ifTrue("service.evaluationUpdate", ({ capabilities }) => capabilities.evaluationUpdate),
  ifTrue(
    "service.evaluationDeleteCascades",
    ({ capabilities }) => capabilities.evaluationDeleteCascades,
  ),
  addedScope,
  (before, after) =>
    before.keep
      .filter((pattern) => !after.keep.some((other) => coversPattern(other, pattern)))
      .map((pattern) => `keep no longer has ${pattern}`),
];

function ifTrue(name: string, valueOf: (settings: LimitingSettings) => boolean): CompareSettings {
  return (before, after) => (valueOf(after) && !valueOf(before) ? [`${name} false → true`] : []);
}

function ifHigher(name: string, valueOf: (settings: LimitingSettings) => number): CompareSettings {
  return (before, after) =>
    valueOf(after) > valueOf(before) ? [`${name} ${valueOf(before)} → ${valueOf(after)}`] : [];
}

/** Without a scope, prune deletes nothing in CI, and elsewhere in the whole service. */
function addedScope(before: LimitingSettings, after: LimitingSettings): readonly string[] {
  if (!before.hasScope && !after.hasScope) return [];
  const reason = before.hasScope ? "" : "; without a scope, prune deletes nothing in CI";
  return addedToScope(before.hasScope ? before.scope : [], after.scope).map(
    (pattern) => `scope adds ${pattern}${reason}`,
  );
}

/**
 * The changes from one promptctl.yaml to another that permit more. A new environment is compared
 * with the settings without an environment, which it would have had.
 */
export function loosenedSettings(
  before: SettingsByEnvironment,
  after: SettingsByEnvironment,
): LoosenedSetting[] {
  const pairs = (after.inEnvironments ?? [after.settings]).map((settings) => {
    const name = settings.environment?.name;
    const same = before.inEnvironments?.find(({ environment }) => environment?.name === name);
    return { name, old: same ?? before.settings, settings };
  });
  const found = comparisons.flatMap((compare) =>
    pairs.flatMap(({ name, old, settings }) =>
      compare(old, settings).map((change) => ({ change, name })),
    ),
  );
  return [...groupBy(found, ({ change }) => change)].map(([change, places]) => ({
    change,
    environments: places.flatMap(({ name }) => name ?? []),
  }));
}
