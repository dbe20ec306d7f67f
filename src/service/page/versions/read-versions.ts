// Reads the versions of a prompt, in the form in which the page compares them.
import type { StoredVersion } from "../../store/stored-version.ts";
import { hasChanged } from "../../store/has-changed.ts";
import type { ResourceContext } from "../../http/resources/resources.ts";
import type { StoredResource } from "../../store/stored-resource.ts";
import type { Message, ModelParameters } from "../../../generated/types.ts";
import type { Json } from "../../../engine/model/json.ts";
import { markOrdered } from "../../../engine/normalize/normalize.ts";
import { type FieldChange, fieldChanges } from "../../../views/plan/field-changes.ts";
import { fieldLines } from "../../../views/plan/field-lines.ts";
import { unicodeSymbols } from "../../../views/text/terminal-text.ts";
import { someOf } from "../../../engine/text/word-lists.ts";
import { promptKind } from "../prompt/read-prompt.ts";

/** The content of a prompt in one version. */
export interface PromptVersion {
  readonly name: string;
  readonly parameters: ModelParameters;
  /** With their present names; without a name if they were deleted later. */
  readonly tools: readonly { readonly id: string; readonly name: string | undefined }[];
  readonly messages: readonly Message[];
}

export interface PromptVersions {
  /** Newest first. */
  readonly versions: readonly StoredVersion[];
  /**
   * Whether the newest version is the present state of the prompt. It is not if a promptctl without
   * versions wrote the prompt later.
   */
  readonly hasPresentState: boolean;
}

export async function readPromptVersions(
  context: ResourceContext,
  id: string,
): Promise<PromptVersions> {
  const { kind } = promptKind(context);
  const versions = await context.store.versions(kind, id);
  const [newest] = versions;
  if (!newest) return { versions, hasPresentState: false };
  const [version, present] = await Promise.all([
    context.store.getVersion(kind, id, newest.number),
    context.store.get(kind, id),
  ]);
  const hasPresentState = !!version && !!present && !hasChanged(version, present.resource);
  return { versions, hasPresentState };
}

/** The version that is the present state of a prompt; undefined if none is. */
export async function readLastChange(
  context: ResourceContext,
  id: string,
): Promise<StoredVersion | undefined> {
  const { versions, hasPresentState } = await readPromptVersions(context, id);
  return hasPresentState ? versions[0] : undefined;
}

/** Returns undefined if the service does not have the version. */
export async function readPromptVersion(
  context: ResourceContext,
  id: string,
  number: number,
): Promise<PromptVersion | undefined> {
  const { kind, shape } = promptKind(context);
  const stored = await context.store.getVersion(kind, id, number);
  if (!stored) return undefined;
  markOrdered(shape, stored.body);
  const { name, parameters, messages } = stored.body as unknown as PromptVersion;
  return { name, parameters, messages, tools: await readTools(context, stored) };
}

/** Bodies of more bytes are not compared for one list. */
const maxComparedBytes = 16 * 1024 * 1024;

/**
 * What each version changed, on one line, by its number. Versions that would need too much reading have
 * none, and neither has the oldest.
 */
export async function readVersionSummaries(
  context: ResourceContext,
  id: string,
  versions: readonly StoredVersion[],
): Promise<ReadonlyMap<number, string>> {
  const changed = new Map<number, string>();
  let bytes = 0;
  let newer: PromptVersion | undefined;
  for (const [index, { number, bytes: size }] of versions.entries()) {
    bytes += size;
    if (bytes > maxComparedBytes) break;
    const version = await readPromptVersion(context, id, number);
    if (newer && version)
      changed.set(versions[index - 1]!.number, changeSummary(differencesOf(version, newer)));
    newer = version;
  }
  return changed;
}

function differencesOf(before: PromptVersion, after: PromptVersion): FieldChange[] {
  const [from, to] = [before, after].map(({ tools, ...rest }) => ({
    ...rest,
    tools: tools.map(({ id, name }) => name ?? `id:${id}`),
  }));
  return fieldChanges(from as unknown as Json, to as unknown as Json, new Set(["tools"]));
}

/** Room for the values of a field. */
const lineWidth = 60;

/** `temperature 0.2 → 0.4, messages[0] +1 -1 and 2 more` */
function changeSummary(changes: readonly FieldChange[]): string {
  const size = { width: lineWidth, lineWidth, elsewhere: "", symbols: unicodeSymbols };
  const lines = fieldLines(changes, { ...size, isOneLine: true });
  const texts = lines.map(({ path, values, summary }, index) => {
    const { type } = changes[index]!;
    const whole = values.length === 0 && (type === "added" || type === "removed") ? type : "";
    const all = [...values, ...summary];
    const shown = all.map(({ sign, text }) => `${signs[sign]}${text}`);
    const name = path.replace(/^parameters\.(?=.)/, "").replace(/\.content\[0\]\.text$/, "");
    return [name, shown.join(all[0]?.sign === "old" ? " → " : " "), whole]
      .filter((part) => part !== "")
      .join(" ");
  });
  return someOf(texts);
}

const signs = { old: "", new: "", note: "", added: "+", removed: "-" } as const;

async function readTools(
  { store }: ResourceContext,
  stored: StoredResource,
): Promise<PromptVersion["tools"]> {
  const tools = await Promise.all(stored.references.map(({ to }) => store.get(to.kind, to.id)));
  return stored.references.map(({ to }, index) => {
    const name = tools[index]?.resource.body["name"];
    return { id: to.id, name: typeof name === "string" ? name : undefined };
  });
}
