// The messages of the Responses API of OpenAI, and of its evals, as messages of definitions.
import type { JsonObject } from "../../engine/model/json.ts";
import {
  blocksOf,
  imageBlock,
  messageOf,
  messagesOf,
  roleOf,
  textBlock,
  importedCallBlock,
  toolResultBlock,
} from "../convert/messages.ts";
import {
  nodeAt,
  carry,
  isAt,
  itemsOf,
  ignoreFields,
  leave,
  markSent,
  type SourceNode,
  textAt,
} from "../convert/source-node.ts";
import type { Translate } from "../convert/template-syntax.ts";

interface Turn {
  readonly source: SourceNode;
  readonly role: string;
  readonly blocks: readonly JsonObject[];
}

/** The messages of an input: a text of the user (or of `role`), or a list of items. */
export function inputMessages(
  input: SourceNode,
  translate: Translate,
  role = "user",
): JsonObject[] {
  markSent(input);
  if (typeof input.value === "string") {
    const text = carry(input) as string;
    return text === "" ? [] : [messageOf(role, [textBlock(translate(text, input))])];
  }
  const turns: Turn[] = [];
  for (const item of itemsOf(input)) {
    const turn = turnOf(item, translate);
    const last = turns.at(-1);
    // Chat Completions has the calls of one reply in one message, with its text.
    if (turn && last?.role === "assistant" && turn.role === "assistant" && isCall(turn))
      turns[turns.length - 1] = { ...last, blocks: [...last.blocks, ...turn.blocks] };
    else if (turn) turns.push(turn);
  }
  return turns.flatMap(({ source, role, blocks }) => messagesOf(source, role, blocks));
}

function isCall({ blocks }: Turn): boolean {
  return blocks.every(({ type }) => type === "TOOL_CALL");
}

function turnOf(item: SourceNode, translate: Translate): Turn | undefined {
  ignoreFields(item, ["id", "status"]); // of a reply
  if (isAt(item, "type", "function_call")) {
    const [id, name, args] = [
      textAt(item, "call_id"),
      textAt(item, "name"),
      textAt(item, "arguments"),
    ];
    if (id !== undefined && name !== undefined && args !== undefined)
      return { source: item, role: "assistant", blocks: [importedCallBlock(id, name, args)] };
  } else if (isAt(item, "type", "function_call_output")) {
    const id = textAt(item, "call_id");
    const output = blocksOf(nodeAt(item, "output"), (text) => text);
    if (id !== undefined)
      return { source: item, role: "tool", blocks: [toolResultBlock(id, output)] };
  } else if (nodeAt(item, "type").value === undefined || isAt(item, "type", "message")) {
    const role = roleOf(item);
    return { source: item, role, blocks: blocksOf(nodeAt(item, "content"), translate, inputImage) };
  }
  leave(item, "Messages of definitions have no such content.");
  return undefined;
}

function inputImage(part: SourceNode): JsonObject | undefined {
  const block = imageBlock(nodeAt(part, "image_url").value);
  if (!block || !isAt(part, "type", "input_image")) return undefined;
  isAt(part, "detail", "auto"); // the default
  carry(nodeAt(part, "image_url"));
  return block;
}
