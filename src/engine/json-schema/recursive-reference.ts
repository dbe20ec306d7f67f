// References in a JSON Schema that lead back to the schema that they are in.
import { fromPointer, type JsonObject, type Path, toPointer } from "../model/json.ts";
import { eachSubschema } from "./subschemas.ts";

interface Reference {
  readonly path: Path;
  /** The pointer of the schema that it names. */
  readonly target: string;
}

/** The path of the first reference of a schema that is part of a circle; undefined without one. */
export function recursiveReference(top: JsonObject): Path | undefined {
  return firstInCircle(top, (path) => path);
}

/**
 * The path of the first reference in a circle of schemas that all describe one value: checking it never
 * ends. Undefined without one.
 */
export function endlessReference(top: JsonObject): Path | undefined {
  return firstInCircle(top, sameValue);
}

const alternatives = new Set<unknown>(["anyOf", "oneOf", "allOf"]);
const parts = new Set<unknown>(["not", "if", "then", "else"]);

/** The end of a path, up to the last schema that describes another value than the one at its end. */
function sameValue(path: Path): Path {
  let length = path.length;
  for (;;)
    if (alternatives.has(path[length - 2]) && typeof path[length - 1] === "number") length -= 2;
    else if (parts.has(path[length - 1])) length -= 1;
    else return path.slice(length);
}

/** `within`: the end of the path of a schema with the keys that lead from one to another in a circle. */
function firstInCircle(top: JsonObject, within: (path: Path) => Path): Path | undefined {
  const references: Reference[] = [];
  eachSubschema(top, ({ $ref }, path) => {
    if (typeof $ref !== "string" || !/^#(?:\/|$)/.test($ref)) return;
    const target = toPointer(fromPointer($ref.slice(1)));
    references.push({ path: [...path, "$ref"], target });
  });
  if (references.length === 0) return undefined;
  const targets = new Set(references.map(({ target }) => target));
  // An edge for each named schema that a reference is in, to the schema that the reference names.
  const edges = references.flatMap((reference) =>
    around(reference.path.slice(0, -1), within, targets).map((from) => ({
      from,
      to: reference.target,
      reference,
    })),
  );
  const inCircle = withoutEnds(edges);
  const first = references.find((reference) => inCircle.has(reference));
  return first?.path;
}

/** The pointers of the named schemas on the way to a schema. */
function around(path: Path, within: (path: Path) => Path, targets: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const end = within(path);
  let pointer = toPointer(path.slice(0, path.length - end.length));
  if (targets.has(pointer)) found.push(pointer);
  for (const key of end) {
    pointer += toPointer([key]);
    if (targets.has(pointer)) found.push(pointer);
  }
  return found;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly reference: Reference;
}

/** The references that remain when those to schemas that lead nowhere are removed, again and again. */
function withoutEnds(edges: readonly Edge[]): ReadonlySet<Reference> {
  const into = new Map<string, Edge[]>();
  const outgoing = new Map<string, number>();
  for (const edge of edges) {
    const others = into.get(edge.to);
    if (others) others.push(edge);
    else into.set(edge.to, [edge]);
    outgoing.set(edge.from, (outgoing.get(edge.from) ?? 0) + 1);
  }
  const rest = new Set(edges);
  const ends = [...into.keys()].filter((name) => !outgoing.has(name));
  for (let end = ends.pop(); end !== undefined; end = ends.pop())
    for (const edge of into.get(end) ?? []) {
      rest.delete(edge);
      const left = outgoing.get(edge.from)! - 1;
      outgoing.set(edge.from, left);
      if (left === 0) ends.push(edge.from);
    }
  return new Set([...rest].map(({ reference }) => reference));
}
