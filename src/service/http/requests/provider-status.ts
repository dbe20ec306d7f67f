// The response of the service for a failed call to a provider.
// An authentication or billing failure at the provider is 424 (Failed Dependency, RFC 4918): 401 and
// 403 would blame the client's own key, and clients repeat a 5xx, which cannot succeed.
import type { ProviderFailure, ProviderFailureCode } from "../../../providers/provider-failure.ts";

/** The status of the service for each failure of a provider. */
const statuses: { readonly [code in ProviderFailureCode]: number } = {
  rejected: 400,
  "unknown-model": 400,
  cancelled: 408,
  "wrong-key": 424,
  "no-quota": 424,
  "wrong-settings": 424,
  // Not 5xx: the provider charges for these replies, and clients would repeat a 5xx.
  "broke-off": 424,
  "unreadable-reply": 424,
  "rate-limited": 429,
  "provider-failed": 502,
  unreachable: 502,
  "timed-out": 504,
};

export function providerFailureStatus({ code, status, retryAfterMs }: ProviderFailure): number {
  if (code === "rejected" && status === 413) return 413;
  return code === "provider-failed" && retryAfterMs !== undefined ? 503 : statuses[code];
}
