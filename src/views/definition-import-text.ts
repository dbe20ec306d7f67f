// The result of promptctl import for formats of other tools, as text.
import type { SourceLocation } from "../engine/model/diagnostic.ts";
import type { Address } from "../engine/model/resource.ts";
import { escapeText, pluralize, type Screen } from "./terminal-text.ts";

/** A field, or a whole prompt, that is not imported. */
export interface NotImported {
  readonly location: SourceLocation;
  /** The path of the field: `messages[0].name`. */
  readonly field: string;
  readonly reason?: string | undefined;
}

export interface DefinitionImportSummary {
  readonly imported: {
    readonly added: readonly {
      readonly address: Address;
      readonly file: { readonly path: string };
      readonly renamedFrom: string | undefined;
    }[];
    readonly unchanged: readonly Address[];
  };
  /** How many files were read. */
  readonly sources: number;
  readonly refused: readonly NotImported[];
  readonly left: readonly NotImported[];
  /** The path from the working directory to the project. */
  readonly prefix: string;
  readonly dryRun: boolean;
}

/** A line for each prompt and each field that is not imported, with its place. */
export function notImportedText(
  refused: readonly NotImported[],
  left: readonly NotImported[],
  { colors }: Screen,
): string {
  const errors = refused.map(
    (each) =>
      `${colors.red("Error:")} ${placeOf(each)}: A prompt is not imported. ${escapeText(each.reason ?? "")}`,
  );
  const warnings = left.map(
    (each) =>
      `${colors.yellow("Warning:")} ${placeOf(each)}: ${escapeText(each.field)} is not imported. ${escapeText(each.reason ?? "Definitions have no such field.")}`,
  );
  return [...errors, ...warnings].map((line) => `${line}\n`).join("");
}

function placeOf({ location: { file, line, column } }: NotImported): string {
  return `${escapeText(file)}:${line}:${column}`;
}

/** A line for each definition, the names that were changed, and counts. */
export function definitionImportText(summary: DefinitionImportSummary, screen: Screen): string {
  const { imported, sources, refused, left, prefix, dryRun } = summary;
  const { added, unchanged } = imported;
  const { colors, symbols } = screen;
  const lines = added.map(
    ({ address, file }) =>
      `  ${colors.green("+")} ${escapeText(address)} ${symbols.arrow} ${escapeText(prefix + file.path)}`,
  );
  const notes = added
    .filter(({ renamedFrom }) => renamedFrom !== undefined)
    .map(
      ({ address, renamedFrom }) =>
        `Note: Several definitions have the name "${escapeText(renamedFrom!)}". This one is ${escapeText(address)}.`,
    );
  const counts = [
    `${added.length} new`,
    `${unchanged.length} unchanged`,
    ...(refused.length > 0 ? [`${pluralize(refused.length, "prompt")} refused`] : []),
    ...(left.length > 0 ? [`${pluralize(left.length, "field")} not imported`] : []),
  ].join(", ");
  const verb = dryRun ? "Would write" : "Wrote";
  const written =
    added.length === 0 ? "Nothing to write." : `${verb} ${pluralize(added.length, "file")}.`;
  const next = added.length > 0 && !dryRun ? " To check the definitions: promptctl validate" : "";
  return [
    ...lines,
    ...notes,
    ...(lines.length > 0 ? [""] : []),
    colors.bold(`${pluralize(sources, "file")}: ${counts}.`),
    written + next,
    "",
  ].join("\n");
}
