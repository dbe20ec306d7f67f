// Prompts that the service keeps and a provider ignores or refuses.
import { didYouMean, oneOf } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import type { Checked, Finding, Subject } from "./rule.ts";
import { blocksOf } from "./texts.ts";

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
        hint: "Remove it, or say in the prompt what should come of it.",
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
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Blocks that no provider takes: of a wrong role, of a wrong media type, of broken base64. */
export function refusedBlocks(project: Checked): Finding[] {
  return withMessages(project).flatMap(({ subject: { definition }, field }) =>
    blocksOf(definition.spec, field).flatMap(({ path, block, role }): Finding[] => {
      const at = (code: string, key: string, message: string, hint?: string): Finding => ({
        code,
        address: definition.address,
        path: [...path, key],
        message,
        hint,
      });
      const type = String(block["type"]);
      const found: Finding[] = [];
      if (!allowed[role]?.includes(type))
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
      if (data === "" || !base64.test(data.replace(/\s/g, "")))
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

/** Results of tool calls that no message before them makes. */
export function resultsWithoutCall(project: Checked): Finding[] {
  return withMessages(project).flatMap(({ subject: { definition }, field, before }) => {
    const calls = new Set(before.flatMap((each) => blocksOf(each, "messages").map(callOf)));
    return blocksOf(definition.spec, field).flatMap(({ path, block }) => {
      if (block["type"] !== "TOOL_RESULT") return (calls.add(callOf({ block })), []);
      const id = String(block["toolCallId"]);
      if (calls.has(id)) return [];
      return [
        {
          code: "result-without-call",
          address: definition.address,
          path: [...path, "toolCallId"],
          message: `No message before this one makes the tool call ${JSON.stringify(id)}: providers refuse its result.`,
          hint: "Add the assistant message with the TOOL_CALL, or correct the id.",
        },
      ];
    });
  });
}

function callOf({ block }: { readonly block: JsonObject }): string | undefined {
  const call = block["toolCall"] as JsonObject | undefined;
  return call && String(call["toolCallId"]);
}

/** Every list of messages: a prompt's own, and those an evaluation appends, with what goes before. */
export function withMessages(
  project: Checked,
): { readonly subject: Subject; readonly field: string; readonly before: readonly JsonObject[] }[] {
  const own = project
    .all("prompt")
    .map((subject) => ({ subject, field: "messages", before: [] as JsonObject[] }));
  const appended = project.all("evaluation").map((subject) => {
    const prompt = project.find(subject.definition.parent);
    return { subject, field: "appendedMessages", before: prompt ? [prompt.definition.spec] : [] };
  });
  return [...own, ...appended];
}
