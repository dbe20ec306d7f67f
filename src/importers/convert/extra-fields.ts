// Fields of requests that definitions carry as they are, in the option `extra`.
import type { ApiFacts } from "../../engine/providers/api-facts.ts";
import { settingOfField } from "../../engine/providers/api-facts.ts";
import { isObject, type Json, type JsonObject } from "../../engine/model/json.ts";
import {
  carry,
  fieldsOf,
  isCarried,
  isKnown,
  isLeft,
  leave,
  markUnsent,
  nodeAt,
  type SourceNode,
} from "./source-node.ts";

/**
 * Of a request, the fields that no importer has looked for. Of settings of another tool, those of them
 * that requests of the API have.
 */
export function extraFields(
  node: SourceNode,
  api: ApiFacts,
  isRequest: boolean,
): JsonObject | undefined {
  for (const key of unsentFields) leaveUnsent(nodeAt(node, key));
  leaveUncarried(node);
  const isOther = (key: string): boolean => isRequest || nativeFields[api.id].has(key);
  const merged = mergedFields.map((key) => nodeAt(node, key));
  const own = otherFields(node, api, [], isOther);
  const extra = [...own, ...merged.flatMap((each) => otherFields(each, api, [], () => true))];
  return extra.length > 0 ? Object.fromEntries(extra) : undefined;
}

/** Who asks, what is stored and billed, and how replies are transferred. */
const unsentFields = [
  "anthropic_version",
  "max_retries",
  "metadata",
  "safety_identifier",
  "service_tier",
  "store",
  "stream_options",
  "timeout",
  "user",
];

/** What clients merge into the request: SDKs of OpenAI and Anthropic, promptfoo, Prompty. */
const mergedFields = ["extra_body", "passthrough", "additionalProperties"];

function leaveUnsent(field: SourceNode): void {
  markUnsent(field);
  const isEmpty = isObject(field.value) && Object.keys(field.value).length === 0;
  if (!isEmpty && !isCarried(field)) leave(field, "It does not change replies.");
}

const noState = "The earlier messages are stored at the provider. Import a request that has them.";
const noBeta = "Definitions have no headers.";

/** Fields of requests that do not work in `extra`, with the reason. */
const uncarried: Readonly<Record<string, string>> = {
  anthropic_beta: noBeta,
  audio: "Messages of definitions have no audio.",
  betas: noBeta,
  container: noState,
  conversation: noState,
  extra_headers: noBeta,
  extra_query: "Definitions have no parameters of the URL.",
  mcp_servers: "Only functions can be tools of a definition.",
  previous_response_id: noState,
};

function leaveUncarried(node: SourceNode): void {
  const given = isObject(node.value) ? node.value : {};
  for (const [key, reason] of Object.entries(uncarried))
    if (given[key] !== undefined) leave(nodeAt(node, key), reason);
  if (given["background"] === true)
    leave(nodeAt(node, "background"), "Replies to definitions are not read in the background.");
  if (given["modalities"] !== undefined && String(given["modalities"]) !== "text")
    leave(nodeAt(node, "modalities"), "Messages of definitions have texts and images.");
}

/** `path`: that of the node. Objects of which promptctl writes some fields are gone through. */
function otherFields(
  node: SourceNode,
  api: ApiFacts,
  path: readonly string[],
  isOther: (key: string) => boolean,
): [key: string, value: Json][] {
  if (!isObject(node.value)) return [];
  return fieldsOf(node).flatMap(([key, field]): [string, Json][] => {
    if (field.value === undefined || isCarried(field) || isLeft(field)) return [];
    const at = [...path, key];
    const isPart = api.fields.some(([name]) => name.startsWith(`${at.join(".")}.`));
    if (isPart && isObject(field.value)) {
      const inner = otherFields(field, api, at, () => true);
      return inner.length > 0 ? [[key, Object.fromEntries(inner)]] : [];
    }
    const isWritten = settingOfField(api, at, isObject(field.value)) !== undefined;
    if (isKnown(field) || isWritten || !isOther(key)) return [];
    return [[key, carry(field)!]];
  });
}

/** Fields of requests of each API, and of servers with the API, that no setting is for. */
const nativeFields: { readonly [api in ApiFacts["id"]]: ReadonlySet<string> } = {
  chat: wordsOf(`
    chat_template_kwargs enable_thinking logit_bias logprobs min_p moderation n prediction
    prompt_cache_key prompt_cache_options prompt_cache_retention reasoning repetition_penalty
    thinking top_logprobs verbosity web_search_options
  `),
  responses: wordsOf(`
    context_management include max_tool_calls moderation prompt_cache_key prompt_cache_options
    prompt_cache_retention top_logprobs truncation
  `),
  messages: wordsOf(`
    cache_control context_management inference_geo speed thinking
  `),
};

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
