// What the service holds and no file defines, as new definition files. They are read back at once:
// what no definition can say is left out and told, with all that needs it.
import type { Known } from "../engine/export/export-names.ts";
import {
  exportResources,
  type ExportedResource,
  type ExportedChild,
} from "../engine/export/export.ts";
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import type { JsonObject } from "../engine/model/json.ts";
import type { Kind, Kinds } from "../engine/model/kind.ts";
import { type ListResponses, remoteAddress } from "../engine/observe/observe.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import type { NewFile, PullResult } from "../engine/export/pull-result.ts";
import type { Address } from "../engine/model/resource.ts";
import { extractTexts } from "../engine/export/text-files.ts";
import { fileName } from "../engine/export/titles.ts";
import { yamlText } from "../engine/edit/yaml-writer.ts";
import { type Grammars, load } from "./load.ts";
import { withTexts } from "./overlay-files.ts";

export interface PulledNew extends Pick<PullResult, "files" | "pins" | "notes"> {
  /** What is to stand in its parent, in a file that is there. */
  readonly inPlace: readonly ExportedChild[];
  /** What definitions call the things in new files: by the address that each had so far. */
  readonly names: ReadonlyMap<Address, Address>;
}

export interface NewOptions extends Known {
  /** Whether a thing of this kind has its place in the definition of its parent. */
  standsIn(row: Kind, parent: Address): boolean;
  /** The files that are there. */
  readonly files: DefinitionFiles;
  /** The folder of the definitions, relative to the project; empty for the project itself. */
  readonly folder: string;
  /** Whether a path is there already, whatever its letters' case. */
  isThere(lowerPath: string): boolean;
  /** Whether longer texts of messages get files of their own. */
  readonly textFiles: boolean;
  /** The first line of a file, from its path: the comment that names its schema. */
  comment(path: string): string;
}

/** New files for everything that no file defines. */
export async function pullNew(
  kinds: Kinds,
  grammars: Grammars,
  answers: ListResponses,
  options: NewOptions,
): Promise<PulledNew> {
  const refused = new Map<Address, string>();
  for (;;) {
    const { authored, beneath, pins, notes } = exportResources(kinds, answers, options, refused);
    const placed = place(kinds, [...authored, ...beneath], options);
    const wrong = await mistakes(kinds, grammars, placed, options.files);
    for (const [address, { message }] of wrong) refused.set(address, message);
    if (wrong.size > 0) continue; // and what refers to it is not written either
    const inPlace = beneath.filter(({ row, parent }) => options.standsIn(row, parent));
    const others = placed.filter(({ authored: each }) => !inPlace.some((other) => other === each));
    return {
      files: others.flatMap(filesOf),
      inPlace,
      names: new Map(
        authored.map((each) => [remoteAddress(each.row.kind, each.observed.id), each.address]),
      ),
      pins,
      notes,
    };
  }
}

interface Placed {
  readonly authored: ExportedResource;
  readonly file: NewFile;
  /** What it includes. */
  readonly texts: readonly NewFile[];
}

function filesOf({ file, texts }: Placed): NewFile[] {
  return [file, ...texts];
}

/** A file each; kinds that others refer to have a folder of their own. */
function place(
  kinds: Kinds,
  authored: readonly ExportedResource[],
  { folder, isThere, textFiles, comment }: NewOptions,
): Placed[] {
  const taken = new Set<string>();
  return authored.map((each) => {
    const { row, observed, document } = each;
    const isReferred = kinds.some(({ references }) =>
      references.some(({ kind }) => kind === row.kind),
    );
    const within = [folder, isReferred ? row.plural : ""].filter((part) => part !== "").join("/");
    const pathOf = (name: string): string =>
      `${within === "" ? "" : `${within}/`}${name}.${row.kind}.yaml`;
    const isTaken = (lower: string): boolean => {
      const path = pathOf(lower).toLowerCase();
      return taken.has(path) || isThere(path);
    };
    const name = fileName(observed.name ?? String(document["name"] ?? row.kind), isTaken);
    taken.add(pathOf(name.normalize("NFKC")).toLowerCase());
    const path = pathOf(name);
    const texts: NewFile[] = [];
    const put = (text: string): string => {
      const textPath = (base: string): string => beside(path, `texts/${base}.md`);
      const base = fileName(name, (lower) => {
        const wanted = textPath(lower).toLowerCase();
        return taken.has(wanted) || isThere(wanted);
      });
      taken.add(textPath(base.normalize("NFKC")).toLowerCase());
      texts.push({ path: textPath(base), text });
      return `texts/${base}.md`;
    };
    const written = textFiles ? extractTexts(kinds, row, document, put) : document;
    return { authored: each, file: { path, text: textOf(comment(path), written) }, texts };
  });
}

function textOf(comment: string, document: JsonObject): string {
  return `${comment}\n${yamlText(document)}`;
}

/** What is wrong with the new files, by the remote address of what they define: a service may hold more than files can say. */
async function mistakes(
  kinds: Kinds,
  grammars: Grammars,
  placed: readonly Placed[],
  existing: DefinitionFiles,
): Promise<Map<Address, Diagnostic>> {
  const files = withTexts(existing, { texts: placed.flatMap(filesOf), without: [] });
  const { diagnostics } = await load(kinds, grammars, files);
  const byPath = new Map(
    placed.map(({ authored: { row, observed }, file }) => [
      file.path,
      remoteAddress(row.kind, observed.id),
    ]),
  );
  return new Map(
    diagnostics.flatMap((each): [Address, Diagnostic][] => {
      const address = byPath.get(each.location.file);
      return each.severity === "error" && address !== undefined ? [[address, each]] : [];
    }),
  );
}

/** A path beneath the folder of a file. */
function beside(from: string, file: string): string {
  return from.slice(0, from.lastIndexOf("/") + 1) + file;
}
