// Who sends a request to the page. A cookie holds a random id. With API keys, a login stores a session
// with a new id; without keys, every browser on this computer has access. The token of forms is
// derived from the id, so that only a page that was sent to the same browser contains it.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context, HonoRequest } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AcceptedKey, ApiKeys } from "../../http/access/api-keys.ts";
import type { KeyScope } from "../../http/access/key-scopes.ts";
import type { Store } from "../../store/stored-resource.ts";
import { pageRoot } from "./page-paths.ts";

export interface Visit {
  /** The id in the cookie. */
  readonly id: string;
  /** Whether the browser sent no cookie, so that the id is a new one. */
  readonly isNew: boolean;
  /** The hidden field of each form. */
  readonly token: string;
  /** `open`: no API key is set · `session`: logged in · `none`: not logged in. */
  readonly access: "open" | "session" | "none";
  /** What the key of the session may do now. */
  readonly scope: KeyScope;
  /** The name of this key. */
  readonly keyName: string | undefined;
  /** The origin of the service as the browser sees it: `https://prompts.example.com`. */
  readonly origin: string;
  /** What the service is called, such as `production`. */
  readonly serviceName: string | undefined;
  /** The environment that projects have for the service. */
  readonly environment: string | undefined;
}

/** What the page keeps with a request, and what the log and the metrics read of it. */
export interface PageEnv {
  readonly Variables: {
    readonly visit: Visit;
    readonly keyName: string | undefined;
    readonly keyScope: KeyScope;
  };
}

/** The context of a request to the page. */
export type PageContext = Context<PageEnv>;

/** With the port: a browser sends the cookies of a host to all its ports. */
function cookieName(context: Context): string {
  const { port } = new URL(originOf(context.req));
  return port === "" ? "promptctl_session" : `promptctl_session_${port}`;
}

/** How long a session lasts, in milliseconds: 12 hours, a working day. */
export const sessionLifetimeMs: number = 12 * 60 * 60 * 1000;

export interface VisitOptions {
  readonly keys: ApiKeys;
  readonly store: Pick<Store, "findSession">;
  readonly now: () => number;
  readonly serviceName?: string | undefined;
  readonly environment?: string | undefined;
}

/** Reads the cookie. */
export async function findVisit(
  context: Context,
  { keys, store, now, serviceName, environment }: VisitOptions,
): Promise<Visit> {
  const given = getCookie(context, cookieName(context)) ?? "";
  const hasCookie = /^[\w-]{43}$/.test(given);
  const id = hasCookie ? given : randomId();
  const shared = {
    id,
    isNew: !hasCookie,
    token: formToken(id),
    origin: originOf(context.req),
    serviceName: serviceName ?? environment,
    environment,
  };
  if (keys.isEmpty) return { ...shared, access: "open", scope: "write", keyName: undefined };
  const key = hasCookie ? await sessionKey(id, { keys, store, now }) : undefined;
  const { scope = "read", name: keyName } = key ?? {};
  return { ...shared, access: key ? "session" : "none", scope, keyName };
}

/** The key of a session, as it is now: it can be revoked, or have another scope than at the login. */
async function sessionKey(
  id: string,
  { keys, store, now }: VisitOptions,
): Promise<AcceptedKey | undefined> {
  const digest = await store.findSession(sessionDigest(id), now());
  return digest === undefined ? undefined : keys.findDigest(digest);
}

/** Sets the cookie of a new visit. */
export function keepVisit(context: PageContext): void {
  const { id, isNew } = context.var.visit;
  if (isNew) writeCookie(context, id);
}

/**
 * Opens a session for an accepted key, in place of an earlier one of the browser. Its id is new: an id
 * from before the login is worthless.
 */
export async function openPageSession(
  context: PageContext,
  keyDigest: string,
  store: Pick<Store, "openSession" | "closeSession">,
  now: number,
): Promise<void> {
  const { access, id: earlierId } = context.var.visit;
  if (access === "session") await store.closeSession(sessionDigest(earlierId));
  const id = randomId();
  const expiresAt = now + sessionLifetimeMs;
  await store.openSession({ idDigest: sessionDigest(id), keyDigest, expiresAt }, now);
  writeCookie(context, id, sessionLifetimeMs / 1000);
}

/** Closes the session and gives the browser a new id. */
export async function closePageSession(
  context: PageContext,
  store: Pick<Store, "closeSession">,
): Promise<void> {
  await store.closeSession(sessionDigest(context.var.visit.id));
  writeCookie(context, randomId());
}

/** Compares in constant time. */
export function isFormToken({ token }: Visit, given: string): boolean {
  const [expected, actual] = [Buffer.from(token), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * The origin of the request's URL. A proxy that receives https names the scheme in
 * X-Forwarded-Proto.
 */
function originOf(request: HonoRequest): string {
  const url = new URL(request.url);
  const forwarded = request.header("x-forwarded-proto")?.split(",")[0]!.trim().toLowerCase();
  const scheme =
    forwarded === "https" || forwarded === "http" ? forwarded : url.protocol.slice(0, -1);
  const host = request.header("host") ?? url.host;
  const named = `${scheme}://${host}`;
  return URL.canParse(named) ? new URL(named).origin : url.origin;
}

function writeCookie(context: Context, id: string, maxAge?: number): void {
  setCookie(context, cookieName(context), id, {
    path: pageRoot,
    httpOnly: true,
    sameSite: "Strict",
    secure: originOf(context.req).startsWith("https:"),
    ...(maxAge !== undefined && { maxAge }),
  });
}

function randomId(): string {
  return randomBytes(32).toString("base64url");
}

function sessionDigest(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}

function formToken(id: string): string {
  return createHmac("sha256", id).update("form").digest("base64url");
}
