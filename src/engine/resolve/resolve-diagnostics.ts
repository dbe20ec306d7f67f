// What keeps definitions from being resolved, in words: names that are taken, repeated or not there.
import {
  type Diagnostic,
  didYouMean,
  error,
  fileAndLine,
  type SourceLocation,
  withArticle,
} from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import type { Path } from "../model/json.ts";
import { type Address, nameOf } from "../model/resource.ts";
import type { Source } from "./source.ts";

/** A name of the form that addresses of what only the service has end in. */
export function remoteForm(draft: Draft): Diagnostic {
  return error(
    "wrong-value",
    at(draft, ["name"]),
    "A name that begins with id: needs a key: addresses of that form are for what only the service has.",
    "Add a key, for example key: my-prompt.",
  );
}

/** A key or a name that makes an address that `first` has. */
export function duplicate(draft: Draft, first: Draft, own: string | number): Diagnostic {
  const [field, other] = [ownField(draft), ownField(first)];
  const also = at(first, [other]);
  const found = error(
    `duplicate-${field}`,
    at(draft, [field]),
    `Another ${draft.row.kind} has the ${other} "${own}" already (${fileAndLine(also)}).`,
    draft.row.identifiedBy.by === "name"
      ? "Rename one, or give each a key of its own where the service really has both."
      : "Rename one.",
  );
  return { ...found, also };
}

/** The field that makes its address. */
function ownField(draft: Draft): "key" | "name" {
  return draft.value["key"] === undefined ? "name" : "key";
}

/** A name that another definition has too, where only keys could tell the two apart. */
export function repeatedName(draft: Draft, other: Draft): Diagnostic {
  const also = at(other, ["name"]);
  const found = error(
    "duplicate-name",
    at(draft, ["name"]),
    `Another ${draft.row.kind} has the name "${String(draft.value["name"])}" too (${fileAndLine(also)}).`,
    "Rename one, or give each a key of its own where the service really has both.",
  );
  return { ...found, also };
}

/** The name at a path, of a kind, that no file defines; with what may be meant. */
export function unknownName(
  draft: Draft,
  path: Path,
  kind: string,
  key: string,
  byAddress: ReadonlyMap<Address, Source>,
): Diagnostic {
  const known = [...byAddress].flatMap(([address, source]): [Address, Draft][] =>
    source.draft.row.kind === kind ? [[address, source.draft]] : [],
  );
  const names = known.map(([address]) => nameOf(address));
  const whole = names.find((name) => name.endsWith(`/${key}`)); // only its last part was written
  const guess = whole === undefined ? didYouMean(key, names) : `Did you mean "${whole}"?`;
  const meant = known.find(([address]) => guess?.includes(`"${nameOf(address)}"`))?.[1];
  const byName = known.find(
    ([, each]) => each.value["key"] !== undefined && each.value["name"] === key,
  );
  if (byName) {
    const [address, other] = byName;
    const also = at(other, ["key"]);
    const hint = `It is called by its key, "${nameOf(address)}" (${fileAndLine(also)}).`;
    return {
      ...error(`unknown-${kind}`, at(draft, path), `There is no ${kind} "${key}".`, hint),
      also,
    };
  }
  const none = known.length === 0 ? `No file defines ${withArticle(kind)}.` : undefined;
  const also = guess && meant ? at(meant, ["name"]) : undefined;
  const hint = guess && also ? guess.replace(/\?$/, ` (${fileAndLine(also)})?`) : none;
  const found = error(`unknown-${kind}`, at(draft, path), `There is no ${kind} "${key}".`, hint);
  return { ...found, ...(also && { also }) };
}

function at(draft: Draft, path: Path): SourceLocation {
  return draft.document.locate([...draft.path, ...path]);
}
