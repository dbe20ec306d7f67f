// The ids of resources by address, as application code reads them.
import { groupBy } from "../../engine/model/collections.ts";
import { wrongUsage } from "../../engine/model/failure.ts";
import { invisibleCharacters } from "../../engine/text/invisible-characters.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { jsonText } from "../text/json-text.ts";

export type IdFormat = "json" | "env" | "ts";

/** The ids as JSON, as shell variables or as a TypeScript module. */
export function idsText(ids: { readonly [address: string]: string }, format: IdFormat): string {
  switch (format) {
    case "json":
      return `${jsonText(ids, 2)}\n`;
    case "env":
      return environmentVariables(ids);
    case "ts":
      return `/** Ids on the service, by address. */\nexport const ids = ${jsonText(ids, 2)} as const;\n`;
  }
}

/** A line for each id, for `source` and env files. Throws a Failure if two addresses share a name. */
function environmentVariables(ids: { readonly [address: string]: string }): string {
  const lines = Object.entries(ids).map(([address, id]) => ({
    address,
    id,
    name: variableOf(address),
  }));
  for (const [name, same] of groupBy(lines, (line) => line.name))
    if (same.length > 1)
      throw wrongUsage(
        "same-variable",
        `${same.map(({ address }) => address).join(" and ")} map to the same environment variable ${name}.`,
        "Use --format json or ts, select with --target, or set a key that differs in letters or digits.",
      );
  const invisible = lines.find(({ id }) => id.search(invisibleCharacters) >= 0);
  if (invisible)
    throw wrongUsage(
      "unseen-characters",
      `The id of ${invisible.address} contains invisible characters and cannot be an environment variable.`,
      "Use --format json or ts.",
    );
  return lines.map(({ name, id }) => `${name}=${shellQuote(id)}\n`).join("");
}

/** `prompt/Support triage` → `PROMPTCTL_ID_PROMPT_SUPPORT_TRIAGE`. */
function variableOf(address: string): string {
  return `PROMPTCTL_ID_${address.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}`;
}
