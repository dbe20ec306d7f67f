// Requests of the Responses API of OpenAI: in prompt objects, in responses and in batch files.
import { isObject, type Json, objectOf } from "../../engine/model/json.ts";
import { responsesApi } from "../../engine/providers/api-facts.ts";
import { modelOptions } from "../convert/model-options.ts";
import { inputMessages } from "./openai-messages.ts";
import type { RequestContent, RequestFormat } from "../convert/requests.ts";
import { parametersOf, requestModel } from "../convert/settings.ts";
import {
  nodeAt,
  booleanAt,
  ignoreDefaults,
  itemsOf,
  numberAt,
  type SourceNode,
} from "../convert/source-node.ts";
import type { Translate } from "../convert/template-syntax.ts";
import { importedTools, toolSettings } from "../convert/tools.ts";

/** Where a request, or a prompt object, has its messages. */
export const responsesLists = ["instructions", "messages", "input"] as const;

/** The content of a request. Throws a RefusedPart without a model. */
export function responsesContent(
  node: SourceNode,
  translate: Translate,
  { model, isRecord }: ResponsesSource,
): RequestContent {
  ignoreAllDefaults(node, isRecord);
  const nodes = itemsOf(nodeAt(node, "tools"));
  const tools = importedTools(nodes);
  const messages = responsesLists.flatMap((key) =>
    inputMessages(nodeAt(node, key), translate, key === "instructions" ? "system" : "user"),
  );
  const named = requestModel(node, "OPENAI", model);
  const settings = {
    temperature: numberAt(node, "temperature"),
    topP: numberAt(node, "top_p"),
    maxTokens: numberAt(node, "max_output_tokens"),
    ...toolSettings(node, tools),
    stream: booleanAt(node, "stream"),
  };
  const parameters = parametersOf(named, {
    ...settings,
    ...modelOptions(node, {
      api: responsesApi,
      model: named,
      tools: nodes,
      source: isRecord ? "record" : "request",
    }),
  });
  return { parameters, tools, messages };
}

interface ResponsesSource {
  /** The model of requests that name none. */
  readonly model: string | undefined;
  /** Whether it is an object of the API, which has fields that are not sent. */
  readonly isRecord: boolean;
}

/** A line of a batch file for Responses. */
export const responsesFormat: RequestFormat = {
  apis: ["openai"],
  body: "body",
  lists: responsesLists,
  read: (request, translate, model) =>
    responsesContent(request, translate, { model, isRecord: false }),
};

/** Settings with their default value, which requests need not have. */
const requestDefaults: Readonly<Record<string, readonly Json[]>> = {
  background: [false],
  service_tier: ["auto", "default"],
  store: [true],
};

/** The same of objects of the API, which have all settings. */
const recordDefaults: typeof requestDefaults = {
  frequency_penalty: [0],
  presence_penalty: [0],
  top_logprobs: [0],
  truncation: ["disabled"],
};

function ignoreAllDefaults(node: SourceNode, isRecord: boolean): void {
  ignoreDefaults(node, requestDefaults);
  if (!isRecord) return;
  ignoreDefaults(node, recordDefaults);
  if (isObject(objectOf(node.value)["text"]))
    ignoreDefaults(nodeAt(node, "text"), { verbosity: ["medium"] });
}
