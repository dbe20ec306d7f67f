// The OpenAPI 3.1 description of the service, made from the table of kinds and schemas/wire.
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import { type Capabilities, isSupported, type Kind, type Kinds } from "../engine/model/kind.ts";
import type { SchemaTable } from "../engine/validate/schema-lookup.ts";

/** The document of `/openapi.json`; `schemas` are those of schemas/, by path. */
export function openApi(
  kinds: Kinds,
  schemas: SchemaTable,
  capabilities: Capabilities,
  version: string,
): JsonObject {
  return {
    openapi: "3.1.0",
    info: {
      title: "Prompt service",
      version,
      description: "Stores prompts, tools, evaluations and assertions, and runs prompts.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(kinds.flatMap((row) => pathsOf(row, capabilities))),
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-KEY", description: "An API key." },
      },
      schemas: componentsOf(schemas),
    },
  };
}

function pathsOf(row: Kind, capabilities: Capabilities): [string, JsonObject][] {
  const { kind, plural, path } = row;
  const body = named(`wire/${kind}-body`);
  const answer = named(`wire/${kind}`);
  const one = { parameters: [idParameter(kind)] };
  const updates = isSupported(row.update, capabilities);
  const filter = row.parent?.owned ? [filterParameter(row.parent.idField, plural)] : [];
  const collection = {
    get: operation(
      `List all ${plural}`,
      `list_${plural}`,
      { type: "array", items: answer },
      { parameters: filter },
    ),
    post: operation(`Create one ${kind}`, `create_${kind}`, answer, { body }),
  };
  const item = {
    ...one,
    get: operation(`Get one ${kind}`, `get_${kind}`, answer),
    ...(updates && { put: operation(`Replace one ${kind}`, `update_${kind}`, answer, { body }) }),
    delete: operation(`Delete one ${kind}`, `delete_${kind}`, named("wire/delete-result")),
    ...(row.runs && {
      post: operation(
        `Render one ${kind} for its provider`,
        `render_${kind}`,
        named("wire/model-parameters-response"),
        { body: named("wire/run-body") },
      ),
    }),
  };
  const completion = {
    ...one,
    post: operation(`Run one ${kind}`, `run_${kind}`, named("wire/completion"), {
      body: named("wire/run-body"),
    }),
  };
  return [
    [path, collection],
    [`${path}/{id}`, item],
    ...(row.runs ? [[`${path}/{id}/completion`, completion] as [string, JsonObject]] : []),
  ];
}

function operation(
  summary: string,
  operationId: string,
  answer: JsonObject,
  request: { readonly body?: JsonObject; readonly parameters?: readonly JsonObject[] } = {},
): JsonObject {
  const content = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
  return {
    summary,
    operationId,
    ...(request.parameters && request.parameters.length > 0 && { parameters: request.parameters }),
    ...(request.body && { requestBody: { required: true, content: content(request.body) } }),
    responses: {
      "200": { description: "Done.", content: content(answer) },
      default: { description: "Why not.", content: content(named("wire/error")) },
    },
  };
}

function idParameter(kind: string): JsonObject {
  return {
    name: "id",
    in: "path",
    required: true,
    description: `The id of the ${kind}.`,
    schema: { type: "string" },
  };
}

function filterParameter(name: string, plural: string): JsonObject {
  return {
    name,
    in: "query",
    description: `Only the ${plural} under this id.`,
    schema: { type: "string" },
  };
}

/** Every schema of the wire and every shared part, under one name each. */
function componentsOf(schemas: SchemaTable): JsonObject {
  const spoken = Object.entries(schemas).filter(
    ([path]) => path === "parts" || path.startsWith("wire/"),
  );
  return Object.fromEntries(
    spoken.flatMap(([path, schema]): [string, Json][] => {
      if (!isObject(schema)) return [];
      const parts = isObject(schema["$defs"]) ? schema["$defs"] : undefined;
      if (!parts) return [[componentName(path), local(schema, path)]];
      return Object.entries(parts).map(([name, part]) => [
        componentName(path, name),
        local(part, path),
      ]);
    }),
  );
}

function named(path: string): JsonObject {
  return { $ref: `#/components/schemas/${componentName(path)}` };
}

/** `wire/tool-body` → `tool-body`; `parts`, `toolName` → `parts.toolName`. */
function componentName(path: string, part?: string): string {
  const name = path.replace("wire/", "");
  return part === undefined ? name : `${name}.${part}`;
}

/** The schema with its references turned to components. */
function local(value: Json, from: string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => local(each, from));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "$schema")
      .map(([key, each]) => [
        key,
        key === "$ref" ? component(String(each), from) : local(each, from),
      ]),
  );
}

function component(ref: string, from: string): string {
  const [file = "", pointer = ""] = ref.split("#");
  const path =
    file === ""
      ? from
      : file.includes("parts")
        ? "parts"
        : `wire/${file.replace("./", "").replace(".schema.json", "")}`;
  const part = /^\/\$defs\/(.+)$/.exec(pointer)?.[1];
  return `#/components/schemas/${componentName(path, part)}`;
}
