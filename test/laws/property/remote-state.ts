// The state of the service as plain data, for the oracle and the properties.
import type { Store, StoredResource } from "../../../src/service/store/stored-resource.ts";
import { listAll } from "../../service/store/list-all.ts";
import type { JsonObject } from "./oracle-normal-form.ts";

export interface RemoteResource {
  readonly kind: "tool" | "prompt" | "evaluation" | "assertion";
  readonly id: string;
  /** The id of the parent. Tools and prompts have none. */
  readonly parent?: string;
  readonly body: JsonObject;
  /** The ids of a prompt's tools. */
  readonly tools: readonly string[];
  /** All that the store contains for the resource. Equal text: the resource was not changed. */
  readonly bytes: string;
}

/** All resources of the service by kind, each list sorted by id. */
export interface RemoteState {
  readonly tool: readonly RemoteResource[];
  readonly prompt: readonly RemoteResource[];
  readonly evaluation: readonly RemoteResource[];
  readonly assertion: readonly RemoteResource[];
}

/** Reads the current state from the store of the service. */
export async function readRemoteState(store: Pick<Store, "list">): Promise<RemoteState> {
  const list = (kind: string): Promise<readonly StoredResource[]> => listAll(store, kind);
  return remoteStateOf({
    tool: await list("tool"),
    prompt: await list("prompt"),
    evaluation: await list("evaluation"),
    assertion: await list("assertion"),
  });
}

/** The state with these resources. */
export function remoteStateOf(
  resources: Readonly<Record<RemoteResource["kind"], readonly StoredResource[]>>,
): RemoteState {
  const list = (kind: RemoteResource["kind"]): RemoteResource[] =>
    resources[kind]
      .map((resource) => remoteResource(kind, resource))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    tool: list("tool"),
    prompt: list("prompt"),
    evaluation: list("evaluation"),
    assertion: list("assertion"),
  };
}

function remoteResource(kind: RemoteResource["kind"], resource: StoredResource): RemoteResource {
  const { id, parent, body, references } = resource;
  return {
    kind,
    id,
    ...(parent && { parent: parent.id }),
    body,
    tools: references.map(({ to }) => to.id),
    bytes: JSON.stringify(resource),
  };
}

/** All resources of a state: tools, prompts, evaluations, assertions. */
export function allResources(state: RemoteState): readonly RemoteResource[] {
  return [...state.tool, ...state.prompt, ...state.evaluation, ...state.assertion];
}

/** The resources whose parent has this id. */
export function childrenOf(
  resources: readonly RemoteResource[],
  parent: string,
): readonly RemoteResource[] {
  return resources.filter((resource) => resource.parent === parent);
}

/** These prompts with their evaluations and the assertions of those. */
export function withChildren(
  state: RemoteState,
  prompts: readonly RemoteResource[],
): readonly RemoteResource[] {
  const evaluations = prompts.flatMap(({ id }) => childrenOf(state.evaluation, id));
  const assertions = evaluations.flatMap(({ id }) => childrenOf(state.assertion, id));
  return [...prompts, ...evaluations, ...assertions];
}
