// What pull is about to write, as a person reads it.
import type { Pulled } from "../engine/pulled.ts";
import { counted, type Screen, visible } from "./paint.ts";

/** A line per file, then the notes, then one line of counts; ends with a line end. */
export function pullText(
  { files, changed, notes }: Pulled,
  { prefix, baseUrl }: { readonly prefix: string; readonly baseUrl: string },
  { colors }: Screen,
): string {
  const head = `${colors.bold("promptctl pull")} · ${visible(baseUrl)}`;
  const lines = [
    ...changed.map(({ path }) => `   ${colors.yellow("~")} ${visible(prefix + path)}`),
    ...files.map(({ path }) => `   ${colors.green("+")} ${visible(prefix + path)}`),
  ];
  const said = notes.map((note) => colors.dim(`Note: ${visible(note)}`));
  const last =
    lines.length === 0
      ? `${colors.green("Nothing to write.")} Files define all that the service has.`
      : colors.bold(`${counted(lines.length, "file")} to write.`);
  return `${[[head], lines, said, [last]]
    .filter((each) => each.length > 0)
    .map((each) => each.join("\n"))
    .join("\n\n")}\n`;
}
