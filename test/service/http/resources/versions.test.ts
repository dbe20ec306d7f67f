// The versions that requests to the service add.
import { expect, it } from "vitest";
import { capabilities, memoryClient } from "../../../fixtures/memory-service.ts";
import { assertions, promptBody, toolBody } from "../../../scenarios/contract/bodies.ts";
import { paths } from "../../../scenarios/contract/client.ts";

const { tools, prompts } = paths;

/** A service whose clock shows 1, 2, 3, … at each write. */
async function fixture() {
  let time = 0;
  const client = await memoryClient({
    capabilities: { ...capabilities, evaluationDeleteCascades: true },
    now: () => (time += 1),
  });
  const put = (path: string, body: object, headers: Record<string, string> = {}) =>
    client.raw("PUT", path, {
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return { ...client, put };
}

it("creates and replacements add a version with the time of the clock", async () => {
  const { store, tool, put } = await fixture();
  const id = await tool("lookup");
  await put(`${tools}/${id}`, { ...toolBody, description: "new" });
  expect(await store.versions("tool", id)).toMatchObject([
    { number: 2, writtenAt: 2 },
    { number: 1, writtenAt: 1 },
  ]);
  expect((await store.getVersion("tool", id, 1))?.body).toMatchObject({ name: "lookup" });
  expect((await store.getVersion("tool", id, 2))?.body).toMatchObject({ description: "new" });
});

it("a create with an Idempotency-Key adds one version, however often it is sent", async () => {
  const { store, raw } = await fixture();
  const headers = { "content-type": "application/json", "idempotency-key": "k" };
  const send = () => raw("POST", tools, { headers, body: JSON.stringify(toolBody) });
  const { id } = (await send()).body as { id: string };
  await send();
  expect(await store.versions("tool", id)).toMatchObject([{ number: 1, writtenAt: 1 }]);
});

it("a PUT of the same content, or with the ETag of another state, adds none", async () => {
  const { store, tool, put } = await fixture();
  const id = await tool("lookup");
  const body = { ...toolBody, name: "lookup" };
  expect((await put(`${tools}/${id}`, body)).status).toBe(200);
  const sorted = Object.fromEntries(Object.entries(body).toReversed());
  expect((await put(`${tools}/${id}`, sorted)).status).toBe(200);
  const changed = { ...body, description: "new" };
  expect((await put(`${tools}/${id}`, changed, { "if-match": '"other"' })).status).toBe(412);
  expect(await store.versions("tool", id)).toHaveLength(1);
});

it("a prompt keeps the id of a tool that was removed from it and deleted", async () => {
  const { store, call, prompt, tool, put } = await fixture();
  const toolId = await tool("lookup");
  const id = await prompt(toolId);
  expect((await put(`${prompts}/${id}`, promptBody())).status).toBe(200);
  expect((await call("DELETE", `${tools}/${toolId}`)).status).toBe(200);
  expect((await store.getVersion("prompt", id, 1))?.references).toMatchObject([
    { to: { kind: "tool", id: toolId } },
  ]);
  expect((await store.getVersion("prompt", id, 2))?.references).toEqual([]);
});

it("deleting an evaluation deletes its versions and those of its assertions", async () => {
  const { store, call, create, evaluation, prompt } = await fixture();
  const evaluationId = await evaluation(await prompt());
  const body = { evaluationId, ...assertions[0]!.request };
  const { id: assertionId } = await create(paths.assertions, body);
  expect(await store.versions("assertion", assertionId)).toHaveLength(1);
  await call("DELETE", `${paths.evaluations}/${evaluationId}`);
  expect(await store.versions("evaluation", evaluationId)).toEqual([]);
  expect(await store.versions("assertion", assertionId)).toEqual([]);
});
