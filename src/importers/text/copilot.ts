// Prompt files of GitHub Copilot in editors: `.prompt.md`.
import { type ImportContext, type ImportedPrompt, RefusedPart } from "../convert/imported.ts";
import { namedModel } from "../convert/settings.ts";
import { nodeAt, itemsOf, leave, nameAt, type SourceNode } from "../convert/source-node.ts";
import type { Translate } from "../convert/template-syntax.ts";
import {
  bodyOf,
  notesIn,
  partMessage,
  pathTitle,
  refuseEmptyText,
  toolsWithoutNames,
} from "./text-body.ts";

const notes = ["description", "argument-hint", "mode", "agent"];

/** The prompt of a file. Throws a RefusedPart. */
export function copilotPrompt(root: SourceNode, context: ImportContext): ImportedPrompt {
  const body = bodyOf(root);
  refuseEmptyText(root, body.text);
  for (const tool of toolsWithoutNames(nodeAt(root, "tools")))
    leave(tool, "It is no tool of the editor.");
  const model = nodeAt(root, "model");
  const [first = model] = Array.isArray(model.value) ? itemsOf(model) : [];
  return {
    name: nameAt(root, "name") ?? pathTitle(root),
    source: root,
    metadata: notesIn(root, notes),
    parameters: { ...namedModel(first, root, context.model) },
    tools: [],
    messages: [partMessage(root, context.role ?? "user", body, asEditorText)],
    evaluations: [],
  };
}

/** ${input:name} and ${input:name:hint} become {{name}}. What the editor knows is refused. */
const asEditorText: Translate = (text, node) => {
  const literal = /\{\{[^{}]+\}\}/.exec(text);
  if (literal)
    throw new RefusedPart(
      node,
      `${literal[0]} is literal text, but would be read as a variable.`,
      literal.index,
    );
  return text.replace(/\$\{([^{}]*)\}/g, (whole, inside: string, index: number) => {
    const [, name] = /^input:\s*([\w.-]+)\s*(?::|$)/.exec(inside) ?? [];
    if (name !== undefined) return `{{${name}}}`;
    if (
      !/^(?:file|selection|selectedText|workspaceFolder|env|fileBasename|relativeFile)/.test(inside)
    )
      return whole;
    throw new RefusedPart(node, `${whole} is a value of the editor.`, index);
  });
};
