// What render and run print: the words of a service and of a model, and which prompt is meant.
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { Output } from "./matrix.ts";
import { type Body, json, listing, prompt, remotePrompt, sceneOf, seen } from "./fixture.ts";
import { withWords } from "./texts.ts";

/** A service that renders and runs its one prompt so. */
function answering(prompts: readonly Body[], answer: unknown): Fetch {
  return (url, init) =>
    init.method === "POST" ? Promise.resolve(json(answer)) : listing({ prompts })(url, init);
}

/** What each of these prompts prints. */
async function printed(
  words: readonly string[],
  each: readonly { readonly prompts: readonly Body[]; readonly answer?: unknown }[],
): Promise<string> {
  await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] });
  const all: string[] = [];
  for (const { prompts, answer } of each)
    all.push(seen(await scene.run(words, { fetch: answering(prompts, answer) })));
  return all.join("\n");
}

const prompts = [remotePrompt("p", "P")];
const stats = { inputTokenCount: 1, outputTokenCount: 2, latency: 3, cost: 4 };
const call = (name: string, args: string): Body => ({
  toolCallId: name,
  type: "function",
  function: { name, arguments: args },
});

export const replies: readonly Output[] = [
  {
    what: "a rendered prompt: its provider",
    shows: [/^gpt-5 · /m],
    print: (texts) =>
      printed(
        ["render", "P"],
        texts.map((text) => ({
          prompts,
          answer: { provider: text, name: text, parameters: { model: "gpt-5" } },
        })),
      ),
  },
  {
    what: "a rendered prompt: its model and settings",
    shows: [/ · openai$/m, /"$/m],
    print: (texts) =>
      printed(
        ["render", "P"],
        texts.map((text) => ({
          prompts,
          answer: { provider: "openai", name: text, parameters: { model: text, [text]: text } },
        })),
      ),
  },
  {
    what: "a rendered prompt: its tools",
    shows: [/^\[tools\]$/m],
    print: (texts) =>
      printed(
        ["render", "P"],
        texts.map((text) => ({
          prompts,
          answer: {
            provider: "openai",
            name: text,
            parameters: {
              model: "gpt-5",
              tools: [{ name: text }, { function: { name: text } }, text],
            },
          },
        })),
      ),
  },
  {
    what: "a rendered prompt: its messages",
    ownLines: true,
    sorts: withWords,
    shows: [/^\[system\]$/m, /^\[.*user\]$/m, /result of /, /→ /, /\(image /],
    print: (texts) =>
      printed(
        ["render", "P"],
        texts.map((text) => ({
          prompts,
          answer: {
            provider: "openai",
            name: "gpt-5",
            parameters: {
              model: "gpt-5",
              system: text,
              messages: [
                { role: `${text}user`, content: text },
                { role: "user", content: [{ type: "text", text }, { type: text, text }, text] },
                { role: "assistant", content: null, tool_calls: [call(text, text)] },
                {
                  role: "assistant",
                  content: [{ type: "tool_use", name: text, input: { [text]: text } }],
                },
                { role: "tool", tool_call_id: text, content: text },
                {
                  role: "user",
                  content: [{ type: "tool_result", tool_use_id: text, content: text }],
                },
                {
                  role: "user",
                  content: [{ type: "image", source: { media_type: text, data: text } }],
                },
                {
                  role: "user",
                  content: [
                    { type: "image_url", image_url: { url: `data:${text};base64,${text}` } },
                  ],
                },
              ],
            },
          },
        })),
      ),
  },
  {
    what: "a reply: its text",
    ownLines: true,
    shows: [/cost unknown|\$4\.00/],
    print: (texts) =>
      printed(
        ["run", "P"],
        texts.map((text) => ({
          prompts,
          answer: {
            provider: "openai",
            name: "gpt-5",
            stats,
            message: { role: "assistant", content: [{ type: "TEXT", text }] },
          },
        })),
      ),
  },
  {
    what: "a reply: calls, images, results and numbers",
    shows: [/→ /, /\(image /, /result of /, /tokens in/],
    print: (texts) =>
      printed(
        ["run", "P"],
        texts.map((text) => ({
          prompts,
          answer: {
            provider: text,
            name: text,
            stats: { ...stats, inputTokenCount: text, outputTokenCount: text },
            message: {
              role: text,
              content: [
                { type: "TOOL_CALL", toolCall: call(text, text) },
                { type: "IMAGE_BASE64", imageBase64: text, mediaType: text },
                { type: "TOOL_RESULT", toolCallId: text, result: text },
              ],
            },
          },
        })),
      ),
  },
  {
    what: "a prompt that is not there, beside one of nearly that name",
    shows: [/has no prompt "/, /Did you mean "/],
    print: async (texts) =>
      (
        await Promise.all(
          texts.map((text) =>
            printed(
              ["render", `long enough ${text}`],
              [{ prompts: [remotePrompt("p", `long enuogh ${text}`)] }],
            ),
          ),
        )
      ).join("\n"),
  },
  {
    what: "a prompt whose name is there more than once",
    shows: [/has 2 prompts named "/],
    print: async (texts) =>
      (
        await Promise.all(
          texts.map((text) =>
            printed(
              ["run", `a${text}`],
              [
                {
                  prompts: [
                    remotePrompt(`${text}1`, `a${text}`),
                    remotePrompt(`${text}2`, `a${text}`),
                  ],
                },
              ],
            ),
          ),
        )
      ).join("\n"),
  },
  {
    what: "variables that are missing",
    shows: [/Missing variables?: /, /Add --var '/],
    print: (texts) =>
      printed(
        ["render", "P"],
        texts.map((text) => ({
          prompts: [
            remotePrompt("p", "P", {
              messages: [
                {
                  role: "user",
                  content: [
                    {
                      type: "TEXT",
                      text: `{{a${text.replaceAll(/[{}|]/g, "")}}} {{${text.replaceAll(/[{}|]/g, "")}b}}`,
                    },
                  ],
                },
              ],
            }),
          ],
        })),
      ),
  },
];
