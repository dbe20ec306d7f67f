// The oracle for two teams on one service: which evaluations that a team did not create it may change or
// delete. It imports nothing of src/.
import type { Case, PromptName, Side, TeamSettings } from "./team-events.ts";

/** What a team has committed. */
export interface Team {
  readonly side: Side;
  /** The cases of each defined prompt now. */
  readonly defined: Map<PromptName, readonly Case[]>;
  /** Those of each commit that had the prompt, the oldest first. */
  readonly versions: Map<PromptName, (readonly Case[])[]>;
  settings: TeamSettings;
}

export interface ApplyRules {
  readonly team: Team;
  /** The other team, if it is in the same repository. */
  readonly neighbour: Team | undefined;
  readonly ci: boolean;
  /** Whether git can be started; without it, the other team may define anything. */
  readonly hasGit: boolean;
}

/**
 * Whether a team may take an evaluation under a prompt:
 * - one that a commit of its project has exactly like this;
 * - one whose inputs a definition has now, and each assertion is one that this definition has or had;
 * - where nobody else may have any: one whose inputs a definition has, and a similar one.
 */
export function mayTake(rules: ApplyRules, prompt: PromptName, theirs: Case): boolean {
  const { team, ci } = rules;
  const versions = team.versions.get(prompt) ?? [];
  if (versions.flat().some((each) => hasEqualInputs(each, theirs) && hasEqualLimits(each, theirs)))
    return true;
  const now = team.defined.get(prompt) ?? [];
  const isPartOf = (ours: Case, index: number): boolean => {
    const known = [ours, ...versions.flatMap((cases) => cases[index] ?? [])];
    const limits = new Set(known.flatMap((each) => each.limits));
    return hasEqualInputs(ours, theirs) && theirs.limits.every((limit) => limits.has(limit));
  };
  if (now.some(isPartOf)) return true;
  if (isShared(rules, prompt)) return false;
  const takesSimilar = !ci || team.settings.scope !== undefined;
  return now.some(
    (ours) => hasEqualInputs(ours, theirs) || (takesSimilar && isSimilar(ours, theirs)),
  );
}

/** Whether others may have evaluations under a prompt. */
export function isShared({ team, neighbour, hasGit }: ApplyRules, prompt: PromptName): boolean {
  const { side, settings } = team;
  return (
    !hasGit ||
    !prompt.startsWith(side) ||
    !matches(settings.scope ?? ["*"], prompt) ||
    matches(settings.keep, prompt) ||
    neighbour?.defined.has(prompt) === true
  );
}

function matches(patterns: readonly string[], prompt: PromptName): boolean {
  const address = `prompt/${prompt}`;
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? address.startsWith(pattern.slice(0, -1)) : address === pattern,
  );
}

function hasEqualInputs(one: Case, other: Case): boolean {
  return one.question === other.question && one.threshold === other.threshold;
}

function hasEqualLimits(one: Case, other: Case): boolean {
  return one.limits.toSorted().join() === other.limits.toSorted().join();
}

/** No case has appended messages, so that one more equal part is enough, if it is not empty. */
export function isSimilar(one: Case, other: Case): boolean {
  return one.question === other.question || (one.limits.length > 0 && hasEqualLimits(one, other));
}
