// A project that moves from commit to commit. Only changed files are parsed, and only the families
// that are asked for are resolved.
import { createFamilyIndex, type FamilyIndex } from "../../engine/history/family-index.ts";
import { type PastDefinition, resolveFamily } from "../../engine/history/family-state.ts";
import type { LineCommit } from "../../engine/history/line-commit.ts";
import { groupBy } from "../../engine/model/collections.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { SourceFile } from "../../engine/model/source-file.ts";
import type { EarlierName } from "../../engine/model/held-version.ts";
import { type Address, addressOf } from "../../engine/model/resource.ts";
import type { ParsedDocument, ParsedFile } from "../../engine/parse/parsed-document.ts";
import { type Draft, drafts } from "../../engine/resolve/draft.ts";
import { includedFiles } from "../../engine/resolve/source.ts";
import { type CompiledSchemas, validateDocument } from "../../engine/validate/validate.ts";
import type { LoadedFiles } from "../load/load.ts";
import { includeFiles } from "../load/include-files.ts";
import { parseFiles } from "../load/parse-files.ts";

export interface PastProject {
  /** Reads the changes of a commit, which becomes the current one. */
  moveTo(commit: LineCommit): Promise<void>;
  /** The family whose resource has the first of these names that any resource has. */
  findFamily(kind: string, names: readonly string[]): Family | undefined;
  /** A family that has one of these names in `renamedFrom`. */
  renamedTo(kind: string, names: readonly string[]): EarlierName | undefined;
  /** The definitions of a family; undefined if the files do not say them exactly. */
  members(family: Address): Promise<readonly PastDefinition[] | undefined>;
  /** Whether a file cannot be read, so that it may define anything. */
  isIncomplete(): boolean;
}

/** A family of the current commit; `isAmbiguous` if several have the name. */
interface Family {
  readonly address: Address;
  readonly isAmbiguous: boolean;
}

/** The definitions of a family, and what they were made from. */
interface ResolvedFamily {
  readonly members: readonly PastDefinition[] | undefined;
  readonly families: ReadonlySet<Address>;
  readonly included: ReadonlySet<string>;
}

/** The project as it is now. */
export type FilesNow = Pick<LoadedFiles, "texts" | "documents" | "diagnostics">;

/** `files`: what did not change since is not parsed again. */
export function createPastProject(
  kinds: Kinds,
  schemas: CompiledSchemas,
  files: FilesNow,
): PastProject {
  const past = createPastFiles(kinds, files);
  const resolved = new Map<Address, ResolvedFamily>();
  let current: LineCommit | undefined;
  const isValid = (document: ParsedDocument): boolean =>
    validateDocument(kinds, schemas, document).length === 0;
  return {
    moveTo: async (commit) => {
      current = commit;
      const touched = await past.moveTo(commit);
      for (const [family, state] of resolved)
        if (isAffected(state, touched, commit)) resolved.delete(family);
    },
    findFamily: (kind, names) => {
      for (const name of names) {
        const [address, ...others] = past.index.named(kind, name);
        if (address !== undefined) return { address, isAmbiguous: others.length > 0 };
      }
      return undefined;
    },
    renamedTo: (kind, names) => {
      const [address] = names.flatMap((name) => [...past.index.renamedFrom(kind, name)]);
      const top = past.index.drafts(address ?? "").find(({ row }) => !row.parent);
      return top && { address: address!, name: String(top.value["name"]) };
    },
    members: async (family) => {
      if (!resolved.has(family))
        resolved.set(family, await resolveIn({ kinds, isValid }, past.index, family, current!));
      return resolved.get(family)!.members;
    },
    isIncomplete: past.isIncomplete,
  };
}

/** The definition files of the current commit. */
interface PastFiles {
  readonly index: FamilyIndex;
  /** Reads the changes of a commit. Returns the families that they concern. */
  moveTo(commit: LineCommit): Promise<ReadonlySet<Address>>;
  /** Whether a file cannot be read. */
  isIncomplete(this: void): boolean;
}

function createPastFiles(kinds: Kinds, now: FilesNow): PastFiles {
  const parse = createPastParser(now);
  const index = createFamilyIndex(kinds);
  const defining = new Set<string>();
  const incomplete = new Set<string>();
  const setFile = (path: string, own: readonly Draft[]): ReadonlySet<Address> => {
    if (own.length > 0) defining.add(path);
    else defining.delete(path);
    return index.set(path, own);
  };
  return {
    index,
    isIncomplete: () => incomplete.size > 0,
    moveTo: async ({ files, unreadable, changed, isWhole }) => {
      const parsed = await parse(files);
      const replaced = isWhole ? new Set([...defining, ...incomplete]) : changed;
      for (const path of replaced) incomplete.delete(path);
      for (const path of unreadable) incomplete.add(path);
      const present = new Set(files.map(({ path }) => path));
      const removed = [...replaced].filter((path) => !present.has(path));
      const touched = removed.flatMap((path) => [...setFile(path, [])]);
      for (const { path, documents, diagnostics } of parsed) {
        if (diagnostics.length > 0) incomplete.add(path);
        touched.push(...setFile(path, drafts(kinds, documents)));
      }
      return new Set(touched);
    },
  };
}

/** Returns a parser that does not parse files again that are as they are now. */
function createPastParser({ texts, documents, diagnostics }: FilesNow) {
  const documentsNow = groupBy(documents, ({ file }) => file);
  for (const diagnostic of diagnostics)
    documentsNow.delete("place" in diagnostic ? diagnostic.place.file : diagnostic.location.file);
  return async (files: readonly SourceFile[]): Promise<PastFile[]> => {
    const isAsNow = ({ path, text }: SourceFile): boolean =>
      documentsNow.has(path) && texts.get(path) === text;
    const parsed = await parseFiles(files.filter((file) => !isAsNow(file)));
    return files.map((file) =>
      isAsNow(file)
        ? { path: file.path, documents: documentsNow.get(file.path)!, diagnostics: [] }
        : { path: file.path, ...parsed.shift()! },
    );
  };
}

interface PastFile extends ParsedFile {
  readonly path: string;
}

interface ResolveContext {
  readonly kinds: Kinds;
  isValid(this: void, document: ParsedDocument): boolean;
}

/** Resolves a family of a commit. */
async function resolveIn(
  { kinds, isValid }: ResolveContext,
  index: FamilyIndex,
  family: Address,
  commit: LineCommit,
): Promise<ResolvedFamily> {
  const own = index.drafts(family);
  const referred = new Set(own.flatMap(referredFamilies));
  const sources = await includeFiles(own, commit);
  const others = [...referred].flatMap((each) =>
    index.drafts(each).filter(({ row }) => !row.parent),
  );
  const documents = new Set(own.map(({ document }) => document));
  const areValid = [...documents].every(isValid);
  return {
    members: areValid ? resolveFamily(kinds, sources, others, commit.overrides) : undefined,
    families: new Set([family, ...referred]),
    included: new Set(sources.flatMap(includedFiles).map(({ path }) => path)),
  };
}

function isAffected(
  { families, included, members }: ResolvedFamily,
  touched: ReadonlySet<Address>,
  { changed, isWhole }: LineCommit,
): boolean {
  if (isWhole || members === undefined) return true;
  return (
    [...families].some((each) => touched.has(each)) ||
    [...included].some((each) => changed.has(each))
  );
}

/** The families of the resources that a draft refers to. */
function referredFamilies({ row, value }: Draft): Address[] {
  return row.references.flatMap(({ field, kind }) => {
    const keys = value[field];
    return Array.isArray(keys) ? keys.map((key) => addressOf(kind, String(key))) : [];
  });
}
