// Writes definition files for resources that no file defines. The new files are loaded at once:
// a resource whose definition has errors is skipped, and so is every resource that refers to it.
import type { CommandTarget } from "../../engine/text/command-text.ts";
import type { ProjectEnvironment } from "../../engine/environments/environment.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import type { KnownResources } from "../../engine/export/export-names.ts";
import {
  type ExportedChild,
  type ExportedResource,
  type ExportResult,
  exportResources,
} from "../../engine/export/export.ts";
import type { NewFile, PullResult } from "../../engine/export/pull-result.ts";
import { extractFiles } from "../../engine/export/text-files.ts";
import { yamlText } from "../../engine/edit/yaml-writer.ts";
import type { ReversePlan } from "../../engine/export/reverse-plan.ts";
import { diagnosticMessage } from "../../engine/text/diagnostic-text.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { PlanPolicy } from "../../engine/model/plan-policy.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import { type Address, addressOf, type Definition, kindOf } from "../../engine/model/resource.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";
import type { Draft } from "../../engine/resolve/draft.ts";
import { load, type Project } from "../load/load.ts";
import { createDefinitionPaths, type NewFileOptions } from "../load/new-files.ts";
import { observeAll } from "../plan/observe-all.ts";
import { overlayFiles } from "../load/overlay-files.ts";
import type { HistoryReader } from "../plan/read-history.ts";
import { lineOf } from "./pull-messages.ts";

export interface PulledNew extends Pick<PullResult, "added" | "pins" | "leftOut" | "notes"> {
  /** Children to be inserted into the definition of their parent. */
  readonly nested: readonly ExportedChild[];
  /** Remote address → address of the new definitions. */
  readonly addresses: ReadonlyMap<Address, Address>;
  /** The names of the new definitions on the service, as `kind/name`. */
  readonly names: ReadonlySet<Address>;
}

interface PullSettings extends Pick<
  PlanPolicy,
  "scope" | "keep" | "maxDeletePercent" | "capabilities" | "directory"
> {
  /** Base URL → address → id. */
  readonly pins: { readonly [baseUrl: string]: { readonly [address: Address]: string } };
  readonly environment?: ProjectEnvironment | undefined;
}

export interface PullOptions extends NewFileOptions {
  /** Whether a file cannot be written, because it is behind a symbolic link. */
  isLinked?(path: string): boolean;
  /** True if long message texts get files of their own. */
  readonly textFiles: boolean;
  /** True if definitions of missing resources are removed. */
  readonly prune: boolean;
  /** Address patterns of what is written; empty for everything. */
  readonly target: readonly string[];
  /** True if definitions that are ahead of the service get its older version. */
  readonly theirs: boolean;
  /** The commit from which the service was changed, if it is known, with its definitions. */
  readonly from?:
    | { readonly commit: string; readonly definitions: readonly Definition[] }
    | undefined;
  /**
   * Whether the changes are for a branch: only resources that a definition or --target names are written,
   * and a definition that cannot be edited is left.
   */
  readonly isForBranch?: boolean;
  /** True if the files keep their own values in conflicts. */
  readonly ours: boolean;
  readonly settings: PullSettings;
  /** All environments of the project. */
  readonly environments?: readonly ProjectEnvironment[] | undefined;
  readonly history: HistoryReader;
}

export interface PullContext {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  readonly reader: ServiceReader;
  readonly options: PullOptions;
}

/** The project and the service of a pull, for the commands in messages. */
export function pullTarget({ reader, options }: PullContext): CommandTarget {
  const { environment, directory } = options.settings;
  return { baseUrl: reader.baseUrl, environment: environment?.name, directory };
}

/** New files for the resources that no file defines, without those that are left. */
export async function pullNew(
  context: PullContext,
  project: Project,
  reversed: ReversePlan,
  isLeft: KnownResources["isLeft"],
): Promise<PulledNew> {
  const { kinds, reader } = context;
  const responses = await observeAll(
    reader,
    kinds.map(({ kind }) => kind),
  );
  const known = { ...knownResources(project, reversed), isLeft };
  const { resources, children, pins, leftOut, notes, definitions } = await exportUntilValid(
    context,
    project,
    (rejected) => exportResources(kinds, responses, known, rejected),
  );
  const nested = children.filter((child) => isNested(project, child));
  const isInList = new Set<ExportedResource>(nested);
  const added = definitions.filter(({ exported }) => !isInList.has(exported));
  return {
    added: added.flatMap(({ files }) => files),
    nested,
    addresses: new Map(resources.map((resource) => [remoteOf(resource), resource.address])),
    names: new Set(resources.map(({ row, observed: { name = "" } }) => addressOf(row.kind, name))),
    pins,
    leftOut,
    notes,
  };
}

/** What the project defines and needs of the service. */
function knownResources(
  project: Project,
  { newChildren, duplicates, ids }: ReversePlan,
): Omit<KnownResources, "isLeft"> {
  const defined = new Map(
    Object.entries(ids).map(([address, id]) => [remoteAddress(kindOf(address), id), address]),
  );
  const wanted = new Set(newChildren.map(({ kind, id }) => remoteAddress(kind, id)));
  const reasons = new Map(
    duplicates.map(({ kind, id, reason }) => [remoteAddress(kind, id), reason.text]),
  );
  const keyless = keylessDefinitions(project);
  return {
    duplicateReason: (kind, id) => reasons.get(remoteAddress(kind, id)),
    keylessDefinition: (kind, name) => {
      const draft = keyless.get(addressOf(kind, name));
      return draft && lineOf(project, draft);
    },
    addressOf: (kind, id) => defined.get(remoteAddress(kind, id)),
    isTaken: (address) => Object.hasOwn(ids, address) || project.sources.has(address),
    isWanted: (kind, id) => wanted.has(remoteAddress(kind, id)),
  };
}

/**
 * Exports until every new file is valid: each time without the resources that were rejected, and those
 * that refer to them.
 */
async function exportUntilValid(
  context: PullContext,
  project: Project,
  exportWithout: (rejected: ReadonlyMap<Address, string>) => ExportResult,
): Promise<ExportResult & { readonly definitions: readonly NewDefinition[] }> {
  const rejected = new Map<Address, string>();
  for (;;) {
    const exported = exportWithout(rejected);
    const all = [...exported.resources, ...exported.children];
    const definitions = assignFiles(context, project, all);
    const errors = await errorsOf(context, definitions);
    if (errors.size === 0) return { ...exported, definitions };
    for (const [address, message] of errors) rejected.set(address, message);
  }
}

/** The definitions without a key, by kind and name. */
function keylessDefinitions(project: Project): ReadonlyMap<Address, Draft> {
  return new Map(
    [...project.sources.values()]
      .filter(({ draft: { row, value } }) => row.identifiedBy.by === "name" && !value["key"])
      .map(({ draft }) => [addressOf(draft.row.kind, String(draft.value["name"])), draft]),
  );
}

/** New children are nested in their parent, unless its other children have documents of their own. */
function isNested(project: Project, { row, parent }: ExportedChild): boolean {
  const { value } = project.sources.get(parent)!.draft;
  const hasSibling = project.definitions.some(
    (definition) => definition.row.kind === row.kind && definition.parent === parent,
  );
  return Array.isArray(value[row.parent!.nestedField]) || !hasSibling;
}

function remoteOf({ row, observed }: ExportedResource): Address {
  return remoteAddress(row.kind, observed.id);
}

interface NewDefinition {
  readonly exported: ExportedResource;
  /** The definition file and the message texts that it includes. */
  readonly files: readonly [NewFile, ...NewFile[]];
}

/** Gives each resource a file. */
function assignFiles(
  { kinds, options }: PullContext,
  project: Project,
  resources: readonly ExportedResource[],
): NewDefinition[] {
  const assignPath = createDefinitionPaths(kinds, project, options);
  return resources.map((exported) => {
    const { row, observed, document } = exported;
    const name = observed.name ?? String(document["name"] ?? row.kind);
    const { path, textPath, schemaPath } = assignPath(row, name);
    const texts: NewFile[] = [];
    const storeAt = (pathOf: typeof textPath, text: string): string => {
      const [included, ofProject] = pathOf();
      texts.push({ path: ofProject, text });
      return included;
    };
    const content = options.textFiles
      ? extractFiles(kinds, row, document, {
          text: (text) => storeAt(textPath, text),
          json: (text) => storeAt(schemaPath, text),
        })
      : document;
    const file = { path, text: options.schemaComment(path) + yamlText(content) };
    return { exported, files: [file, ...texts] };
  });
}

/** The first error in each new file, by the remote address of its resource. */
async function errorsOf(
  { kinds, schemas, options }: PullContext,
  definitions: readonly NewDefinition[],
): Promise<Map<Address, string>> {
  const files = overlayFiles(
    options.files,
    definitions.flatMap((definition) => definition.files),
  );
  const { diagnostics } = await load(kinds, schemas, files);
  const remotes = new Map(
    definitions.map(({ exported, files: [file] }) => [file.path, remoteOf(exported)]),
  );
  return new Map(
    diagnostics.flatMap((diagnostic): [Address, string][] => {
      const remote = remotes.get(diagnostic.location.file);
      if (diagnostic.severity !== "error" || remote === undefined) return [];
      return [[remote, diagnosticMessage(diagnostic).message]];
    }),
  );
}
