// Function tools as applications have them in JSON, without a prompt.
import { isObject } from "../engine/model/json.ts";
import { importEach, partsOf } from "./convert/collect.ts";
import { type Importer, RefusedPart } from "./convert/imported.ts";
import { fileTitle } from "./convert/requests.ts";
import { nodeAt, takeReason, type SourceNode } from "./convert/source-node.ts";
import { importedTools } from "./convert/tools.ts";

/** Reads tools in the form of any API: one, a list, or an object with a list in `tools`. */
export const importTools: Importer = (documents) =>
  importEach(
    documents,
    (node) => {
      const tools = importedTools([node]);
      if (tools.length === 0) throw new RefusedPart(node, takeReason(node)!);
      const content = { parameters: {}, tools, messages: [], evaluations: [] };
      return [{ name: fileTitle(node), source: node, hasOnlyTools: true, ...content }];
    },
    (parts) => parts.flatMap(toolsIn),
  );

function toolsIn(part: SourceNode): SourceNode[] {
  if (!isObject(part.value) || !Array.isArray(part.value["tools"])) return [part];
  return partsOf(nodeAt(part, "tools"));
}
