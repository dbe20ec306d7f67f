// Finds texts that look like secrets, and removes them from messages.
import type { Diagnostic } from "../model/diagnostic.ts";
import type { EnvironmentVariables } from "../model/ports.ts";
import { providerFacts } from "../providers/provider-facts.ts";
import { accessSecrets, providerAccess } from "../providers/provider-access.ts";
import { formsOf, genericKeyVariable, minKeyLength, redactForms } from "./api-key.ts";
import { isSecretName, maskNamedSecrets, namedSecret } from "./named-secrets.ts";

/** A pattern at the start of a word, or after an escape sequence such as `\n` in JSON or YAML. */
function atStart({ source }: RegExp): RegExp {
  return new RegExp(String.raw`(?:\b|(?<=\\[bfnrt]))${source}`);
}

/** The environment variables with the keys of the service and of the providers. */
export const keyVariables: readonly string[] = [
  genericKeyVariable,
  ...Object.values(providerFacts).flatMap(({ keyVariable, tokenVariable = [] }) =>
    [keyVariable].concat(tokenVariable),
  ),
];

/** The environment variables with keys, those of the environments of promptctl.yaml included. */
export function keyVariablesOf(env: EnvironmentVariables): string[] {
  const own = Object.keys(env).filter((name) => name.startsWith(`${genericKeyVariable}_`));
  return [...keyVariables, ...own];
}

interface Secret {
  readonly name: string;
  /** How each of them begins; its last character is one that is rare in other texts. */
  readonly start: RegExp;
  readonly pattern: RegExp;
}

/** A key or a token: what follows its start, in the format of its issuer. */
function secretOf(name: string, start: RegExp, { source: rest }: RegExp): Secret {
  return { name, start, pattern: atStart(new RegExp(start.source + rest)) };
}

/** Keys and tokens in the formats of their issuers. The time of each pattern is linear. */
const secrets: readonly Secret[] = [
  { name: "a private key", start: /-B/, pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  ...Object.values(providerFacts).flatMap(({ key }) =>
    key ? [secretOf(key.title, new RegExp(key.start), key.pattern)] : [],
  ),
  secretOf("a GitHub token", /gh[pousr]_/, /[A-Za-z0-9]{36,}/),
  secretOf("a GitHub token", /github_pat_/, /\w{40,}/),
  secretOf("a GitLab token", /glpat-/, /[\w-]{20,}/),
  secretOf("an AWS access key", /A[KS]IA/, /[A-Z0-9]{16}\b/),
  secretOf("a Google key", /AIz/, /a[\w-]{35}\b/),
  secretOf("a Slack token", /xox[abprs]-/, /[\w-]{10,}/),
  secretOf("a Stripe key", /[rs]k_live_/, /[A-Za-z0-9]{20,}/),
  {
    name: "a JSON Web Token",
    start: /eyJ/,
    pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  },
  {
    name: "a password in a URL",
    start: /:\/\/[^\s/:@]{1,100}:[^\s/:@]{1,200}@/,
    // Without stand-ins, such as {{password}}, $PASSWORD, PASSWORD, my-password and the name of the user.
    pattern:
      /(?<=:\/\/([\w.~%+{}$-]{1,100}):)(?![{<$[%])(?!(?:\1|[A-Z_]+|[\w-]{0,40}(?:[Pp]ass(?:word|wd)?|pwd|secret|token|key)|changeme|example|x-oauth-basic|[xX]+|\*+|\.+)@)[^\s/:@?#"'`<>()[\]{},;|\\]{1,200}(?=@)/,
  },
];

/**
 * Matches every text with a secret, and few others. Faster than all patterns, because few and rare
 * characters can end the start of a secret (docs/performance.md, row "validate 2,000").
 */
const mayContainSecret = new RegExp(
  secrets.map(({ start: { source } }) => `${source.at(-1)}(?<=${source})`).join("|"),
);

/** The secrets that a text may contain. */
export function candidateSecrets(text: string): typeof secrets {
  return mayContainSecret.test(text) ? secrets : [];
}

/**
 * Replaces everything that looks like a secret with asterisks, of the same length. `key`: the key in
 * whose value the text is.
 */
export function maskSecrets(text: string, key?: string): string {
  const named = key !== undefined && isSecretName(key) ? namedSecret(text) : undefined;
  if (named !== undefined) return text.replace(named, () => "*".repeat(named.length));
  return candidateSecrets(text).reduce(
    (rest, { pattern }) =>
      rest.replace(new RegExp(pattern.source, "g"), (found) => "*".repeat(found.length)),
    text,
  );
}

/**
 * The keys in the environment, those in headers and queries of providers, and the values of the
 * variables `more`, that are not too short.
 */
export function secretsIn(
  env: EnvironmentVariables,
  more: readonly string[] = [],
  minLength: number = minKeyLength,
): string[] {
  const keys = [...keyVariablesOf(env), ...more].map((name) => env[name]?.trim() ?? "");
  const others = Object.values(providerAccess(env)).flatMap(accessSecrets);
  return [...keys, ...others].filter(({ length }) => length >= minLength);
}

/** The same for a text of YAML or JSON: also what its keys name. */
export function maskFileSecrets(text: string): string {
  return maskNamedSecrets(maskSecrets(text));
}

/** Returns a function that hides these secrets, and what looks like one. */
export function secretMask(known: readonly string[]): typeof maskSecrets {
  const forms = known.flatMap(formsOf);
  return (text, key) => maskSecrets(redactForms(text, forms), key);
}

/** Removes secrets from the message, the hint and the source line of a diagnostic. */
export function redactSecrets({ message, hint, location, ...rest }: Diagnostic): Diagnostic {
  const { text, column, endColumn } = location;
  const isSecret = rest.code === "secret";
  const hidden = "*".repeat(Math.max(0, endColumn - column));
  const line = isSecret ? text.slice(0, column - 1) + hidden + text.slice(endColumn - 1) : text;
  return {
    ...rest,
    message: maskSecrets(message),
    ...(hint !== undefined && { hint: maskSecrets(hint) }),
    location: { ...location, text: maskFileSecrets(line) },
  };
}
