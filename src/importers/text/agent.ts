// Agents in the form of Anthropic's ant: a front matter and the system text, or YAML with `system`.
import { isObject } from "../../engine/model/json.ts";
import { type ImportContext, type ImportedPrompt } from "../convert/imported.ts";
import { messageOf, textBlock } from "../convert/messages.ts";
import { namedModel, numberSettings, parametersOf } from "../convert/settings.ts";
import { nodeAt, carry, nameAt, type SourceNode } from "../convert/source-node.ts";
import { importedTools, toolSettings } from "../convert/tools.ts";
import {
  bodyOf,
  notesIn,
  partMessage,
  pathTitle,
  refuseEmptyText,
  textTranslate,
  toolsWithoutNames,
} from "./text-body.ts";

/** The prompt of a file with fields. Throws a RefusedPart. */
export function agentPrompt(root: SourceNode, context: ImportContext): ImportedPrompt {
  const model = nodeAt(root, "model");
  const tools = importedTools(toolsWithoutNames(nodeAt(root, "tools")));
  const own = root.record.source.body;
  const system = nodeAt(root, "system");
  const text = own ? bodyOf(root).text : String(system.value ?? "");
  refuseEmptyText(root, text);
  const translate = textTranslate(context);
  const role = context.role ?? "system";
  const message = own
    ? partMessage(root, role, bodyOf(root), translate)
    : messageOf(role, [textBlock(translate(String(carry(system)), system))]);
  return {
    name: nameAt(root, "name") ?? pathTitle(root),
    source: root,
    metadata: notesIn(root, ["description", "metadata"]),
    parameters: parametersOf(
      namedModel(isObject(model.value) ? nodeAt(model, "id") : model, root, context.model),
      { ...numberSettings(root), ...toolSettings(root, tools) },
    ),
    tools,
    messages: [message],
    evaluations: [],
  };
}
