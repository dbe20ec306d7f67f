// The OpenAPI 3.1 description of the service, generated from the table of kinds and schemas/wire.
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import { type Capabilities, isSupported, type Kind, type Kinds } from "../engine/model/kind.ts";
import type { SchemaTable } from "../engine/validate/schema-lookup.ts";

interface OpenApiOptions {
  readonly kinds: Kinds;
  /** The schemas of schemas/, by path. */
  readonly schemas: SchemaTable;
  readonly capabilities: Capabilities;
  /** The version of the interface. */
  readonly version: string;
}

/** The document of `/openapi.json`. */
export function openApiDocument(options: OpenApiOptions): JsonObject {
  const { kinds, schemas, capabilities, version } = options;
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
  const { kind, path, runs } = row;
  const item = { parameters: [idParameter(kind)], ...itemOperations(row, capabilities) };
  const completion = {
    parameters: [idParameter(kind)],
    post: operation({
      summary: `Run one ${kind}`,
      operationId: `run_${kind}`,
      response: schemaRef("wire/completion"),
      body: schemaRef("wire/run-body"),
    }),
  };
  return [
    [path, collectionOperations(row)],
    [`${path}/{id}`, item],
    ...(runs ? [[`${path}/{id}/completion`, completion] as [string, JsonObject]] : []),
  ];
}

function collectionOperations({ kind, plural, parent }: Kind): JsonObject {
  const response = schemaRef(`wire/${kind}`);
  return {
    get: operation({
      summary: `List all ${plural}`,
      operationId: `list_${plural}`,
      response: { type: "array", items: response },
      parameters: parent?.owned ? [filterParameter(parent.idField, plural)] : [],
    }),
    post: operation({
      summary: `Create one ${kind}`,
      operationId: `create_${kind}`,
      response,
      body: schemaRef(`wire/${kind}-body`),
    }),
  };
}

function itemOperations({ kind, runs, update }: Kind, capabilities: Capabilities): JsonObject {
  const response = schemaRef(`wire/${kind}`);
  return {
    get: operation({ summary: `Get one ${kind}`, operationId: `get_${kind}`, response }),
    ...(isSupported(update, capabilities) && {
      put: operation({
        summary: `Replace one ${kind}`,
        operationId: `update_${kind}`,
        response,
        body: schemaRef(`wire/${kind}-body`),
      }),
    }),
    delete: operation({
      summary: `Delete one ${kind}`,
      operationId: `delete_${kind}`,
      response: schemaRef("wire/delete-result"),
    }),
    ...(runs && {
      post: operation({
        summary: `Render one ${kind} in its provider's request format`,
        operationId: `render_${kind}`,
        response: schemaRef("wire/model-parameters-response"),
        body: schemaRef("wire/run-body"),
      }),
    }),
  };
}

interface Operation {
  readonly summary: string;
  readonly operationId: string;
  /** The schema of the response body. */
  readonly response: JsonObject;
  /** The schema of the request body. */
  readonly body?: JsonObject;
  readonly parameters?: readonly JsonObject[];
}

function operation(options: Operation): JsonObject {
  const { summary, operationId, response, body, parameters = [] } = options;
  const content = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
  return {
    summary,
    operationId,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: content(body) } }),
    responses: {
      "200": { description: "Success.", content: content(response) },
      default: { description: "Error.", content: content(schemaRef("wire/error")) },
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
    description: `Return only the ${plural} whose ${name} has this value.`,
    schema: { type: "string" },
  };
}

/** All schemas of request and response bodies, and all shared parts, by component name. */
function componentsOf(schemas: SchemaTable): JsonObject {
  const used = Object.entries(schemas).filter(
    ([path]) => path === "parts" || path.startsWith("wire/"),
  );
  return Object.fromEntries(
    used.flatMap(([path, schema]): [string, Json][] => {
      if (!isObject(schema)) return [];
      const parts = isObject(schema["$defs"]) ? schema["$defs"] : undefined;
      if (!parts) return [[componentName(path), withComponentRefs(schema, path)]];
      return Object.entries(parts).map(([name, part]) => [
        componentName(path, name),
        withComponentRefs(part, path),
      ]);
    }),
  );
}

function schemaRef(path: string): JsonObject {
  return { $ref: `#/components/schemas/${componentName(path)}` };
}

/** `wire/tool-body` → `tool-body`; `parts`, `toolName` → `parts.toolName`. */
function componentName(path: string, part?: string): string {
  const name = path.replace("wire/", "");
  return part === undefined ? name : `${name}.${part}`;
}

/** Rewrites the references of a schema to components. */
function withComponentRefs(value: Json, from: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withComponentRefs(item, from));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "$schema")
      .map(([key, item]) => [
        key,
        key === "$ref" ? componentRef(String(item), from) : withComponentRefs(item, from),
      ]),
  );
}

function componentRef(ref: string, from: string): string {
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
