// What a plan says about the scope of the project.
import { nearestAddress } from "../environments/override-diagnostics.ts";
import { hintText } from "../model/hint.ts";
import type { Unmanaged } from "../model/unmanaged.ts";
import { type Address, addressOf, type Definition, type Observed } from "../model/resource.ts";
import { matchesPattern } from "../text/address-pattern.ts";

interface PatternLists {
  readonly scope: readonly string[];
  readonly keep: readonly string[];
}

/**
 * A note for each pattern under `scope` and `keep` that matches neither a definition nor a resource of the
 * service: most often it is misspelled, and --prune deletes less than intended, or more. None if there is
 * nothing that a pattern could match.
 */
export function unmatchedPatternNotes(
  patterns: PatternLists,
  definitions: readonly Definition[],
  observed: ReadonlyMap<string, readonly Observed[]>,
): string[] {
  const onService = [...observed.values()]
    .flat()
    .flatMap(({ row, name }) => (name === undefined ? [] : [addressOf(row.kind, name)]));
  const defined = definitions.flatMap(({ address, name }) => (name === undefined ? [] : [address]));
  const all = [...new Set([...defined, ...onService])];
  const notesFor = (key: keyof PatternLists, addresses: readonly Address[]): string[] =>
    (addresses.length === 0 ? [] : patterns[key])
      .filter((pattern) => !/^[a-z]*\/?\*/.test(pattern)) // all of a kind, which may have none yet
      .filter((pattern) => !addresses.some((address) => matchesPattern(pattern, address)))
      .map((pattern) => {
        const near = nearestAddress(pattern, addresses);
        const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
        return hintText(
          `"${pattern}" under ${key} in promptctl.yaml matches no definition and no resource of the service.${hint}`,
        );
      });
  return [
    ...notesFor("scope", all),
    // Only resources that no file defines need to be kept: a new service has none.
    ...notesFor("keep", onService.length === 0 ? [] : all),
  ];
}

/** A note if prune deletes nothing because promptctl.yaml has no scope. */
export function scopeNotes(
  { prune, lacksScope }: { readonly prune: boolean; readonly lacksScope: boolean },
  unmanaged: readonly Unmanaged[],
): string[] {
  if (!prune || !lacksScope || unmanaged.length === 0) return [];
  return [
    "--prune deletes nothing: promptctl.yaml has no scope, and in CI prune needs one. To delete in the whole service, write scope: ['*'].",
  ];
}
