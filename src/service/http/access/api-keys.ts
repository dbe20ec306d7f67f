// The accepted API keys and what each may do. They are kept as digests that are compared in constant time.
import { hash, timingSafeEqual } from "node:crypto";
import type { KeyScope } from "./key-scopes.ts";
import type { Tokens } from "./tokens.ts";

/** A key with the scope `write` and no name can be given as its text. */
export interface ApiKey {
  readonly key: string;
  readonly scope: KeyScope;
  /** For logs, metrics and versions. Two keys can have one name, so that one can replace the other. */
  readonly name?: string;
}

/** A key that was found, without its text. */
export interface AcceptedKey extends Omit<ApiKey, "key"> {
  /** In hexadecimal. */
  readonly digest: string;
}

export interface ApiKeys {
  /** Tokens of CI, which are accepted too. */
  readonly tokens: Tokens | undefined;
  /** Whether there are neither keys nor rules for tokens, so that only local programs have access. */
  readonly isEmpty: boolean;
  /** Whether there are keys: tokens of CI are no login to the page. */
  readonly hasKeys: boolean;
  /** The key with this text; undefined if it is not accepted. */
  find(key: string): AcceptedKey | undefined;
  /** The key with this digest; undefined if it is not accepted. */
  findDigest(digest: string): AcceptedKey | undefined;
  /** Accepts only these keys from now on. Throws as createApiKeys. */
  replace(keys: readonly (ApiKey | string)[]): void;
}

/** Keys for a service: a list, or keys that can be replaced while it runs. */
export type GivenKeys = ApiKeys | readonly (ApiKey | string)[];

/** Throws an Error if a key is empty. */
export function createApiKeys(keys: GivenKeys, tokens?: Tokens): ApiKeys {
  if ("isEmpty" in keys) return keys;
  let accepted = keys.flatMap(digestsOf);
  const find = (given: Buffer): AcceptedKey | undefined => {
    let found: KeyDigest | undefined;
    // Compares with every key, so that the duration reveals nothing.
    for (const each of accepted) if (timingSafeEqual(each.bytes, given)) found = each;
    return found;
  };
  return {
    tokens,
    get isEmpty() {
      return accepted.length === 0 && (tokens?.isEmpty ?? true);
    },
    get hasKeys() {
      return accepted.length > 0;
    },
    find: (key) => find(digestOf(key)),
    findDigest: (hex) => (/^[\da-f]{64}$/.test(hex) ? find(Buffer.from(hex, "hex")) : undefined),
    replace: (others) => void (accepted = others.flatMap(digestsOf)),
  };
}

interface KeyDigest extends AcceptedKey {
  readonly bytes: Buffer;
}

/** The digests of a key as it is, and as Node decodes a header if the client sent the key in UTF-8. */
function digestsOf(given: ApiKey | string): KeyDigest[] {
  const { key, ...rest } =
    typeof given === "string" ? { key: given, scope: "write" as const } : given;
  if (key === "") throw new Error("an API key must not be empty");
  const asHeader = Buffer.from(key, "utf8").toString("latin1");
  return [...new Set([key, asHeader])].map((text) => {
    const bytes = digestOf(text);
    return { ...rest, digest: bytes.toString("hex"), bytes };
  });
}

function digestOf(key: string): Buffer {
  return hash("sha256", key, "buffer");
}
