// Outputs of render and run: texts of the service and of a model, and errors about the prompt name.
import type { Fetch } from "../../../../src/engine/model/ports.ts";
import type { OutputCase } from "../check-outputs.ts";
import {
  type Body,
  jsonResponse,
  readOnlyService,
  prompt,
  remotePrompt,
  createFixture,
  visibleOutput,
} from "../fixture.ts";
import { defaultAndSyntax } from "../hostile-texts.ts";

/** A service with these prompts and this response to render and run. */
function modelService(prompts: readonly Body[], response: unknown): Fetch {
  return (url, init) =>
    init.method === "POST"
      ? Promise.resolve(jsonResponse(response))
      : readOnlyService({ prompts })(url, init);
}

/** Returns the output of a command for each case. */
async function runCases(
  args: readonly string[],
  cases: readonly { readonly prompts: readonly Body[]; readonly response?: unknown }[],
): Promise<string> {
  await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] });
  const all: string[] = [];
  for (const { prompts, response } of cases)
    all.push(visibleOutput(await fixture.run(args, { fetch: modelService(prompts, response) })));
  return all.join("\n");
}

const prompts = [remotePrompt("p", "P")];
/** Prints a command for a response to each text. */
const responding =
  (command: string, responseOf: (text: string) => unknown) =>
  (texts: readonly string[]): Promise<string> =>
    runCases(
      [command, "P"],
      texts.map((text) => ({ prompts, response: responseOf(text) })),
    );

/** Prints what each text gives. */
const forEach =
  (printOne: (text: string) => Promise<string>) =>
  async (texts: readonly string[]): Promise<string> =>
    (await Promise.all(texts.map(printOne))).join("\n");

const stats = { inputTokenCount: 1, outputTokenCount: 2, latency: 3, cost: 4 };
const call = (name: string, args: string): Body => ({
  toolCallId: name,
  type: "function",
  function: { name, arguments: args },
});

export const renderAndRunOutputs: readonly OutputCase[] = [
  {
    title: "a rendered prompt: its provider",
    patterns: [/^gpt-5 · /m],
    print: responding("render", (text) => ({
      provider: text,
      name: text,
      parameters: { model: "gpt-5" },
    })),
  },
  {
    title: "a rendered prompt: its model and settings",
    patterns: [/ · openai$/m, /"$/m],
    print: responding("render", (text) => ({
      provider: "openai",
      name: text,
      parameters: { model: text, [text]: text },
    })),
  },
  {
    title: "a rendered prompt: its tools",
    patterns: [/^\[tools\]$/m],
    print: responding("render", (text) => ({
      provider: "openai",
      name: text,
      parameters: {
        model: "gpt-5",
        tools: [{ name: text }, { function: { name: text } }, text],
      },
    })),
  },
  {
    title: "a rendered prompt: its messages",
    allowsOwnLines: true,
    categories: defaultAndSyntax,
    patterns: [/^\[system\]$/m, /^\[.*user\]$/m, /result of /, /^call /m, /\(image /],
    print: responding("render", (text) => ({
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
            content: [{ type: "image_url", image_url: { url: `data:${text};base64,${text}` } }],
          },
        ],
      },
    })),
  },
  {
    title: "a reply: its text",
    allowsOwnLines: true,
    patterns: [/cost unknown|\$4\.00/],
    print: responding("run", (text) => ({
      provider: "openai",
      name: "gpt-5",
      stats,
      message: { role: "assistant", content: [{ type: "TEXT", text }] },
    })),
  },
  {
    title: "a reply: calls, images, results and numbers",
    patterns: [/^call /m, /\(image /, /result of /, /tokens in/],
    print: responding("run", (text) => ({
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
    })),
  },
  {
    title: "a missing prompt with a similar name",
    patterns: [/has no prompt "/, /Did you mean "/],
    print: forEach((text) =>
      runCases(
        ["render", `long enough ${text}`],
        [{ prompts: [remotePrompt("p", `long enuogh ${text}`)] }],
      ),
    ),
  },
  {
    title: "a prompt name that is not unique",
    patterns: [/has 2 prompts named "/],
    print: forEach((text) =>
      runCases(
        ["run", `a${text}`],
        [
          {
            prompts: [remotePrompt(`${text}1`, `a${text}`), remotePrompt(`${text}2`, `a${text}`)],
          },
        ],
      ),
    ),
  },
  {
    title: "missing variables",
    patterns: [/Missing variables?: /, /Add --var '/],
    print: (texts) =>
      runCases(
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
