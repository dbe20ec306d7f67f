// The service, the command line and the built package for applications make the same request of a prompt.
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import type { Prompt } from "../../src/generated/types.ts";
import type * as library from "../../src/index.ts";
import { dist } from "../fixtures/built.ts";
import { memoryService } from "../fixtures/memory-service.ts";
import { optionPrompts } from "../providers/option-prompts.ts";

const { createPrompts } = createRequire(import.meta.url)(
  join(dist, "client", "index.cjs"),
) as typeof library;

describe.each(Object.entries(optionPrompts))("of the prompts for %s", (_api, prompts) => {
  it("all requests are equal to the byte", async () => {
    const { handler } = await memoryService();
    const send = async (method: string, path: string, body?: Json): Promise<JsonObject> => {
      const init = body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      };
      const url = `http://localhost:4100/sdk/v1/${path}`;
      const response = await handler(new Request(url, { method, ...init }));
      const text = await response.text();
      expect([response.status, text]).toEqual([200, text]);
      return JSON.parse(text) as JsonObject;
    };
    const { id: toolId } = await send("POST", "tools", toolOf(prompts));
    for (const [index, { id: _id, ...prompt }] of prompts.entries()) {
      const messages = prompt.messages.map((each, at) => ({ promptMessageId: `${at}`, ...each }));
      const tools = prompt.tools.map(() => ({ toolId: toolId! }));
      const body = { ...prompt, name: `Prompt ${index}`, messages, tools };
      await send("POST", "prompts", body as unknown as Json);
    }
    const list = (await send("GET", "prompts")) as unknown as readonly Prompt[];
    expect(list).toHaveLength(prompts.length);
    const application = createPrompts({
      baseUrl: "http://localhost:4100",
      fetch: async (url, init) => handler(new Request(url, init)),
    });
    for (const { id, name } of list) {
      const { parameters } = await send("POST", `prompts/${id}`, {});
      const { request, version } = await application.render(name);
      expect(JSON.stringify(request)).toBe(JSON.stringify(parameters));
      expect(request).toStrictEqual(parameters); // without fields that are undefined
      expect(version.id).toBe(id);
    }
  });
});

function toolOf(prompts: readonly Prompt[]): Json {
  const { id: _id, ...tool } = prompts.flatMap(({ tools }) => tools)[0]!;
  return tool as unknown as Json;
}
