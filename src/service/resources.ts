// What the service does with resources, for every kind alike: list, get, create, replace, remove.
// In go checked bodies, out come answers; what is refused is thrown as the status and its sentence.
import { HTTPException } from "hono/http-exception";
import type { Json, JsonObject } from "../engine/model/json.ts";
import {
  type Capabilities,
  childKinds,
  isSupported,
  type Kind,
  kindNamed,
  type Kinds,
} from "../engine/model/kind.ts";
import { invalid } from "./body-check.ts";
import type { Link, Outcome, Resource, Store } from "./store.ts";
import { fromBody, placesOf, toAnswer } from "./wire.ts";

export interface Resources {
  /** In order of creation; with a parent's id only its children. */
  list(row: Kind, parentId?: string): readonly JsonObject[];
  /** Throws 404 where there is none. */
  get(row: Kind, id: string): JsonObject;
  create(row: Kind, body: JsonObject): JsonObject;
  replace(row: Kind, id: string, body: JsonObject): JsonObject;
  /** Throws 409 where another resource refers to it. */
  remove(row: Kind, id: string): void;
}

/** The resources of a store; `newId` makes an id never used before. */
export function resourcesOf(
  kinds: Kinds,
  store: Store,
  capabilities: Capabilities,
  newId: () => string,
): Resources {
  const found = (link: Link): Resource => {
    const resource = store.get(link.kind, link.id);
    if (!resource) throw notFound(link);
    return resource;
  };
  const get = (row: Kind, id: string): JsonObject =>
    store.snapshot(() => answerer(kinds, found)(found({ kind: row.kind, id })));

  return {
    get,
    list: (row, parentId) =>
      store.snapshot(() => store.list(row.kind, parentId).map(answerer(kinds, found))),
    create(row, body) {
      const resource = fromBody(row, newId(), body);
      settle(row, resource, store.insert(resource));
      return get(row, resource.id);
    },
    // A PUT replaces the whole, its parent with it: the body names the parent like any other field,
    // so a child moves where that differs. Its own children hang on its id and move along.
    replace(row, id, body) {
      const resource = fromBody(row, id, body);
      settle(row, resource, store.replace(resource));
      return get(row, id);
    },
    remove(row, id) {
      const along = fallsWith(kinds, row, capabilities).map(({ kind }) => kind);
      settle(row, { kind: row.kind, id }, store.remove(row.kind, id, along));
    },
  };
}

/** Answers for resources of one request; what several of them refer to is made once. */
function answerer(
  kinds: Kinds,
  found: (link: Link) => Resource,
): (resource: Resource) => JsonObject {
  const made = new Map<string, JsonObject>();
  const whole = (link: Link): JsonObject => {
    const answer = made.get(link.id) ?? answerFor(found(link));
    made.set(link.id, answer);
    return answer;
  };
  const answerFor = (resource: Resource): JsonObject =>
    toAnswer(kindNamed(kinds, resource.kind), resource, whole);
  return answerFor;
}

/** The kinds deleted with a parent: children that cascade, and with those all beneath them. */
function fallsWith(kinds: Kinds, row: Kind, capabilities: Capabilities): readonly Kind[] {
  const beneath = (each: Kind): readonly Kind[] => [
    each,
    ...childKinds(kinds, each.kind).flatMap(beneath),
  ];
  return childKinds(kinds, row.kind)
    .filter(({ parent }) => parent && isSupported(parent.cascades, capabilities))
    .flatMap(beneath);
}

function settle(row: Kind, resource: Link | Resource, outcome: Outcome): void {
  switch (outcome.is) {
    case "done":
      return;
    case "absent":
      throw notFound(resource);
    case "dangling": {
      const places = "body" in resource ? placesOf(row, resource) : [];
      const wrong = places.filter(({ to }) =>
        outcome.links.some((link) => link.kind === to.kind && link.id === to.id),
      );
      throw invalid(
        row,
        wrong.map(
          ({ pointer, to }) => `${pointer} names ${to.kind} ${quoted(to.id)}, which does not exist`,
        ),
      );
    }
    case "used":
      throw new HTTPException(409, {
        message:
          `The ${row.kind} with the id ${quoted(resource.id)} is in use by ` +
          `${outcome.by.map(nameOf).join(", ")}: take it out there first.`,
      });
  }
}

function nameOf({ kind, id, body }: Resource): string {
  const name: Json | undefined = body["name"];
  return typeof name === "string"
    ? `${kind} ${quoted(name)} (id ${quoted(id)})`
    : `${kind} ${quoted(id)}`;
}

function notFound({ kind, id }: Link): HTTPException {
  return new HTTPException(404, { message: `There is no ${kind} with the id ${quoted(id)}.` });
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
