// The public keys of an issuer of tokens, from its discovery document. An issuer that is down, slow or hostile
// costs at most one fetch in 10 seconds, with little memory.
import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { isObject, type Json, objectsIn, parseJson } from "../../../engine/model/json.ts";
import { isLoopbackHost } from "../../../engine/text/loopback.ts";
import type { Fetch } from "../../../engine/model/ports.ts";

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** The keys for a key id; `unavailable`: the issuer has to be asked, and does not answer. */
type FoundKeys = KeySet | "unknown" | "unavailable";

export interface IssuerKeys {
  find(keyId: string): Promise<FoundKeys>;
}

interface IssuerOptions {
  readonly issuer: string;
  readonly fetch: Fetch;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Of one load, in milliseconds; default 5 s. */
  readonly timeoutMs?: number;
}

/** Between two loads, also after one that failed. */
const pauseMs = 10_000;

/** Older keys are loaded again: an issuer can withdraw one. */
const freshMs = 10 * 60_000;

/** Older keys are not used, even if the issuer does not answer. */
const oldestMs = 24 * 60 * 60_000;

const maxBytes = 64 * 1024;

interface LoadedKeys {
  readonly keyIds: ReadonlySet<string>;
  readonly keys: KeySet;
  readonly loadedAt: number;
}

export function createIssuerKeys({
  issuer,
  fetch,
  now,
  timeoutMs = 5_000,
}: IssuerOptions): IssuerKeys {
  let loaded: LoadedKeys | undefined;
  let loading: Promise<void> | undefined;
  let startedAt = -Infinity;
  let hasFailed = false;
  const loadNow = async (): Promise<void> => {
    try {
      const keys = await loadKeys(issuer, fetch, AbortSignal.timeout(timeoutMs));
      loaded = { ...keys, loadedAt: now() };
      hasFailed = false;
    } catch {
      hasFailed = true;
    } finally {
      loading = undefined;
    }
  };
  const load = (): Promise<void> | undefined => {
    if (loading || now() - startedAt < pauseMs) return loading;
    startedAt = now();
    loading = loadNow();
    return loading;
  };
  const usable = (keyId: string): KeySet | undefined =>
    loaded && now() - loaded.loadedAt < oldestMs && loaded.keyIds.has(keyId)
      ? loaded.keys
      : undefined;
  return {
    async find(keyId) {
      const keys = usable(keyId);
      if (keys) {
        if (now() - loaded!.loadedAt >= freshMs) void load(); // requests do not wait for it
        return keys;
      }
      await load();
      return usable(keyId) ?? (hasFailed || !loaded ? "unavailable" : "unknown");
    },
  };
}

/** Rejects if the issuer does not answer as it should. */
async function loadKeys(
  issuer: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Omit<LoadedKeys, "loadedAt">> {
  const get = (url: string): Promise<Json | undefined> => getJson(url, fetch, signal);
  const discovered = await get(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const { issuer: named, jwks_uri: url } = isObject(discovered) ? discovered : {};
  if (named !== issuer) throw new Error("the discovery document is of another issuer");
  if (
    typeof url !== "string" ||
    !isIssuerUrl(url) ||
    new URL(url).origin !== new URL(issuer).origin
  )
    throw new Error("the keys are not at the origin of the issuer");
  const set = await get(url);
  const keys = objectsIn(isObject(set) ? set["keys"] : undefined).filter(
    ({ kid, kty }) => typeof kid === "string" && kty === "RSA",
  );
  if (keys.length === 0) throw new Error("the issuer has no key");
  return {
    keyIds: new Set(keys.map(({ kid }) => String(kid))),
    keys: createLocalJWKSet({ keys } as unknown as JSONWebKeySet),
  };
}

/** Whether keys may be read from an address: https, or http of this machine. */
export function isIssuerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
}

/** Reads at most 64 KiB. A redirect is a response like any other, and so no success. */
async function getJson(url: string, fetch: Fetch, signal: AbortSignal): Promise<Json | undefined> {
  const headers = { accept: "application/json" };
  const response = await fetch(url, { method: "GET", headers, redirect: "manual", signal });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes || response.status !== 200) break; // ends the connection
    parts.push(part);
  }
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  if (size > maxBytes) throw new Error("the response is too large");
  return parseJson(new TextDecoder().decode(Buffer.concat(parts)));
}
