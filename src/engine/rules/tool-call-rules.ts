// Warnings about tool calls in messages and their results, which providers check in pairs.
import { groupBy } from "../model/collections.ts";
import type { Finding } from "../model/diagnostic.ts";
import { isObject, type JsonObject, objectOf, parseJson } from "../model/json.ts";
import { factsOf } from "../providers/provider-facts.ts";
import { messagePath } from "./conversation-rules.ts";
import type { Findings, BlockAt, Messages, RuleProject, Subject } from "./rule.ts";

/** A message with its blocks, at least one. */
interface Turn {
  readonly role: string;
  readonly blocks: readonly BlockAt[];
  /** Whether it belongs to the definition, not to the prompt of the evaluation. */
  readonly isOwn: boolean;
}

/** The messages of a definition, after those of its prompt. */
function turnsOf({ blocks, before }: Messages, isOwn = true): Turn[] {
  const turns = groupBy(blocks, ({ path }) => path[1]);
  const own = [...turns.values()].map((each) => ({ role: each[0]!.role, blocks: each, isOwn }));
  return before ? [...turnsOf(before, false), ...own] : own;
}

/** What is known after some messages of a conversation. */
interface CallState {
  /** The calls without a result so far. */
  readonly open: Map<string, BlockAt & { readonly isOwn: boolean }>;
  /** The ids of all calls. */
  readonly called: Set<string>;
  /** The ids of the calls with a result. */
  readonly answered: Set<string>;
  readonly found: Finding[];
}

/** Tool calls without a result, results without a call, second results, and ids that are refused. */
export function toolCalls({ definition }: Subject, project: RuleProject): Finding[] {
  const { address, parent } = definition;
  const messages = project.messages.get(address)!;
  if (!hasToolBlocks(messages)) return [];
  const turns = turnsOf(messages);
  const state: CallState = {
    open: new Map(),
    called: new Set(),
    answered: new Set(),
    found: [],
  };
  for (const turn of turns) {
    readResults(turn, state);
    readCalls(turn, state);
  }
  if (messages.before) reportUnanswered(state, { path: ["appendedMessages"], isOwn: true });
  const prompt = project.find(parent ?? address)?.definition;
  const { provider } = objectOf(prompt?.spec["parameters"]);
  return [
    ...state.found,
    ...refusedIds(turns, provider),
    ...messages.blocks.flatMap(invalidArguments),
  ];
}

/** Arguments that are not JSON. Blank text is a call without arguments. */
function invalidArguments({ path, block }: BlockAt): Findings {
  const text = objectOf(objectOf(block["toolCall"])["function"])["arguments"];
  if (typeof text !== "string" || text.trim() === "" || parseJson(text) !== undefined) return [];
  return {
    code: "invalid-arguments",
    path: [...path, "toolCall", "function", "arguments"],
    message: "The arguments of this tool call are not valid JSON.",
    hint: "Write an object, or correct the JSON text.",
  };
}

/** Most conversations have none: docs/performance.md, row "validate 2,000". */
function hasToolBlocks({ blocks, before }: Messages): boolean {
  const isTool = ({ block }: BlockAt): boolean =>
    block["type"] === "TOOL_CALL" || block["type"] === "TOOL_RESULT";
  return blocks.some(isTool) || (before !== undefined && hasToolBlocks(before));
}

function readResults(turn: Turn, state: CallState): void {
  const { open, called, answered, found } = state;
  const results = turn.blocks.filter(({ block }) => block["type"] === "TOOL_RESULT");
  for (const { path, block } of results) {
    const id = String(block["toolCallId"]);
    const at = [...path, "toolCallId"];
    if (turn.isOwn && answered.has(id)) found.push(secondResult(id, at));
    else if (turn.isOwn && !called.has(id)) found.push(resultWithoutCall(id, at));
    open.delete(id);
    answered.add(id);
  }
  if (results.length === 0)
    reportUnanswered(state, { path: messagePath(turn.blocks[0]!), isOwn: turn.isOwn });
}

function readCalls({ blocks, isOwn }: Turn, { open, called, answered, found }: CallState): void {
  for (const each of blocks) {
    const id = callId(each.block);
    if (id === undefined) continue;
    if (called.has(id) && isOwn)
      found.push({
        code: "refused-tool-call",
        path: [...each.path, "toolCall", "toolCallId"],
        message: `Another tool call has the id ${JSON.stringify(id)}: providers refuse it.`,
        hint: "Give each tool call an id of its own.",
      });
    called.add(id);
    answered.delete(id);
    open.set(id, { ...each, isOwn });
  }
}

/** Reports the open calls at the calls, or at `next`, before which the results are missing. */
function reportUnanswered(
  { open, found }: CallState,
  next: { readonly path: BlockAt["path"]; readonly isOwn: boolean },
): void {
  for (const [id, call] of open)
    if (call.isOwn || next.isOwn)
      found.push({
        code: "refused-tool-call",
        path: call.isOwn ? [...call.path, "toolCall"] : next.path,
        message: `No result follows the tool call ${JSON.stringify(id)}: providers refuse it.`,
        hint: "Add a message of the role tool with its TOOL_RESULT directly after the call.",
      });
  open.clear();
}

function secondResult(id: string, path: BlockAt["path"]): Finding {
  return {
    code: "refused-tool-call",
    path,
    message: `The tool call ${JSON.stringify(id)} has another result already: providers refuse it.`,
    hint: "Keep one result for each call.",
  };
}

function resultWithoutCall(id: string, path: BlockAt["path"]): Finding {
  return {
    code: "result-without-call",
    path,
    message: `No earlier message has the tool call ${JSON.stringify(id)}: providers refuse its result.`,
    hint: "Add the assistant message with the TOOL_CALL, or correct the id.",
  };
}

/** Ids of calls with characters that the provider refuses. */
function refusedIds(turns: readonly Turn[], provider: unknown): Finding[] {
  const { name, toolCallIds } = factsOf(provider) ?? {};
  if (!toolCallIds) return [];
  return turns
    .filter(({ isOwn }) => isOwn)
    .flatMap(({ blocks }) => blocks)
    .filter(({ block }) => !toolCallIds.test(callId(block) ?? "x"))
    .map(({ path, block }) => ({
      code: "refused-tool-call",
      path: [...path, "toolCall", "toolCallId"],
      message: `${name} refuses the tool call id ${JSON.stringify(callId(block))}.`,
      hint: "Use letters, digits, _ and -, in the result too.",
    }));
}

function callId({ toolCall }: JsonObject): string | undefined {
  return isObject(toolCall) ? String(toolCall["toolCallId"]) : undefined;
}
