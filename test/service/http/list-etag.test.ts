// Lists with an ETag, and requests for lists that the client holds.
import { afterEach, expect, it } from "vitest";
import { openStore } from "../../../src/service/open-store.ts";
import type { Store } from "../../../src/service/store/stored-resource.ts";
import { memoryClient } from "../../fixtures/memory-service.ts";
import { newStoreLocation, openTestStore } from "../../fixtures/test-store.ts";
import { folderOf } from "../../io/folder.ts";
import { promptBody, toolBody } from "../../scenarios/contract/bodies.ts";
import { paths } from "../../scenarios/contract/client.ts";

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

/** A service whose lists count. */
async function fixture(store?: Store, build?: string) {
  const own = store ?? (await openTestStore());
  if (!store) opened.push(own);
  let reads = 0;
  const counting: Store = {
    ...own,
    list: (...given) => {
      reads += 1;
      return own.list(...given);
    },
  };
  const client = await memoryClient({ store: counting, ...(build !== undefined && { build }) });
  const get = (path: string, held?: string): Promise<Response> => {
    const headers: Record<string, string> = held === undefined ? {} : { "if-none-match": held };
    return client.handler(new Request(`http://localhost:1${path}`, { headers }));
  };
  const tagOf = async (path: string): Promise<string> => (await get(path)).headers.get("etag")!;
  const write = async (method: string, path: string, body?: object) => {
    const { status, body: saved } = await client.raw(method, path, {
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(status).toBe(200);
    return saved as { id: string };
  };
  return { get, tagOf, write, readCount: () => reads };
}

const prompt = promptBody();

it("a list that the client holds is not read and not sent", async () => {
  const { get, tagOf, write, readCount } = await fixture();
  await write("POST", paths.prompts, prompt);
  const tag = await tagOf(paths.prompts);
  expect(tag).toMatch(/^W\/"[\w-]+"$/);
  const before = readCount();
  const response = await get(paths.prompts, tag);
  const { status, headers } = response;
  expect([status, await response.text()]).toEqual([304, ""]);
  expect(headers.get("etag")).toBe(tag);
  expect(headers.get("content-type")).toBe(null);
  expect(headers.get("promptctl-extensions")).toContain("list-etag");
  expect(readCount()).toBe(before);
});

it("every write makes another tag, also that of a tool for the list of prompts", async () => {
  const { get, tagOf, write } = await fixture();
  const tags = [await tagOf(paths.prompts)];
  const next = async (): Promise<void> => {
    expect((await get(paths.prompts, tags.at(-1))).status).toBe(200);
    tags.push(await tagOf(paths.prompts));
  };
  const tool = { ...toolBody, name: "lookup" };
  const { id } = await write("POST", paths.tools, tool);
  await next();
  await write("POST", paths.prompts, { ...prompt, tools: [{ toolId: id }] });
  await next();
  await write("PUT", `${paths.tools}/${id}`, { ...tool, description: "Another one." });
  await next();
  const { id: other } = await write("POST", paths.tools, { ...tool, name: "other" });
  await next();
  await write("DELETE", `${paths.tools}/${other}`);
  await next();
  expect(new Set(tags).size).toBe(tags.length);
});

it.each<readonly [header: (tag: string) => string, status: number]>([
  [(tag) => tag, 304],
  [(tag) => tag.replace("W/", ""), 304],
  [(tag) => `"other", ${tag}`, 304],
  [() => "*", 304],
  [() => 'W/"other"', 200],
  [(tag) => tag.replaceAll('"', ""), 200],
  [() => "", 200],
])("If-None-Match %s is answered %i", async (header, status) => {
  const { get, tagOf } = await fixture();
  expect((await get(paths.tools, header(await tagOf(paths.tools)))).status).toBe(status);
});

it("another build has other tags", async () => {
  const store = await openTestStore();
  const tags = [
    await fixture(store, "1.0"),
    await fixture(store, "1.1"),
    await fixture(store, "1.1"),
  ];
  const [one, two, three] = await Promise.all(tags.map(({ tagOf }) => tagOf(paths.tools)));
  expect(one).not.toBe(two);
  expect(three).toBe(two);
});

it("replicas on one database have one tag, and each opening of a file has its own", async () => {
  await using folder = folderOf();
  const location = await newStoreLocation(folder.at("store.db"));
  const tags: string[] = [];
  for (const round of [1, 2]) {
    const store = await openStore(location);
    opened.push(store);
    const { tagOf, write } = await fixture(store);
    if (round === 1) await write("POST", paths.prompts, prompt);
    tags.push(await tagOf(paths.prompts));
  }
  const isShared = location.startsWith("postgres");
  expect(tags[0] === tags[1]).toBe(isShared);
});

it("a key is needed to learn that a list is unchanged", async () => {
  const store = await openTestStore();
  opened.push(store);
  const { handler } = await memoryClient({ store, keys: ["good"] });
  const statusWith = async (more: Record<string, string>): Promise<number> => {
    const headers = { "if-none-match": "*", ...more };
    return (await handler(new Request(`http://localhost:1${paths.tools}`, { headers }))).status;
  };
  expect(await statusWith({})).toBe(401);
  expect(await statusWith({ "x-api-key": "good" })).toBe(304);
});
