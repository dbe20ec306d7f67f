// Finds texts that look like secrets, and removes secrets and the API key from messages.
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Environment } from "../model/ports.ts";

/** A pattern at the start of a word, or after an escape sequence such as `\n` in JSON or YAML. */
function atStart({ source }: RegExp): RegExp {
  return new RegExp(String.raw`(?:\b|(?<=\\[bfnrt]))${source}`);
}

/**
 * The environment variable with the API key of the service; those of environments have a suffix.
 */
export const genericKeyVariable = "PROMPTCTL_API_KEY";

/** The environment variables with the keys of the service and of the providers. */
export const keyVariables: readonly string[] = [
  genericKeyVariable,
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
];

/** The environment variables with keys, those of the environments of promptctl.yaml included. */
export function keyVariablesOf(env: Environment): string[] {
  const own = Object.keys(env).filter((name) => name.startsWith(`${genericKeyVariable}_`));
  return [...keyVariables, ...own];
}

/** Shorter keys are not hidden: hiding them would garble all texts. In characters. */
const minKeyLength = 4;

/** Keys and tokens in the formats of their issuers. The time of each pattern is linear. */
const secrets: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: "a private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  { name: "an Anthropic key", pattern: atStart(/sk-ant-[\w-]{20,}/) },
  {
    name: "an OpenAI key",
    // A capital and a digit among the first 100 characters, as good as every key has them.
    pattern: atStart(
      /sk-(?!ant-)(?=[\w-]{0,100}?\d)(?=[\w-]{0,100}?[A-Z])(?:proj-|svcacct-)?[\w-]{32,}/,
    ),
  },
  { name: "a GitHub token", pattern: atStart(/(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})/) },
  { name: "a GitLab token", pattern: atStart(/glpat-[\w-]{20,}/) },
  { name: "an AWS access key", pattern: atStart(/(?:AKIA|ASIA)[A-Z0-9]{16}\b/) },
  { name: "a Google key", pattern: atStart(/AIza[\w-]{35}\b/) },
  { name: "a Slack token", pattern: atStart(/xox[abprs]-[\w-]{10,}/) },
  { name: "a Stripe key", pattern: atStart(/[rs]k_live_[A-Za-z0-9]{20,}/) },
  { name: "a JSON Web Token", pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/ },
];

/**
 * Matches every text with a secret, and few others. Faster than all patterns, because few and rare
 * characters can start a match (docs/performance.md, row "validate 2,000").
 */
const mayContainSecret =
  /[-_](?<=sk-|gh[pousr]_|_pat_|glpat-|xox[abprs]-|k_live_)|J(?<=eyJ)|A(?<=[KS]IA)|AIza|-BEGIN/;

/** The secrets that a text may contain. */
export function candidateSecrets(text: string): typeof secrets {
  return mayContainSecret.test(text) ? secrets : [];
}

/** Replaces everything that looks like a secret with asterisks, of the same length. */
export function maskSecrets(text: string): string {
  return candidateSecrets(text).reduce(
    (rest, { pattern }) =>
      rest.replace(new RegExp(pattern.source, "g"), (found) => "*".repeat(found.length)),
    text,
  );
}

/** The keys in the environment, and the values of the variables `more`, that are not too short. */
export function secretsIn(
  env: Environment,
  more: readonly string[] = [],
  minLength: number = minKeyLength,
): string[] {
  return [...keyVariablesOf(env), ...more]
    .map((name) => env[name]?.trim() ?? "")
    .filter(({ length }) => length >= minLength);
}

/** Returns a function that hides these secrets, and what looks like one. */
export function secretMask(known: readonly string[]): (text: string) => string {
  const forms = known.flatMap(formsOf);
  return (text) => maskSecrets(redactForms(text, forms));
}

/** Removes secrets from the message, the hint and the source line of a diagnostic. */
export function redactSecrets({ message, hint, location, ...rest }: Diagnostic): Diagnostic {
  return {
    ...rest,
    message: maskSecrets(message),
    ...(hint !== undefined && { hint: maskSecrets(hint) }),
    location: { ...location, text: maskSecrets(location.text) },
  };
}

/** Whether a key can be sent in a header: printable ASCII, with spaces only inside. */
export function isHeaderSafe(key: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key);
}

/** The message and the hint for a key that cannot be sent. */
export function malformedKeyText(
  key: string,
  keyVariable: string = genericKeyVariable,
): readonly [message: string, hint: string] {
  if (key.trim() === "")
    return [
      `The API key (${keyVariable}) is empty.`,
      "Check that its variable is set, or omit the key if the service needs none.",
    ];
  return [
    `The API key (${keyVariable}) contains a line break or a character that is not ASCII.`,
    "Copy the key again. It is not shown here.",
  ];
}

/**
 * Removes the API key from a text of somebody else, in every form that the text may contain it in.
 */
export function redactKey(text: string, key: string | undefined): string {
  return key === undefined ? text : redactForms(text, formsOf(key));
}

function redactForms(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, "(the key)"), text);
}

/**
 * The API key unchanged, in JSON, in a URL, in base64 and in hexadecimal, longest first. None for a
 * key that is too short.
 */
function formsOf(key: string): string[] {
  if (key.length < minKeyLength) return [];
  const bytes = new TextEncoder().encode(key);
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
  const escaped = encodeURIComponent(key);
  const forms = [
    key,
    JSON.stringify(key).slice(1, -1),
    escaped,
    escaped.toLowerCase(),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  ];
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
