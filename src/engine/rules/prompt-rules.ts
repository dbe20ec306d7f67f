// Warnings about prompts that the service stores but a provider ignores or rejects.
import { didYouMean, oneOf } from "../model/diagnostic.ts";
import type { JsonObject } from "../model/json.ts";
import type { Checked, Finding } from "./rule.ts";
import { messagesIn } from "./texts.ts";

/** The settings that a provider does not support, with their default values. */
const ignored: { readonly [provider: string]: { readonly [setting: string]: unknown } } = {
  OPENAI: { topK: null },
  ANTHROPIC: { frequencyPenalty: 0, presencePenalty: 0, seed: null, responseFormat: "TEXT" },
};

/** Settings that the chosen provider ignores. */
export function ignoredSettings(project: Checked): Finding[] {
  return project.all("prompt").flatMap(({ definition: { address, spec } }) => {
    const parameters = (spec["parameters"] ?? {}) as JsonObject;
    const provider = String(parameters["provider"]);
    return Object.entries(ignored[provider] ?? {})
      .filter(([setting, standard]) => (parameters[setting] ?? standard) !== standard)
      .map(([setting]) => ({
        code: "ignored-setting",
        address,
        path: ["parameters", setting],
        message: `${provider} does not support ${setting}${setting === "responseFormat" ? " JSON" : ""}: it is not sent.`,
        hint: "Remove it, or describe the effect you want in the prompt.",
      }));
  });
}

/** The block types that both providers accept, by role. */
const allowedTypes: { readonly [role: string]: readonly string[] } = {
  system: ["TEXT"],
  user: ["TEXT", "IMAGE_BASE64", "TOOL_RESULT"],
  tool: ["TEXT", "IMAGE_BASE64", "TOOL_RESULT"],
  assistant: ["TEXT", "TOOL_CALL"],
};
const mediaTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Blocks that no provider accepts: wrong role, wrong media type, or invalid base64. */
export function rejectedBlocks(project: Checked): Finding[] {
  return [...messagesIn(project).values()].flatMap(({ subject: { definition }, blocks }) =>
    blocks.flatMap(({ path, block, role }) =>
      [...misplacedBlock(role, block), ...invalidImage(block)].map(({ key, ...problem }) => ({
        ...problem,
        address: definition.address,
        path: [...path, key],
      })),
    ),
  );
}

/** A problem of one key of a block. */
type BlockProblem = Omit<Finding, "address" | "path"> & { readonly key: string };

function misplacedBlock(role: string, { type }: JsonObject): BlockProblem[] {
  const types = allowedTypes[role] ?? [];
  if (types.includes(String(type))) return [];
  return [
    {
      code: "misplaced-block",
      key: "type",
      message: `Providers do not accept ${String(type)} in a message of the role ${role}.`,
      hint: `Allowed for ${role}: ${oneOf(types)}.`,
    },
  ];
}

function invalidImage(block: JsonObject): BlockProblem[] {
  if (block["type"] !== "IMAGE_BASE64") return [];
  const problems: BlockProblem[] = [];
  const mediaType = String(block["mediaType"]);
  if (!mediaTypes.includes(mediaType))
    problems.push({
      code: "media-type",
      key: "mediaType",
      message: `Providers do not accept images of the media type ${JSON.stringify(mediaType)}.`,
      hint: didYouMean(mediaType, mediaTypes) ?? `Use ${oneOf(mediaTypes)}.`,
    });
  const data = String(block["imageBase64"]);
  if (data === "" || !isBase64(data.replace(/\s/g, "")))
    problems.push({
      code: "invalid-base64",
      key: "imageBase64",
      message: data === "" ? "This image is empty." : "This is not valid base64.",
      hint: "Save the image as a file next to this one, and include it: imageBase64: { file: ./image.png }",
    });
  return problems;
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(data.replace(/==?$/, ""));
}

/** Tool results without an earlier message that has the tool call. */
export function resultsWithoutCall(project: Checked): Finding[] {
  const found: Finding[] = [];
  for (const { subject, blocks, before } of messagesIn(project).values()) {
    if (!blocks.some(isResult)) continue;
    const calls = new Set((before?.blocks ?? []).map(callOf));
    for (const each of blocks) {
      const id = String(each.block["toolCallId"]);
      if (!isResult(each)) calls.add(callOf(each));
      else if (!calls.has(id))
        found.push({
          code: "result-without-call",
          address: subject.definition.address,
          path: [...each.path, "toolCallId"],
          message: `No earlier message has the tool call ${JSON.stringify(id)}: providers reject its result.`,
          hint: "Add the assistant message with the TOOL_CALL, or correct the id.",
        });
    }
  }
  return found;
}

function isResult({ block }: { readonly block: JsonObject }): boolean {
  return block["type"] === "TOOL_RESULT";
}

function callOf({ block }: { readonly block: JsonObject }): string | undefined {
  const call = block["toolCall"] as JsonObject | undefined;
  return call && String(call["toolCallId"]);
}
