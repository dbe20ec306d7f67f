// Access control: with API keys, requests that send one; without, only programs on this computer.
// A web page in a browser can reach a loopback port, so Host and Origin are checked too.
import { createHash, timingSafeEqual } from "node:crypto";
import { HTTPException } from "hono/http-exception";

/** A check that throws 401 or 403 if a request has no access. */
export function createAccessCheck(keys: readonly string[]): (request: Request) => void {
  if (keys.includes("")) throw new Error("an API key must not be empty");
  const digests = keys.map(digest);
  return (request) => (digests.length > 0 ? checkKey(request, digests) : checkLocal(request));
}

/** Compares with every key in constant time, so that the duration reveals nothing. */
function checkKey(request: Request, digests: readonly Buffer[]): void {
  const key = request.headers.get("x-api-key");
  const keyDigest = digest(key ?? "");
  const equal = digests.filter((each) => timingSafeEqual(each, keyDigest));
  if (key === null)
    throw new HTTPException(401, { message: "The header X-API-KEY with an API key is missing." });
  if (equal.length === 0)
    throw new HTTPException(401, { message: "The API key in the header X-API-KEY is not valid." });
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

function checkLocal(request: Request): void {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  if (!loopback.test(host))
    throw new HTTPException(403, {
      message:
        "No API key is set: this service accepts only the hosts localhost, 127.0.0.1 and [::1].",
    });
  if (request.headers.has("origin"))
    throw new HTTPException(403, {
      message:
        "No API key is set: this service rejects requests of web pages (requests with an Origin header).",
    });
}
