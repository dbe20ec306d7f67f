// A project that moves from commit to commit. Only changed files are parsed, and only the families that
// are asked for are resolved.
import { createFamilyIndex } from "../engine/history/family-index.ts";
import { type PastDefinition, resolveFamily } from "../engine/history/family-state.ts";
import type { LineCommit } from "../engine/history/line-commit.ts";
import { groupBy } from "../engine/model/collections.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { SourceFile } from "../engine/model/source-file.ts";
import { type Address, addressOf } from "../engine/model/resource.ts";
import type { ParsedDocument } from "../engine/parse/parsed-document.ts";
import { type Draft, drafts } from "../engine/resolve/draft.ts";
import { include, includeRequests } from "../engine/resolve/include.ts";
import { type CompiledSchemas, validateDocument } from "../engine/validate/validate-document.ts";
import type { LoadedFiles } from "./load.ts";
import { parseFiles } from "./parse-files.ts";

export interface PastProject {
  /** Reads the changes of a commit, which becomes the current one. */
  moveTo(commit: LineCommit): Promise<void>;
  /** The family whose resource has the first of these names that any resource has. */
  findFamily(kind: string, names: readonly string[]): Family | undefined;
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
  const documentsNow = groupBy(files.documents, ({ file }) => file);
  for (const diagnostic of files.diagnostics)
    documentsNow.delete("ref" in diagnostic ? diagnostic.ref.file : diagnostic.location.file);
  const index = createFamilyIndex(kinds);
  const draftsByFile = new Map<string, readonly Draft[]>();
  const incomplete = new Set<string>();
  const resolved = new Map<Address, ResolvedFamily>();
  let current: LineCommit | undefined;

  const setFile = (path: string, own: readonly Draft[]): ReadonlySet<Address> => {
    if (own.length > 0) draftsByFile.set(path, own);
    else draftsByFile.delete(path);
    return index.set(path, own);
  };
  const moveTo = async (commit: LineCommit): Promise<void> => {
    current = commit;
    const gone = commit.isWhole ? [...draftsByFile.keys()] : [...commit.changed];
    const isAsNow = ({ path, text }: SourceFile): boolean =>
      documentsNow.has(path) && files.texts.get(path) === text;
    const parsed = await parseFiles(commit.files.filter((file) => !isAsNow(file)));
    for (const path of gone) incomplete.delete(path);
    for (const path of commit.unreadable) incomplete.add(path);
    const present = new Set(commit.files.map(({ path }) => path));
    const touched = new Set(
      gone.filter((path) => !present.has(path)).flatMap((path) => [...setFile(path, [])]),
    );
    for (const file of commit.files) {
      const { documents, diagnostics } = isAsNow(file)
        ? { documents: documentsNow.get(file.path)!, diagnostics: [] }
        : parsed.shift()!;
      if (diagnostics.length > 0) incomplete.add(file.path);
      for (const family of setFile(file.path, drafts(kinds, documents))) touched.add(family);
    }
    for (const [family, state] of resolved)
      if (isAffected(state, touched, commit)) resolved.delete(family);
  };
  const resolveNow = async (family: Address): Promise<ResolvedFamily> => {
    const own = index.drafts(family);
    const referred = own.flatMap((draft) => referredFamilies(draft));
    await current!.fetchIncluded?.(own.flatMap(includeRequests));
    const sources = own.map((draft) => include(draft, current!.readIncluded));
    const others = [...new Set(referred)].flatMap((each) =>
      index.drafts(each).filter(({ row }) => !row.parent),
    );
    const isValid = isEveryDocumentValid(own.map(({ document }) => document));
    return {
      members: isValid ? resolveFamily(kinds, sources, others) : undefined,
      families: new Set([family, ...referred]),
      included: new Set(
        sources.flatMap(({ includes }) => [...includes.values()].map(({ path }) => path)),
      ),
    };
  };
  const isEveryDocumentValid = (documents: readonly ParsedDocument[]): boolean =>
    [...new Set(documents)].every((each) => validateDocument(kinds, schemas, each).length === 0);
  return {
    moveTo,
    findFamily: (kind, names) => {
      for (const name of names) {
        const [address, ...others] = index.named(kind, name);
        if (address !== undefined) return { address, isAmbiguous: others.length > 0 };
      }
      return undefined;
    },
    members: async (family) => {
      if (!resolved.has(family)) resolved.set(family, await resolveNow(family));
      return resolved.get(family)!.members;
    },
    isIncomplete: () => incomplete.size > 0,
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
