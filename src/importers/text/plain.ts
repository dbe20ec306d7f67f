// Plain text: one message, which definitions include where the file is, if nothing of it changes.
import type { ImportContext, ImportedPrompt } from "../convert/imported.ts";
import { namedModel } from "../convert/settings.ts";
import { nodeAt, type SourceNode } from "../convert/source-node.ts";
import { bodyOf, partMessage, pathTitle, refuseEmptyText, textTranslate } from "./text-body.ts";

/** The prompt of a file without front matter. Throws a RefusedPart. */
export function plainPrompt(root: SourceNode, context: ImportContext): ImportedPrompt {
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
