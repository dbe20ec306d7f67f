// Access control: with API keys, requests that send one; without, only programs on this computer.
// A web page in a browser can reach a loopback port, so Host, Origin and Sec-Fetch-Site are checked too.
import { createHash, timingSafeEqual } from "node:crypto";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { isLoopbackHost } from "../engine/model/loopback.ts";

interface AccessOptions {
  /** Accept the key also as a bearer token: Prometheus sends it so. */
  readonly bearer?: boolean;
}

/** Throws 401 or 403 for a request without access. */
export function accessControl(
  keys: readonly string[],
  { bearer = false }: AccessOptions = {},
): MiddlewareHandler {
  if (keys.includes("")) throw new Error("an API key must not be empty");
  const digests = keys.flatMap((key) => [digest(key), digest(asHeader(key))]);
  return async ({ req }, next) => {
    if (digests.length > 0)
      checkKey(req.header("x-api-key") ?? (bearer ? token(req) : undefined), digests);
    else checkLocal(req);
    await next();
  };
}

/** Compares with every key in constant time, so that the duration reveals nothing. */
function checkKey(key: string | undefined, digests: readonly Buffer[]): void {
  const keyDigest = digest(key ?? "");
  const equal = digests.filter((each) => timingSafeEqual(each, keyDigest));
  if (key === undefined)
    throw new HTTPException(401, { message: "The header X-API-KEY with an API key is missing." });
  if (equal.length === 0)
    throw new HTTPException(401, { message: "The API key in the header X-API-KEY is not valid." });
}

function token(request: HonoRequest): string | undefined {
  return /^Bearer +(.*)$/i.exec(request.header("authorization") ?? "")?.[1];
}

/** A header value as Node decodes it if the client sent the key in UTF-8. */
function asHeader(key: string): string {
  return Buffer.from(key, "utf8").toString("latin1");
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

function checkLocal(request: HonoRequest): void {
  const host = request.header("host") ?? new URL(request.url).host;
  if (!isLoopbackHost(host.replace(/:\d+$/, "").toLowerCase()))
    throw new HTTPException(403, {
      message:
        "No API key is set: this service accepts only the hosts localhost, 127.0.0.1 and [::1].",
    });
  if (request.header("origin") !== undefined || isFromOtherSite(request))
    throw new HTTPException(403, {
      message:
        "No API key is set: this service rejects requests of web pages (requests with an Origin header, or with Sec-Fetch-Site: cross-site or same-site).",
    });
}

/** Browsers send Sec-Fetch-Site even where they send no Origin: with links, images and frames. */
function isFromOtherSite(request: HonoRequest): boolean {
  return ["cross-site", "same-site"].includes(request.header("sec-fetch-site") ?? "");
}
