// promptctl schema: the schema of definitions in one piece, for editors and other tools.
import { didYouMean } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import { bundled } from "../engine/validate/schema-bundle.ts";
import { schemas } from "../generated/schemas.ts";
import { kinds } from "../kinds.ts";
import type { CommandHost } from "./command-host.ts";

/** Prints one; without a kind that of any definition. Exit code 0. */
export function schemaCommand(host: CommandHost, kind: string | undefined): number {
  const names: { readonly [word: string]: string } = Object.fromEntries([
    ["definition", "definition/definition"],
    ...kinds.map((row) => [row.kind, `definition/${row.kind}`] as const),
    ["configuration", "configuration"],
    ["plan", "plan"],
    ["validation", "validation"],
  ]);
  const word = kind ?? "definition";
  if (!Object.hasOwn(names, word))
    throw new Failure(
      "usage",
      "unknown-schema",
      `There is no schema "${word}".`,
      didYouMean(word, Object.keys(names)) ?? `There are ${Object.keys(names).join(", ")}.`,
    );
  host.out(`${JSON.stringify(bundled(schemas(), names[word]!), null, 2)}\n`);
  return 0;
}
