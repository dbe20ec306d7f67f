// Files of text: plain prompts, and those with a front matter. The ending of a file says its format.
import { collect } from "../convert/collect.ts";
import type { ImportContext, Importer, ImportedPrompt } from "../convert/imported.ts";
import { type LeftField, rootOf, type SourceNode, nodeAt } from "../convert/source-node.ts";
import { agentPrompt } from "./agent.ts";
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
} from "./text-body.ts";
import { namedModel } from "../convert/settings.ts";

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
    isWholeFile: message["content"] === body.text,
  };
}
