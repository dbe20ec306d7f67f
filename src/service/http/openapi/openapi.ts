// The OpenAPI 3.1 description of the service, generated from the table of kinds and schemas/wire.
import { type JsonObject, objectOf } from "../../../engine/model/json.ts";
import {
  deletionsPath,
  isReferredTo,
  type Capabilities,
  isSupported,
  type Kind,
  type Kinds,
} from "../../../engine/model/kind.ts";
import type { SchemaTable } from "../../../engine/validate/schema-bundle.ts";
import { referenceHeaders } from "../resources/check-references.ts";
import { schemaComponents, schemaRef } from "./openapi-components.ts";
import {
  commonHeaders,
  etag,
  idempotencyKey,
  ifMatch,
  ifNoneMatch,
  listEtag,
} from "./openapi-headers.ts";
import { failureComponents, operation, withFailures, withHeaders } from "./openapi-operation.ts";
import { completionHeaders, renderingHeaders } from "../runs/run-responses.ts";
import { originParameter, writerHeaders } from "../requests/writer.ts";

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
    paths: Object.fromEntries(kinds.flatMap((row) => pathsOf(row, kinds, capabilities))),
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-KEY", description: "An API key." },
      },
      responses: failureComponents(),
      schemas: schemaComponents(schemas),
    },
  };
}

function pathsOf(row: Kind, kinds: Kinds, capabilities: Capabilities): [string, JsonObject][] {
  const { kind, path, runs } = row;
  const description = `The id of the ${kind}.`;
  const id = { name: "id", in: "path", required: true, description, schema: { type: "string" } };
  const item = { parameters: [id], ...itemOperations(row, kinds, capabilities) };
  const collection = collectionOperations(row);
  const versions: [string, JsonObject] = [
    `${path}/{id}/versions`,
    { parameters: [id], get: versionsOperation(row) },
  ];
  const deletions: [string, JsonObject] = [deletionsPath(row), { get: deletionsOperation(row) }];
  if (!runs) return [[path, collection], [`${path}/{id}`, item], versions, deletions];
  const { render, run } = runOperations(row);
  return [
    [path, collection],
    [`${path}/{id}`, { ...item, post: render }],
    versions,
    deletions,
    [`${path}/{id}/completion`, { parameters: [id], post: run }],
  ];
}

function collectionOperations(row: Kind): JsonObject {
  const { kind, plural, parent } = row;
  const resource = schemaRef(kind);
  const description = `Return only the ${plural} whose ${parent?.idField} has this value.`;
  const schema = { type: "string" };
  const create = operation(
    `create_${kind}`,
    `Create one ${kind}`,
    resource,
    schemaRef(`${kind}-body`),
  );
  const list = operation(`list_${plural}`, `List all ${plural}`, {
    type: "array",
    items: resource,
  });
  const parameters = parent?.owned
    ? [{ name: parent.idField, in: "query", description, schema }, ifNoneMatch]
    : [ifNoneMatch];
  return {
    get: withUnchanged(withParameter(withHeaders(list, listEtag), ...parameters)),
    post: withParameter(
      withFailures(withHeaders(create, writeHeaders(row)), ["other-body"]),
      idempotencyKey,
      originParameter,
    ),
  };
}

function versionsOperation({ kind }: Kind): JsonObject {
  const response = { type: "array", items: schemaRef("version") };
  const summary = `List the versions of one ${kind}, newest first`;
  return withFailures(operation(`list_${kind}_versions`, summary, response), ["not-found"]);
}

function deletionsOperation({ kind, plural }: Kind): JsonObject {
  const response = { type: "array", items: schemaRef("deletion") };
  const summary = `List the deleted ${plural}, newest first`;
  const description = "Return only the deletions of resources with this name.";
  const name = { name: "name", in: "query", description, schema: { type: "string" } };
  return withParameter(operation(`list_${kind}_deletions`, summary, response), name);
}

function writeHeaders({ references }: Kind): Readonly<Record<string, string>> {
  return { ...(references.length > 0 && referenceHeaders), ...writerHeaders };
}

function withUnchanged(operation: JsonObject): JsonObject {
  const unchanged = { description: "The client holds the list.", headers: commonHeaders };
  return { ...operation, responses: { "304": unchanged, ...objectOf(operation["responses"]) } };
}

/** An operation on one resource with If-Match. */
function conditional(operation: JsonObject, ...more: JsonObject[]): JsonObject {
  const withStatuses = withFailures(operation, ["not-found", "invalid-request", "changed"]);
  return withParameter(withStatuses, ifMatch, ...more);
}

function withParameter(operation: JsonObject, ...parameters: JsonObject[]): JsonObject {
  return { ...operation, parameters };
}

function itemOperations(row: Kind, kinds: Kinds, capabilities: Capabilities): JsonObject {
  const { kind, update } = row;
  const [resource, body] = [schemaRef(kind), schemaRef(`${kind}-body`)];
  const get = operation(`get_${kind}`, `Get one ${kind}`, resource);
  const replace = operation(`update_${kind}`, `Replace one ${kind}`, resource, body);
  const remove = operation(`delete_${kind}`, `Delete one ${kind}`, schemaRef("delete-result"));
  return {
    get: withHeaders(withFailures(get, ["not-found"]), etag),
    ...(isSupported(update, capabilities) && {
      put: conditional(withHeaders(replace, writeHeaders(row)), originParameter),
    }),
    delete: conditional(
      withHeaders(
        isReferredTo(kinds, kind) ? withFailures(remove, ["in-use"]) : remove,
        writerHeaders,
      ),
      originParameter,
    ),
  };
}

function runOperations({ kind }: Kind): { readonly render: JsonObject; readonly run: JsonObject } {
  const body = schemaRef("run-body");
  const rendered = schemaRef("model-parameters-response");
  const summary = `Render one ${kind} in its provider's request format`;
  const render = operation(`render_${kind}`, summary, rendered, body);
  const run = operation(`run_${kind}`, `Run one ${kind}`, schemaRef("completion"), body);
  return {
    render: withHeaders(withFailures(render, ["not-found"]), renderingHeaders),
    run: withHeaders(withFailures(run, ["not-found"]), completionHeaders),
  };
}
