// The header Idempotency-Key of creates.
import { describe, expect, it } from "vitest";
import type { Json } from "../../../../src/engine/model/json.ts";
import type { ServiceOptions } from "../../../../src/service/http/app.ts";
import { memoryClient } from "../../../fixtures/memory-service.ts";
import {
  assertions,
  evaluationBody,
  promptBody,
  toolBody,
} from "../../../scenarios/contract/bodies.ts";
import { type Client, type ContractResponse, paths } from "../../../scenarios/contract/client.ts";

const { tools, prompts } = paths;

async function fixture(options: Partial<ServiceOptions> = {}) {
  const client = await memoryClient(options);
  const post = (
    path: string,
    idempotencyKey: string,
    body: Json,
    headers: Record<string, string> = {},
  ): Promise<ContractResponse> =>
    client.raw("POST", path, {
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
        ...headers,
      },
    });
  const count = async (path: string, headers = {}): Promise<number> =>
    ((await client.raw("GET", path, { headers })).body as Json[]).length;
  return { client, post, count };
}

const rows: readonly [string, string, (client: Client) => Promise<Json>][] = [
  ["tool", tools, async () => toolBody],
  ["prompt", prompts, async ({ tool }) => promptBody(await tool("other"))],
  ["evaluation", paths.evaluations, async ({ prompt }) => evaluationBody(await prompt())],
  [
    "assertion",
    paths.assertions,
    async ({ evaluation }) => ({ evaluationId: await evaluation(), ...assertions[0]!.request }),
  ],
];

describe("a create that is sent again with its Idempotency-Key", () => {
  it.each(rows)("creates one %s and gets the first response", async (_kind, path, bodyOf) => {
    const { client, post, count } = await fixture();
    const body = await bodyOf(client);
    const before = await count(path);
    const first = await post(path, "k", body);
    expect(first).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    const again = await post(path, "k", body);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await count(path)).toBe(before + 1);
  });

  it("gets the first response also after the resource was changed or deleted", async () => {
    const { client, post, count } = await fixture();
    const { body } = await post(tools, "k", toolBody);
    const { id } = body as { id: string };
    await client.call("PUT", `${tools}/${id}`, { ...toolBody, description: "new" });
    expect((await post(tools, "k", toolBody)).body).toEqual(body);
    await client.call("DELETE", `${tools}/${id}`);
    expect((await post(tools, "k", toolBody)).body).toEqual(body);
    expect(await count(tools)).toBe(0);
  });

  it("several at once create one resource and get one response", async () => {
    const { post, count } = await fixture();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => post(tools, "k", toolBody)),
    );
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await count(tools)).toBe(1);
  });

  it("with the same JSON in another form is the same request", async () => {
    const { post } = await fixture();
    const reversed = Object.fromEntries(Object.entries(toolBody).reverse());
    const first = await post(tools, "k", toolBody);
    expect((await post(tools, "k", reversed)).body).toEqual(first.body);
  });

  it("with another body gets 422", async () => {
    const { post, count } = await fixture();
    await post(tools, "k", toolBody);
    const { status, body } = await post(tools, "k", { ...toolBody, description: "other" });
    expect([status, body]).toEqual([
      422,
      {
        error:
          "This Idempotency-Key was used within the last 24 hours with another body. Send another key with another request.",
      },
    ]);
    expect(await count(tools)).toBe(1);
  });

  it("creates again after 24 hours", async () => {
    let now = 1_800_000_000_000;
    const { post, count } = await fixture({ now: () => now });
    const day = 24 * 60 * 60 * 1000;
    const { body } = await post(tools, "k", toolBody);
    now += day - 1;
    expect((await post(tools, "k", toolBody)).body).toEqual(body);
    now += 1;
    expect((await post(tools, "k", toolBody)).body).not.toEqual(body);
    expect(await count(tools)).toBe(2);
  });

  it("was rejected before: it is checked again", async () => {
    let count = 0;
    const { client, post } = await fixture({ newId: () => `n${++count}` });
    expect(await post(prompts, "k", promptBody("n2"))).toMatchObject({ status: 400 });
    expect(await client.create(tools, toolBody)).toMatchObject({ id: "n2" });
    expect(await post(prompts, "k", promptBody("n2"))).toMatchObject({ status: 200 });
  });

  it("failed before with 5xx: it is executed", async () => {
    let isFailing = true;
    const newId = (): string => (isFailing ? expect.fail("no id") : "t1");
    const { post, count } = await fixture({ newId });
    expect(await post(tools, "k", toolBody)).toMatchObject({ status: 500 });
    isFailing = false;
    expect(await post(tools, "k", toolBody)).toMatchObject({ status: 200, body: { id: "t1" } });
    expect(await count(tools)).toBe(1);
  });
});

describe("an Idempotency-Key counts", () => {
  it("for one route", async () => {
    const { post } = await fixture();
    expect(await post(tools, "k", toolBody)).toMatchObject({ status: 200 });
    expect(await post(prompts, "k", promptBody())).toMatchObject({ status: 200 });
  });

  it("for one API key", async () => {
    const { post, count } = await fixture({ keys: ["one", "two"] });
    const [one, two] = [{ "x-api-key": "one" }, { "x-api-key": "two" }];
    const first = await post(tools, "k", toolBody, one);
    expect((await post(tools, "k", toolBody, two)).body).not.toEqual(first.body);
    expect((await post(tools, "k", toolBody, one)).body).toEqual(first.body);
    expect(await count(tools, one)).toBe(2);
  });

  it("whatever API key is sent to a service without keys", async () => {
    const { post, count } = await fixture();
    await post(tools, "k", toolBody, { "x-api-key": "one" });
    await post(tools, "k", toolBody, { "x-api-key": "two" });
    expect(await count(tools)).toBe(1);
  });
});

describe("the header", () => {
  it.each([
    ["an empty text", ""],
    ["256 characters", "k".repeat(256)],
    ["a space inside", "a b"],
    ["a character that is not ASCII", "\u00fc"],
  ])("with %s is a 400", async (_what, key) => {
    const { post, count } = await fixture();
    const { status, body } = await post(tools, key, toolBody);
    expect([status, body]).toEqual([
      400,
      {
        error:
          "The header Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces.",
      },
    ]);
    expect(await count(tools)).toBe(0);
  });

  it("can have 255 characters", async () => {
    const { post } = await fixture();
    expect(await post(tools, "~".repeat(255), toolBody)).toMatchObject({ status: 200 });
  });

  it("is announced on every response, also of errors", async () => {
    const { client } = await fixture();
    const responses = [
      await client.call("GET", tools),
      await client.call("GET", `${tools}/none`),
      await client.call("POST", tools, {}),
      await client.call("PATCH", tools, {}),
      await client.call("GET", "/nowhere"),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 400, 405, 404]);
    for (const { headers } of responses)
      expect(headers.get("promptctl-extensions")).toMatch(/\bidempotency-key\b/);
  });
});
