// The headers of all requests of an apply: a gateway that permits the first one must not refuse a later one.
import { expect, it } from "vitest";
import { bodies } from "../../../src/generated/wire-validators.js";
import { kinds } from "../../../src/kinds.ts";
import { createService } from "../../../src/service/http/app.ts";
import { listen } from "../../../src/service/http/listen.ts";
import { openStore } from "../../../src/service/open-store.ts";
import { runProgramIn } from "../../fixtures/run-program.ts";
import { folderOf } from "../../io/folder.ts";

const writes = 120;
const key = "key-of-the-service";

/** Headers whose values are those of one request. */
const ofRequest = new Set(["content-length", "content-type", "idempotency-key"]);

it("120 writes and all reads have one set of headers", async () => {
  const tools = Array.from({ length: writes }, (_item, index) =>
    [`kind: tool`, `name: tool_${index}`, `description: A tool`, `parameters: {}`, ""].join("\n"),
  );
  await using folder = folderOf({
    "promptctl.yaml": "",
    "prompts/tools.yaml": tools.join("---\n"),
  });
  const store = await openStore(":memory:");
  const capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false };
  const handler = createService({ kinds, store, bodies, keys: [key], capabilities });
  const received: { readonly method: string; readonly headers: string }[] = [];
  const service = await listen({
    host: "127.0.0.1",
    port: 0,
    handler: (request) => {
      const headers = [...request.headers].filter(([name]) => !ofRequest.has(name)).sort();
      received.push({ method: request.method, headers: JSON.stringify(headers) });
      return handler(request);
    },
  });
  try {
    const words = ["apply", "--base-url", service.url, "--auto-approve"];
    const env = { PROMPTCTL_API_KEY: key };
    expect(await runProgramIn(folder.path, words, env)).toMatchObject({ code: 0 });
  } finally {
    await service.close();
    await store.close();
  }
  expect(received.filter(({ method }) => method === "POST")).toHaveLength(writes);
  expect(received.filter(({ method }) => method === "GET").length).toBeGreaterThan(0);
  const sets = [...new Set(received.map(({ headers }) => headers))];
  expect(sets.map((text) => JSON.parse(text) as unknown)).toEqual([
    expect.arrayContaining([
      ["accept-encoding", "gzip"],
      ["user-agent", "promptctl"],
    ]),
  ]);
});
