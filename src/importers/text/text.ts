// Files of text: plain prompts, and those with a front matter. The ending of a file says its format.
import { collect } from "../convert/collect.ts";
import type { ImportContext, Importer, ImportedPrompt } from "../convert/imported.ts";
import {
  type LeftField,
  rootOf,
  type SourceNode,
  nodeAt,
  carry,
  markSent,
  nameAt,
} from "../convert/source-node.ts";
import { copilotPrompt } from "./copilot.ts";
import { dotprompt } from "./dotprompt.ts";
import { prompty } from "./prompty.ts";
import {
  literalBraces,
  bodyOf,
  partMessage,
  pathTitle,
  refuseEmptyText,
  textTranslate,
  notesIn,
  toolsWithoutNames,
} from "./text-body.ts";
import { namedModel, numberSettings, parametersOf } from "../convert/settings.ts";
import { isObject } from "../../engine/model/json.ts";
import { messageOf, textBlock } from "../convert/messages.ts";
import { importedTools, toolSettings } from "../convert/tools.ts";

/** Reads text files. Each is one prompt. */
export const importTexts: Importer = (documents, context) => {
  const roots = documents.map(rootOf);
  const braces: LeftField[] = [];
  const result = collect(roots, roots, (root) => {
    const prompt = promptOf(root, context);
    braces.push(...literalBraces(root, context));
    return [prompt];
  });
  return { ...result, left: [...result.left, ...braces] };
};

function promptOf(root: SourceNode, context: ImportContext): ImportedPrompt {
  const { file, text, body } = root.record.source;
  if (/\.prompty$/i.test(file)) return prompty(root, context);
  if (/\.prompt$/i.test(file)) return dotprompt(root, context);
  if (/\.prompt\.md$/i.test(file)) return copilotPrompt(root, context);
  return body && text === "" ? plainPrompt(root, context) : agentPrompt(root, context);
}

/** The prompt of a file without front matter. Throws a RefusedPart. */
function plainPrompt(root: SourceNode, context: ImportContext): ImportedPrompt {
  const body = bodyOf(root);
  refuseEmptyText(root, body.text);
  const message = partMessage(root, context.role ?? "system", body, textTranslate(context));
  return {
    name: pathTitle(root),
    source: root,
    parameters: { ...namedModel(nodeAt(root, "model"), root, context.model) },
    tools: [],
    messages: [message],
    evaluations: [],
    identifiedByText: "unless-named",
    ...(message["content"] === body.text && { textFile: root.record.source.file }),
  };
}

/** What agents of `ant` have of the requests of the Messages API. */
const sentFields = ["mcp_servers", "output_config", "skills", "system", "thinking", "tools"];

/** The prompt of a file with fields. Throws a RefusedPart. */
function agentPrompt(root: SourceNode, context: ImportContext): ImportedPrompt {
  const model = nodeAt(root, "model");
  const tools = importedTools(toolsWithoutNames(nodeAt(root, "tools")));
  for (const key of sentFields) markSent(nodeAt(root, key));
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
