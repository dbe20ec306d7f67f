// A new kind needs one schema and one row in the table of kinds. A test kind that refers to two other
// kinds is loaded, planned, applied, served and pruned without code of its own.
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { bodies } from "../../src/generated/wire-validators.js";
import { definitionSchemas } from "../../src/cli/project/project.ts";
import type { Kind } from "../../src/engine/model/kind.ts";
import type { DefinitionFiles } from "../../src/engine/model/ports.ts";
import { createCall } from "../../src/io/http/http.ts";
import { createServiceReader, createServiceClient } from "../../src/io/service/service-client.ts";
import { kinds } from "../../src/kinds.ts";
import { createService } from "../../src/service/http/app.ts";
import { openStore } from "../../src/service/open-store.ts";
import { apply } from "../../src/sync/apply/apply.ts";
import { executablePlan } from "../../src/engine/review/executable-plan.ts";
import { makePlan } from "../../src/sync/plan/plan.ts";
import { ownHistory, ownOrigin } from "../fixtures/history.ts";
import { factsOf, filesOf, planOptions } from "../fixtures/in-memory.ts";

const bundle: Kind = {
  kind: "bundle",
  plural: "bundles",
  path: "/sdk/v1/bundles",
  identifiedBy: { by: "name" },
  references: [
    { field: "prompts", kind: "prompt", requestIdField: "promptId", responseIdField: "id" },
    { field: "tools", kind: "tool", requestIdField: "toolId", responseIdField: "id" },
  ],
  update: true,
  summary: { prompts: ["prompts"], rank: ["rank"] },
  shape: {
    form: "object",
    fields: {
      name: { shape: { form: "value" } },
      prompts: { shape: { form: "list", set: true, items: { form: "value" } }, default: [] },
      tools: { shape: { form: "list", set: true, items: { form: "value" } }, default: [] },
      notes: { shape: { form: "text" }, default: "" },
      rank: { shape: { form: "value" }, default: 1 },
    },
  },
};
const five = [...kinds, bundle];

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const list = { type: "array", items: { type: "string" } };
const schema = {
  type: "object",
  properties: {
    kind: { const: "bundle" },
    name: { type: "string" },
    prompts: list,
    tools: list,
    notes: { type: ["string", "object"] },
    rank: { type: "number" },
  },
  required: ["kind", "name"],
  additionalProperties: false,
};
const fiveSchemas = {
  ...definitionSchemas,
  bundle: { validate: ajv.compile(schema), schema: () => schema },
};
const bundleBody = ajv.compile({ type: "object", required: ["name", "prompts", "tools"] });
const fiveBodies = {
  ...bodies,
  bundle: { allMistakes: bundleBody, firstMistake: bundleBody },
};

const text = (bundled: string): string => `
kind: tool
name: look
description: Looks.
parameters: { type: object }
---
kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-4.1 }
messages: [{ role: user, content: Hello }]
---
kind: bundle
name: Everything
${bundled}
`;

const filesWith = (yaml: string): DefinitionFiles =>
  filesOf({ "all.yaml": yaml }, { "notes.md": "from a file" });

test("a fifth kind is loaded, planned, applied, served and pruned with only its row", async () => {
  const store = await openStore(":memory:");
  const { capabilities } = planOptions;
  const handler = createService({ kinds: five, store, bodies: fiveBodies, keys: [], capabilities });
  const calls: string[] = [];
  const call = createCall({
    baseUrl: "http://localhost",
    timeoutMs: 5000,
    fetch: (url, init) => {
      if (init.method !== "GET")
        calls.push(`${init.method} ${new URL(url).pathname.replace(/[0-9a-f]{24}/, "…")}`);
      return handler(
        new Request(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init.headers)), host: "localhost" },
        }),
      );
    },
  });
  const sync = async (yaml: string, prune = false): Promise<string[]> => {
    const reader = createServiceReader(five, "local", call);
    const { project, plan, planInput } = await makePlan(
      {
        kinds: five,
        schemas: fiveSchemas,
        files: filesWith(yaml),
        history: ownHistory,
        connect: async () => reader,
        factsOf,
      },
      { ...planOptions, prune },
    );
    expect(project.diagnostics).toEqual([]);
    calls.length = 0;
    await apply(
      five,
      executablePlan(plan!, planInput!.matching),
      createServiceClient(five, "local", call),
      {
        concurrency: () => 4,
        stop: new AbortController().signal,
        now: () => 0,
        sleep: () => Promise.resolve(),
        recoveryMs: 0,
        listPauseMs: () => 0,
        journal: { read: () => [], write: () => {} },
        scope: ["*"],
        originOf: async () => JSON.stringify(ownOrigin),
        report: (event) => expect(event.type).not.toBe("failed"),
      },
    );
    return plan!.changes.map(({ action, address }) => `${action} ${address}`);
  };

  expect(await sync(text("prompts: [Greeter]\ntools: [look]\nnotes: { file: notes.md }"))).toEqual([
    "create tool/look",
    "create prompt/Greeter",
    "create bundle/Everything",
  ]);
  expect(calls).toEqual(["POST /sdk/v1/tools", "POST /sdk/v1/prompts", "POST /sdk/v1/bundles"]);
  const [stored] = (await call("GET", "/sdk/v1/bundles")) as {
    notes: string;
    rank: number;
    prompts: { name: string }[];
  }[];
  expect(stored).toMatchObject({ notes: "from a file", rank: 1, prompts: [{ name: "Greeter" }] });

  expect(
    await sync(text("prompts: [Greeter]\ntools: [look]\nnotes: from a file\nrank: 1.0")),
  ).toEqual([]);
  expect(await sync(text("prompts: [Greeter]\nrank: 2"))).toEqual(["update bundle/Everything"]);
  expect(calls).toEqual(["PUT /sdk/v1/bundles/…"]);

  const without = text("").replace(/---\nkind: bundle[^]*/, "");
  expect(await sync(without)).toEqual([]);
  const pruned = await sync(without, true);
  expect(pruned.map((change) => change.replace(/id:.*/, "id:…"))).toEqual(["delete bundle/id:…"]);
  expect(calls).toEqual(["DELETE /sdk/v1/bundles/…"]);
  await store.close();
});

test("an unknown reference of the fifth kind is an error with a source location", async () => {
  const connect = async (): Promise<never> => Promise.reject(new Error("not called"));
  const { project } = await makePlan(
    {
      kinds: five,
      schemas: fiveSchemas,
      files: filesWith(text("prompts: [Greter]")),
      history: ownHistory,
      connect,
      factsOf,
    },
    planOptions,
  );
  expect(project.diagnostics).toMatchObject([
    {
      code: "unknown-prompt",
      message: 'Unknown prompt "Greter".',
      hint: 'Did you mean "Greeter"?',
      also: { in: "hint", location: { file: "all.yaml", line: 8 } },
      location: { line: 14, column: 11 },
    },
  ]);
});
