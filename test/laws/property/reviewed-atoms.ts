// What a saved plan permits, and what the requests of an apply did, as texts that can be compared. The
// oracle of reviewed-plan.test.ts: it reads the document and the requests, and imports nothing of src/.
import { promptKey, type ProjectModel, toolKey } from "./generate-project.ts";
import {
  canonical,
  canonicalAssertion,
  canonicalPrompt,
  canonicalTool,
  type JsonObject,
  normalizedEvaluation,
} from "./oracle-normal-form.ts";
import { allResources, type RemoteResource, type RemoteState } from "./remote-state.ts";

/** A change of the document of a plan, as far as the oracle reads it. */
export interface DocumentChange {
  readonly address: string;
  readonly action: "create" | "update" | "replace" | "delete";
  readonly id?: string;
  readonly parent?: string;
  readonly body?: JsonObject;
  readonly before?: JsonObject;
  readonly childCreates?: readonly DocumentChange[];
  readonly childDeletes?: readonly DocumentChange[];
}

/** A writing request, with the service as it was before it. */
export interface WriteRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly state: RemoteState;
}

type Kind = RemoteResource["kind"];

const kindsByPath: { readonly [collection: string]: Kind } = {
  tools: "tool",
  prompts: "prompt",
  evaluations: "evaluation",
  "evaluation-assertions": "assertion",
};

/** What a plan creates, updates and deletes: a text each, with repetitions. */
export function documentAtoms(
  changes: readonly DocumentChange[],
  project: ProjectModel,
  before: RemoteState,
): string[] {
  return changes.flatMap((change) => {
    const { address, action, id, parent = "" } = change;
    const kind = address.slice(0, address.indexOf("/")) as Kind;
    const text = (body: JsonObject): string =>
      contentText(
        kind,
        body,
        ((body["tools"] ?? []) as string[]).map((tool) => toolName(tool, project, before)),
      );
    const own = {
      create: () => [createAtom(kind, parentTexts(parent, project), text(change.body!))],
      update: () => [updateAtom(kind, id!, text(change.before!), text(change.body!))],
      delete: () => [deleteAtom(kind, id!, text(change.before!))],
      replace: () => [
        createAtom(kind, parentTexts(parent, project), text(change.body!)),
        deleteAtom(kind, id!, text(change.before!)),
      ],
    }[action]();
    const { childCreates = [], childDeletes = [] } = change;
    return [...own, ...documentAtoms([...childCreates, ...childDeletes], project, before)];
  });
}

/** What a request creates, updates or deletes. */
export function requestAtom({ method, path, body, state }: WriteRequest): string {
  const [collection = "", id] = path.split("/").slice(3);
  const kind = kindsByPath[collection]!;
  const existing = state[kind].find((resource) => resource.id === id);
  const before = existing && contentText(kind, existing.body, toolNames(existing.tools, state));
  if (method === "DELETE") return deleteAtom(kind, id!, before!);
  const sent = JSON.parse(body) as JsonObject;
  const { promptId, evaluationId, ...fields } = sent;
  const toolIds = ((sent["tools"] ?? []) as JsonObject[]).map(({ toolId }) => String(toolId));
  const after = contentText(kind, fields, toolNames(toolIds, state));
  if (method === "PUT") return updateAtom(kind, id!, before!, after);
  return createAtom(kind, parentsOnService(String(promptId ?? evaluationId ?? ""), state), after);
}

function createAtom(kind: Kind, parents: readonly string[], after: string): string {
  return canonical(["create", kind, ...parents, after]);
}

function updateAtom(kind: Kind, id: string, before: string, after: string): string {
  return canonical(["update", kind, id, before, after]);
}

function deleteAtom(kind: Kind, id: string, before: string): string {
  return canonical(["delete", kind, id, before]);
}

function contentText(kind: Kind, body: JsonObject, tools: readonly string[]): string {
  switch (kind) {
    case "tool":
      return canonicalTool(body);
    case "prompt":
      return canonicalPrompt(body, tools);
    case "evaluation":
      return canonical(normalizedEvaluation(body));
    case "assertion":
      return canonicalAssertion(body);
  }
}

/** The name of the prompt, then the content of the evaluation, of an address of the definitions. */
function parentTexts(parent: string, project: ProjectModel): string[] {
  for (const prompt of project.prompts) {
    if (parent === `prompt/${promptKey(prompt)}`) return [prompt.name];
    for (const { name, own } of prompt.evaluations)
      if (parent === `evaluation/${promptKey(prompt)}/${name}`)
        return [prompt.name, canonical(normalizedEvaluation(own))];
  }
  return [];
}

function parentsOnService(id: string, state: RemoteState): string[] {
  const parent = allResources(state).find((resource) => resource.id === id);
  if (!parent) return [];
  if (parent.kind === "prompt") return [String(parent.body["name"])];
  const own = canonical(normalizedEvaluation(parent.body));
  return [...parentsOnService(parent.parent!, state), own];
}

/** The name of the tool with an address: of a definition, or `tool/id:…`. */
function toolName(address: string, { tools }: ProjectModel, before: RemoteState): string {
  const defined = tools.find((tool) => address === `tool/${toolKey(tool)}`);
  return defined
    ? String(defined.value["name"])
    : toolNames([address.slice("tool/id:".length)], before)[0]!;
}

function toolNames(ids: readonly string[], { tool }: RemoteState): string[] {
  return ids.map((id) => String(tool.find((each) => each.id === id)?.body["name"]));
}

/** The texts that `some` has more often than `all`. */
export function beyond(some: readonly string[], all: readonly string[]): string[] {
  const rest = [...all];
  return some.filter((text) => {
    const index = rest.indexOf(text);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
