// ETag of GET, and If-Match of PUT and DELETE.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../src/engine/model/json.ts";
import { entityTag } from "../../../../src/engine/normalize/entity-tag.ts";
import { kinds } from "../../../../src/kinds.ts";
import { capabilities, memoryClient } from "../../../fixtures/memory-service.ts";
import { assertions, promptBody, toolBody } from "../../../scenarios/contract/bodies.ts";
import { type ContractResponse, paths } from "../../../scenarios/contract/client.ts";

async function fixture() {
  const client = await memoryClient({ capabilities: { ...capabilities, evaluationUpdate: true } });
  const tagOf = async (path: string): Promise<string> =>
    (await client.call("GET", path)).headers.get("etag")!;
  const send = (
    method: string,
    path: string,
    ifMatch: string,
    body?: Json,
  ): Promise<ContractResponse> =>
    client.raw(method, path, {
      headers: { "content-type": "application/json", "if-match": ifMatch },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { ...client, tagOf, send };
}

const { tools, prompts } = paths;
const changed = { ...toolBody, description: "new" };

describe("the ETag", () => {
  it("can be computed from the items of each list", async () => {
    const { call, create, tool, prompt, evaluation, tagOf } = await fixture();
    const evaluationId = await evaluation(await prompt(await tool("a"), await tool("b")));
    for (const { request } of assertions)
      await create(paths.assertions, { evaluationId, ...request });
    for (const row of kinds) {
      const items = (await call("GET", row.path)).body as JsonObject[];
      expect(items.length).toBeGreaterThan(0);
      for (const item of items)
        expect(await tagOf(`${row.path}/${String(item["id"])}`)).toBe(entityTag(row, item));
    }
  });

  it("is the SHA-256 of the canonical JSON of what is written", async () => {
    const { create, tagOf } = await fixture();
    const { id } = await create(tools, {
      parameters: { b: 1, a: [] },
      name: "t",
      description: "d",
    });
    const canonical = '{"description":"d","name":"t","parameters":{"a":[],"b":1}}';
    const digest = createHash("sha256").update(canonical).digest("hex");
    expect(await tagOf(`${tools}/${id}`)).toBe(`"${digest}"`);
  });

  it("changes with the resource, and not with a tool that it uses", async () => {
    const { call, tool, prompt, tagOf } = await fixture();
    const toolId = await tool();
    const promptPath = `${prompts}/${await prompt(toolId)}`;
    const before = [await tagOf(promptPath), await tagOf(`${tools}/${toolId}`)];
    await call("PUT", `${tools}/${toolId}`, changed);
    const after = [await tagOf(promptPath), await tagOf(`${tools}/${toolId}`)];
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    await call("PUT", promptPath, promptBody());
    expect(await tagOf(promptPath)).not.toBe(before[0]);
  });

  it("is not on responses of writes, and lists have a weak one", async () => {
    const { call } = await fixture();
    const created = await call("POST", tools, toolBody);
    const { id } = created.body as { id: string };
    const replaced = await call("PUT", `${tools}/${id}`, toolBody);
    for (const { headers } of [created, replaced]) expect(headers.get("etag")).toBe(null);
    expect((await call("GET", tools)).headers.get("etag")).toMatch(/^W\//);
  });
});

describe("PUT and DELETE with If-Match", () => {
  it.each([
    ["the ETag", (tag: string) => tag],
    ["*", () => "*"],
    ["a list that has the ETag", (tag: string) => `"a,b", W/"c" ,, ${tag}`],
  ])("that is %s are executed", async (_what, ifMatch) => {
    const { call, send, tool, tagOf } = await fixture();
    const path = `${tools}/${await tool()}`;
    const put = await send("PUT", path, ifMatch(await tagOf(path)), changed);
    expect(put).toMatchObject({ status: 200, body: changed });
    expect(await send("DELETE", path, ifMatch(await tagOf(path)))).toMatchObject({ status: 200 });
    expect(await call("GET", path)).toMatchObject({ status: 404 });
  });

  it.each([
    ["another ETag", () => '"other"'],
    ["the ETag as a weak one", (tag: string) => `W/${tag}`],
    ["a list without the ETag", () => '"a", "b"'],
  ])("that is %s get 412 and change nothing", async (_what, ifMatch) => {
    const { call, send, tool, tagOf } = await fixture();
    const id = await tool();
    const path = `${tools}/${id}`;
    const header = ifMatch(await tagOf(path));
    const expected = [
      412,
      { error: `The tool with id "${id}" has changed: it does not have the ETag of If-Match.` },
    ];
    for (const { status, body } of [
      await send("PUT", path, header, changed),
      await send("DELETE", path, header),
    ])
      expect([status, body]).toEqual(expected);
    expect(await call("GET", path)).toMatchObject({ status: 200, body: toolBody });
  });

  it.each(["", "5d41", '"a" "b"', '"a', 'w/"a"', '*, "a"'])(
    "that is not valid get 400: %s",
    async (header) => {
      const { send, tool } = await fixture();
      const path = `${tools}/${await tool()}`;
      const error =
        'The header If-Match must be * or one or more ETags in quotation marks, such as "5d41".';
      for (const { status, body } of [
        await send("PUT", path, header, changed),
        await send("DELETE", path, header),
      ])
        expect([status, body]).toEqual([400, { error }]);
    },
  );

  it("get 404 if there is no such resource, also with *", async () => {
    const { send } = await fixture();
    expect(await send("PUT", `${tools}/none`, "*", changed)).toMatchObject({ status: 404 });
    expect(await send("DELETE", `${tools}/none`, "*")).toMatchObject({ status: 404 });
  });

  it("at the same time: one of them is executed", async () => {
    const { send, tool, tagOf } = await fixture();
    const path = `${tools}/${await tool()}`;
    const tag = await tagOf(path);
    const results = await Promise.all(
      ["a", "b", "c", "d"].map((description) =>
        send("PUT", path, tag, { ...toolBody, description }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
});

it("PUT and DELETE without If-Match are unconditional", async () => {
  const { call, tool } = await fixture();
  const path = `${tools}/${await tool()}`;
  expect(await call("PUT", path, changed)).toMatchObject({ status: 200 });
  expect(await call("PUT", path, toolBody)).toMatchObject({ status: 200 });
  expect(await call("DELETE", path)).toMatchObject({ status: 200 });
});
