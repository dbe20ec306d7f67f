// Prompts that the service keeps and a provider ignores or refuses.
import { didYouMean, oneOf } from "../model/diagnostic.ts";
import type { JsonObject } from "../model/json.ts";
import type { Checked, Finding } from "./rule.ts";
import { messagesIn } from "./texts.ts";

/** Settings that one provider has no use for; the value that says nothing is left out. */
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
      .filter(([setting, nothing]) => (parameters[setting] ?? nothing) !== nothing)
      .map(([setting]) => ({
        code: "ignored-setting",
        address,
        path: ["parameters", setting],
        message: `${provider} does not know ${setting}${setting === "responseFormat" ? " JSON" : ""}: it is not sent there.`,
        hint: "Remove it, or describe the effect you want in the prompt.",
      }));
  });
}

/** What both providers take from whom. */
const allowed: { readonly [role: string]: readonly string[] } = {
  system: ["TEXT"],
  user: ["TEXT", "IMAGE_BASE64", "TOOL_RESULT"],
  tool: ["TEXT", "IMAGE_BASE64", "TOOL_RESULT"],
  assistant: ["TEXT", "TOOL_CALL"],
};
const mediaTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Blocks that no provider takes: of a wrong role, of a wrong media type, of broken base64. */
export function refusedBlocks(project: Checked): Finding[] {
  return [...messagesIn(project).values()].flatMap(({ subject: { definition }, blocks }) =>
    blocks.flatMap(({ path, block, role }): Finding[] => {
      const type = String(block["type"]);
      const isAllowed = allowed[role]?.includes(type) === true;
      if (isAllowed && type !== "IMAGE_BASE64") return []; // that is nearly every block
      const at = (code: string, key: string, message: string, hint?: string): Finding => ({
        code,
        address: definition.address,
        path: [...path, key],
        message,
        hint,
      });
      const found: Finding[] = [];
      if (!isAllowed)
        found.push(
          at(
            "misplaced-block",
            "type",
            `No provider takes ${type} from the role ${role}.`,
            `${role} may say ${oneOf(allowed[role] ?? [])}.`,
          ),
        );
      if (type !== "IMAGE_BASE64") return found;
      const mediaType = String(block["mediaType"]);
      if (!mediaTypes.includes(mediaType))
        found.push(
          at(
            "media-type",
            "mediaType",
            `Providers refuse images of the media type ${JSON.stringify(mediaType)}.`,
            didYouMean(mediaType, mediaTypes) ?? `They take ${oneOf(mediaTypes)}.`,
          ),
        );
      const data = String(block["imageBase64"]);
      if (data === "" || !isBase64(data.replace(/\s/g, "")))
        found.push(
          at(
            "invalid-base64",
            "imageBase64",
            data === "" ? "This image is empty." : "This is not base64.",
            "Put the image itself into a file beside this one: imageBase64: { file: ./image.png }",
          ),
        );
      return found;
    }),
  );
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(data.replace(/==?$/, ""));
}

/** Results of tool calls that no message before them makes. */
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
          message: `No message before this one makes the tool call ${JSON.stringify(id)}: providers refuse its result.`,
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
