// Whether the calls of tools follow their schemas: one option for all tools of a prompt.
import { isObject } from "../../engine/model/json.ts";
import { isStrictSchema } from "./reply-format.ts";
import { carry, leave, nodeAt, noteChange, type SourceNode } from "./source-node.ts";
import { functionIn } from "./tools.ts";

/**
 * What a tool without `strict` is: not strict (`optional`), or strict if its schema permits it
 * (`where-possible`). `none`: definitions have no strict tools at this provider.
 */
export type StrictTools = "optional" | "where-possible" | "none";

/** True if all functions are strict. Where only some are, those are listed. */
export function strictToolsOf(tools: readonly SourceNode[], rule: StrictTools): true | undefined {
  const functions = tools.flatMap((each) => functionIn(each) ?? []);
  const strictOf = (node: SourceNode): SourceNode => nodeAt(node, "strict");
  const given = functions.filter(({ node }) => strictOf(node).value === true);
  const permitted = functions.filter(({ node, schema }) => {
    const { value } = nodeAt(node, schema);
    const isAbsent = strictOf(node).value === undefined;
    return rule === "where-possible" && isAbsent && isObject(value) && isStrictSchema(value);
  });
  const isAll = functions.length > 0 && given.length + permitted.length === functions.length;
  if (rule !== "none" && isAll) {
    for (const { node } of given) carry(strictOf(node));
    return true;
  }
  for (const { node } of given) leave(strictOf(node), rule === "none" ? onlyOpenai : notAll);
  const first = functions.find(({ node }) => strictOf(node).value === undefined);
  if (rule === "where-possible" && first) noteChange(first.node, absent);
  return undefined;
}

const onlyOpenai = "Definitions have strict tools only at OpenAI.";
const notAll = "Definitions have one setting for all tools of a prompt, and others are not strict.";
const absent =
  "Definitions send tools with strict: false. Where a request does not say it, the Responses API makes a tool strict if it can.";
