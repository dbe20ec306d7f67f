// Address → id, in the form that application code takes it.
import { groupBy } from "../engine/model/collections.ts";
import { Failure } from "../engine/model/failure.ts";
import { invisibleCharacters } from "../engine/model/invisible-characters.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";

export type IdFormat = "json" | "env" | "ts";
export const idFormats: readonly IdFormat[] = ["json", "env", "ts"];

/** The ids as JSON, as shell variables or as a TypeScript module. */
export function idsText(ids: { readonly [address: string]: string }, format: IdFormat): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(ids, null, 2)}\n`;
    case "env":
      return asVariables(ids);
    case "ts":
      return `/** Ids on the service, by address. */\nexport const ids = ${JSON.stringify(ids, null, 2)} as const;\n`;
  }
}

/** One line each, for `source` and for env files. Two addresses with one variable are a Failure. */
function asVariables(ids: { readonly [address: string]: string }): string {
  const lines = Object.entries(ids).map(([address, id]) => ({
    address,
    id,
    name: variableOf(address),
  }));
  for (const [name, same] of groupBy(lines, (each) => each.name))
    if (same.length > 1)
      throw new Failure(
        "usage",
        "same-variable",
        `${same.map(({ address }) => address).join(" and ")} would both be ${name}.`,
        "Take --format json or ts, choose with --target, or give one a key that differs in letters or digits.",
      );
  const unseen = lines.find(({ id }) => id.search(invisibleCharacters) >= 0);
  if (unseen)
    throw new Failure(
      "usage",
      "unseen-characters",
      `The id of ${unseen.address} holds characters that nobody sees: it can be no variable.`,
      "Take --format json or ts.",
    );
  return lines.map(({ name, id }) => `${name}=${shellQuote(id)}\n`).join("");
}

/** `prompt/Support triage` → `PROMPTCTL_ID_PROMPT_SUPPORT_TRIAGE`. */
function variableOf(address: string): string {
  return `PROMPTCTL_ID_${address.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}`;
}
