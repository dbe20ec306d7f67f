// Rate limits that a request exceeds at any time, so that waiting does not help. Providers report them with
// the status of ordinary rate limits, so their words decide. Gateways pass on the words of other
// providers, so the words of all count.

/** Matches numbers with separators of thousands. */
const number = String.raw`(\d+(?:,\d{3})*)(?![.,]?\d)`;

/** The limit of OpenAI, Azure and Groq, and what the request asks for. */
const limitAndRequest = new RegExp(
  String.raw`\blimit:? ${number}(?:, used:? ${number})?, requested:? ${number}`,
  "gi",
);

/** What providers say of requests without a limit that they could wait for. */
const permanentLimits: readonly { readonly words: RegExp; readonly source: string }[] = [
  // OpenAI and Groq.
  { words: /\brequest too large for\b/i, source: "https://github.com/brave/pull-merge/issues/100" },
  // Anthropic, for contexts that the plan does not include.
  {
    words: /\bextra usage is required\b/i,
    source: "https://github.com/NousResearch/hermes-agent/pull/4747",
  },
  // Gemini, for models that the tier does not include.
  {
    words: /\blimit: 0\b(?!\.\d)/i,
    source: "https://github.com/google-gemini/gemini-cli/issues/22486",
  },
  {
    words: /\bdoes ?n[o']t have a free (?:quota )?tier\b/i,
    source: "https://github.com/ai-christianson/RA.Aid/issues/182",
  },
];

/** Whether the body of a response with status 429 says that no later repetition can succeed. */
export function isBeyondRateLimit(body: string): boolean {
  return (
    permanentLimits.some(({ words }) => words.test(body)) ||
    [...body.matchAll(limitAndRequest)].some(
      ([, limit, , requested]) => count(requested) > count(limit),
    )
  );
}

function count(text: string | undefined): number {
  return Number(text?.replaceAll(",", ""));
}
