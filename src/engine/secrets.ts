// What looks like a secret: it is warned of, and no message quotes it.
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

/** What stands in each of them: one look tells that nothing is a secret. */
const signs =
  /PRIVATE KEY|sk-|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|AIza|xox[abprs]-|k_live_|eyJ/;

/** The secrets that may stand in a text. */
export function secretsPerhapsIn(text: string): typeof secrets {
  return signs.test(text) ? secrets : [];
}

/** The text with everything that looks like a secret replaced, as long as before. */
export function masked(text: string): string {
  return secretsPerhapsIn(text).reduce(
    (rest, { pattern }) =>
      rest.replace(new RegExp(pattern.source, "g"), (found) => "*".repeat(found.length)),
    text,
  );
}

/** The same, without what looks like a secret in its words and its source line. */
export function withoutSecrets({ message, hint, place, ...rest }: Diagnostic): Diagnostic {
  return {
    ...rest,
    message: masked(message),
    ...(hint !== undefined && { hint: masked(hint) }),
    place: { ...place, text: masked(place.text) },
  };
}
