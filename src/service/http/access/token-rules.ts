// The rules for tokens of CI: which runs may do what. All claims of a rule must have the texts that it names.
import { includesScope, type KeyScope } from "./key-scopes.ts";

export interface TokenRule {
  /** As in the claim `iss`. */
  readonly issuer: string;
  readonly audience: string;
  /** For logs, metrics and versions, as that of a key. */
  readonly name: string;
  readonly scope: KeyScope;
  /** The texts that each claim may have. */
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

/** The claims of a token whose signature holds. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Runs of these events also execute what outsiders propose: a rule has to name them. */
const namedEvents: readonly (readonly [claim: string, events: readonly string[]])[] = [
  ["event_name", ["pull_request", "pull_request_target", "issue_comment", "workflow_run"]],
  ["pipeline_source", ["merge_request_event"]],
];

/** A rule that accepts a token, or the claim for which the nearest one does not. */
export type RuleMatch = { readonly rule: TokenRule } | { readonly failedClaim: string };

/** The matching rule with the widest scope. `rules`: at least one. */
export function matchRules(rules: readonly TokenRule[], claims: TokenClaims): RuleMatch {
  const judged = rules.map((rule) => ({ rule, failed: failedClaims(rule, claims) }));
  const [first, ...more] = judged.filter(({ failed }) => failed.length === 0);
  if (first) {
    const wider = (one: TokenRule, { rule }: { readonly rule: TokenRule }): TokenRule =>
      includesScope(one.scope, rule.scope) ? one : rule;
    return { rule: more.reduce(wider, first.rule) };
  }
  const nearest = judged.reduce((one, other) =>
    other.failed.length < one.failed.length ? other : one,
  );
  return { failedClaim: nearest.failed[0]! };
}

/** The claims of a token that a rule does not accept. */
function failedClaims(rule: TokenRule, claims: TokenClaims): string[] {
  const failed = Object.entries(rule.claims)
    .filter(([name, texts]) => !texts.some((text) => isMatch(name, text, claims[name])))
    .map(([name]) => name);
  const events = namedEvents.filter(
    ([name, texts]) =>
      texts.some((text) => text === claims[name]) && !Object.hasOwn(rule.claims, name),
  );
  // A tag of GitLab can have the name of a branch; on GitHub, the text of `ref` says which it is.
  const isTag =
    Object.hasOwn(rule.claims, "project_id") &&
    Object.hasOwn(rule.claims, "ref") &&
    !Object.hasOwn(rule.claims, "ref_type") &&
    claims["ref_type"] !== "branch";
  return [...failed, ...events.map(([name]) => name), ...(isTag ? ["ref_type"] : [])];
}

function isMatch(name: string, text: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  if (name !== "ref" || !text.endsWith("/*")) return value === text;
  const prefix = text.slice(0, -1);
  return value.startsWith(prefix) && value.length > prefix.length;
}
