// Langfuse: prompts as its API gives them (GET /api/public/v2/prompts/NAME), and as it exports them.
import { groupBy } from "../engine/model/collections.ts";
import type { JsonObject } from "../engine/model/json.ts";
import { apiOf } from "../engine/providers/known-models.ts";
import { importEach, partsOf } from "./convert/collect.ts";
import {
  type ImportContext,
  type Importer,
  type ImportedPrompt,
  RefusedPart,
} from "./convert/imported.ts";
import {
  blocksOf,
  messageOf,
  messagesOf,
  refuseEmpty,
  roleOf,
  textBlock,
} from "./convert/messages.ts";
import { modelOptions } from "./convert/model-options.ts";
import { fileTitle } from "./convert/requests.ts";
import { namedModel, numberSettings, parametersOf } from "./convert/settings.ts";
import {
  nodeAt,
  booleanAt,
  carry,
  ignoreFields,
  isAt,
  itemsOf,
  leave,
  markSent,
  type SourceNode,
  nameAt,
} from "./convert/source-node.ts";
import { asJinja, type Translate } from "./convert/template-syntax.ts";
import { importedTools, toolSettings } from "./convert/tools.ts";

/**
 * Reads chat prompts and text prompts, also in pages of lists. A text prompt is one message of the
 * user. Of several versions of a prompt, one is imported.
 */
export const importLangfuse: Importer = (documents, context) =>
  importEach(
    documents,
    (node) => [promptOf(node, context)],
    (parts) => deployedVersions(parts.flatMap(itemsOfPage)),
  );

/** The prompts in a page of a list. A page without texts is refused as a whole. */
function itemsOfPage(node: SourceNode): SourceNode[] {
  const items = partsOf(nodeAt(node, "data"));
  if (!items.some((item) => nodeAt(item, "prompt").value !== undefined)) return [node];
  for (const key of ["meta", "pagination"]) {
    const page = nodeAt(node, key);
    ignoreFields(page, ["page", "limit", "totalItems", "totalPages"]);
    if (Number(nodeAt(page, "totalPages").value) > Number(nodeAt(page, "page").value))
      leave(page, "The list has more pages. Import their files too.");
  }
  return items;
}

/** The versions that applications get: with the label production, else the newest. Others are listed. */
function deployedVersions(parts: readonly SourceNode[]): SourceNode[] {
  const byName = groupBy(parts, (node) => nodeAt(node, "name").value ?? node);
  return [...byName.values()].flatMap((versions) => {
    const highest = Math.max(...versions.map(rankOf));
    const deployed = versions.filter((node) => rankOf(node) === highest);
    const why = highest === Infinity ? "has the label production" : "is the newest one";
    for (const node of versions)
      if (!deployed.includes(node))
        leave(
          node,
          `Version ${String(nodeAt(deployed[0]!, "version").value)} was chosen: it ${why}.`,
        );
    return deployed;
  });
}

/** The number of a version; that with the label production is higher than all others. */
function rankOf(node: SourceNode): number {
  if (itemsOf(nodeAt(node, "labels")).some(({ value }) => value === "production")) return Infinity;
  const { value } = nodeAt(node, "version");
  return typeof value === "number" ? value : 0;
}

function promptOf(node: SourceNode, context: ImportContext): ImportedPrompt {
  if (nodeAt(node, "data").value !== undefined && nodeAt(node, "prompt").value === undefined)
    throw new RefusedPart(node, isList);
  ignoreFields(node, recordFields);
  const messages = messagesIn(node);
  refuseEmpty(messages, node, [nodeAt(node, "prompt")], "It has no messages in prompt.");
  const config = nodeAt(node, "config");
  markSent(config);
  const tools = importedTools(itemsOf(nodeAt(config, "tools")));
  return {
    name: nameAt(node, "name") ?? fileTitle(node),
    source: node,
    metadata: notesIn(node),
    parameters: parametersIn(config, context, tools),
    tools,
    messages,
    evaluations: [],
  };
}

const isList =
  "It is a list of prompts without their texts. Get each prompt from /api/public/v2/prompts/NAME.";

/** What the API says of the version itself, and of the prompts that were inserted in it. */
const recordFields = [
  "createdAt",
  "createdBy",
  "isActive",
  "projectId",
  "resolutionGraph",
  "updatedAt",
];

function notesIn(node: SourceNode): JsonObject {
  const keys = ["id", "version", "labels", "tags", "commitMessage"];
  const fields = keys.map((key) => [key, nodeAt(node, key)] as const);
  const given = fields.filter(([, { value }]) => value !== undefined && String(value) !== "");
  return Object.fromEntries(given.map(([key, field]) => [key, carry(field)!]));
}

/** Logic is refused, and so is a tag that inserts another prompt. */
const translate: Translate = (text, node) => {
  const tag = /@@@langfusePrompt:.*?@@@/.exec(text)?.[0];
  if (tag !== undefined)
    throw new RefusedPart(
      node,
      `${JSON.stringify(tag)} inserts another prompt. Export it resolved.`,
    );
  return asJinja(text, node);
};

function messagesIn(node: SourceNode): JsonObject[] {
  const content = nodeAt(node, "prompt");
  markSent(content);
  const isChat = isAt(node, "type", "chat");
  if (!isChat) isAt(node, "type", "text");
  if (typeof content.value === "string")
    return [messageOf("user", [textBlock(translate(carry(content) as string, content))])];
  return itemsOf(content).flatMap((message) => {
    if (nodeAt(message, "type").value === "placeholder") {
      leave(message, "Definitions have no placeholders for messages.");
      return [];
    }
    isAt(message, "type", "chatmessage");
    const role = roleOf(message);
    return messagesOf(message, role, blocksOf(nodeAt(message, "content"), translate));
  });
}

/** The model and the settings that applications keep in `config`, under the names of providers. */
function parametersIn(
  config: SourceNode,
  { model: standard }: ImportContext,
  tools: ImportedPrompt["tools"],
): JsonObject {
  const fields = ["model", "modelName", "model_name"].map((key) => nodeAt(config, key));
  const field = fields.find(({ value }) => typeof value === "string" && value !== "") ?? fields[0]!;
  const model = namedModel(field, config, standard);
  const settings = {
    ...numberSettings(config),
    ...toolSettings(config, tools),
    stream: booleanAt(config, "stream"),
  };
  const nodes = itemsOf(nodeAt(config, "tools"));
  return parametersOf(model, {
    ...settings,
    ...modelOptions(config, { api: apiOf(model), model, tools: nodes, source: "settings" }),
  });
}
