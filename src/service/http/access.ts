// Access control: with API keys, requests that send one; without, only programs on this computer.
// A web page in a browser can reach a loopback port, so Host, Origin and Sec-Fetch-Site are checked too.
import type { HonoRequest, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { isLoopbackHost } from "../../engine/text/loopback.ts";
import { type ApiKeys, createApiKeys } from "./api-keys.ts";

interface AccessOptions {
  /** Accept the key also as a bearer token: Prometheus sends it so. */
  readonly bearer?: boolean;
}

/** Throws 401 or 403 for a request without access. */
export function accessControl(
  keys: readonly string[],
  { bearer = false }: AccessOptions = {},
): MiddlewareHandler {
  const accepted = createApiKeys(keys);
  return async ({ req }, next) => {
    if (accepted.isEmpty) checkLocal(req);
    else checkKey(req.header("x-api-key") ?? (bearer ? token(req) : undefined), accepted);
    await next();
  };
}

function checkKey(key: string | undefined, accepted: ApiKeys): void {
  const digest = accepted.digestOf(key ?? "");
  if (key === undefined)
    throw new HTTPException(401, { message: "The header X-API-KEY with an API key is missing." });
  if (digest === undefined)
    throw new HTTPException(401, { message: "The API key in the header X-API-KEY is not valid." });
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
