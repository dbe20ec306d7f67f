// The rules of PROMPTCTL_SERVE_OIDC for tokens of CI. Exact, because a rule that is too wide lets others in.
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { isObject, type Json, parseJson } from "../../engine/model/json.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { type KeyScope, keyScopes } from "../../service/http/access/key-scopes.ts";
import { isIssuerUrl } from "../../service/http/access/issuer-keys.ts";
import type { TokenRule } from "../../service/http/access/token-rules.ts";
import { withFields } from "./row-fields.ts";
import { secretSource } from "./secret-files.ts";

const variable = "PROMPTCTL_SERVE_OIDC";

/** None without the variable. Throws a Failure if one is not valid. */
export function readTokenRules(env: EnvironmentVariables): TokenRule[] {
  const text = env[variable]?.trim();
  if (!text) return [];
  const source = secretSource(env, variable);
  const rows = parseJson(text);
  if (!Array.isArray(rows) || rows.length === 0)
    throw wrongRules(`${source} is not a JSON list of at least one rule.`);
  return rows.map((row: Json, index) =>
    readRule(row, (what) => wrongRules(`${source} has ${what} in item ${index + 1}.`)),
  );
}

type Wrong = (what: string) => Failure;

function readRule(row: Json, wrong: Wrong): TokenRule {
  const fields = ["issuer", "audience", "name", "scope", "claims"];
  const { issuer, audience, name, scope, claims: given } = withFields(row, fields, wrong);
  if (typeof issuer !== "string" || !isIssuerUrl(issuer) || /[?#]/.test(issuer))
    throw wrong("an issuer that is no https address");
  if (typeof audience !== "string" || audience === "") throw wrong("no audience");
  if (typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name))
    throw wrong("an invalid name (1 to 64 letters, digits, `.`, `_` and `-`)");
  if (!keyScopes.includes(scope as KeyScope))
    throw wrong(`a scope that is none of ${keyScopes.join(", ")}`);
  const claims = readClaims(given, wrong);
  checkClaims(claims, scope as KeyScope, wrong);
  return { issuer, audience, name, scope: scope as KeyScope, claims };
}

function readClaims(given: Json | undefined, wrong: Wrong): Record<string, readonly string[]> {
  if (!isObject(given)) throw wrong("no claims");
  const entries = Object.entries(given).map(([name, value]) => {
    const texts = [value].flat();
    if (texts.length === 0 || !texts.every((text) => typeof text === "string" && text !== ""))
      throw wrong(`a claim ${JSON.stringify(name)} that is neither a text nor a list of texts`);
    const isWild = (text: string): boolean =>
      text.includes("*") && !(name === "ref" && /^[^*]+\/\*$/.test(text));
    if ((texts as string[]).some(isWild))
      throw wrong("a * that is not at the end of `ref`, after a `/`");
    return [name, texts as string[]] as const;
  });
  return Object.fromEntries(entries);
}

/** A name of a repository can be given to another one, and whoever can push can run a branch. */
function checkClaims(claims: TokenRule["claims"], scope: KeyScope, wrong: Wrong): void {
  const has = (name: string): boolean => Object.hasOwn(claims, name);
  if (has("sub")) throw wrong("the claim sub, whose form can change: name others");
  const [isGitHub, isGitLab] = [has("repository_id"), has("project_id")];
  if (isGitHub === isGitLab)
    throw wrong("neither repository_id (GitHub) nor project_id (GitLab), or both");
  if (scope === "read") return;
  if (isGitHub && !has("ref") && !has("environment"))
    throw wrong(`the scope ${scope} without the claim ref or environment`);
  const isProtected = claims["ref_protected"]?.every((text) => text === "true") ?? false;
  if (isGitLab && !(has("ref") && isProtected))
    throw wrong(`the scope ${scope} without the claims ref and ref_protected "true"`);
}

/** A warning if rules name an environment only; else empty. */
export function tokenRulesWarning(rules: readonly TokenRule[]): string {
  const names = rules
    .filter(({ claims }) => claims["environment"] && !claims["ref"])
    .map(({ name }) => name);
  if (names.length === 0) return "";
  return `Rules of ${variable} name an environment without ref (${names.join(", ")}): every branch whose workflow names that environment is accepted, unless the environment restricts branches.\n`;
}

function wrongRules(message: string): Failure {
  return wrongUsage(
    "wrong-token-rules",
    message,
    'Write [{"issuer": "https://token.actions.githubusercontent.com", "audience": "https://prompts.example.com", "name": "ci-apply", "scope": "write", "claims": {"repository_id": "1234", "ref": "refs/heads/main"}}].',
  );
}
