// Notes about pins of addresses that no definition has.
import { hintText } from "../model/hint.ts";
import type { Address, Definition } from "../model/resource.ts";

/** Returns a note for each pin without a definition: most often its address is misspelt. */
export function unusedPinNotes(
  definitions: readonly Definition[],
  pins: Readonly<Record<Address, string>>,
): string[] {
  const addresses = Object.keys(pins);
  if (addresses.length === 0) return [];
  const defined = new Set(definitions.map((definition) => definition.address));
  return addresses
    .filter((address) => !defined.has(address))
    .map((address) =>
      hintText(`promptctl.yaml pins ${address}, which is not defined in any file.`),
    );
}
