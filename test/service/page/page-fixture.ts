// The page of a service in memory, and a visitor who keeps its cookie as a browser does.
import { expect } from "vitest";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import { createPage } from "../../../src/service/page/page.ts";
import { promptDefinitions } from "../../../src/service/page/prompt/prompt-definitions.ts";
import type { RunSupport } from "../../../src/service/page/prompt/run-view.ts";
import { createPromptRunner } from "../../../src/providers/runner.ts";
import { type ApiKey, createApiKeys } from "../../../src/service/http/access/api-keys.ts";
import type { Tokens } from "../../../src/service/http/access/tokens.ts";
import type { Handler, ServiceOptions } from "../../../src/service/http/app.ts";
import type { Store } from "../../../src/service/store/stored-resource.ts";
import { attributeOf, findElements } from "../../fixtures/html.ts";
import { memoryService } from "../../fixtures/memory-service.ts";
import { openTestStore } from "../../fixtures/test-store.ts";

export const origin = "http://localhost:4100";

export interface PageResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface Visitor {
  /** The value of the cookie; undefined before the first response. */
  cookie: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>;
  /** Sends a form with its token, which the last page contained. */
  post(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string | undefined>,
  ): Promise<PageResponse>;
  /** Logs in with a key. */
  logIn(key: string): Promise<PageResponse>;
}

export interface PageFixture {
  readonly handler: Handler;
  readonly store: Store;
  visitor(): Visitor;
  /** Creates a resource by the interface. */
  create(path: string, body: Json): Promise<string>;
  /** Replaces a resource by the interface. */
  replace(path: string, body: Json, headers?: Record<string, string>): Promise<void>;
}

interface PageSettings extends Partial<ServiceOptions> {
  readonly keys?: readonly (ApiKey | string)[];
  /** Tokens of CI, beside the keys. */
  readonly tokens?: Tokens;
  readonly support?: RunSupport;
  readonly serviceName?: string;
  readonly environment?: string | undefined;
}

export async function pageFixture(settings: PageSettings = {}): Promise<PageFixture> {
  const {
    support = { echo: true, providers: [] },
    serviceName,
    environment,
    ...options
  } = settings;
  const store = settings.store ?? (await openTestStore());
  const { handler } = await memoryService({
    store,
    runner: createPromptRunner({ fetch, providers: {}, echo: true }),
    page: (service) =>
      createPage(service, {
        support,
        serviceName,
        environment,
        definitions: async () => promptDefinitions,
      }),
    ...options,
    ...(settings.tokens && { keys: createApiKeys(settings.keys ?? [], settings.tokens) }),
  });
  const [first] = settings.keys ?? [];
  const key = typeof first === "object" ? first.key : first;
  const send = async (
    method: string,
    path: string,
    body: Json,
    more: Record<string, string> = {},
  ): Promise<Json> => {
    const headers = {
      "content-type": "application/json",
      ...(key && { "x-api-key": key }),
      ...more,
    };
    const request = { method, headers, body: JSON.stringify(body) };
    const response = await handler(new Request(`${origin}/sdk/v1/${path}`, request));
    const result = (await response.json()) as Json;
    expect([response.status, result]).toEqual([200, expect.anything()]);
    return result;
  };
  return {
    handler,
    store,
    visitor: () => visitorOf(handler),
    create: async (path, body) => ((await send("POST", path, body)) as JsonObject)["id"] as string,
    replace: async (path, body, headers) => void (await send("PUT", path, body, headers)),
  };
}

export function visitorOf(handler: Handler): Visitor {
  let token = "";
  const send = async (path: string, init: RequestInit): Promise<PageResponse> => {
    const headers = new Headers(init.headers);
    if (visitor.cookie !== undefined)
      headers.set("cookie", `promptctl_session_4100=${visitor.cookie}`);
    const response = await handler(new Request(`${origin}${path}`, { ...init, headers }));
    const [, cookie] =
      /promptctl_session_4100=([^;]*)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
    visitor.cookie = cookie ?? visitor.cookie;
    const text = await response.text();
    token = tokenIn(text) ?? token;
    return { status: response.status, text, headers: response.headers };
  };
  const visitor: Visitor = {
    cookie: undefined,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, changes = {}) => {
      const type = "application/x-www-form-urlencoded";
      const all = { origin, "content-type": type, "sec-fetch-site": "same-origin", ...changes };
      const headers = Object.entries(all).filter(([, value]) => value !== undefined);
      const body = new URLSearchParams({ token, ...fields }).toString();
      return send(path, { method: "POST", headers: headers as [string, string][], body });
    },
    logIn: async (key) => {
      await visitor.get("/page/login");
      return visitor.post("/page/login", { key, to: "/page" });
    },
  };
  return visitor;
}

function tokenIn(page: string): string | undefined {
  const field = findElements(page, "input").find((each) => attributeOf(each, "name") === "token");
  return field && attributeOf(field, "value");
}

/** A prompt with these messages and changes, as a request body. */
export function promptWith(
  texts: readonly string[],
  changes: Record<string, Json> = {},
): JsonObject {
  return {
    name: "Support triage",
    parameters: {
      provider: "ANTHROPIC",
      name: "claude-sonnet-4-6",
      responseFormat: "TEXT",
      temperature: 0.2,
      topP: 1,
      topK: null,
      frequencyPenalty: 0,
      presencePenalty: 0,
      maxTokens: 1024,
      seed: null,
      toolChoice: null,
      stream: false,
      parallelToolCalls: true,
    },
    messages: texts.map((text, index) => ({
      promptMessageId: `m${index}`,
      role: index === 0 ? "system" : "user",
      content: [{ type: "TEXT", text }],
    })),
    tools: [],
    ...changes,
  };
}
