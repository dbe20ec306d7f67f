// Which words of a provider say that no later repetition of a request can succeed.
import { expect, it } from "vitest";
import { isBeyondRateLimit } from "../../../src/engine/providers/rate-limits.ts";

const openai = "in organization org-1 on tokens per min (TPM)";

it.each([
  `Request too large for gpt-4o ${openai}: Limit 30000, Requested 44000. The input must be reduced.`,
  `Rate limit reached for gpt-4o ${openai}: Limit 30000, Used 0, Requested 44000.`,
  `Rate limit reached for gpt-4o ${openai}: Limit: 30,000, Used: 9,000, Requested: 44,000. Retry.`,
  `Rate limit reached for o9 in organization org-1 on requests per min: Limit 0, Used 0, Requested 1.`,
  "Quota exceeded for metric: generate_content_free_tier_requests, limit: 0, model: gemini-3.1-pro",
  "Gemini 2.5 Pro Preview doesn't have a free quota tier.",
  "This model does not have a free tier.",
  "Extra usage is required for long context requests.",
  JSON.stringify({ raw: JSON.stringify({ error: "Request too large for m" }) }),
])("never succeeds: %s", (body) => expect(isBeyondRateLimit(body)).toBe(true));

it.each([
  `Rate limit reached for gpt-4o ${openai}: Limit 30000, Used 29000, Requested 4400. Try again in 6s.`,
  `Rate limit reached for gpt-4o ${openai}: Limit 30,000, Used 29,000, Requested 4,400.`,
  `Rate limit reached for gpt-4o ${openai}: Limit 4400, Used 1, Requested 4400.`,
  "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
  "Rate limit of 50000 per 60s exceeded for UserByModelByMinute. Please wait 3 seconds.",
  "Quota exceeded for metric: requests, limit: 20, model: gemini-2.5-flash. Please retry in 0.5s.",
  "Rate limit: 0.5 requests per second",
  "",
])("may succeed later: %s", (body) => expect(isBeyondRateLimit(body)).toBe(false));
