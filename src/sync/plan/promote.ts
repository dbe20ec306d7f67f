// Asks the environment that `after` names which of the changes its service holds: observe → match → diff
// → attribute, as in a plan for it. Nothing is asked for a plan without changes.
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
import { overrideDefinitions } from "../../engine/environments/apply-overrides.ts";
import { overridesIn } from "../../engine/environments/override.ts";
import { isFailure } from "../../engine/model/failure.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change, Promotion, Refusal } from "../../engine/model/plan.ts";
import type { PlanPolicy, ServiceFacts } from "../../engine/model/plan-policy.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import { unpromotedChanges, type UpstreamState } from "../../engine/select/hold-back.ts";
import { upstreamUnknown } from "../../engine/refusals/refusals.ts";
import type { LoadedFiles } from "../load/load.ts";
import { attribute } from "./attribute.ts";
import { compare } from "./compare.ts";
import { observeAll, refuseFalseEmptyLists } from "./observe-all.ts";
import type { HistoryReader } from "./read-history.ts";

/** The environment that `after` names. */
export interface Upstream {
  readonly name: string;
  /** Its values; undefined if the definitions are those of a commit without it. */
  readonly overrides: EnvironmentOverrides | undefined;
  readonly history: HistoryReader;
  /** Connects to its service, with its own base URL and key. */
  connect(this: void): Promise<ServiceReader>;
  /** What a plan for it compares with. */
  readonly policy: PlanPolicy;
  factsOf(this: void, baseUrl: string): ServiceFacts;
  /** Whether the plan has what the service does not hold. */
  readonly allowsUnpromoted: boolean;
}

/** The changes that are made, and what the other environment says. */
export interface Promoted {
  readonly changes: readonly Change[];
  readonly promotion?: Promotion;
  readonly refusals: readonly Refusal[];
}

/** Leaves out the changes that wait for the other environment. If it cannot be read, refuses all. */
export async function promote(
  kinds: Kinds,
  project: LoadedFiles,
  changes: readonly Change[],
  upstream: Upstream | undefined,
): Promise<Promoted> {
  if (!upstream || changes.length === 0) return { changes, refusals: [] };
  const { name: after, allowsUnpromoted } = upstream;
  const none = { after, heldBack: [], allowed: [] };
  try {
    const state = await readUpstream(kinds, project, changes, upstream);
    const waiting = unpromotedChanges(kinds, changes, state);
    const known = { ...none, isKnown: true };
    if (allowsUnpromoted)
      return { changes, promotion: { ...known, allowed: waiting }, refusals: [] };
    const held = new Set(waiting.map(({ change }) => change));
    return {
      changes: changes.filter((each) => !held.has(each)),
      promotion: { ...known, heldBack: waiting },
      refusals: [],
    };
  } catch (problem) {
    if (!isFailure(problem)) throw problem;
    const unknown = { ...none, isKnown: false };
    const allowed = changes.map((change) => ({ change, reason: "unknown" as const }));
    if (allowsUnpromoted) return { changes, promotion: { ...unknown, allowed }, refusals: [] };
    const addresses = changes.map(({ address }) => address);
    return { changes, promotion: unknown, refusals: [upstreamUnknown(after, problem, addresses)] };
  }
}

/** Lists the kinds with names and, if children change, those of children. */
async function readUpstream(
  kinds: Kinds,
  project: LoadedFiles,
  changes: readonly Change[],
  { overrides, history, connect, policy, factsOf }: Upstream,
): Promise<UpstreamState> {
  const children = changes.some(({ row }) => row.parent);
  const listed = kinds.filter((row) => !row.parent || children).map(({ kind }) => kind);
  const shared = project.shared.filter(({ row }) => listed.includes(row.kind));
  const definitions = overrides
    ? overrideDefinitions(shared, overridesIn(overrides)).definitions
    : shared;
  const service = await connect();
  const responses = await observeAll(service, listed);
  await refuseFalseEmptyLists(kinds, service, responses);
  const options = { ...policy, ...factsOf(service.baseUrl) };
  const compared = compare(kinds, { definitions, responses }, options);
  const known = { kinds, reader: history, responses, compared, service, options };
  const attributed = await attribute({ ...known, project: { ...project, definitions } });
  return { definitions, ...attributed, scope: policy.scope, keep: policy.keep };
}
