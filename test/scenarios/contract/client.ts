// The client of the contract suite. `clean` deletes all resources that it created.
import { expect } from "vitest";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import { evaluationBody, promptBody, toolBody } from "./bodies.ts";

/** An implementation of the service interface. */
export interface Implementation {
  fetch(request: Request): Promise<Response>;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly key?: string;
  /** Whether it follows the decisions of this project where the interface leaves a choice. */
  readonly followsOwnDecisions: boolean;
  close(): Promise<void>;
}

export interface ContractResponse {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

export interface Client {
  call(method: string, path: string, body?: Json): Promise<ContractResponse>;
  /** Like `call`, with the body and headers unchanged. */
  raw(
    method: string,
    path: string,
    init?: { body?: string | Uint8Array; headers?: Record<string, string> },
  ): Promise<ContractResponse>;
  /** Creates a resource, expects success and returns the response body. */
  create(path: string, body: Json): Promise<JsonObject & { readonly id: string }>;
  tool(name?: string): Promise<string>;
  prompt(...toolIds: readonly string[]): Promise<string>;
  evaluation(promptId?: string): Promise<string>;
  clean(): Promise<void>;
}

export const paths = {
  tools: "/sdk/v1/tools",
  prompts: "/sdk/v1/prompts",
  evaluations: "/sdk/v1/evaluations",
  assertions: "/sdk/v1/evaluation-assertions",
} as const;

export function clientOf(implementation: Implementation): Client {
  const { baseUrl, key } = implementation;
  const createdPaths: string[] = [];
  const auth: Record<string, string> = key === undefined ? {} : { "x-api-key": key };

  const raw: Client["raw"] = async (method, path, { body, headers = {} } = {}) => {
    const request = new Request(`${baseUrl}${path}`, {
      method,
      headers: { ...auth, ...headers },
      ...(body !== undefined && { body }),
    });
    const response = await implementation.fetch(request);
    const text = await response.text();
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    return {
      status: response.status,
      body: text ? (JSON.parse(text) as Json) : null,
      headers: response.headers,
    };
  };
  const call: Client["call"] = (method, path, body) =>
    raw(
      method,
      path,
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } },
    );
  const create: Client["create"] = async (path, body) => {
    const response = await call("POST", path, body);
    expect(response).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    const created = response.body as JsonObject & { readonly id: string };
    createdPaths.push(`${path}/${created.id}`);
    return created;
  };
  const client: Client = {
    call,
    raw,
    create,
    tool: async (name = toolBody.name) => (await create(paths.tools, { ...toolBody, name })).id,
    prompt: async (...toolIds) => (await create(paths.prompts, promptBody(...toolIds))).id,
    evaluation: async (promptId) =>
      (await create(paths.evaluations, evaluationBody(promptId ?? (await client.prompt())))).id,
    async clean() {
      for (const path of createdPaths.splice(0).reverse()) await call("DELETE", path);
    },
  };
  return client;
}
