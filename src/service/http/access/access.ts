// Access control: with API keys, requests that send one whose scope is enough; without, only programs on
// this computer. A web page in a browser can reach a loopback port, so Host, Origin and Sec-Fetch-Site
// are checked too.
import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { keyScopeHeader } from "../../../engine/model/extensions.ts";
import { failed } from "../../../engine/model/failure.ts";
import type { Kinds } from "../../../engine/model/kind.ts";
import type { VerifiedRun } from "../../../engine/model/origin.ts";
import { isLoopbackHost } from "../../../engine/text/loopback.ts";
import type { AcceptedKey, ApiKeys } from "./api-keys.ts";
import { includesScope, type KeyScope } from "./key-scopes.ts";
import { connectionOf } from "./connection.ts";
import { noteReason } from "./request-log.ts";

interface AccessOptions {
  /** Accept the key also as a bearer token: Prometheus sends it so. */
  readonly bearer?: boolean;
  /** Those whose endpoints are controlled. */
  readonly kinds?: Kinds;
}

/** Throws 401 or 403 for a request without access. Responses to a key name its scope. */
export function accessControl(
  keys: ApiKeys,
  { bearer = false, kinds = [] }: AccessOptions = {},
): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    if (keys.isEmpty) checkLocal(req);
    else {
      const text = req.header("x-api-key") ?? (bearer ? token(req) : undefined);
      const { name, scope, identity, verifiedRun } = await acceptedKey(context, keys, text);
      context.set("keyIdentity", identity);
      context.set("keyName", name);
      context.set("keyScope", scope);
      context.set("verifiedRun", verifiedRun);
      connectionOf(context).setHeader?.(keyScopeHeader, scope);
      checkScope(scope, neededScope(kinds, req));
    }
    await next();
  };
}

/** A key or a token, and what identifies the client for an Idempotency-Key. */
interface Access extends Pick<AcceptedKey, "name" | "scope"> {
  readonly identity: string;
  readonly verifiedRun?: VerifiedRun | undefined;
}

async function acceptedKey(
  context: Context,
  keys: ApiKeys,
  text: string | undefined,
): Promise<Access> {
  if (text === undefined)
    throw new HTTPException(401, { message: "The header X-API-KEY with an API key is missing." });
  const key = keys.find(text);
  if (key) return { ...key, identity: text };
  const result = await keys.tokens?.verify(text);
  if (result?.is === "accepted") return result;
  if (result?.is === "unavailable")
    throw failed("issuer-unavailable", "The keys of the issuer of a token cannot be read.");
  noteWrongKey(context);
  if (result) {
    const { reason, claim } = result;
    const cause = claim === undefined ? reason : `${reason} ${claim}`; // for the log
    const message =
      claim === undefined
        ? "The token in the header X-API-KEY is not valid."
        : `The claim ${claim} of the token in the header X-API-KEY is not accepted.`;
    throw new HTTPException(401, { message, cause });
  }
  throw new HTTPException(401, { message: "The API key in the header X-API-KEY is not valid." });
}

/** What identifies the client of a request: its key, or the rule of its token; empty without keys. */
export function clientIdentity(context: Context): string {
  return context.get("keyIdentity") ?? "";
}

/** Notes for the metrics and the log that a request has a key that is not accepted. */
export function noteWrongKey(context: Context): void {
  context.set("hasWrongKey", true);
  noteReason(context, "The API key is not valid.");
}

/** What changes nothing is listed, so that a new endpoint needs `write`. */
function neededScope(kinds: Kinds, { method, path }: HonoRequest): KeyScope {
  if (method === "GET" || method === "HEAD") return "read";
  const row = kinds.find((each) => each.runs && path.startsWith(`${each.path}/`));
  if (method !== "POST" || !row) return "write";
  const rest = path.slice(row.path.length);
  if (/^\/[^/]+$/.test(rest)) return "read"; // renders
  return /^\/[^/]+\/completion$/.test(rest) ? "run" : "write";
}

/** Throws 403 if a scope does not include another. */
export function checkScope(scope: KeyScope, needed: KeyScope): void {
  if (includesScope(scope, needed)) return;
  throw new HTTPException(403, {
    message: `This needs an API key with the scope ${needed}. The API key has the scope ${scope}.`,
  });
}

function token(request: HonoRequest): string | undefined {
  return /^Bearer +(.*)$/i.exec(request.header("authorization") ?? "")?.[1];
}

function checkLocal(request: HonoRequest): void {
  checkLoopbackHost(request);
  if (request.header("origin") !== undefined || isFromOtherSite(request))
    throw new HTTPException(403, {
      message:
        "No API key is set: this service rejects requests of web pages (requests with an Origin header, or with Sec-Fetch-Site: cross-site or same-site).",
    });
}

/** Throws 403 if the request names another host than this computer. */
export function checkLoopbackHost(request: HonoRequest): void {
  const host = request.header("host") ?? new URL(request.url).host;
  if (!isLoopbackHost(host.replace(/:\d+$/, "").toLowerCase()))
    throw new HTTPException(403, {
      message:
        "No API key is set: this service accepts only the hosts localhost, 127.0.0.1 and [::1].",
    });
}

/** Browsers send Sec-Fetch-Site even where they send no Origin: with links, images and frames. */
export function isFromOtherSite(request: HonoRequest): boolean {
  return ["cross-site", "same-site"].includes(request.header("sec-fetch-site") ?? "");
}
