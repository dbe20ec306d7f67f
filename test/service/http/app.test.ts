// The embedded service as a handler: capabilities, limits, failures.
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import type { Handler, ServiceOptions } from "../../../src/service/http/app.ts";
import { StatementRejected } from "../../../src/service/store/store-failure.ts";
import { openStore } from "../../../src/service/open-store.ts";
import type { FailedRequest } from "../../../src/service/http/resources/resources.ts";
import type { Store } from "../../../src/service/store/stored-resource.ts";
import {
  assertions,
  evaluationBody,
  promptBody,
  toolBody,
} from "../../scenarios/contract/bodies.ts";
import {
  capabilities,
  memoryClient as client,
  memoryService,
} from "../../fixtures/memory-service.ts";

const service = async (options: Partial<ServiceOptions> = {}): Promise<Handler> =>
  (await memoryService(options)).handler;

type TestClient = Awaited<ReturnType<typeof client>>;

describe("capabilities", () => {
  it("with evaluationUpdate, PUT updates an evaluation and can move it to another prompt", async () => {
    const { call, ...make } = await client({
      capabilities: { ...capabilities, evaluationUpdate: true },
    });
    const [first, second] = [await make.prompt(), await make.prompt()];
    const id = await make.evaluation(first);
    const changed = { promptId: second, variables: {}, appendedMessages: [], weight: 0.5 };
    const expected = {
      id,
      promptId: second,
      variables: {},
      appendedMessages: [],
      weight: 0.5,
      threshold: 1,
    };
    expect((await call("PUT", `/sdk/v1/evaluations/${id}`, changed)).body).toEqual(expected);
    expect((await call("GET", `/sdk/v1/evaluations/${id}`)).body).toEqual(expected);
    expect(await call("PUT", `/sdk/v1/evaluations/${id}`, evaluationBody("nowhere"))).toMatchObject(
      { status: 400 },
    );
    expect(await call("POST", `/sdk/v1/evaluations/${id}`, changed)).toMatchObject({ status: 405 });
  });

  it.each([
    [true, 404],
    [false, 200],
  ])(
    "with evaluationDeleteCascades %s, GET of an assertion of a deleted evaluation returns %i",
    async (cascades, status) => {
      const { call, create, evaluation } = await client({
        capabilities: { ...capabilities, evaluationDeleteCascades: cascades },
      });
      const evaluationId = await evaluation();
      const { id } = await create("/sdk/v1/evaluation-assertions", {
        evaluationId,
        ...assertions[0]!.request,
      });
      await call("DELETE", `/sdk/v1/evaluations/${evaluationId}`);
      expect(await call("GET", `/sdk/v1/evaluation-assertions/${id}`)).toMatchObject({ status });
    },
  );

  it("only the list of assertions has a filter by parent", async () => {
    const { call, evaluation } = await client();
    await evaluation();
    expect((await call("GET", "/sdk/v1/evaluations?promptId=none")).body).toHaveLength(1);
    expect((await call("GET", "/sdk/v1/evaluation-assertions?evaluationId=")).body).toEqual([]);
  });
});

it("without a runner, prompts are rendered but not run", async () => {
  const { call, create } = await client();
  const { id } = await create("/sdk/v1/prompts", { ...promptBody(), messages: [] });
  expect(await call("POST", `/sdk/v1/prompts/${id}`, {})).toMatchObject({ status: 200 });
  expect(await call("POST", `/sdk/v1/prompts/${id}/completion`, {})).toMatchObject({
    status: 400,
    body: { error: "This service renders prompts but cannot run them." },
  });
});

describe("a long list", () => {
  /** Tools of 1 MB: a part of the list has 16 of them. */
  async function withTools({ create, handler }: TestClient): Promise<Response> {
    for (let number = 0; number < 20; number += 1)
      await create("/sdk/v1/tools", { ...toolBody, description: `${number} `.padEnd(1e6, "x") });
    return handler(new Request("http://localhost/sdk/v1/tools"));
  }
  const failing = (store: Store): Store => ({
    ...store,
    list: (kind, query = {}) =>
      query.after === undefined ? store.list(kind, query) : Promise.reject(new Error("disk")),
  });

  it("is sent in parts and contains all resources in order", async () => {
    const tools = (await (await withTools(await client())).json()) as { description: string }[];
    expect(tools.map(({ description }) => parseInt(description, 10))).toEqual([
      ...Array(20).keys(),
    ]);
  });

  it("is read so that the later parts of all lists are read one by one", async () => {
    const store = await openStore(":memory:");
    let [active, most] = [0, 0];
    const list: Store["list"] = async (kind, query = {}) => {
      const part = await store.list(kind, query);
      if (query.after === undefined) return { ...part, next: 1 };
      most = Math.max(most, ++active);
      await nextTurn();
      active--;
      return part;
    };
    const { handler } = await client({ store: { ...store, list } });
    const paths = ["tools", "prompts", "evaluations"];
    const texts = paths.map(async (path) =>
      (await handler(new Request(`http://localhost/sdk/v1/${path}`))).text(),
    );
    expect([await Promise.all(texts), most]).toEqual([["[]", "[]", "[]"], 1]);
  });

  it("ends early if the store fails, and onFailure receives the cause", async () => {
    const causes: unknown[] = [];
    const onFailure = (cause: unknown, { method, path }: FailedRequest): void =>
      void causes.push([method, path, cause]);
    const store = failing(await openStore(":memory:"));
    const response = await withTools(await client({ store, onFailure }));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow("disk");
    expect(causes).toEqual([["GET", "/sdk/v1/tools", new Error("disk")]]);
  });
});

describe("limits and failures", () => {
  it.each([
    [100, 200],
    [99, 413],
  ])("with a limit of %i bytes, a body of 100 bytes returns %i", async (bodyLimitBytes, status) => {
    const body = JSON.stringify({ name: "a", description: "", parameters: {} }).padEnd(100, " ");
    const { raw } = await client({ bodyLimitBytes });
    expect(
      await raw("POST", "/sdk/v1/tools", {
        body,
        headers: { "content-type": "application/json; charset=utf-8" },
      }),
    ).toMatchObject({ status });
  });

  it.each([
    [undefined, "16777216"],
    [1000, "1000"],
  ])("with a limit of %s, each response announces %s bytes", async (bodyLimitBytes, announced) => {
    const { raw, tool, prompt } = await client(
      bodyLimitBytes === undefined ? {} : { bodyLimitBytes },
    );
    const [toolId, promptId] = [await tool(), await prompt()];
    const json = { headers: { "content-type": "application/json" } };
    const responses = [
      await raw("GET", "/sdk/v1/tools"),
      await raw("GET", `/sdk/v1/tools/${toolId}`),
      await raw("POST", "/sdk/v1/tools", { ...json, body: JSON.stringify(toolBody) }),
      await raw("POST", "/sdk/v1/tools", { ...json, body: " ".repeat(2000) }),
      await raw("POST", `/sdk/v1/prompts/${promptId}`, { ...json, body: "{}" }),
      await raw("DELETE", `/sdk/v1/tools/${toolId}`),
      await raw("GET", "/sdk/v1/nothing"),
    ];
    expect(responses.map(({ headers }) => headers.get("promptctl-max-body-bytes"))).toEqual(
      responses.map(() => announced),
    );
  });

  it("the size limit also holds for a chunked body without Content-Length", async () => {
    const handler = await service({ bodyLimitBytes: 1000 });
    let pulled = 0;
    const endless = new ReadableStream({
      pull: (to) => void ((pulled += 1), to.enqueue(new Uint8Array(400).fill(32))),
    });
    const response = await handler(
      new Request("http://localhost/sdk/v1/tools", {
        method: "POST",
        body: endless,
        duplex: "half",
        headers: { "content-type": "application/json" },
      } as RequestInit),
    );
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: "The body is larger than 1000 bytes." },
    ]);
    expect(pulled).toBeLessThan(10);
  });

  it("a rejected statement is a 500 that clients do not repeat", async () => {
    const rejecting: Store = {
      ...(await openStore(":memory:")),
      list: async () => {
        throw new StatementRejected("postgres://app@db/app", "permission denied", "42501");
      },
    };
    const handler = await service({ store: rejecting });
    const response = await handler(new Request("http://localhost/sdk/v1/tools"));
    expect([
      response.status,
      response.headers.get("x-should-retry"),
      await response.json(),
    ]).toEqual([
      500,
      "false",
      { error: "The database rejected the request. The log of the service has the reason." },
    ]);
  });

  it("a failure of the store returns 500 without its cause, and onFailure receives the cause", async () => {
    const broken: Store = {
      ...(await openStore(":memory:")),
      list: async () => {
        throw new Error("disk /secret/path failed");
      },
    };
    const causes: unknown[] = [];
    const { call } = await client({
      store: broken,
      onFailure: (cause, request) => causes.push(request, cause),
    });
    const response = await call("GET", "/sdk/v1/tools?query=1");
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      error: "Internal error of the service. The request may be retried.",
    });
    expect(causes).toEqual([
      { method: "GET", path: "/sdk/v1/tools" },
      new Error("disk /secret/path failed"),
    ]);
  });

  it("405 lists the allowed methods", async () => {
    const { call } = await client();
    expect((await call("PATCH", "/sdk/v1/tools")).headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await call("POST", "/sdk/v1/tools/1", toolBody)).headers.get("allow")).toBe(
      "GET, HEAD, PUT, DELETE",
    );
    expect((await call("PUT", "/sdk/v1/evaluations/1", {})).headers.get("allow")).toBe(
      "GET, HEAD, DELETE",
    );
  });

  it("lists the first 20 mistakes", async () => {
    const { call } = await client();
    const error = async (count: number): Promise<string> => {
      const tools = Array.from({ length: count }, () => ({}));
      const { body } = await call("POST", "/sdk/v1/prompts", { ...promptBody(), tools });
      return String((body as { error: string }).error);
    };
    expect(await error(20)).toMatch(/\/tools\/19\/toolId is missing\.$/);
    expect(await error(21)).toMatch(/\/tools\/19\/toolId is missing; and more\.$/);
  });

  it("in a body with more than 2,000 values, finds the first mistake behind unknown fields", async () => {
    const { call } = await client();
    const parameters = promptBody()["parameters"] as JsonObject;
    const messages = [{ promptMessageId: "m", role: "unknown", content: [] }];
    const extra = Array.from({ length: 2_000 }, () => 0);
    const body = { ...promptBody(), parameters: { ...parameters, extra }, messages };
    expect(await call("POST", "/sdk/v1/prompts", body)).toMatchObject({
      status: 400,
      body: {
        error: "Invalid prompt: /messages/0/role must be one of assistant, system, tool, user.",
      },
    });
    expect(await call("POST", "/sdk/v1/prompts", { ...body, messages: [] })).toMatchObject({
      status: 200,
    });
  });

  it("newId creates the ids", async () => {
    const { tool } = await client({ newId: () => "custom/id" });
    expect(await tool()).toBe("custom/id");
  });

  it("a kind without a validator is a programming error", async () => {
    await expect(service({ bodies: {} })).rejects.toThrow("no validator for the bodies of tool");
  });
});
