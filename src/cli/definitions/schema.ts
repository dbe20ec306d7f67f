// promptctl schema: prints a JSON Schema without external references, for editors and other tools.
import { didYouMean } from "../../engine/text/did-you-mean.ts";
import { wrongUsage } from "../../engine/model/failure.ts";
import { bundled } from "../../engine/validate/schema-bundle.ts";
import { printedSchemas } from "../../generated/printed-schemas.ts";
import { schemas } from "../../generated/schemas.ts";
import { kinds } from "../../kinds.ts";
import { type CommandHost, printJson } from "../host/command-host.ts";

/** The documents that commands write or read; each schema has the name of its document. */
const documents = [
  "bundle",
  "configuration",
  "diff",
  "log",
  "plan",
  "replies",
  "status",
  "test-result",
  "validation",
];

/** The path of each schema in schemas/, by the name of its kind or document. */
export const schemaPaths: { readonly [name: string]: string } = Object.fromEntries([
  ["definition", "definition/definition"],
  ...kinds.map((row) => [row.kind, `definition/${row.kind}`] as const),
  ...documents.map((name) => [name, name] as const),
]);

/** Without a kind, prints the schema of any definition. Exit code 0. */
export function schemaCommand(host: CommandHost, kind: string | undefined): number {
  const name = kind ?? "definition";
  if (!Object.hasOwn(schemaPaths, name))
    throw wrongUsage(
      "unknown-schema",
      `Unknown schema "${name}".`,
      didYouMean(name, Object.keys(schemaPaths)) ??
        `Available schemas: ${Object.keys(schemaPaths).join(", ")}.`,
    );
  printJson(host, bundled({ ...schemas(), ...printedSchemas() }, schemaPaths[name]!));
  return 0;
}
