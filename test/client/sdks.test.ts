// Requests of createPrompts, sent by the SDKs of the providers to servers on loopback, with streaming.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPrompts } from "../../src/client/create-prompts.ts";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { bundleText } from "../../src/views/code/bundle.ts";
import { modelParameters } from "../fixtures/model-parameters.ts";

const received: { readonly path: string | undefined; readonly body: JsonObject }[] = [];

/** The events of a reply of two texts, in the format of each API. */
const events: { readonly [path: string]: readonly object[] } = {
  "/v1/chat/completions": ["Hi ", "Ada"].map((content) => ({
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: { content } }],
  })),
  "/v1/responses": ["Hi ", "Ada"].map((delta) => ({ type: "response.output_text.delta", delta })),
  "/v1/messages": ["Hi ", "Ada"].map((part) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text: part },
  })),
};

let server: Server;
let baseUrl: string;

beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request)) as JsonObject;
    const [path = ""] = request.url!.split("?");
    received.push({ path, body });
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events[path] ?? []) {
      const name = "type" in event ? `event: ${String(event.type)}\n` : "";
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
    response.end(path === "/v1/chat/completions" ? "data: [DONE]\n\n" : "");
  };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

interface Table {
  readonly chat: { variables: { name: string }; tools: never; api: "chat" };
  readonly responses: { variables: { name: string }; tools: never; api: "responses" };
  readonly messages: { variables: { name: string }; tools: never; api: "messages" };
}

const entries = (["chat", "responses", "messages"] as const).map((key) => ({
  key,
  id: undefined,
  content: {
    name: key,
    parameters: {
      ...modelParameters(
        key === "messages" ? { provider: "ANTHROPIC", name: "claude-sonnet-4-6" } : {},
      ),
      ...(key === "responses" && { options: { api: "responses" } }),
    } as unknown as JsonObject,
    messages: [{ role: "user", content: [{ type: "TEXT", text: "Hello {{name}}" }] }],
    tools: [],
  },
}));
const bundle: unknown = JSON.parse(bundleText(new Map([["production", entries]])));
const prompts = createPrompts<Table>({ bundle });
const variables = { name: "Ada" };

it("Chat Completions", async () => {
  const { request } = await prompts.render("chat", variables);
  const client = new OpenAI({ apiKey: "k", baseURL: `${baseUrl}/v1` });
  let reply = "";
  for await (const { choices } of await client.chat.completions.create({
    ...request,
    stream: true,
  }))
    reply += choices[0]?.delta.content ?? "";
  expect(reply).toBe("Hi Ada");
  expect(received.at(-1)).toEqual({
    path: "/v1/chat/completions",
    body: {
      model: "gpt-4.1",
      messages: [{ role: "user", content: "Hello Ada" }],
      stream: true,
    },
  });
});

it("Responses", async () => {
  const { request } = await prompts.render("responses", variables);
  const client = new OpenAI({ apiKey: "k", baseURL: `${baseUrl}/v1` });
  let reply = "";
  for await (const event of await client.responses.create({ ...request, stream: true }))
    if (event.type === "response.output_text.delta") reply += event.delta;
  expect(reply).toBe("Hi Ada");
  expect(received.at(-1)).toMatchObject({
    path: "/v1/responses",
    body: { model: "gpt-4.1", input: [{ role: "user", content: "Hello Ada" }], stream: true },
  });
});

it("Messages", async () => {
  const { request } = await prompts.render("messages", variables);
  const client = new Anthropic({ apiKey: "k", baseURL: baseUrl });
  let reply = "";
  for await (const event of await client.messages.create({ ...request, stream: true }))
    if (event.type === "content_block_delta" && event.delta.type === "text_delta")
      reply += event.delta.text;
  expect(reply).toBe("Hi Ada");
  expect(received.at(-1)).toEqual({
    path: "/v1/messages",
    body: {
      model: "claude-sonnet-4-6",
      max_tokens: 4096,
      messages: [{ role: "user", content: "Hello Ada" }],
      stream: true,
    },
  });
});
