// Function tools as applications have them in JSON, without a prompt.
import { isObject, objectOf } from "../engine/model/json.ts";
import { importEach, partsOf } from "./convert/collect.ts";
import { type Importer, RefusedPart } from "./convert/imported.ts";
import { fileTitle } from "./convert/requests.ts";
import { takeReason } from "./convert/left-fields.ts";
import { isCarried, leave, markSent, nodeAt, type SourceNode } from "./convert/source-node.ts";
import { importedTools } from "./convert/tools.ts";

/** Reads tools in the form of any API: one, a list, or an object with a list in `tools`. */
export const importTools: Importer = (documents) =>
  importEach(
    documents,
    (node) => {
      const tools = importedTools([node]);
      if (tools.length === 0) throw new RefusedPart(node, takeReason(node)!);
      leaveStrict(node);
      const content = { parameters: {}, tools, messages: [], evaluations: [] };
      return [{ name: fileTitle(node), source: node, hasOnlyTools: true, ...content }];
    },
    (parts) => parts.flatMap(toolsIn),
  );

/** Tools are not strict themselves. */
function leaveStrict(node: SourceNode): void {
  const nested = isObject(objectOf(node.value)["function"]) ? nodeAt(node, "function") : node;
  const strict = nodeAt(nested, "strict");
  if (isCarried(strict)) return;
  markSent(strict);
  leave(strict, "It is a setting of prompts: parameters.options.strictTools.");
}

function toolsIn(part: SourceNode): SourceNode[] {
  if (!isObject(part.value) || !Array.isArray(part.value["tools"])) return [part];
  return partsOf(nodeAt(part, "tools"));
}
