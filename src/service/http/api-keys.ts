// The accepted API keys, as digests that are compared in constant time.
import { createHash, timingSafeEqual } from "node:crypto";

export interface ApiKeys {
  /** Whether no key is set, so that only local programs have access. */
  readonly isEmpty: boolean;
  /** The digest of a key, in hexadecimal; undefined if the key is not accepted. */
  digestOf(key: string): string | undefined;
  /** Whether a digest is that of an accepted key. */
  hasDigest(digest: string): boolean;
}

/** Throws an Error if a key is empty. */
export function createApiKeys(keys: readonly string[]): ApiKeys {
  if (keys.includes("")) throw new Error("an API key must not be empty");
  const digests = keys.flatMap((key) => [digest(key), digest(asHeader(key))]);
  const isAccepted = (given: Buffer): boolean =>
    // Compares with every key, so that the duration reveals nothing.
    digests.filter((each) => timingSafeEqual(each, given)).length > 0;
  return {
    isEmpty: digests.length === 0,
    digestOf: (key) => (isAccepted(digest(key)) ? digest(key).toString("hex") : undefined),
    hasDigest: (hex) => /^[\da-f]{64}$/.test(hex) && isAccepted(Buffer.from(hex, "hex")),
  };
}

/** A header value as Node decodes it if the client sent the key in UTF-8. */
function asHeader(key: string): string {
  return Buffer.from(key, "utf8").toString("latin1");
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
