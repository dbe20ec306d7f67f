// The ways out that hints of several refusals name.
import { addressFlags } from "../text/command-text.ts";
import type { Address } from "../model/resource.ts";

/** The line of a hint that permits an overwrite. */
export function overwriteHint(addresses: readonly Address[]): string[] {
  return ["To overwrite it, add:", addressFlags("--overwrite", addresses)];
}

/** The lines to add to promptctl.yaml. An id has one address: each line begins with another one. */
export function pinLines(
  addresses: readonly Address[],
  ids: readonly string[],
  baseUrl: string,
): string[] {
  const names = addresses.map((address) => JSON.stringify(address));
  const quotedIds = ids.map((id) => JSON.stringify(id));
  const without = names.slice(ids.length).map((name) => `for ${name}`); // no id is left for these
  const lines = names.slice(0, ids.length).map((address, index) => {
    const others = [...quotedIds.slice(index + 1), ...quotedIds.slice(0, index), ...without];
    return `    ${address}: ${quotedIds[index]}${others.length > 0 ? `   # or ${others.join(" or ")}` : ""}`;
  });
  return ["pins:", `  ${JSON.stringify(baseUrl)}:`, ...lines];
}
