// The other way round: what the service holds and no file defines, as new definition files. They
// are read back before anything is written: what they would say is what the service holds.
import { author, type Authored, type Known } from "../engine/author.ts";
import type { Diagnostic } from "../engine/diagnostic.ts";
import type { JsonObject } from "../engine/json.ts";
import type { Kinds } from "../engine/kind.ts";
import { type Answers } from "../engine/observe.ts";
import type { DefinitionFiles } from "../engine/ports.ts";
import type { NewFile, Pulled } from "../engine/pulled.ts";
import type { Address } from "../engine/resource.ts";
import { fileName } from "../engine/titles.ts";
import { mappingLines } from "../engine/yaml-lines.ts";
import { type Grammars, load } from "./load.ts";

export interface PullOptions extends Known {
  /** The files that are there. */
  readonly files: DefinitionFiles;
  /** The folder of the definitions, relative to the project; empty for the project itself. */
  readonly folder: string;
  /** Whether a path is there already, whatever its letters' case. */
  isThere(lowerPath: string): boolean;
  /** The first line of a file, from its path: the comment that names its schema. */
  comment(path: string): string;
}

/** New files for everything that no file defines. */
export async function pullNew(
  kinds: Kinds,
  grammars: Grammars,
  answers: Answers,
  options: PullOptions,
): Promise<Pulled> {
  const refused = new Map<Address, string>();
  for (;;) {
    const { authored, pins, notes } = author(kinds, answers, options, refused);
    const placed = place(kinds, authored, options);
    const wrong = await mistakes(kinds, grammars, placed, options.files);
    for (const [address, { message }] of wrong) refused.set(address, message);
    if (wrong.size > 0) continue; // and what refers to it is not written either
    return {
      files: placed.map(({ file }) => file),
      addresses: authored.map(({ address }) => address),
      pins,
      notes,
    };
  }
}

interface Placed {
  readonly authored: Authored;
  readonly file: NewFile;
}

/** A file each; kinds that others refer to have a folder of their own. */
function place(
  kinds: Kinds,
  authored: readonly Authored[],
  { folder, isThere, comment }: PullOptions,
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
    const name = fileName(observed.name ?? row.kind, isTaken);
    taken.add(pathOf(name.normalize("NFKC")).toLowerCase());
    const path = pathOf(name);
    return { authored: each, file: { path, text: textOf(comment(path), document) } };
  });
}

function textOf(comment: string, document: JsonObject): string {
  return `${[comment, ...mappingLines(document)].join("\n")}\n`;
}

/** What is wrong with the new files, by the address of what they define: a service may hold more than files can say. */
async function mistakes(
  kinds: Kinds,
  grammars: Grammars,
  placed: readonly Placed[],
  existing: DefinitionFiles,
): Promise<Map<Address, Diagnostic>> {
  const files = withNew(
    existing,
    placed.map(({ file }) => file),
  );
  const { diagnostics } = await load(kinds, grammars, files);
  const byPath = new Map(placed.map(({ authored, file }) => [file.path, authored.address]));
  return new Map(
    diagnostics.flatMap((each): [Address, Diagnostic][] => {
      const address = byPath.get(each.place.file);
      return each.severity === "error" && address !== undefined ? [[address, each]] : [];
    }),
  );
}

/** The files of a project with more beside them. */
function withNew(existing: DefinitionFiles, more: readonly NewFile[]): DefinitionFiles {
  return {
    read: async () => {
      const { files, diagnostics } = await existing.read();
      return { files: [...files, ...more], diagnostics };
    },
    include: existing.include,
  };
}
