// An operation of the OpenAPI description: its bodies, its responses, and their headers.
import { type JsonObject, objectOf } from "../../../engine/model/json.ts";
import { schemaRef } from "./openapi-components.ts";
import { commonHeaders } from "./openapi-headers.ts";

type FailureName =
  | "invalid-request"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "changed"
  | "in-use"
  | "other-body"
  | "compressed"
  | "too-large";

interface DescribedFailure {
  readonly status: string;
  readonly description: string;
}

/** The responses to failed requests, by the names of their components. */
const failures: Readonly<Record<FailureName, DescribedFailure>> = {
  "invalid-request": { status: "400", description: "The request is not valid." },
  unauthorized: { status: "401", description: "The API key is missing or not valid." },
  forbidden: {
    status: "403",
    description:
      "The API key does not have the scope that the request needs; or the service has no API keys, and the request is not from a local program.",
  },
  "not-found": { status: "404", description: "There is no resource with this id." },
  changed: { status: "412", description: "The resource has none of the ETags of If-Match." },
  "in-use": { status: "409", description: "Another resource refers to this one." },
  "other-body": { status: "422", description: "The Idempotency-Key was used with another body." },
  compressed: { status: "415", description: "The body is compressed." },
  "too-large": { status: "413", description: "The body or the rendered messages are too large." },
};

/** An operation whose success has the schema `response`; `body` is the schema of the request body. */
export function operation(
  operationId: string,
  summary: string,
  response: JsonObject,
  body?: JsonObject,
): JsonObject {
  const success = {
    "200": { description: "Success.", headers: commonHeaders, content: jsonContent(response) },
  };
  const responses = { ...success, default: errorResponse("Error.") };
  return withFailures(
    {
      summary,
      operationId,
      ...(body && { requestBody: { required: true, content: jsonContent(body) } }),
      responses,
    },
    [
      "unauthorized",
      "forbidden",
      ...(body ? (["invalid-request", "too-large", "compressed"] as const) : []),
    ],
  );
}

/** The responses to failed requests, by name. */
export function failureComponents(): JsonObject {
  return Object.fromEntries(
    Object.entries(failures).map(([name, { description }]) => [name, errorResponse(description)]),
  );
}

/** Adds responses to an operation. Keys of integers are in ascending order, before `default`. */
export function withFailures(operation: JsonObject, names: readonly FailureName[]): JsonObject {
  const added = names.map((name) => [
    failures[name].status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return {
    ...operation,
    responses: {
      ...objectOf(operation["responses"]),
      ...(Object.fromEntries(added) as JsonObject),
    },
  };
}

function errorResponse(description: string): JsonObject {
  return { description, content: jsonContent(schemaRef("error")) };
}

function jsonContent(schema: JsonObject): JsonObject {
  return { "application/json": { schema } };
}

/** Adds headers, given by name with their descriptions, to the successful response. */
export function withHeaders(
  { responses, ...operation }: JsonObject,
  descriptions: Readonly<Record<string, string>>,
): JsonObject {
  const described = Object.entries(descriptions).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  const response = objectOf(objectOf(responses)["200"]);
  const headers = { ...objectOf(response["headers"]), ...Object.fromEntries(described) };
  const success = { ...response, headers } as JsonObject;
  return { ...operation, responses: { ...objectOf(responses), "200": success } };
}
