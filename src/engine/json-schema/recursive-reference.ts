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
    around(reference.path, targets).map((from) => ({ from, to: reference.target, reference })),
  );
  const inCircle = withoutEnds(edges);
  const first = references.find((reference) => inCircle.has(reference));
  return first?.path;
}

/** The pointers of the named schemas that a path is in. */
function around(path: Path, targets: ReadonlySet<string>): string[] {
  const found: string[] = [];
  let pointer = "";
  if (targets.has(pointer)) found.push(pointer);
  for (const key of path.slice(0, -1)) {
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
