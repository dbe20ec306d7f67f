// The OpenAPI 3.1 description of the service, generated from the table of kinds and schemas/wire.
import { isObject, type JsonObject, objectOf } from "../engine/model/json.ts";
import { completionHeaders, renderingHeaders } from "../engine/model/prompt-run.ts";
import { type Capabilities, isSupported, type Kind, type Kinds } from "../engine/model/kind.ts";
import type { SchemaTable } from "../engine/validate/schema-bundle.ts";

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
  const { kind, plural, path, parent, runs } = row;
  const [resource, body] = [schemaRef(kind), schemaRef(`${kind}-body`)];
  const schema = { type: "string" };
  const description = `Return only the ${plural} whose ${parent?.idField} has this value.`;
  const filter = parent?.owned && {
    parameters: [{ name: parent.idField, in: "query", description, schema }],
  };
  const collection = {
    get: {
      ...operation(`list_${plural}`, `List all ${plural}`, { type: "array", items: resource }),
      ...filter,
    },
    post: operation(`create_${kind}`, `Create one ${kind}`, resource, body),
  };
  const parameters = [
    { name: "id", in: "path", required: true, description: `The id of the ${kind}.`, schema },
  ];
  const item = {
    parameters,
    get: operation(`get_${kind}`, `Get one ${kind}`, resource),
    ...(isSupported(row.update, capabilities) && {
      put: operation(`update_${kind}`, `Replace one ${kind}`, resource, body),
    }),
    delete: operation(`delete_${kind}`, `Delete one ${kind}`, schemaRef("delete-result")),
  };
  if (!runs)
    return [
      [path, collection],
      [`${path}/{id}`, item],
    ];
  const runBody = schemaRef("run-body");
  const summary = `Render one ${kind} in its provider's request format`;
  const rendered = schemaRef("model-parameters-response");
  const render = operation(`render_${kind}`, summary, rendered, runBody);
  const run = operation(`run_${kind}`, `Run one ${kind}`, schemaRef("completion"), runBody);
  return [
    [path, collection],
    [`${path}/{id}`, { ...item, post: withHeaders(render, renderingHeaders) }],
    [`${path}/{id}/completion`, { parameters, post: withHeaders(run, completionHeaders) }],
  ];
}

/** An operation whose success has the schema `response`; `body` is the schema of the request body. */
function operation(
  operationId: string,
  summary: string,
  response: JsonObject,
  body?: JsonObject,
): JsonObject {
  const content = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
  return {
    summary,
    operationId,
    ...(body && { requestBody: { required: true, content: content(body) } }),
    responses: {
      "200": { description: "Success.", content: content(response) },
      default: { description: "Error.", content: content(schemaRef("error")) },
    },
  };
}

/** Adds headers, given by name with their descriptions, to the successful response. */
function withHeaders(
  { responses, ...operation }: JsonObject,
  descriptions: typeof completionHeaders,
): JsonObject {
  const described = Object.entries(descriptions).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  const headers = Object.fromEntries(described) as JsonObject;
  const success = { ...objectOf(objectOf(responses)["200"]), headers };
  return { ...operation, responses: { ...objectOf(responses), "200": success } };
}

/** All schemas of request and response bodies, and all shared parts (`parts.toolName`), by name. */
function componentsOf(schemas: SchemaTable): JsonObject {
  const used = Object.entries(schemas).filter(
    ([path]) => path === "parts" || path.startsWith("wire/"),
  );
  return Object.fromEntries(
    used.flatMap(([path, schema]) => {
      const name = path.replace("wire/", "");
      const component = withComponentRefs(schema, name);
      const parts = component["$defs"];
      if (!isObject(parts)) return [[name, component]];
      return Object.entries(parts).map(([part, value]) => [`${name}.${part}`, value]);
    }),
  );
}

function schemaRef(component: string): JsonObject {
  return { $ref: `#/components/schemas/${component}` };
}

/** Rewrites `../parts.schema.json#/$defs/toolName` as a reference to the component `parts.toolName`. */
function withComponentRefs(schema: unknown, name: string): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "$schema") return undefined;
    if (key !== "$ref") return value;
    const [, file = name, part] =
      /^(?:\.\.?\/(.+)\.schema\.json)?(?:#\/\$defs\/(.+))?$/.exec(value) ?? [];
    return schemaRef(part === undefined ? file : `${file}.${part}`)["$ref"];
  });
}
