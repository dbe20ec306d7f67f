// What looks like a secret: it is warned of, and no message quotes it. And what is one: the key.
import type { Diagnostic } from "./diagnostic.ts";

/** Keys and tokens as their issuers write them. */
const secrets: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "a private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  { what: "a key of Anthropic", pattern: /\bsk-ant-[\w-]{20,}/ },
  {
    what: "a key of OpenAI",
    pattern: /\bsk-(?!ant-)(?:proj-|svcacct-)?(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9_-]{32,}/,
  },
  { what: "a token of GitHub", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})/ },
  { what: "a token of GitLab", pattern: /\bglpat-[\w-]{20,}/ },
  { what: "an access key of AWS", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { what: "a key of Google", pattern: /\bAIza[\w-]{35}\b/ },
  { what: "a token of Slack", pattern: /\bxox[abprs]-[\w-]{10,}/ },
  { what: "a key of Stripe", pattern: /\b[rs]k_live_[A-Za-z0-9]{20,}/ },
  { what: "a JSON web token", pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/ },
];

/**
 * What stands in each of them: one look tells that nothing is a secret. Few characters may begin
 * what it looks for, which makes it fast.
 */
const signs = /[-_](?<=sk-|gh[pousr]_|_pat_|glpat-|xox[abprs]-|k_live_)|eyJ|[KS]IA|AIza|-BEGIN/;

/** No secret is shorter. */
const shortest = 15;
const none: typeof secrets = [];

/** The secrets that may stand in a text. */
export function candidateSecrets(text: string): typeof secrets {
  return text.length >= shortest && signs.test(text) ? secrets : none;
}

/** The text with everything that looks like a secret replaced, as long as before. */
export function maskSecrets(text: string): string {
  return candidateSecrets(text).reduce(
    (rest, { pattern }) =>
      rest.replace(new RegExp(pattern.source, "g"), (found) => "*".repeat(found.length)),
    text,
  );
}

/** The same, without what looks like a secret in its words and its source line. */
export function redactSecrets({ message, hint, location, ...rest }: Diagnostic): Diagnostic {
  return {
    ...rest,
    message: maskSecrets(message),
    ...(hint !== undefined && { hint: maskSecrets(hint) }),
    location: { ...location, text: maskSecrets(location.text) },
  };
}

/** Words of others, with the key taken out in every form they may repeat it in. */
export function redactKey(words: string, key: string | undefined): string {
  if (key === undefined || key.length < 4) return words;
  return formsOf(key).reduce((rest, form) => rest.replaceAll(form, "(the key)"), words);
}

/** How others may write it: as it is, in JSON, in an address, in base64 or hexadecimal. */
function formsOf(key: string): string[] {
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
