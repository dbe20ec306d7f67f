// The origin of a write, and the endpoint that returns versions.
import { describe, expect, it } from "vitest";
import { memoryClient } from "../../fixtures/memory-service.ts";
import { promptBody, toolBody } from "../../scenarios/contract/bodies.ts";
import { paths } from "../../scenarios/contract/client.ts";

const origin = { commit: "ab".repeat(20), dirty: false, path: "prompts/a.yaml" };
const originText = JSON.stringify(origin);

async function fixture() {
  let time = 0;
  const client = await memoryClient({ now: () => (time += 1) });
  const send = (method: string, path: string, body: object, header?: string) =>
    client.raw(method, path, {
      headers: {
        "content-type": "application/json",
        ...(header !== undefined && { "x-promptctl-origin": header }),
      },
      body: JSON.stringify(body),
    });
  const versions = async (path: string) => (await client.raw("GET", `${path}/versions`)).body;
  return { ...client, send, versions };
}

const tool = { ...toolBody, name: "lookup" };

it("each response announces the extension", async () => {
  const { raw } = await fixture();
  const { headers } = await raw("GET", paths.tools);
  expect(headers.get("promptctl-extensions")).toBe(
    "deletions, idempotency-key, if-match, list-etag, model-options, origin",
  );
});

it("versions have number, time, key name, origin, verified run and content, newest first", async () => {
  const { send, versions } = await fixture();
  const { id } = (await send("POST", paths.tools, tool, originText)).body as { id: string };
  const path = `${paths.tools}/${id}`;
  await send("PUT", path, { ...tool, description: "new" });
  expect(await versions(path)).toEqual([
    {
      number: 2,
      time: "1970-01-01T00:00:00.002Z",
      keyName: null,
      origin: null,
      verifiedRun: null,
      content: { id, ...tool, description: "new" },
    },
    {
      number: 1,
      time: "1970-01-01T00:00:00.001Z",
      keyName: null,
      origin,
      verifiedRun: null,
      content: { id, ...tool },
    },
  ]);
});

it("a create that is repeated keeps the origin of the first request", async () => {
  const { raw, versions } = await fixture();
  const create = (header: string) =>
    raw("POST", paths.tools, {
      headers: {
        "content-type": "application/json",
        "idempotency-key": "k",
        "x-promptctl-origin": header,
      },
      body: JSON.stringify(tool),
    });
  const { id } = (await create(originText)).body as { id: string };
  await create(JSON.stringify({ ...origin, dirty: true }));
  expect(await versions(`${paths.tools}/${id}`)).toMatchObject([{ number: 1, origin }]);
});

it("the versions of a resource that does not exist are a 404", async () => {
  const { raw } = await fixture();
  const response = await raw("GET", `${paths.prompts}/none/versions`);
  expect(response.status).toBe(404);
  expect(response.body).toEqual({ error: 'There is no prompt with id "none".' });
});

it("versions larger than a part are all sent", async () => {
  const { send, versions } = await fixture();
  const prompt = (text: string) => ({
    ...promptBody(),
    messages: [{ role: "user", content: [{ type: "TEXT", text }], promptMessageId: "m" }],
  });
  const large = "x".repeat(3_000_000);
  const { id } = (await send("POST", paths.prompts, prompt(`1${large}`))).body as { id: string };
  const path = `${paths.prompts}/${id}`;
  for (const label of ["2", "3", "4"]) await send("PUT", path, prompt(label + large));
  const found = (await versions(path)) as { number: number }[];
  expect(found.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
});

describe("an origin that is not valid does not stop the write, and the response says so", () => {
  it.each([
    ["not JSON", "main"],
    ["a wrong field", JSON.stringify({ ...origin, commit: "main" })],
    ["a local repository", JSON.stringify({ ...origin, repository: "file:///srv/r" })],
    ["too long", JSON.stringify({ ...origin, path: "p".repeat(2048) })],
  ])("%s", async (_name, header) => {
    const { send, versions } = await fixture();
    const response = await send("POST", paths.tools, tool, header);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-promptctl-origin-ignored")).toBe("true");
    const { id } = response.body as { id: string };
    expect(await versions(`${paths.tools}/${id}`)).toMatchObject([{ origin: null }]);
  });

  it("a valid one has no such header", async () => {
    const { send } = await fixture();
    const response = await send("POST", paths.tools, tool, originText);
    expect(response.headers.get("x-promptctl-origin-ignored")).toBeNull();
  });
});

describe("deletions", () => {
  const remove = (client: Awaited<ReturnType<typeof fixture>>, path: string, header?: string) =>
    client.raw("DELETE", path, {
      headers: { ...(header !== undefined && { "x-promptctl-origin": header }) },
    });

  it("have id, name, time, key name, origin, verified run and content, newest first, also by name", async () => {
    const client = await fixture();
    const created = async (name: string): Promise<string> =>
      ((await client.send("POST", paths.tools, { ...tool, name })).body as { id: string }).id;
    const [one, two] = [await created("one"), await created("two")];
    await remove(client, `${paths.tools}/${one}`, originText);
    await remove(client, `${paths.tools}/${two}`);
    const deleted = (id: string, name: string, from: object | null) => ({
      id,
      name,
      time: expect.stringMatching(/^1970-01-01T00:00:00\.00\dZ$/),
      keyName: null,
      origin: from,
      verifiedRun: null,
      content: { id, ...tool, name },
    });
    const read = async (query = ""): Promise<unknown> =>
      (await client.raw("GET", `/sdk/v1/deletions/tools${query}`)).body;
    expect(await read()).toEqual([deleted(two, "two", null), deleted(one, "one", origin)]);
    expect(await read("?name=two")).toEqual([deleted(two, "two", null)]);
    expect(await read("?name=three")).toEqual([]);
    expect((await client.raw("GET", "/sdk/v1/deletions/prompts")).body).toEqual([]);
    expect((await client.raw("GET", "/sdk/v1/deletions/others")).status).toBe(404);
  });

  it("a long list is sent in parts and is complete", async () => {
    const client = await fixture();
    const description = "x".repeat(400_000);
    const ids: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      const { body } = await client.send("POST", paths.tools, { ...tool, name, description });
      const { id } = body as { id: string };
      await remove(client, `${paths.tools}/${id}`);
      ids.unshift(id);
    }
    const { body } = await client.raw("GET", "/sdk/v1/deletions/tools");
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual(ids);
  });

  it("an origin that is not valid is ignored, and said so", async () => {
    const client = await fixture();
    const { id } = (await client.send("POST", paths.tools, tool)).body as { id: string };
    const { status, headers } = await remove(client, `${paths.tools}/${id}`, "{}");
    expect([status, headers.get("x-promptctl-origin-ignored")]).toEqual([200, "true"]);
  });
});
