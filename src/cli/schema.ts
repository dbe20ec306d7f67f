// promptctl schema: prints a JSON Schema without external references, for editors and other tools.
import { didYouMean } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import { bundled } from "../engine/validate/schema-bundle.ts";
import { schemas } from "../generated/schemas.ts";
import { kinds } from "../kinds.ts";
import { type CommandHost, printJson } from "./command-host.ts";

/** Without a kind, prints the schema of any definition. Exit code 0. */
export function schemaCommand(host: CommandHost, kind: string | undefined): number {
  const paths: { readonly [name: string]: string } = Object.fromEntries([
    ["definition", "definition/definition"],
    ...kinds.map((row) => [row.kind, `definition/${row.kind}`] as const),
    ["configuration", "configuration"],
    ["plan", "plan"],
    ["validation", "validation"],
  ]);
  const name = kind ?? "definition";
  if (!Object.hasOwn(paths, name))
    throw new Failure(
      "usage",
      "unknown-schema",
      `Unknown schema "${name}".`,
      didYouMean(name, Object.keys(paths)) ??
        `Available schemas: ${Object.keys(paths).join(", ")}.`,
    );
  printJson(host, bundled(schemas(), paths[name]!));
  return 0;
}
