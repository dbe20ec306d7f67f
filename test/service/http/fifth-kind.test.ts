import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import type { Kind } from "../../../src/engine/model/kind.ts";
import { kinds } from "../../../src/kinds.ts";
import { memoryClient } from "../../fixtures/memory-service.ts";
import { bodies as wireBodies } from "../../../src/generated/wire-validators.js";

// A rehearsal is a child of a tool, refers to prompts (which refer to tools), and stamps its acts.
const rehearsal: Kind = {
  kind: "rehearsal",
  plural: "rehearsals",
  path: "/sdk/v1/rehearsals",
  identifiedBy: { by: "name" },
  references: [
    { field: "scenes", kind: "prompt", requestIdField: "sceneId", responseIdField: "promptId" },
  ],
  parent: {
    kind: "tool",
    field: "tool",
    idField: "toolId",
    nestedField: "rehearsals",
    numbered: false,
    owned: true,
    cascades: true,
  },
  update: true,
  summary: { speed: ["speed"] },
  itemIds: { list: "acts", field: "actId" },
  shape: {
    form: "object",
    fields: {
      name: { shape: { form: "value" } },
      speed: { shape: { form: "value" }, default: 3 },
      curtain: { shape: { form: "value" }, default: null },
      acts: { shape: { form: "list", items: { form: "value" } }, default: [] },
    },
  },
};

const body = new Ajv().compile({
  type: "object",
  required: ["name", "toolId", "scenes"],
  properties: {
    name: { type: "string" },
    toolId: { type: "string" },
    scenes: {
      type: "array",
      items: { type: "object", required: ["sceneId"], properties: { sceneId: { type: "string" } } },
    },
  },
});

it("adding a kind takes one row and the validators of its body", async () => {
  const { call, create, store, ...make } = await memoryClient({
    kinds: [...kinds, rehearsal],
    bodies: { ...wireBodies, rehearsal: { allMistakes: body, firstMistake: body } },
  });
  const [stage, prop] = [await make.tool("stage"), await make.tool("prop")];
  const scene = await make.prompt(prop);
  const written = {
    name: "Dress",
    toolId: stage,
    scenes: [{ sceneId: scene }],
    acts: [{ actId: "1", line: "Enter" }],
    junk: 1,
  };

  const created = await create(rehearsal.path, written);
  expect(created).toEqual({
    id: created.id,
    toolId: stage,
    name: "Dress",
    speed: 3,
    curtain: null,
    acts: [{ line: "Enter" }],
    scenes: [
      expect.objectContaining({
        promptId: scene,
        name: "Support triage",
        tools: [expect.objectContaining({ id: prop, name: "prop" })],
      }),
    ],
  });
  expect(Object.keys((created["scenes"] as object[])[0]!)).not.toContain("id");
  expect((await call("GET", `${rehearsal.path}?toolId=${prop}`)).body).toEqual([]);
  expect((await call("GET", `${rehearsal.path}?toolId=${stage}`)).body).toEqual([created]);

  const changed = await call("PUT", `${rehearsal.path}/${created.id}`, {
    ...written,
    speed: 1,
    scenes: [],
  });
  expect(changed.body).toMatchObject({ id: created.id, speed: 1, scenes: [] });
  await call("PUT", `${rehearsal.path}/${created.id}`, written);
  expect(await call("DELETE", `/sdk/v1/prompts/${scene}`)).toMatchObject({
    status: 409,
    body: {
      error: `The prompt with id "${scene}" is in use by rehearsal "Dress" (id "${created.id}"): remove the reference first.`,
    },
  });
  expect(await call("POST", rehearsal.path, { ...written, toolId: scene })).toMatchObject({
    status: 400,
    body: {
      error: `Invalid rehearsal: /toolId refers to tool "${scene}", which does not exist.`,
    },
  });

  expect(await call("DELETE", `/sdk/v1/tools/${stage}`)).toMatchObject({ status: 200 });
  expect(await call("GET", `${rehearsal.path}/${created.id}`)).toMatchObject({ status: 404 });
  expect(await call("DELETE", `/sdk/v1/prompts/${scene}`)).toMatchObject({ status: 200 });
  await store.close();
});

it("the code of the service does not name any kind", () => {
  const folder = join(import.meta.dirname, "../../../src/service");
  const generic = [
    "http/access/access",
    "http/app",
    "http/resources/check-references",
    "http/endpoints",
    "http/resources/list-text",
    "http/listen",
    "sqlite/migrations",
    "http/requests/read-json-body",
    "http/resources/resource-mapping",
    "http/resources/resources",
    "http/resources/response-cache",
    "sqlite/sqlite-database",
    "sqlite/sqlite-reader",
    "sqlite/sqlite-store",
    "sqlite/sqlite",
    "open-store",
    "store/create-store",
    "store/resource-operations",
    "store/statements",
    "store/stored-resource",
    "store/version-operations",
    "http/requests/validate-body",
  ];
  expect(readdirSync(folder, { recursive: true })).toEqual(
    expect.arrayContaining(generic.map((name) => `${name}.ts`)),
  );
  const named = generic.filter((name) =>
    /\b(prompt|tool|evaluation|assertion)s?\b/i.test(
      readFileSync(join(folder, `${name}.ts`), "utf8"),
    ),
  );
  expect(named).toEqual([]);
});
