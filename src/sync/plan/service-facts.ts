// What promptctl.yaml and the replace journal know of a service, by its base URL.
import type { JournalEntry } from "../../engine/model/replace-journal.ts";
import type { ServiceFacts } from "../../engine/model/plan-policy.ts";
import type { Address } from "../../engine/model/resource.ts";

type Ids = { readonly [address: Address]: string };

interface PinSettings {
  /** Base URL → address → id. */
  readonly pins: { readonly [baseUrl: string]: Ids };
  /** With the pins of its own, whatever the base URL is. */
  readonly environment?: { readonly pins: Ids } | undefined;
}

/** Returns the pins and the journal entries of the service with a base URL. */
export function factsFrom(
  { pins, environment }: PinSettings,
  entries: readonly JournalEntry[],
): (baseUrl: string) => ServiceFacts {
  return (baseUrl) => ({
    baseUrl,
    pins: { ...pins[baseUrl], ...environment?.pins },
    journalEntries: entries.filter((entry) => entry.baseUrl === baseUrl),
  });
}
