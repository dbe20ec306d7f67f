// Writes definition files for resources that no file defines. The new files are loaded at once:
// a resource whose definition has errors is skipped, and so is every resource that refers to it.
import type { Grammars } from "../engine/validate/validate-document.ts";
import type { KnownResources } from "../engine/export/export-names.ts";
import {
  type ExportedChild,
  type ExportedResource,
  exportResources,
} from "../engine/export/export.ts";
import type { NewFile, PullResult } from "../engine/export/pull-result.ts";
import { extractTexts } from "../engine/export/text-files.ts";
import { fileName } from "../engine/export/titles.ts";
import { yamlText } from "../engine/edit/yaml-writer.ts";
import type { Kind, Kinds } from "../engine/model/kind.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import type { Address } from "../engine/model/resource.ts";
import { type ListResponses, remoteAddress } from "../engine/observe/observe.ts";
import { load } from "./load.ts";
import { overlayFiles } from "./overlay-files.ts";

export interface PulledNew extends Pick<PullResult, "added" | "pins" | "notes"> {
  /** Children to be inserted into the definition of their parent. */
  readonly nested: readonly ExportedChild[];
  /** Remote address → address of the new definitions. */
  readonly addresses: ReadonlyMap<Address, Address>;
}

export interface PullNewOptions extends KnownResources {
  /** True if new children of this kind are nested in the definition of their parent. */
  isNested(row: Kind, parent: Address): boolean;
  /** The existing files. */
  readonly files: DefinitionFiles;
  /** The folder of the definitions, relative to the project; empty for the project itself. */
  readonly folder: string;
  /** True if a file exists whose path equals this one in lower case. */
  pathExists(lowerPath: string): boolean;
  /** True if long message texts get files of their own. */
  readonly textFiles: boolean;
  /** The first line of a file at a path: the comment that names its schema. */
  schemaComment(path: string): string;
}

/** New files for all resources that no file defines. */
export async function pullNew(
  kinds: Kinds,
  grammars: Grammars,
  responses: ListResponses,
  options: PullNewOptions,
): Promise<PulledNew> {
  const rejected = new Map<Address, string>();
  for (;;) {
    const exported = exportResources(kinds, responses, options, rejected);
    const { resources, children, pins, notes } = exported;
    const definitions = assignFiles(kinds, [...resources, ...children], options);
    const errors = await errorsOf(kinds, grammars, definitions, options.files);
    for (const [address, message] of errors) rejected.set(address, message);
    if (errors.size > 0) continue; // export again, without resources that refer to rejected ones
    const nested = children.filter(({ row, parent }) => options.isNested(row, parent));
    const inFiles = definitions.filter(
      ({ exported: item }) => !nested.some((child) => child === item),
    );
    const addresses = resources.map((resource) => [remoteOf(resource), resource.address] as const);
    return { added: inFiles.flatMap(filesOf), nested, addresses: new Map(addresses), pins, notes };
  }
}

function remoteOf({ row, observed }: ExportedResource): Address {
  return remoteAddress(row.kind, observed.id);
}

/** An exported resource with its files. */
interface NewDefinition {
  readonly exported: ExportedResource;
  readonly file: NewFile;
  /** Message texts that the file includes. */
  readonly texts: readonly NewFile[];
}

function filesOf({ file, texts }: NewDefinition): NewFile[] {
  return [file, ...texts];
}

/** Gives each resource a file; kinds that other kinds refer to get a folder. */
function assignFiles(
  kinds: Kinds,
  resources: readonly ExportedResource[],
  { folder, pathExists, textFiles, schemaComment }: PullNewOptions,
): NewDefinition[] {
  const used = new Set<string>();
  /** Turns a name into an unused path. */
  const assignPath = (name: string, pathOf: (base: string) => string): string => {
    const base = fileName(name, (lower) => {
      const path = pathOf(lower).toLowerCase();
      return used.has(path) || pathExists(path);
    });
    used.add(pathOf(base.normalize("NFKC")).toLowerCase());
    return base;
  };
  return resources.map((exported) => {
    const { row, observed, document } = exported;
    const path = [folder, isReferenced(kinds, row.kind) ? row.plural : ""].filter(Boolean);
    const directory = path.map((part) => `${part}/`).join("");
    const definitionPath = (base: string): string => `${directory}${base}.${row.kind}.yaml`;
    const textPath = (base: string): string => `${directory}texts/${base}.md`;
    const name = observed.name ?? String(document["name"] ?? row.kind);
    const base = assignPath(name, definitionPath);
    const texts: NewFile[] = [];
    const storeText = (text: string): string => {
      const textBase = assignPath(base, textPath);
      texts.push({ path: textPath(textBase), text });
      return `texts/${textBase}.md`;
    };
    const content = textFiles ? extractTexts(kinds, row, document, storeText) : document;
    const filePath = definitionPath(base);
    const file = { path: filePath, text: `${schemaComment(filePath)}\n${yamlText(content)}` };
    return { exported, file, texts };
  });
}

function isReferenced(kinds: Kinds, kind: string): boolean {
  return kinds.some(({ references }) => references.some((reference) => reference.kind === kind));
}

/** The first error in each new file, by the remote address of its resource. */
async function errorsOf(
  kinds: Kinds,
  grammars: Grammars,
  definitions: readonly NewDefinition[],
  existing: DefinitionFiles,
): Promise<Map<Address, string>> {
  const files = definitions.flatMap(filesOf);
  const { diagnostics } = await load(
    kinds,
    grammars,
    overlayFiles(existing, { files, removed: [] }),
  );
  const remotes = new Map(definitions.map(({ exported, file }) => [file.path, remoteOf(exported)]));
  return new Map(
    diagnostics.flatMap(({ location, severity, message }): [Address, string][] => {
      const remote = remotes.get(location.file);
      return severity === "error" && remote !== undefined ? [[remote, message]] : [];
    }),
  );
}
