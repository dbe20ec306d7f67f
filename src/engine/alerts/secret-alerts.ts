// The alert about texts that look like secrets, in what the plan sends.
import type { Alert } from "../model/alert.ts";
import { someOf } from "../text/word-lists.ts";
import type { JsonObject } from "../model/json.ts";
import { type Change, flattenChange } from "../model/plan.ts";
import { candidateSecrets } from "../text/secrets.ts";

/** One alert for all definitions whose new content has a secret that the old one does not have. */
export function secretAlerts(changes: readonly Change[]): Alert[] {
  const found = changes.flatMap(flattenChange).filter((change) => {
    if (change.action === "delete") return false;
    const old = change.action === "create" ? [] : bodySecrets(change.before);
    return bodySecrets(change.body).some((secret) => !old.includes(secret));
  });
  if (found.length === 0) return [];
  const addresses = found.map(({ address }) => address);
  const names = { code: someOf(addresses) };
  return [{ code: "secret", addresses, text: ["sends what looks like a secret: ", names] }];
}

function bodySecrets(body: JsonObject): string[] {
  const text = JSON.stringify(body, (key, value: unknown) =>
    key === "imageBase64" ? undefined : value,
  );
  return candidateSecrets(text).flatMap(({ pattern }) => {
    const all = text.matchAll(new RegExp(pattern.source, "g"));
    return [...all].map(([secret]) => secret);
  });
}
