// Addresses that nothing has: most often they are misspelled, or names without their kind.
import { matchesPattern } from "../text/address-pattern.ts";
import { similarWord } from "../text/did-you-mean.ts";
import { wrongUsage } from "../model/failure.ts";
import { type Address, nameOf } from "../model/resource.ts";

/** `Did you mean "prompt/Support"?` if an address, or the name in it, is similar to the text. */
export function didYouMeanAddress(text: string, addresses: readonly Address[]): string | undefined {
  const candidates = addresses.flatMap((address) => [
    { address, word: address },
    { address, word: nameOf(address) },
  ]);
  const similar = similarWord(
    text,
    candidates.map(({ word }) => word),
  );
  const found = candidates.find(({ word }) => word === similar);
  return found && `Did you mean "${found.address}"?`;
}

/** Throws a Failure if a pattern matches no address. `problem` is a sentence about the pattern. */
export function refuseUnmatchedPatterns(
  patterns: readonly string[],
  addresses: readonly Address[],
  problem: (pattern: string) => string,
): void {
  const unmatched = patterns.find((pattern) =>
    addresses.every((address) => !matchesPattern(pattern, address)),
  );
  if (unmatched === undefined) return;
  throw wrongUsage(
    "unmatched-pattern",
    problem(unmatched),
    didYouMeanAddress(
      unmatched,
      addresses.map((address) => address.replaceAll("*", "\\*")),
    ) ?? "Addresses are kind/name, for example prompt/Support triage. * matches any text.",
  );
}
