// What a service holds, flat and by id, as the oracle and the properties look at it.
import type { Store } from "../../../src/service/store.ts";
import type { StoredResource } from "../../../src/service/stored-resource.ts";
import type { JsonObject } from "./oracle-normal-form.ts";

export interface Thing {
  readonly kind: "tool" | "prompt" | "evaluation" | "assertion";
  readonly id: string;
  readonly parent?: string;
  readonly body: JsonObject;
  /** The ids of a prompt's tools. */
  readonly tools: readonly string[];
  /** Everything the store has of it: equal text, untouched. */
  readonly bytes: string;
}

export interface Held {
  readonly tool: readonly Thing[];
  readonly prompt: readonly Thing[];
  readonly evaluation: readonly Thing[];
  readonly assertion: readonly Thing[];
}

/** Everything a store holds now, smaller id first. */
export function heldBy(store: Pick<Store, "list">): Held {
  const list = (kind: Thing["kind"]): Thing[] =>
    store
      .list(kind)
      .map((each) => thing(kind, each))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    tool: list("tool"),
    prompt: list("prompt"),
    evaluation: list("evaluation"),
    assertion: list("assertion"),
  };
}

function thing(kind: Thing["kind"], resource: StoredResource): Thing {
  const { id, parent, body, references } = resource;
  const tools = references.map(({ to }) => to.id);
  return { kind, id, ...(parent && { parent: parent.id }), body, tools, bytes: bytes(resource) };
}

function bytes(resource: StoredResource): string {
  return JSON.stringify(resource);
}

export function everything(held: Held): readonly Thing[] {
  return [...held.tool, ...held.prompt, ...held.evaluation, ...held.assertion];
}

export function under(things: readonly Thing[], parent: string): readonly Thing[] {
  return things.filter((each) => each.parent === parent);
}
