// Secrets that are found by the key that they stand under, such as `api_key`, and not by their format.
import type { Path } from "../model/json.ts";

/** The ends of names of secrets, in lower case, with "_" between words. */
const sureName =
  /(?:^|_)(?:(?:api|access|secret|private|subscription)_?key|authorization|(?:auth|access|refresh)_?token|client_?secret|password|passwd|passphrase)$/;

/** The ends of names that other values have too, such as `voucher_token`. */
const possibleName = /(?:^|_)(?:(?:session)?token|secret|pwd|credentials?|cookie)$/;

/** Names of other texts that end like those of secrets. */
const otherName = /(?:^|_)(?:next|page|pad|bos|eos|stop|mask|special|continuation)_token$/;

/** Whether values under a key are secrets: `api_key`, `x-api-key`, `clientSecret`, `Authorization`. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return (sureName.test(words) || possibleName.test(words)) && !otherName.test(words);
}

function wordsOf(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
}

/** Matches texts with a name of a secret before a colon, and few others. */
export const mayNameSecret: RegExp =
  /(?:key|token|authorization|secret|password|passwd|passphrase|pwd|credentials?|cookie)["']?\s*:/i;

const scheme = /^(?:Bearer|Basic|Token)\s+/i;

/** Stand-ins for secrets, and words that settings have. */
const standIn =
  /\{\{|\$\{|^\$|^%.*%$|^<.*>$|^\[.*\]$|^[*x.\u2022\u2026]+$|^your|placeholder|redacted|^(?:auto|none|default|required|optional|enabled|disabled)$/i;

/** The secret in the value of such a key, without the scheme of a header; undefined if it is a stand-in. */
export function namedSecret(value: string): string | undefined {
  const bare = value.trim().replace(scheme, "");
  const isLong = bare.length >= 8 || (bare.length >= 6 && /\d/.test(bare));
  return isLong && !/\s/.test(bare) && !standIn.test(bare) ? bare : undefined;
}

const pathOfExtra: Path = ["parameters", "options", "extra"];

/** Several words, as values of settings have them: `managed-identity`. */
const severalWords = /^[a-z]+(?:[-_][a-z]+)+$/i;

interface NamedSecret {
  readonly name: string;
  readonly secret: string;
  /** Whether it is sent as a field of a request that has no other values. */
  readonly isSure: boolean;
}

/**
 * The secret at a path of a definition, and the key that names it. Outside of requests, as in the
 * variables of a test, only what is no word.
 */
export function namedSecretAt(text: string, path: Path): NamedSecret | undefined {
  const name = path.findLast((key) => typeof key === "string") ?? "";
  const secret = isSecretName(name) ? namedSecret(text) : undefined;
  if (secret === undefined) return undefined;
  const isInRequest = pathOfExtra.every((key, index) => path[index] === key);
  const isNoWord = secret.length >= 8 && /\d/.test(secret) && /[a-z]/i.test(secret);
  if (!isInRequest && !isNoWord) return undefined;
  const isSure = isInRequest && sureName.test(wordsOf(name)) && !severalWords.test(secret);
  return { name, secret, isSure };
}

const keyAndValue =
  /(?<quote>["']?)(?<name>[\w.-]{1,80})\k<quote>(?<between>\s*:\s*)(?<value>"[^"\n]*"|'[^'\n]*'|\[(?:"[^"\n]*"|'[^'\n]*'|[^[\]{}"'\n])*\]|[^\s"'{}[\],#][^\n"'{}[\],#]*)/g;

/** An item of a list in a line. */
const item = /"[^"]*"|'[^']*'|[^\s"',[\]][^"',[\]]*/g;

/** A text of YAML or JSON with asterisks in place of the secrets that it names, each in a line. */
export function maskNamedSecrets(text: string): string {
  if (!mayNameSecret.test(text)) return text;
  return text.replace(
    keyAndValue,
    (found: string, _quote, name: string, _between, value: string) => {
      if (!isSecretName(name)) return found;
      const masked = value.startsWith("[") ? value.replace(item, maskValue) : maskValue(value);
      return found.slice(0, -value.length) + masked;
    },
  );
}

function maskValue(value: string): string {
  const secret = namedSecret(value.replace(/^(["'])(.*)\1$/, "$2"));
  return secret === undefined ? value : value.replace(secret, () => "*".repeat(secret.length));
}
