// Who may ask: with keys, who sends one; without, only programs on this computer.
// A page in a browser could reach a loopback port: the checks of Host and Origin keep it out.
import { createHash, timingSafeEqual } from "node:crypto";
import { HTTPException } from "hono/http-exception";

/** A check that throws 401 or 403 where a request may not pass. */
export function accessCheck(keys: readonly string[]): (request: Request) => void {
  if (keys.includes("")) throw new Error("an API key must not be empty");
  const digests = keys.map(digest);
  return (request) => (digests.length > 0 ? checkKey(request, digests) : checkLocal(request));
}

/** Every key is compared, each in constant time: how long it takes tells nothing. */
function checkKey(request: Request, digests: readonly Buffer[]): void {
  const given = request.headers.get("x-api-key");
  const offered = digest(given ?? "");
  const equal = digests.filter((each) => timingSafeEqual(each, offered));
  if (given === null)
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
      message: "No API key is set, so this service answers only to localhost, 127.0.0.1 and [::1].",
    });
  if (request.headers.has("origin"))
    throw new HTTPException(403, {
      message:
        "No API key is set, so this service does not answer pages in a browser (requests with Origin).",
    });
}
