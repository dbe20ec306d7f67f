// Alerts about replies of another form: applications that read them may break.
import { type Alert, alertValues } from "../model/alert.ts";
import {
  isObject,
  type Json,
  jsonEquals,
  type JsonObject,
  listOf,
  objectOf,
  type Path,
  toPointer,
  valueAt,
} from "../model/json.ts";
import type { Change } from "../model/plan.ts";
import type { ValueChange } from "../json/value-change.ts";

/** A change of a reply schema, and what an application notices. */
interface ReplyChange extends ValueChange {
  /** `"answer" is removed` */
  readonly text: string;
}

/** One alert for each prompt whose replies get another form. */
export function replyAlerts(changes: readonly Change[]): Alert[] {
  return changes.flatMap((change): Alert | [] => {
    const { replySchema: path } = change.row;
    if (!path || !("after" in change)) return [];
    const { address } = change;
    const [before, after] = [change.before, change.after].map((body) => valueAt(body, path));
    const found = replyChanges(before, after, path);
    if (found.length === 0) return [];
    const texts = found.map(({ text }) => text);
    return {
      code: "replies",
      addresses: [address],
      text: [
        { code: address },
        " changes its replies, applications may break: ",
        ...alertValues(texts),
      ],
      facts: {
        changes: found.map(({ path: at, before: old, after: now }) => ({
          address,
          path: toPointer(at),
          ...(old !== undefined && { before: old }),
          ...(now !== undefined && { after: now }),
        })),
      },
    };
  });
}

function replyChanges(
  before: Json | undefined,
  after: Json | undefined,
  path: Path,
): ReplyChange[] {
  if (jsonEquals(before, after)) return [];
  if (after === undefined) return [{ path, before, text: "they have no schema any more" }];
  if (before === undefined) return [{ path, after, text: "they are JSON now" }];
  return schemaChanges({ old: objectOf(before), now: objectOf(after), path, name: "the reply" });
}

/** A schema in both versions. `name`: of its value, for the texts. */
interface Versions {
  readonly old: JsonObject;
  readonly now: JsonObject;
  readonly path: Path;
  readonly name: string;
}

/** What an application that reads the values of the old schema may not expect of those of the new one. */
function schemaChanges(versions: Versions): ReplyChange[] {
  const { old, now } = versions;
  if (jsonEquals(old, now)) return [];
  return [
    ...typeChanges(versions),
    ...valueChanges(versions),
    ...propertyChanges(versions),
    ...(isObject(old["items"]) && isObject(now["items"])
      ? schemaChanges(inner(versions, ["items"], `an item of ${versions.name}`))
      : []),
    ...definitionChanges(versions),
    ...alternativeChanges(versions),
  ];
}

function inner({ old, now, path }: Versions, keys: readonly string[], name: string): Versions {
  const [before, after] = [old, now].map((schema) => objectOf(valueAt(schema, keys)));
  return { old: before!, now: after!, path: [...path, ...keys], name };
}

/** A change of a keyword of the schema. */
function changeAt({ old, now, path }: Versions, keyword: string, text: string): ReplyChange {
  return { path: [...path, keyword], before: old[keyword], after: now[keyword], text };
}

function typeChanges(versions: Versions): ReplyChange[] {
  const [before, after] = [versions.old, versions.now].map(({ type }) =>
    typeof type === "string" ? [type] : listOf(type),
  ) as [readonly Json[], readonly Json[]];
  if (before.length === 0 || (after.length > 0 && after.every((type) => isAmong(type, before))))
    return [];
  const names = (types: readonly Json[]): string => types.join(" or ") || "any type";
  const text = `${versions.name} is ${names(after)}, it was ${names(before)}`;
  return [changeAt(versions, "type", text)];
}

/** An integer is a number. */
function isAmong(type: Json, types: readonly Json[]): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function valueChanges(versions: Versions): ReplyChange[] {
  const { old, now, name } = versions;
  const keyword = "enum" in old ? "enum" : "const";
  const [before, after] = [allowedValues(old), allowedValues(now)];
  if (!before) return [];
  if (!after) return [changeAt(versions, keyword, `${name} can have any value`)];
  const added = after.filter((value) => !before.some((each) => jsonEquals(each, value)));
  if (added.length === 0) return [];
  const values = added.map((value) => JSON.stringify(value)).join(", ");
  return [changeAt(versions, "enum" in now ? "enum" : "const", `${name} can be ${values}`)];
}

function allowedValues(schema: JsonObject): readonly Json[] | undefined {
  if ("const" in schema) return [schema["const"]!];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}

function propertyChanges(versions: Versions): ReplyChange[] {
  const { old, now, path } = versions;
  const [before, after] = [objectOf(old["properties"]), objectOf(now["properties"])];
  const [required, stillRequired] = [listOf(old["required"]), listOf(now["required"])];
  return Object.keys(before).flatMap((key): ReplyChange[] => {
    const name = JSON.stringify(key);
    const at = [...path, "properties", key];
    if (!Object.hasOwn(after, key))
      return [{ path: at, before: before[key], text: `${name} is removed` }];
    const isOptional = required.includes(key) && !stillRequired.includes(key);
    return [
      ...(isOptional ? [changeAt(versions, "required", `${name} is optional`)] : []),
      ...schemaChanges(inner(versions, ["properties", key], name)),
    ];
  });
}

/** Definitions that references name. What refers to one that is gone has changed itself. */
function definitionChanges(versions: Versions): ReplyChange[] {
  return ["$defs", "definitions"].flatMap((keyword) => {
    const [before, after] = [versions.old, versions.now].map((schema) => objectOf(schema[keyword]));
    const kept = Object.keys(before!).filter((key) => Object.hasOwn(after!, key));
    return kept.flatMap((key) => schemaChanges(inner(versions, [keyword, key], key)));
  });
}

/** Alternatives that none of the old ones equals, and other references. */
function alternativeChanges(versions: Versions): ReplyChange[] {
  const { old, now, name } = versions;
  return ["anyOf", "oneOf", "allOf", "$ref"].flatMap((keyword) => {
    const [before, after] = [old[keyword], now[keyword]];
    if (before === undefined && after === undefined) return [];
    const known = Array.isArray(before) ? (before as readonly Json[]) : [];
    const isKnown =
      Array.isArray(after) &&
      after.every((each: Json) => known.some((other) => jsonEquals(each, other)));
    if (isKnown || jsonEquals(before, after)) return [];
    return [changeAt(versions, keyword, `${name} has other alternatives`)];
  });
}
