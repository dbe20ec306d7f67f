// Warnings about blocks of messages that no provider accepts.
import { oneOf } from "../text/word-lists.ts";
import { blockTypesByRole } from "../render/block-types.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import type { Finding } from "../model/diagnostic.ts";
import type { JsonObject } from "../model/json.ts";
import type { Findings, RuleProject, Subject } from "./rule.ts";

const mediaTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Blocks that no provider accepts: wrong role, wrong media type, or invalid base64. */
export function refusedBlocks({ definition }: Subject, project: RuleProject): Finding[] {
  const { blocks } = project.messages.get(definition.address)!;
  return blocks.flatMap(({ path, block, role }) =>
    [misplacedBlock(role, block), invalidImage(block)].flat().map((problem) => ({
      ...problem,
      path: [...path, ...problem.path],
    })),
  );
}

function misplacedBlock(role: string, { type }: JsonObject): Findings {
  const types = blockTypesByRole[role] ?? [];
  if (types.includes(String(type))) return [];
  return {
    code: "misplaced-block",
    path: ["type"],
    message: `Providers do not accept ${String(type)} in a message of the role ${role}.`,
    hint: `Allowed for ${role}: ${oneOf(types)}.`,
  };
}

function invalidImage(block: JsonObject): Finding[] {
  if (block["type"] !== "IMAGE_BASE64") return [];
  const problems: Finding[] = [];
  const mediaType = String(block["mediaType"]);
  if (!mediaTypes.includes(mediaType))
    problems.push({
      code: "media-type",
      path: ["mediaType"],
      message: `Providers do not accept images of the media type ${JSON.stringify(mediaType)}.`,
      hint: didYouMean(mediaType, mediaTypes) ?? `Use ${oneOf(mediaTypes)}.`,
    });
  const data = String(block["imageBase64"]);
  if (data === "" || !isBase64(data.replace(/\s/g, "")))
    problems.push({
      code: "invalid-base64",
      path: ["imageBase64"],
      message: data === "" ? "This image is empty." : "This is not valid base64.",
      hint: "Save the image as a file next to this one, and include it: imageBase64: { file: ./image.png }",
    });
  return problems;
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(data.replace(/==?$/, ""));
}
