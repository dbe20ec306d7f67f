// Tokens of CI systems in place of API keys: signature, lifetime, audience, and the rules.
import { decodeJwt, decodeProtectedHeader, type errors, jwtVerify } from "jose";
import { readVerifiedRun } from "../../../engine/history/origin-header.ts";
import type { JsonObject } from "../../../engine/model/json.ts";
import type { VerifiedRun } from "../../../engine/model/origin.ts";
import type { Fetch } from "../../../engine/model/ports.ts";
import type { KeyScope } from "./key-scopes.ts";
import { createIssuerKeys, type IssuerKeys } from "./issuer-keys.ts";
import { type TokenClaims, matchRules, type TokenRule } from "./token-rules.ts";

/**
 * - `accepted`: `identity` is the same for later tokens of the same rule
 * - `refused`: `reason` has no text of the token. With `claim`, the signature holds, and this claim fails.
 * - `unavailable`: the keys of the issuer cannot be read
 */
type TokenResult =
  | {
      readonly is: "accepted";
      readonly name: string;
      readonly scope: KeyScope;
      readonly identity: string;
      readonly verifiedRun: VerifiedRun | undefined;
    }
  | { readonly is: "refused"; readonly reason: string; readonly claim?: string }
  | { readonly is: "unavailable" };

export interface Tokens {
  /** Whether there are rules. */
  readonly isEmpty: boolean;
  /** Undefined if the text is no token. */
  verify(text: string): Promise<TokenResult> | undefined;
  /** Accepts only tokens of these rules from now on. */
  replace(rules: readonly TokenRule[]): void;
}

interface TokenOptions {
  readonly fetch: Fetch;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** The current date. */
  readonly time: () => Date;
  /** Of a load of keys: see createIssuerKeys. */
  readonly timeoutMs?: number;
}

const maxTokenLength = 8 * 1024;

/** How far the clock of the issuer may be ahead, in seconds. */
const maxAhead = 60;

/** In seconds. */
const maxLifetime = 24 * 60 * 60;

export function createTokens(given: readonly TokenRule[], options: TokenOptions): Tokens {
  let rules = given;
  const issuers = new Map<string, IssuerKeys>();
  const keysOf = (issuer: string): IssuerKeys => {
    const keys = issuers.get(issuer) ?? createIssuerKeys({ ...options, issuer });
    issuers.set(issuer, keys);
    return keys;
  };
  return {
    get isEmpty() {
      return rules.length === 0;
    },
    verify: (text) =>
      rules.length > 0 && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)
        ? verify(text, rules, { keysOf, time: options.time })
        : undefined,
    replace: (others) => void (rules = others),
  };
}

/** The codes of errors about a claim: the signature holds. */
const claimErrors: ReadonlySet<string | undefined> = new Set([
  "ERR_JWT_CLAIM_VALIDATION_FAILED",
  "ERR_JWT_EXPIRED",
]);

interface VerifyOptions extends Pick<TokenOptions, "time"> {
  keysOf(issuer: string): IssuerKeys;
}

async function verify(
  text: string,
  rules: readonly TokenRule[],
  { keysOf, time }: VerifyOptions,
): Promise<TokenResult> {
  if (text.length > maxTokenLength) return refused("token-too-long");
  const head = readHead(text);
  if (!head) return refused("token-malformed");
  if (head.algorithm !== "RS256") return refused("token-algorithm");
  if (head.keyId === undefined) return refused("token-without-kid");
  const ofIssuer = rules.filter(({ issuer }) => issuer === head.issuer);
  if (ofIssuer.length === 0) return refused("token-issuer");
  const keys = await keysOf(ofIssuer[0]!.issuer).find(head.keyId);
  if (keys === "unavailable") return { is: "unavailable" };
  if (keys === "unknown") return refused("token-unknown-key");
  const currentDate = time();
  let claims: TokenClaims;
  try {
    const settings = { algorithms: ["RS256"], requiredClaims: ["exp", "iat"], currentDate };
    claims = (await jwtVerify(text, keys, settings)).payload;
  } catch (error) {
    const { code, claim } = error as Partial<errors.JWTClaimValidationFailed>;
    return claimErrors.has(code) ? refused("token-claim", claim) : refused("token-signature");
  }
  const failed = failedTime(claims, currentDate.getTime() / 1000);
  if (failed !== undefined) return refused("token-claim", failed);
  const ofAudience = ofIssuer.filter(({ audience }) => audience === claims["aud"]);
  if (ofAudience.length === 0) return refused("token-claim", "aud");
  const match = matchRules(ofAudience, claims);
  if ("failedClaim" in match) return refused("token-claim", match.failedClaim);
  const { name, scope, issuer } = match.rule;
  const identity = JSON.stringify(["token", issuer, name]);
  return { is: "accepted", name, scope, identity, verifiedRun: verifiedRunOf(claims) };
}

/** The run in the claims of GitHub, or else of GitLab; undefined if they do not have it. */
function verifiedRunOf(claims: TokenClaims): VerifiedRun | undefined {
  const { repository, run_id, project_path, pipeline_id, sha: commit } = claims;
  return (
    readVerifiedRun({ repository, commit, runId: run_id } as JsonObject) ??
    readVerifiedRun({ repository: project_path, commit, runId: pipeline_id } as JsonObject)
  );
}

function refused(reason: string, claim?: string): TokenResult {
  return { is: "refused", reason, ...(claim !== undefined && { claim }) };
}

/** What a token says before its signature is checked; undefined if it is none. */
function readHead(text: string) {
  try {
    const { alg: algorithm, kid: keyId } = decodeProtectedHeader(text);
    return { algorithm, keyId, issuer: decodeJwt(text).iss };
  } catch {
    return undefined;
  }
}

/** The claim of a token that is valid for too long or from the future. `now`: in seconds since 1970. */
function failedTime({ iat, exp }: TokenClaims, now: number): "iat" | "exp" | undefined {
  if (typeof iat !== "number" || iat > now + maxAhead) return "iat";
  return typeof exp === "number" && exp - iat <= maxLifetime ? undefined : "exp";
}
