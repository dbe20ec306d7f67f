// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * Texts at which the reply ends. The service accepts any number, OpenAI 4.
 *
 * @minItems 1
 */
export type StopSequences = string[] | null;
/**
 * One content block of a message: text, an image, a tool call or a tool result.
 */
export type Block = TextBlock | ImageBlock | ToolCallBlock | ToolResultBlock;
/**
 * The content blocks, in order.
 */
export type Content = Block[];
/**
 * The tools and prompts that this project may delete, and those whose unmanaged evaluations it may delete: patterns of kind/name, where * matches any text.
 */
export type Scope = string[];
/**
 * The tools and prompts that prune never deletes, with their evaluations: patterns of kind/name, where * matches any text.
 */
export type Keep = string[];
/**
 * A program and its arguments, for example [node, checks/price.mjs]. No shell reads them. It runs in the folder of promptctl.yaml.
 *
 * @minItems 1
 *
 * Items: One word.
 */
export type CommandWords = [string, ...string[]];
/**
 * A service, and what differs there.
 */
export type EnvironmentConfiguration = {
  /**
   * The base URL of the service. Without it, --base-url or the variable PROMPTCTL_BASE_URL_<NAME> is needed.
   */
  baseUrl?: string;
  /**
   * Whether apply asks for the name of the environment. In CI it needs --auto-approve, and --env on the command line.
   */
  protected?: boolean;
  /**
   * Another environment. What its service does not hold at the same version is held back here, with what depends on it. It is read with PROMPTCTL_API_KEY_<NAME> of that environment.
   */
  after?: string;
  /**
   * Model parameters of prompts that differ here: pattern of addresses that begins with prompt/ → parameters.FIELD → value. The more specific pattern takes precedence.
   */
  set?: {
    [k: string]: ParameterOverrides;
  };
  /**
   * Ids of resources with ambiguous names on this service: address of the definition → id on the service. They are added to the top-level pins.
   */
  pins?: {
    /**
     * The id on the service.
     */
    [k: string]: string;
  };
  /**
   * Whether plan and apply delete unmanaged tools, prompts and evaluations, as with --prune.
   */
  prune?: boolean;
  scope?: Scope;
  keep?: Keep;
  /**
   * What apply does where the service holds no version of this branch's history, for example after an edit on the service: warn and overwrite it, or refuse. refuse also refuses definitions that are not committed.
   */
  conflicts?: "warn" | "refuse";
  limits?: Limits;
  service?: Service;
} | null;
/**
 * One check of the reply in an evaluation.
 */
export type AssertionDefinition =
  | ExactMatchAssertionDefinition
  | StartsWithAssertionDefinition
  | ContainsAllAssertionDefinition
  | ContainsAnyAssertionDefinition
  | CostAssertionDefinition
  | LatencyAssertionDefinition
  | ToolCalledAssertionDefinition
  | ToolCalledWithAssertionDefinition;
/**
 * The texts to search for in the reply.
 */
export type TargetValues = string[];
/**
 * A check of the reply that only promptctl test makes. It is never sent to a service.
 */
export type CheckDefinition =
  | MatchesCheckDefinition
  | JsonSchemaCheckDefinition
  | ToolCalledCheckDefinition
  | StopReasonCheckDefinition
  | JudgeCheckDefinition
  | CommandCheckDefinition;
/**
 * One document of a definition file: a tool, a prompt, an evaluation or an assertion.
 */
export type Definition = {
  /**
   * The kind of resource that this document defines.
   */
  kind: "tool" | "prompt" | "evaluation" | "assertion";
};
/**
 * The values of the {{placeholders}} in the messages, by name: text or null.
 */
export type VariableValues = {
  [k: string]: string | null;
} | null;
/**
 * The fields that are sent to the service, in normal form; references are addresses. The content of an evaluation includes its assertions.
 */
export type ComparedContent = {readonly [field: string]: unknown};
/**
 * The fields that are sent to the service, in normal form; references are addresses. The content of an evaluation includes its assertions.
 */
export type LoggedContent = {readonly [field: string]: unknown};
/**
 * The desired body of a created, updated or replaced resource, in normal form; references are addresses.
 */
export type Body = {readonly [field: string]: unknown};
/**
 * The body on the service of an updated, replaced or deleted resource, in normal form; references are addresses. The old values of edits are here.
 */
export type Before = {readonly [field: string]: unknown};
/**
 * Which version of its definition in git the service holds. A change of an assertion has that of its evaluation.
 */
export type HeldDocument = HeldVersionDocument | HeldOtherRef | HeldNone | HeldUnknown;
/**
 * The content of the version.
 */
export type NewestContent = {readonly [field: string]: unknown};
/**
 * What the service has in its place.
 */
export type ObservedContent = {readonly [field: string]: unknown};
/**
 * Which version of its definition in git the service holds. A change of an assertion has that of its evaluation.
 */
export type HeldDocument1 = HeldVersionDocument | HeldOtherRef | HeldNone | HeldUnknown;
/**
 * Scripted replies for promptctl test --replies. The first one that matches a trial is its reply.
 */
export type ScriptedReplies = {
  /**
   * The evaluations that get the reply: an address such as evaluation/Support triage/refund, or a pattern where * matches any text.
   */
  evaluation: string;
  /**
   * The reply is one of this judge, as a check names it, to a reply of the evaluation; * matches any text. Other replies are not for judges.
   */
  judge?: string;
  /**
   * Whose version of the judge gives the reply, where a change has another one. Both if omitted.
   */
  judgeVersion?: "head" | "base";
  /**
   * The side that gets the reply: head is the proposed text, base the text that it is compared with. Both if omitted.
   */
  side?: "head" | "base";
  /**
   * The trial that gets the reply, from 1. All trials if omitted.
   */
  trial?: number;
  /**
   * The text of the reply.
   */
  text?: string;
  /**
   * The tool calls of the reply.
   */
  calls?: {
    /**
     * The name of the tool.
     */
    name: string;
    /**
     * The arguments: a mapping, or a text that is sent as it is, to test arguments that are not JSON.
     */
    arguments?: {} | string;
  }[];
  /**
   * Why the reply ended.
   */
  stopReason?: "complete" | "truncated" | "refused" | "filtered";
  /**
   * The call fails with this message, and the trial is not measured.
   */
  error?: string;
  /**
   * What the reply costs, in US dollars.
   */
  cost?: number;
  /**
   * How long the reply takes, in milliseconds. The test does not wait.
   */
  latency?: number;
}[];
/**
 * Which version of its definition in git the service holds. A change of an assertion has that of its evaluation.
 */
export type HeldDocument2 = HeldVersionDocument | HeldOtherRef | HeldNone | HeldUnknown;
/**
 * Which version of its definition in git the service holds. A change of an assertion has that of its evaluation.
 */
export type HeldDocument3 = HeldVersionDocument | HeldOtherRef | HeldNone | HeldUnknown;
/**
 * A request body with an assertion.
 */
export type AssertionBody =
  | ExactMatchAssertionBody
  | StartsWithAssertionBody
  | ContainsAllAssertionBody
  | ContainsAnyAssertionBody
  | CostAssertionBody
  | LatencyAssertionBody
  | ToolCalledAssertionBody
  | ToolCalledWithAssertionBody;
/**
 * An assertion in a response.
 */
export type Assertion =
  | ExactMatchAssertion
  | StartsWithAssertion
  | ContainsAllAssertion
  | ContainsAnyAssertion
  | CostAssertion
  | LatencyAssertion
  | ToolCalledAssertion
  | ToolCalledWithAssertion;
/**
 * A rendered prompt in the request format of its provider and API. For Anthropic: of the Messages API, version 2023-06-01, where max_tokens is 4096 if maxTokens is null. For OpenAI: of the Chat Completions API, or of the Responses API for prompts with the option api: responses.
 */
export type ModelParametersResponse = MessagesRendering | ChatCompletionsRendering | ResponsesRendering;
/**
 * One content block of a message: text, an image, a tool call or a tool result.
 */
export type BlockDefinition =
  TextBlockDefinition | ImageBlockDefinition | ToolCallBlockDefinition | ToolResultBlockDefinition;

export interface SchemaTypes {
  bundle?: Bundle;
  configuration?: Configuration;
  definitionAssertion?: AssertionDefinition;
  definitionCheck?: CheckDefinition;
  definitionDefinition?: Definition;
  definitionEvaluation?: EvaluationDefinition;
  definitionPrompt?: PromptDefinition;
  definitionTool?: ToolDefinition;
  diff?: DiffDocument;
  log?: LogDocument;
  plan?: Plan;
  replies?: ScriptedReplies;
  status?: Status;
  testResult?: TestResult;
  validation?: Validation;
  wireAssertionBody?: AssertionBody;
  wireAssertion?: Assertion;
  wireCompletion?: Completion;
  wireDeleteResult?: DeleteResult;
  wireDeletion?: ResourceDeletion;
  wireError?: ErrorBody;
  wireEvaluationBody?: EvaluationBody;
  wireEvaluation?: Evaluation;
  wireModelParametersResponse?: ModelParametersResponse;
  wireOrigin?: Origin;
  wirePromptBody?: PromptBody;
  wirePrompt?: Prompt;
  wireRunBody?: RunBody;
  wireToolBody?: ToolBody;
  wireTool?: Tool;
  wireVerifiedRun?: VerifiedRun;
  wireVersion?: ResourceVersion;
  definitionBlock?: BlockDefinition;
  definitionTextFile?: TextFile;
}
/**
 * The prompts of a project, for applications, as written by codegen --out FILE.json.
 */
export interface Bundle {
  /**
   * The version of the format. Added fields do not change it.
   */
  promptctlBundle: 1;
  /**
   * By name of an environment, in the order of promptctl.yaml; default in a project without environments.
   */
  environments: {
    [k: string]: BundledEnvironment;
  };
  /**
   * By the SHA-256 of their canonical JSON, the prompts in the order of their first use.
   */
  prompts: {
    [k: string]: BundledPrompt;
  };
}
/**
 * By key of a definition (its name, where it has no key), the prompts in the order of their definitions.
 */
export interface BundledEnvironment {
  [k: string]: BundledVersion;
}
export interface BundledVersion {
  /**
   * The id of the prompt on the service of the environment. Absent if it is not known.
   */
  id?: string;
  /**
   * Which of prompts it is.
   */
  digest: string;
}
/**
 * A prompt in normal form, with its tools in place.
 */
export interface BundledPrompt {
  /**
   * The name of the prompt, which identifies it on the service. At least 1 character.
   */
  name: string;
  parameters: ModelParameters;
  /**
   * The messages, in order, with {{placeholders}}.
   */
  messages: Message[];
  /**
   * The tools, with all their fields.
   */
  tools: BundledTool[];
}
/**
 * The model and all its settings.
 */
export interface ModelParameters {
  /**
   * The model provider.
   */
  provider: "ANTHROPIC" | "OPENAI";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-6.
   */
  name: string;
  /**
   * Whether the model replies with text or JSON.
   */
  responseFormat: "TEXT" | "JSON";
  /**
   * The randomness of the reply. The service accepts any number, the providers 0 to 1 (ANTHROPIC) or 0 to 2 (OPENAI).
   */
  temperature: number;
  /**
   * Nucleus sampling: the cumulative probability of the tokens to choose from. The service accepts any number, the providers 0 to 1.
   */
  topP: number;
  /**
   * The number of most likely tokens to choose from, 1 or more; null for the default of the provider.
   */
  topK: number | null;
  /**
   * The penalty for repeated tokens. The service accepts any number, the provider -2 to 2.
   */
  frequencyPenalty: number;
  /**
   * The penalty for tokens that were already used. The service accepts any number, the provider -2 to 2.
   */
  presencePenalty: number;
  /**
   * The maximum length of the reply, in tokens. The service accepts any number, the providers 1 or more; null for 4096 at Anthropic, which requires a limit, and for no limit at OpenAI.
   */
  maxTokens: number | null;
  /**
   * A seed for reproducible replies, if the provider supports it; null for none.
   */
  seed: number | null;
  /**
   * auto, none, required or the name of one tool; null for the default of the provider.
   */
  toolChoice: string | null;
  /**
   * Whether an application that calls the provider itself requests a streamed reply.
   */
  stream: boolean;
  /**
   * Whether the model may call several tools in one reply.
   */
  parallelToolCalls: boolean;
  options?: ModelOptions;
}
/**
 * What only some models take, and other fields of the provider's request. An option with the value null is absent.
 */
export interface ModelOptions {
  /**
   * The JSON Schema that the reply follows, or in a definition { file: path }. Models write properties in the order that they have here.
   */
  responseSchema?: {
    [k: string]: unknown;
  } | null;
  /**
   * How much the model reasons before it replies. Which values a model takes, validate knows.
   */
  reasoningEffort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  stopSequences?: StopSequences;
  /**
   * Whether the arguments of tool calls follow the schemas of the tools exactly, at OpenAI.
   */
  strictTools?: boolean | null;
  /**
   * The API of OpenAI that gets the request: chat for Chat Completions, which is the default, or responses.
   */
  api?: "chat" | "responses" | null;
  /**
   * Other fields of the provider's request, in its own form. They are merged into the request.
   */
  extra?: {
    [k: string]: unknown;
  } | null;
}
/**
 * One message of the conversation.
 */
export interface Message {
  /**
   * The author of the message: system, user, assistant (the model) or tool.
   */
  role: "assistant" | "system" | "tool" | "user";
  content: Content;
}
export interface TextBlock {
  /**
   * Text.
   */
  type: "TEXT";
  /**
   * The text.
   */
  text: string;
}
export interface ImageBlock {
  /**
   * An image.
   */
  type: "IMAGE_BASE64";
  /**
   * The image data in base64.
   */
  imageBase64: string;
  /**
   * The media type of the image, for example image/png.
   */
  mediaType: string;
}
export interface ToolCallBlock {
  /**
   * A tool call by the model.
   */
  type: "TOOL_CALL";
  toolCall: ToolCall;
}
/**
 * A tool call by the model.
 */
export interface ToolCall {
  /**
   * The id that links a tool result to its tool call.
   */
  toolCallId: string;
  /**
   * The type of the tool call; function is the only type.
   */
  type: "function";
  /**
   * The function that was called.
   */
  function: {
    /**
     * The name of the tool that was called.
     */
    name: string;
    /**
     * The arguments as JSON text from the model; not always valid JSON.
     */
    arguments: string;
  };
}
export interface ToolResultBlock {
  /**
   * The result of a tool call.
   */
  type: "TOOL_RESULT";
  /**
   * The id that links a tool result to its tool call.
   */
  toolCallId: string;
  /**
   * The result of the tool call, as text.
   */
  result: string;
}
export interface BundledTool {
  /**
   * The function name that the model calls: 1 to 64 letters, digits, underscores or hyphens.
   */
  name: string;
  /**
   * A description of the tool. The model uses it to decide when and how to call the tool.
   */
  description: string;
  parameters: ToolParameters;
}
/**
 * A JSON Schema object that describes the arguments of the function, or in a definition { file: path }.
 */
export interface ToolParameters {
  [k: string]: unknown;
}
/**
 * promptctl.yaml: the configuration of a project. All keys are optional.
 */
export interface Configuration {
  /**
   * The folder with the definition files, relative to this file.
   */
  definitions?: string;
  /**
   * Folders outside the project from which { file } may read, relative to this file, for example ../shared. They must be inside the git repository, and git must track the files.
   */
  include?: string[];
  /**
   * The base URL of the service, or local for the embedded service. No default.
   */
  baseUrl?: string;
  /**
   * Whether plan and apply delete unmanaged tools, prompts and evaluations, as with --prune.
   */
  prune?: boolean;
  scope?: Scope;
  keep?: Keep;
  /**
   * What apply does where the service holds no version of this branch's history, for example after an edit on the service: warn and overwrite it, or refuse. refuse also refuses definitions that are not committed.
   */
  conflicts?: "warn" | "refuse";
  limits?: Limits;
  /**
   * Ids of resources with ambiguous names: base URL of the service → address of the definition → id on the service.
   */
  pins?: {
    /**
     * Addresses and ids for one service.
     */
    [k: string]: {
      /**
       * The id on the service.
       */
      [k: string]: string;
    };
  };
  service?: Service;
  /**
   * The application under test: command is what promptctl test --on command runs.
   */
  test?: {
    command?: CommandWords;
  };
  /**
   * The services that the same definitions go to, by name: lower-case letters, digits and hyphens, beginning with a letter. Commands name one with --env.
   */
  environments?: {
    [k: string]: EnvironmentConfiguration;
  };
}
/**
 * Limits above which a plan is refused or a request fails.
 */
export interface Limits {
  /**
   * The maximum percentage of resources of one kind that one apply may delete, from 0 to 100.
   */
  maxDeletePercent?: number;
  /**
   * The maximum size of a response of the service, decoded, in MiB, from 1 to 511. Longer ones are an error.
   */
  maxResponseMiB?: number;
}
/**
 * Optional features of the service.
 */
export interface Service {
  /**
   * Whether the service has PUT /sdk/v1/evaluations/{id}. Changed evaluations are then updated instead of replaced.
   */
  evaluationUpdate?: boolean;
  /**
   * Whether the service deletes the assertions of a deleted evaluation. They are then not deleted one by one.
   */
  evaluationDeleteCascades?: boolean;
}
/**
 * The parameters of the matching prompts that differ, for example parameters.name: gpt-5.1-mini.
 */
export interface ParameterOverrides {
  /**
   * The model provider.
   */
  "parameters.provider"?: "ANTHROPIC" | "OPENAI";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-6.
   */
  "parameters.name"?: string;
  /**
   * Whether the model replies with text or JSON.
   */
  "parameters.responseFormat"?: "TEXT" | "JSON";
  /**
   * The randomness of the reply. The service accepts any number, the providers 0 to 1 (ANTHROPIC) or 0 to 2 (OPENAI).
   */
  "parameters.temperature"?: number;
  /**
   * Nucleus sampling: the cumulative probability of the tokens to choose from. The service accepts any number, the providers 0 to 1.
   */
  "parameters.topP"?: number;
  /**
   * The number of most likely tokens to choose from, 1 or more; null for the default of the provider.
   */
  "parameters.topK"?: number | null;
  /**
   * The penalty for repeated tokens. The service accepts any number, the provider -2 to 2.
   */
  "parameters.frequencyPenalty"?: number;
  /**
   * The penalty for tokens that were already used. The service accepts any number, the provider -2 to 2.
   */
  "parameters.presencePenalty"?: number;
  /**
   * The maximum length of the reply, in tokens. The service accepts any number, the providers 1 or more; null for 4096 at Anthropic, which requires a limit, and for no limit at OpenAI.
   */
  "parameters.maxTokens"?: number | null;
  /**
   * A seed for reproducible replies, if the provider supports it; null for none.
   */
  "parameters.seed"?: number | null;
  /**
   * auto, none, required or the name of one tool; null for the default of the provider.
   */
  "parameters.toolChoice"?: string | null;
  /**
   * Whether an application that calls the provider itself requests a streamed reply.
   */
  "parameters.stream"?: boolean;
  /**
   * Whether the model may call several tools in one reply.
   */
  "parameters.parallelToolCalls"?: boolean;
  /**
   * How much the model reasons before it replies. Which values a model takes, validate knows.
   */
  "parameters.options.reasoningEffort"?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  "parameters.options.stopSequences"?: StopSequences;
  /**
   * Whether the arguments of tool calls follow the schemas of the tools exactly, at OpenAI.
   */
  "parameters.options.strictTools"?: boolean | null;
  /**
   * The API of OpenAI that gets the request: chat for Chat Completions, which is the default, or responses.
   */
  "parameters.options.api"?: "chat" | "responses" | null;
}
/**
 * The reply is exactly this text.
 */
export interface ExactMatchAssertionDefinition {
  /**
   * This document defines an assertion. Omitted in a nested assertion.
   */
  kind?: "assertion";
  /**
   * The evaluation of the assertion, as prompt/evaluation. Omitted in a nested assertion.
   */
  evaluation?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply is exactly this text.
   */
  type: "EXACT_MATCH";
  /**
   * Text, { file: path } for text in a separate file, or a list of both, joined by an empty line.
   */
  targetValue: string | {file: string} | (string | {file: string})[];
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply starts with this text.
 */
export interface StartsWithAssertionDefinition {
  /**
   * This document defines an assertion. Omitted in a nested assertion.
   */
  kind?: "assertion";
  /**
   * The evaluation of the assertion, as prompt/evaluation. Omitted in a nested assertion.
   */
  evaluation?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply starts with this text.
   */
  type: "STARTS_WITH";
  /**
   * Text, { file: path } for text in a separate file, or a list of both, joined by an empty line.
   */
  targetValue: string | {file: string} | (string | {file: string})[];
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply contains all of these texts.
 */
export interface ContainsAllAssertionDefinition {
  /**
   * This document defines an assertion. Omitted in a nested assertion.
   */
  kind?: "assertion";
  /**
   * The evaluation of the assertion, as prompt/evaluation. Omitted in a nested assertion.
   */
  evaluation?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply contains all of these texts.
   */
  type: "CONTAINS_ALL";
  targetValues: TargetValues;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply contains at least one of these texts.
 */
export interface ContainsAnyAssertionDefinition {
  /**
   * This document defines an assertion. Omitted in a nested assertion.
   */
  kind?: "assertion";
  /**
   * The evaluation of the assertion, as prompt/evaluation. Omitted in a nested assertion.
   */
  evaluation?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply contains at least one of these texts.
   */
  type: "CONTAINS_ANY";
  targetValues: TargetValues;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply costs at most this amount.
 */
export interface CostAssertionDefinition {
  /**
   * This document defines an assertion. Omitted in a nested assertion.
   */
  kind?: "assertion";
  /**
   * The evaluation of the assertion, as prompt/evaluation. Omitted in a nested assertion.
   */
  evaluation?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply costs at most this amount.
   */
  type: "COST";
  /**
   * The maximum cost of one reply, in US dollars, 0 or more.
   */
  targetThreshold: number;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply takes at most this time.
 */
export interface LatencyAssertionDefinition {
  /**
   * This document defines an assertion. Omitted in a nested assertion.
   */
  kind?: "assertion";
  /**
   * The evaluation of the assertion, as prompt/evaluation. Omitted in a nested assertion.
   */
  evaluation?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply takes at most this time.
   */
  type: "LATENCY";
  /**
   * The maximum time for one reply, in milliseconds, 0 or more.
   */
  targetThreshold: number;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool.
 */
export interface ToolCalledAssertionDefinition {
  /**
   * This document defines an assertion. Omitted in a nested assertion.
   */
  kind?: "assertion";
  /**
   * The evaluation of the assertion, as prompt/evaluation. Omitted in a nested assertion.
   */
  evaluation?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply calls this tool.
   */
  type: "TOOL_CALLED";
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool with this argument.
 */
export interface ToolCalledWithAssertionDefinition {
  /**
   * This document defines an assertion. Omitted in a nested assertion.
   */
  kind?: "assertion";
  /**
   * The evaluation of the assertion, as prompt/evaluation. Omitted in a nested assertion.
   */
  evaluation?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply calls this tool with this argument.
   */
  type: "TOOL_CALLED_WITH";
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * The name of the argument that the call must have; its value is not checked.
   */
  argKeyName: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply contains a match of this pattern.
 */
export interface MatchesCheckDefinition {
  /**
   * What reports call the check.
   */
  name?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply contains a match of this pattern.
   */
  type: "MATCHES";
  /**
   * A regular expression of RE2, which has no look-around and no back-references. It can match anywhere; ^ and $ are the ends of the text.
   */
  pattern: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply is JSON that matches this schema.
 */
export interface JsonSchemaCheckDefinition {
  /**
   * What reports call the check.
   */
  name?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply is JSON that matches this schema.
   */
  type: "JSON_SCHEMA";
  /**
   * A JSON Schema (draft 2020-12), or { file: path }; null for the responseSchema of the prompt. References begin with #; nothing is fetched.
   */
  schema?: string | {[key: string]: unknown} | null;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply calls this tool, with these arguments if there are some; with negate, it does not.
 */
export interface ToolCalledCheckDefinition {
  /**
   * What reports call the check.
   */
  name?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply calls this tool, with these arguments if there are some; with negate, it does not.
   */
  type: "TOOL_CALLED";
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * Arguments that one call must have, with these values. The call can have others, and so can objects in them.
   */
  arguments?: string | {[key: string]: unknown};
  /**
   * A JSON Schema (draft 2020-12) that the arguments of one call must match, or { file: path }. References begin with #; nothing is fetched.
   */
  argumentsSchema?: string | {[key: string]: unknown};
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply ended for this reason.
 */
export interface StopReasonCheckDefinition {
  /**
   * What reports call the check.
   */
  name?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply ended for this reason.
   */
  type: "STOP_REASON";
  /**
   * complete: by the model, also with tool calls; truncated: at a limit of tokens; refused: by the model; filtered: by a content filter of the provider.
   */
  is: "complete" | "truncated" | "refused" | "filtered";
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * Another prompt of the project, the judge, answers a question about the reply with yes.
 */
export interface JudgeCheckDefinition {
  /**
   * What reports call the check.
   */
  name?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * Another prompt of the project, the judge, answers a question about the reply with yes.
   */
  type: "JUDGE";
  /**
   * The key of the judge, or its name if it has no key: a prompt of the project without tools.
   */
  prompt: string;
  /**
   * A question about the reply that yes or no answers.
   */
  question: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * A program of the project passes the reply. It runs only with promptctl test --allow-commands.
 */
export interface CommandCheckDefinition {
  /**
   * What reports call the check.
   */
  name?: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * A program of the project passes the reply. It runs only with promptctl test --allow-commands.
   */
  type: "COMMAND";
  run: CommandWords;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * A test case of a prompt: variables, messages and assertions about the reply.
 */
export interface EvaluationDefinition {
  /**
   * This document defines an evaluation. Omitted in a nested evaluation.
   */
  kind?: "evaluation";
  /**
   * The key of the prompt, or its name if it has no key. Omitted in a nested evaluation.
   */
  prompt?: string;
  /**
   * A local name, unique within the prompt, not sent to the service. Must not contain / or start with id:.
   */
  name: string;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  variables?: VariableValues;
  /**
   * Messages added after those of the prompt when the evaluation runs.
   */
  appendedMessages?: MessageDefinition[];
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The share of assertions that must pass for the evaluation to pass, from 0 to 1.
   */
  threshold?: number;
  /**
   * The checks of the reply.
   */
  assertions?: (AssertionDefinition & {
    kind?: never;
    evaluation?: never;
  })[];
  /**
   * Further checks of the reply, which only promptctl test makes. They are never sent to a service.
   */
  checks?: CheckDefinition[];
}
/**
 * One message of the conversation.
 */
export interface MessageDefinition {
  /**
   * The author of the message: system, user, assistant (the model) or tool.
   */
  role: "assistant" | "system" | "tool" | "user";
  /**
   * The content: text, { file: path }, a list of both, which are joined by an empty line, or a list of blocks.
   */
  content: string | TextFile | (string | TextFile)[] | BlockDefinition[];
}
/**
 * A prompt: its model, messages, tools and, optionally, evaluations.
 */
export interface PromptDefinition {
  /**
   * This document defines a prompt.
   */
  kind: "prompt";
  /**
   * A stable local name for references and addresses, not sent to the service. Defaults to the name. Must not start with id:.
   */
  key?: string;
  /**
   * The name of the prompt, which identifies it on the service. At least 1 character.
   */
  name: string;
  /**
   * The earlier name or names on the service: the resource is renamed instead of created again. Not sent to the service.
   */
  renamedFrom?: string | string[];
  /**
   * Whether the resource is managed elsewhere: matched by name, never written or deleted. Not sent to the service.
   */
  external?: boolean;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The tools that the model can call, by key, or by name if a tool has no key.
   */
  tools?: string[];
  parameters?: ModelSettings;
  /**
   * The variables of the messages: name and description. Not sent to the service.
   */
  variables?: {
    [k: string]: string | null;
  };
  /**
   * The messages, in order. Text can contain {{variables}}.
   */
  messages?: MessageDefinition[];
  /**
   * The evaluations of this prompt. [] means none. Without this key, evaluations on the service stay as they are, unless other documents define some.
   */
  evaluations?: (EvaluationDefinition & {
    kind?: never;
    prompt?: never;
  })[];
}
/**
 * The model and its settings.
 */
export interface ModelSettings {
  /**
   * The model provider.
   */
  provider: "ANTHROPIC" | "OPENAI";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-6.
   */
  name: string;
  /**
   * Whether the model replies with text or JSON.
   */
  responseFormat?: "TEXT" | "JSON";
  /**
   * The randomness of the reply. The service accepts any number, the providers 0 to 1 (ANTHROPIC) or 0 to 2 (OPENAI).
   */
  temperature?: number;
  /**
   * Nucleus sampling: the cumulative probability of the tokens to choose from. The service accepts any number, the providers 0 to 1.
   */
  topP?: number;
  /**
   * The number of most likely tokens to choose from, 1 or more; null for the default of the provider.
   */
  topK?: number | null;
  /**
   * The penalty for repeated tokens. The service accepts any number, the provider -2 to 2.
   */
  frequencyPenalty?: number;
  /**
   * The penalty for tokens that were already used. The service accepts any number, the provider -2 to 2.
   */
  presencePenalty?: number;
  /**
   * The maximum length of the reply, in tokens. The service accepts any number, the providers 1 or more; null for 4096 at Anthropic, which requires a limit, and for no limit at OpenAI.
   */
  maxTokens?: number | null;
  /**
   * A seed for reproducible replies, if the provider supports it; null for none.
   */
  seed?: number | null;
  /**
   * auto, none, required or the name of one tool; null for the default of the provider.
   */
  toolChoice?: string | null;
  /**
   * Whether an application that calls the provider itself requests a streamed reply.
   */
  stream?: boolean;
  /**
   * Whether the model may call several tools in one reply.
   */
  parallelToolCalls?: boolean;
  options?: ModelOptions;
}
/**
 * A function that models can call.
 */
export interface ToolDefinition {
  /**
   * This document defines a tool.
   */
  kind: "tool";
  /**
   * A stable local name for references and addresses, not sent to the service. Defaults to the name. Must not start with id:.
   */
  key?: string;
  /**
   * The function name that the model calls: 1 to 64 letters, digits, underscores or hyphens.
   */
  name: string;
  /**
   * The earlier name or names on the service: the resource is renamed instead of created again. Not sent to the service.
   */
  renamedFrom?: string | string[];
  /**
   * Whether the resource is managed elsewhere: matched by name, never written or deleted. Not sent to the service.
   */
  external?: boolean;
  /**
   * Notes in any form, not sent to the service.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * Text, { file: path } for text in a separate file, or a list of both, joined by an empty line.
   */
  description?: string | {file: string} | (string | {file: string})[];
  parameters?: ToolParameters;
}
/**
 * The differences between the definitions of two commits, or of a commit and the files, as printed by diff --format json.
 */
export interface DiffDocument {
  /**
   * The format and its version. Added fields do not change the version.
   */
  format: "promptctl.diff/1";
  before: ComparedSide;
  after: ComparedSide;
  /**
   * One entry per definition that differs.
   */
  differences: DiffEntry[];
}
/**
 * A side of the comparison.
 */
export interface ComparedSide {
  /**
   * The commit, tag or branch as it was named; working tree for the files.
   */
  name: string;
  /**
   * The hash of the commit. Absent for the files.
   */
  commit?: string;
  /**
   * The environment whose values the definitions have. Absent without --env.
   */
  environment?: string;
}
/**
 * A definition that differs.
 */
export interface DiffEntry {
  /**
   * The address of the definition on the newer side; if it was removed, that on the older one.
   */
  address: string;
  /**
   * What happened to the definition from the older side to the newer one.
   */
  action: "add" | "change" | "remove";
  before?: ComparedDefinition;
  after?: ComparedDefinition;
  overridden?: DiffOverridden;
}
/**
 * A definition on one side.
 */
export interface ComparedDefinition {
  /**
   * The address of the definition. It differs from that of the other side after a rename.
   */
  address: string;
  /**
   * Whether the definition only refers to the resource.
   */
  external: boolean;
  content: ComparedContent;
}
/**
 * The values that the environments of the sides override. With --env only.
 */
export interface DiffOverridden {
  /**
   * On the older side: field → place in promptctl.yaml.
   */
  before?: {
    /**
     * The file and the line, for example promptctl.yaml:7.
     */
    [k: string]: string;
  };
  /**
   * On the newer side: field → place in promptctl.yaml.
   */
  after?: {
    /**
     * The file and the line, for example promptctl.yaml:7.
     */
    [k: string]: string;
  };
}
/**
 * The versions of a definition in git, as printed by log --format json. It has no authors and messages.
 */
export interface LogDocument {
  /**
   * The format and its version. Added fields do not change the version.
   */
  format: "promptctl.log/1";
  /**
   * The address of the definition, for example prompt/Support triage.
   */
  address: string;
  workingTree?: LogWorkingTree;
  /**
   * The versions on the first-parent line of HEAD, newest first.
   */
  versions: LogVersion[];
  /**
   * Why there are no older versions. first: the history begins there. more: --limit hides them. shallow, partial: the clone lacks them.
   */
  end: "first" | "more" | "shallow" | "partial";
  /**
   * The services that were asked. Absent without --env, --base-url and --local.
   */
  services?: LogService[];
}
/**
 * What the files have. Absent if HEAD has the same.
 */
export interface LogWorkingTree {
  /**
   * defined: the files define it. external: they only refer to it. absent: they do not define it.
   */
  status: "defined" | "external" | "absent";
  content?: LoggedContent;
  /**
   * Whether it is known what HEAD has. If not, the files may be committed: HEAD cannot be read, for example in a partial clone.
   */
  isHeadKnown: boolean;
}
/**
 * A run of commits in which the definition has one content.
 */
export interface LogVersion {
  /**
   * The hash of the commit that introduced the version, or of the oldest one that is known to have it.
   */
  commit: string;
  /**
   * When the author wrote the commit, in ISO 8601.
   */
  date: string;
  /**
   * Whether an older commit, which is not known, may have introduced the version.
   */
  orOlder: boolean;
  /**
   * defined: the commit defines it. external: it only refers to it. absent: it removed the definition.
   */
  status: "defined" | "external" | "absent";
  content?: LoggedContent;
}
/**
 * The version that a service holds.
 */
export interface LogService {
  /**
   * The name of the environment, else the host, or local for the embedded service.
   */
  name: string;
  /**
   * The base URL, or local for the embedded service.
   */
  baseUrl: string;
  held: LogHeld;
  reported?: ReportedWriteDocument;
  deleted?: LogDeletion;
}
/**
 * The version.
 */
export interface LogHeld {
  /**
   * version: a version of the line. working-tree: what the files have. other-ref: a version of another branch or tag. none: no commit of the line has it. unknown: the history is incomplete. absent: the service does not have the resource.
   */
  type: "version" | "working-tree" | "other-ref" | "none" | "unknown" | "absent";
  /**
   * The hash of the commit that introduced the version. With version and other-ref only.
   */
  commit?: string;
  /**
   * The branch or tag that has the version. With other-ref only.
   */
  ref?: string;
  /**
   * HEAD contains the commit through a merge. With other-ref only.
   */
  isMerged?: boolean;
}
/**
 * The newest version, as the service reports it. The origin is a claim of the client that wrote it. Absent if the service does not report versions.
 */
export interface ReportedWriteDocument {
  /**
   * The number of the version on the service.
   */
  number: number;
  /**
   * The name of the API key. Absent if it is not known.
   */
  keyName?: string;
  origin?: OriginDocument;
  verifiedRun?: VerifiedRunDocument;
}
/**
 * The commit and the file that a client says it sent. It is a claim of the client.
 */
export interface OriginDocument {
  /**
   * The hash of the commit.
   */
  commit: string;
  /**
   * Whether files of the project differed from the commit, or git could not tell.
   */
  dirty: boolean;
  /**
   * The file of the definition, from the root of the repository.
   */
  path?: string;
  /**
   * The address of the repository, without userinfo, query and fragment.
   */
  repository?: string;
  /**
   * The branch or tag, as the CI system names it.
   */
  ref?: string;
  /**
   * The number of the pull request or merge request.
   */
  pullRequest?: number;
  /**
   * The address of the CI run, without userinfo, query and fragment.
   */
  run?: string;
}
/**
 * The run of CI whose token the client sent, as its issuer signed it: which run called, not what it sent. Absent without a token.
 */
export interface VerifiedRunDocument {
  /**
   * The repository (GitHub) or the project (GitLab), as owner/name.
   */
  repository: string;
  /**
   * The hash of the commit that the run is of.
   */
  commit: string;
  /**
   * The id of the run (GitHub) or the pipeline (GitLab).
   */
  runId?: string;
}
/**
 * The newest deletion of a resource with the name of the definition, as the service reports it. Absent without one, and if the service does not report deletions.
 */
export interface LogDeletion {
  /**
   * The id of the resource.
   */
  id: string;
  /**
   * The time, ISO 8601.
   */
  time: string;
  /**
   * The name of the API key. Absent if it is not known.
   */
  keyName?: string;
  origin?: OriginDocument;
  verifiedRun?: VerifiedRunDocument;
  /**
   * The resource as a GET returned it, with tools as {"id"} only.
   */
  content?: {
    [k: string]: unknown;
  };
}
/**
 * A plan, as printed by plan --json and saved by plan --out, with the state of each resource before and after it. A saved plan also has what apply needs to make it again.
 */
export interface Plan {
  /**
   * The format and its version. Added fields do not change the version.
   */
  format: "promptctl.plan/1";
  /**
   * The base URL of the service; local is the embedded service.
   */
  baseUrl: string;
  /**
   * The environment of promptctl.yaml that the plan is for. Only with --env.
   */
  environment?: string;
  counts: Counts;
  /**
   * One entry per resource that changes: by kind, then in the order of the files; deletes last.
   */
  changes: ChangeDocument[];
  /**
   * One entry per API call.
   */
  steps: StepDocument[];
  /**
   * Resources on the service that are not defined in any file and are not changed.
   */
  unmanaged: Unmanaged[];
  /**
   * The reasons why apply refuses this plan; empty if it does not.
   */
  refusals: Refusal[];
  /**
   * The warnings about the definitions that the plan creates, updates or replaces. Missing without any, and with --ref.
   */
  warnings?: DiagnosticDocument[];
  /**
   * The definitions that HEAD has and the files do not, and whose resources are unmanaged and within the scope. Missing without any.
   */
  removed?: {
    /**
     * The address in HEAD.
     */
    address: string;
    /**
     * Why --prune leaves the resource also after the removal is committed. Missing if it deletes it.
     */
    obstacle?: string;
  }[];
  /**
   * Notes for the reader: requests that were not followed, and probable mistakes.
   *
   * Items: A sentence.
   */
  notes: string[];
  /**
   * What a reviewer must not miss: deletes first, in the order of the codes.
   */
  alerts: AlertDocument[];
  history?: HistoryDocument;
  promotion?: PromotionDocument;
  /**
   * The number of definitions. Only in a saved plan.
   */
  definitionCount?: number;
  /**
   * The names of unmanaged resources, by address. Only in a saved plan.
   */
  names?: {
    /**
     * A name.
     */
    [k: string]: string;
  };
  /**
   * The time when it was saved (ISO 8601). Only in a saved plan.
   */
  createdAt?: string;
  /**
   * The digest of all other fields except createdAt, project, commit, history, promotion and the held of changes, sha256:…; equal for plans of equal definitions and equal state. Only in a saved plan.
   */
  digest?: string;
  /**
   * The digest of the content of definitions and settings, sha256:… Only in a saved plan.
   */
  definitionsDigest?: string;
  values?: PlanValues;
  /**
   * What the plan replaces or deletes in several calls, so that an interrupted apply can be finished on another machine. Only in a saved plan.
   */
  journalEntries?: JournalEntryDocument[];
  /**
   * The commit that has the definitions. Only with --ref.
   */
  commit?: string;
  /**
   * The folder of the project, relative to the folder of this file. Only in a saved plan.
   */
  project?: string;
}
/**
 * The number of resources by action.
 */
export interface Counts {
  /**
   * Resources to create.
   */
  create: number;
  /**
   * Resources to update.
   */
  update: number;
  /**
   * Resources to replace.
   */
  replace: number;
  /**
   * Resources to delete.
   */
  delete: number;
  /**
   * Resources to keep.
   */
  keep: number;
}
/**
 * One change.
 */
export interface ChangeDocument {
  /**
   * The address, kind/name; that of an unmanaged resource ends in id:…
   */
  address: string;
  /**
   * The action for the resource.
   */
  action: "create" | "update" | "replace" | "delete";
  /**
   * The id on the service, if it exists there.
   */
  id?: string;
  /**
   * The name of an unmanaged resource on the service.
   */
  name?: string;
  /**
   * The changes of an updated or replaced resource, as RFC 6902 operations on its normal form.
   *
   * Items: One operation.
   */
  edits?: {
    /**
     * The operation.
     */
    op: "add" | "remove" | "replace";
    /**
     * A JSON pointer.
     */
    path: string;
    /**
     * The new value of add and replace.
     */
    value?: {
      [k: string]: unknown;
    };
  }[];
  /**
   * The number of child resources of each kind that are created or deleted with it and not counted separately.
   */
  childCounts?: {
    /**
     * A number of resources.
     */
    [k: string]: number;
  };
  /**
   * Fields on the service that this version does not know and that an update or replace can lose.
   *
   * Items: A JSON pointer.
   */
  unknownFields?: string[];
  /**
   * Unmanaged resources that use the updated resource.
   */
  usedBy?: User[];
  /**
   * The address of the parent, if it has one.
   */
  parent?: string;
  /**
   * The values of the body that the environment overrides: field → place in promptctl.yaml.
   */
  overridden?: {
    /**
     * The file and the line, for example promptctl.yaml:7.
     */
    [k: string]: string;
  };
  body?: Body;
  before?: Before;
  /**
   * The children that are created with a replaced resource.
   */
  childCreates?: ChangeDocument[];
  /**
   * The children that are deleted with it.
   */
  childDeletes?: ChangeDocument[];
  /**
   * The reason for the deletion.
   */
  reason?: "prune" | "duplicate" | "surplus" | "unfinished" | "parent" | "orphan";
  /**
   * The address of the resource that stays: the other duplicate, or the replacement.
   */
  supersededBy?: string;
  onlyIfMissing?: OnlyIfMissing;
  /**
   * Whether the service deletes it with its parent.
   */
  cascades?: boolean;
  held?: HeldDocument;
}
/**
 * One resource.
 */
export interface User {
  /**
   * The kind.
   */
  kind: string;
  /**
   * The name; empty for kinds without names.
   */
  name: string;
  /**
   * The id on the service.
   */
  id: string;
}
/**
 * The resource that must not exist when this one is deleted.
 */
export interface OnlyIfMissing {
  /**
   * The kind.
   */
  kind: string;
  /**
   * The id on the service.
   */
  id: string;
}
/**
 * A version on the first-parent line of HEAD.
 */
export interface HeldVersionDocument {
  /**
   * What the service holds.
   */
  type: "version";
  at: CommitDocument;
  /**
   * The number of newer versions on the line; 0 is the committed version.
   */
  behind: number;
  /**
   * Whether the service holds parts of this version and of another one, as an interrupted apply leaves them.
   */
  isPartial?: boolean;
  renamedSince?: RenamedSinceDocument;
}
/**
 * The commit that introduced a version.
 */
export interface CommitDocument {
  /**
   * Its hash.
   */
  commit: string;
  /**
   * The date of the commit (ISO 8601).
   */
  date: string;
  /**
   * Whether an older commit, which is not known, may have introduced the version.
   */
  orOlder: boolean;
}
/**
 * A commit between what the service holds and the definitions, in which another definition has the name in renamedFrom: before it, the name is that of another resource.
 */
export interface RenamedSinceDocument {
  /**
   * Its hash.
   */
  commit: string;
  /**
   * The address of the other definition.
   */
  address: string;
  /**
   * Its name on the service.
   */
  name: string;
  /**
   * Whether the definitions are older than the rename, as with --ref, and the service has it.
   */
  isUndone?: boolean;
}
/**
 * A version of a commit that is not on that line, for example of another branch.
 */
export interface HeldOtherRef {
  /**
   * What the service holds.
   */
  type: "other-ref";
  at: CommitDocument;
  /**
   * A branch or tag that has the commit.
   */
  ref: string;
  /**
   * Whether --ref names it.
   */
  isChosen: boolean;
  /**
   * Whether HEAD contains the commit, through the merge of another branch.
   */
  isMerged: boolean;
  renamedSince?: RenamedSinceDocument;
}
/**
 * No version: it was changed on the service, or applied from a commit that is not here.
 */
export interface HeldNone {
  /**
   * What the service holds.
   */
  type: "none";
  newest?: NewestDocument;
  /**
   * Whether the service only lacks parts of the newest version, as after an interrupted apply.
   */
  isPartial?: boolean;
  /**
   * Whether the newest version has everything that was changed on the service since the version that the service reports.
   */
  isTakenOver?: boolean;
  reported?: ReportedWriteDocument;
  renamedSince?: RenamedSinceDocument;
  /**
   * The differences from the newest version to the service, as RFC 6902 operations.
   *
   * Items: One operation.
   */
  changedOnService?: {
    /**
     * The operation.
     */
    op: "add" | "remove" | "replace";
    /**
     * A JSON pointer.
     */
    path: string;
    /**
     * The new value of add and replace.
     */
    value?: {
      [k: string]: unknown;
    };
  }[];
}
/**
 * The newest version of the line, if there is one, in the form in which versions are compared: references are names on the service, and an evaluation has its assertions.
 */
export interface NewestDocument {
  at: CommitDocument;
  content: NewestContent;
  observed: ObservedContent;
}
/**
 * The history is incomplete.
 */
export interface HeldUnknown {
  /**
   * What the service holds.
   */
  type: "unknown";
}
/**
 * One API call.
 */
export interface StepDocument {
  /**
   * The id of the step, unique in the plan.
   */
  id: string;
  /**
   * The address, kind/name; that of an unmanaged resource ends in id:…
   */
  address: string;
  /**
   * POST, PUT or DELETE.
   */
  verb: "create" | "update" | "delete";
  /**
   * Phases run one after the other; prune is skipped if a step failed.
   */
  phase: "write" | "delete" | "prune";
  /**
   * The steps that must succeed first.
   *
   * Items: The id of a step.
   */
  needs: string[];
  /**
   * The address of the parent, if it has one.
   */
  parent?: string;
  /**
   * The id on the service of the resource to update or delete.
   */
  remoteId?: string;
  onlyIfMissing?: OnlyIfMissing1;
}
/**
 * The resource that must not exist when this one is deleted.
 */
export interface OnlyIfMissing1 {
  /**
   * The kind.
   */
  kind: string;
  /**
   * The id on the service.
   */
  id: string;
}
/**
 * One resource.
 */
export interface Unmanaged {
  /**
   * The kind.
   */
  kind: string;
  /**
   * The name; empty for kinds without names.
   */
  name: string;
  /**
   * The id on the service.
   */
  id: string;
  /**
   * Why it is not deleted.
   */
  reason: string;
  /**
   * The stable code of the reason. prune-off: prune was not asked for, or deletes it. From other-project on: it does not belong to this project, or that is not known.
   */
  reasonCode:
    | "prune-off"
    | "unsupported"
    | "undeclared"
    | "outside-scope"
    | "no-scope"
    | "keep"
    | "used"
    | "shared"
    | "other-project"
    | "never-defined"
    | "edited"
    | "external"
    | "in-head"
    | "written-by-others"
    | "history-unknown";
  /**
   * The address of its managed parent.
   */
  parent?: string;
  /**
   * The address of the resource that it duplicates: same name, equal content.
   */
  duplicateOf?: string;
  /**
   * Whether apply --prune deletes this duplicate.
   */
  deletedByPrune?: boolean;
  similarTo?: SimilarTo;
}
/**
 * The new definition that it is similar to. They are not matched, because it may belong to others.
 */
export interface SimilarTo {
  /**
   * The address of the definition.
   */
  address: string;
  /**
   * Why it may belong to others.
   */
  reason: string;
}
/**
 * One reason.
 */
export interface Refusal {
  /**
   * The stable code of the reason.
   */
  code: string;
  /**
   * The problem.
   */
  message: string;
  /**
   * How to solve it.
   */
  hint: string;
  /**
   * The addresses concerned.
   *
   * Items: The address, kind/name; that of an unmanaged resource ends in id:…
   */
  addresses: string[];
}
/**
 * One diagnostic with its location.
 */
export interface DiagnosticDocument {
  /**
   * The severity: errors stop plan and apply.
   */
  severity: "error" | "warning";
  /**
   * The stable code of the diagnostic, explained in docs/diagnostics.md.
   */
  code: string;
  /**
   * The problem.
   */
  message: string;
  /**
   * How to solve it.
   */
  hint?: string;
  location: DiagnosticLocation;
  also?: DiagnosticLocation;
}
/**
 * A location in a file. Lines and columns count from 1, columns in UTF-16 code units.
 */
export interface DiagnosticLocation {
  /**
   * The path of the file relative to the current directory, with /.
   */
  file: string;
  /**
   * The line.
   */
  line: number;
  /**
   * The column of the first character.
   */
  column: number;
  /**
   * The column after the last character on that line.
   */
  endColumn: number;
  /**
   * The text of the line, with probable secrets masked.
   */
  text: string;
}
/**
 * What a reviewer must not miss, and what a policy can decide with.
 */
export interface AlertDocument {
  /**
   * delete: resources are deleted, or replaced without a version of this branch; conflict: what was changed on the service is overwritten or deleted; history-unknown: the history cannot tell which versions the service holds; unpromoted: changes are made that the environment of after does not hold; rename: a new resource is likely a renamed one; guard: promptctl.yaml permits more; loosened: the arguments of a tool are less limited; replies: the replies of a prompt get another form; tests: an evaluation is easier or different; model: prompts change their model; secret: a text looks like a secret; warning: validate warns about what changes.
   */
  code:
    | "delete"
    | "conflict"
    | "history-unknown"
    | "unpromoted"
    | "rename"
    | "guard"
    | "loosened"
    | "replies"
    | "tests"
    | "model"
    | "secret"
    | "warning";
  /**
   * The resources that it concerns.
   *
   * Items: An address.
   */
  addresses: string[];
  /**
   * The alert in one line.
   */
  message: string;
  /**
   * delete, conflict, history-unknown, unpromoted: the number of resources by kind.
   */
  counts?: {
    [k: string]: number;
  };
  /**
   * loosened, replies, tests: the changed fields.
   */
  changes?: AlertChangeDocument[];
  model?: AlertModels;
  /**
   * guard: the setting with its old and its new value.
   */
  setting?: string;
  /**
   * guard: the environments in which the setting counts. Absent without environments.
   *
   * Items: The name of an environment.
   */
  environments?: string[];
  /**
   * rename: the likely earlier name.
   */
  renamedFrom?: string;
  /**
   * rename: the id of the resource with that name.
   */
  id?: string;
  /**
   * warning: the codes of the warnings.
   *
   * Items: A diagnostic code.
   */
  diagnostics?: string[];
}
/**
 * A changed field.
 */
export interface AlertChangeDocument {
  /**
   * The address of the resource.
   */
  address: string;
  /**
   * A JSON pointer to the field; empty for the whole resource.
   */
  path: string;
  /**
   * tests: whether the change certainly makes the test easier.
   */
  looser?: boolean;
  /**
   * The old value. Absent if the field is new.
   */
  before?: {
    [k: string]: unknown;
  };
  /**
   * The new value. Absent if the field was removed.
   */
  after?: {
    [k: string]: unknown;
  };
}
/**
 * model: the models before and after.
 */
export interface AlertModels {
  before: AlertModelBefore;
  after: AlertModelAfter;
}
/**
 * The model before.
 */
export interface AlertModelBefore {
  /**
   * The provider.
   */
  provider: string;
  /**
   * The name of the model.
   */
  name: string;
  /**
   * How much it reasons, if the prompt says so.
   */
  effort?: string;
  /**
   * The API that it is called with, if the prompt says so.
   */
  api?: string;
  price?: AlertPrice;
}
/**
 * US dollars per million tokens. Absent if the price is not known.
 */
export interface AlertPrice {
  /**
   * For input tokens.
   */
  input: number;
  /**
   * For output tokens.
   */
  output: number;
}
/**
 * The model after.
 */
export interface AlertModelAfter {
  /**
   * The provider.
   */
  provider: string;
  /**
   * The name of the model.
   */
  name: string;
  /**
   * How much it reasons, if the prompt says so.
   */
  effort?: string;
  /**
   * The API that it is called with, if the prompt says so.
   */
  api?: string;
  price?: AlertPrice;
}
/**
 * How much of the history in git the plan used. Only if it changes or deletes something that the service has.
 */
export interface HistoryDocument {
  /**
   * The number of commits that were read.
   */
  commits: number;
  /**
   * Why older versions are not known; missing if the history is whole.
   */
  gap?: string;
}
/**
 * What the environment of after says about the plan. Missing without after, and for a plan without changes.
 */
export interface PromotionDocument {
  /**
   * The name of that environment.
   */
  after: string;
  /**
   * Whether it is known what its service holds. If not, apply refuses the plan, unless --allow-unpromoted is set.
   */
  isKnown: boolean;
  /**
   * The changes that are not in the plan, because they wait for that environment.
   */
  heldBack: UnpromotedDocument[];
  /**
   * The changes that are in the plan although they should wait, with --allow-unpromoted.
   */
  allowed: UnpromotedDocument[];
}
/**
 * A change that waits for another environment.
 */
export interface UnpromotedDocument {
  change: ChangeDocument;
  /**
   * version: the other service does not hold the version of the files. needs: it needs other, which waits too. used: other, which waits too, uses the resource to delete. exists: the other service still has the resource to delete. unknown: the other service cannot be read.
   */
  reason: "version" | "needs" | "used" | "exists" | "unknown";
  /**
   * The address of what waits too.
   */
  other?: string;
  upstream?: HeldDocument1;
}
/**
 * The values that shape the plan, whether flags or settings gave them. Only in a saved plan.
 */
export interface PlanValues {
  /**
   * The values of --target.
   *
   * Items: An address pattern.
   */
  target: string[];
  /**
   * The values of --exclude.
   *
   * Items: An address pattern.
   */
  exclude: string[];
  /**
   * The values of --overwrite.
   *
   * Items: An address pattern.
   */
  overwrite: string[];
  /**
   * Whether unmanaged resources are deleted.
   */
  prune: boolean;
  /**
   * Whether any number of resources may be deleted.
   */
  allowMassDelete: boolean;
  /**
   * Whether the plan has what the environment of after does not hold.
   */
  allowUnpromoted: boolean;
  /**
   * Whether the history in git is read.
   */
  history: boolean;
  /**
   * Whether promptctl.yaml has no scope, although CI was set.
   */
  lacksScope: boolean;
}
/**
 * One resource that the plan deletes.
 */
export interface JournalEntryDocument {
  /**
   * The base URL of the service.
   */
  baseUrl: string;
  /**
   * The kind.
   */
  kind: string;
  /**
   * The id on the service.
   */
  id: string;
  /**
   * The address of the resource that takes its place.
   */
  address?: string;
  /**
   * The digest of the content of that resource.
   */
  replacementDigest?: string;
  /**
   * The digest of its content.
   */
  content: string;
  /**
   * The digests of its children.
   *
   * Items: A digest.
   */
  children: string[];
}
/**
 * The result of status, as printed by status --json.
 */
export interface Status {
  /**
   * The format and its version. Added fields do not change the version.
   */
  format: "promptctl.status/1";
  /**
   * The environments in the order of promptctl.yaml; without environments, the configured service.
   */
  environments: EnvironmentStatus[];
}
/**
 * The comparison of the definitions with one service.
 */
export interface EnvironmentStatus {
  /**
   * The name of the environment. Absent without environments.
   */
  name?: string;
  /**
   * The base URL, or local for the embedded service. Absent if it is not known.
   */
  baseUrl?: string;
  /**
   * in-sync: apply has nothing to do. different: it has, or it refuses, or there are duplicates. unknown: the comparison failed.
   */
  state: "in-sync" | "different" | "unknown";
  counts?: StatusCounts;
  /**
   * Why the history cannot tell which versions the service holds of what is updated, replaced or deleted. Absent if it can.
   */
  historyUnknown?: string;
  promotion?: StatusPromotion;
  error?: StatusError;
}
/**
 * The differences. Each is counted once. Absent if the comparison failed.
 */
export interface StatusCounts {
  /**
   * Resources to create.
   */
  create: number;
  /**
   * Resources to update.
   */
  update: number;
  /**
   * Resources to replace.
   */
  replace: number;
  /**
   * Resources to delete.
   */
  delete: number;
  /**
   * Changes to resources that equal no version of the branch: changed on the service, or applied from a commit that is not in this clone.
   */
  changedOnService: number;
  /**
   * Changes to resources that equal a version of another branch or tag.
   */
  otherRef: number;
  /**
   * Duplicates of defined resources: same name, equal content. Two applies at once create them.
   */
  duplicates: number;
  /**
   * Other resources that no file defines and that apply leaves.
   */
  unmanaged: number;
  /**
   * Reasons why apply refuses the plan.
   */
  refused: number;
}
/**
 * The way of the versions that this environment does not hold. Absent without after, and if it holds all.
 */
export interface StatusPromotion {
  /**
   * The environment that must hold a version first.
   */
  after: string;
  /**
   * Whether it is known what that environment holds. If not, apply refuses.
   */
  isKnown: boolean;
  /**
   * An entry for each definition to change, and for each resource to delete.
   */
  versions: StatusVersion[];
}
/**
 * One definition or resource.
 */
export interface StatusVersion {
  /**
   * The address.
   */
  address: string;
  /**
   * The action for the resource.
   */
  action: "create" | "update" | "replace" | "delete";
  /**
   * Why it waits, as in a plan. Absent if it does not.
   */
  reason?: "version" | "needs" | "used" | "exists";
  upstream?: HeldDocument2;
  held?: HeldDocument3;
}
/**
 * Why the comparison failed.
 */
export interface StatusError {
  /**
   * The stable code of the error.
   */
  code: string;
  /**
   * The problem.
   */
  message: string;
  /**
   * What to do.
   */
  hint?: string;
}
/**
 * The result of promptctl test, as printed with --format json and saved with --out result.json. promptctl report turns it into the other formats.
 */
export interface TestResult {
  /**
   * The format and its version. Added fields do not change the version.
   */
  format: "promptctl.test/1";
  /**
   * The version of promptctl.
   */
  promptctl: string;
  /**
   * When the run ended, ISO 8601.
   */
  createdAt: string;
  /**
   * The folder of the project relative to the current directory.
   */
  project: string;
  /**
   * Where the replies come from: the providers, the service with its deployed prompts, the echo, the application of promptctl.yaml, or a file of scripted replies.
   */
  route: "provider" | "service" | "echo" | "command" | "replies";
  /**
   * With the route command and a base: whose code replied for the base. With head, a change of the code alone cannot be seen.
   */
  baseCode?: "head" | "base";
  /**
   * What the definitions are compared with; null without a base.
   */
  base: null | TestBase;
  settings: TestSettings;
  /**
   * failed: the gate blocks. incomplete: a case was not measured or not run.
   */
  verdict: "passed" | "failed" | "incomplete";
  /**
   * With the gate report: whether the gate regressions would have blocked.
   */
  wouldBlock?: boolean;
  /**
   * The outcome in a few words, as all reports have it.
   */
  headline?: string;
  /**
   * The exit code of the command.
   */
  exitCode: number;
  /**
   * Why the verdict is not passed, and what else a reader must know.
   *
   * Items: One reason.
   */
  reasons: string[];
  counts: TestCounts;
  passRange?: TestRange;
  basePassRange?: TestRange;
  suite?: TestSuite;
  /**
   * The prompts whose cases ran.
   */
  prompts: TestPrompt[];
  /**
   * The cases: those that block first.
   */
  cases: TestCase[];
  /**
   * Evaluations of the base that are not defined any more.
   *
   * Items: The address of an evaluation.
   */
  removed: string[];
  /**
   * Changes of tests that could make them easier, removed evaluations included. Those that certainly do come first.
   */
  loosened: TestLoosened[];
  /**
   * Warnings about the run.
   *
   * Items: One warning.
   */
  warnings: string[];
  calls: TestCalls;
  difference?: TestDifference;
  /**
   * With several replacements: the result of each. The cases and counts are those of all, the verdict is the worst.
   */
  columns?: TestColumn[];
}
/**
 * The base of the comparison.
 */
export interface TestBase {
  /**
   * A commit, or what the service holds.
   */
  type: "ref" | "service";
  /**
   * The git ref as given or found, or the base URL.
   */
  name: string;
  /**
   * The commit.
   */
  commit?: string;
}
/**
 * The settings that the verdict depends on.
 */
export interface TestSettings {
  /**
   * Which cases block.
   */
  gate: "regressions" | "all" | "report";
  /**
   * First replies of each case; with 1, up to 4 of each compared case, 44 in all for a prompt.
   */
  runs: number;
  /**
   * The smallest score of each prompt.
   */
  minScore?: number;
  /**
   * Changes that certainly make tests easier block.
   */
  failOn?: "looser";
  /**
   * Whether the base ran on all affected cases.
   */
  compare: boolean;
  /**
   * Values that replaced those of the definitions.
   *
   * Items: One flag --with: path=value, or several with commas.
   */
  with: string[];
}
/**
 * The number of cases by verdict and by comparison.
 */
export interface TestCounts {
  /**
   * Cases that ran, or were selected and could not run.
   */
  cases: number;
  /**
   * Those of them that the change affects; all without a base.
   */
  affected: number;
  /**
   * Passed.
   */
  passed: number;
  /**
   * Failed.
   */
  failed: number;
  /**
   * The trials differ.
   */
  unsteady: number;
  /**
   * The cases that no reply can make fail. They count neither as passed nor as failed. Omitted if there are none.
   */
  informational?: number;
  /**
   * Not measured.
   */
  notMeasured: number;
  /**
   * Not run.
   */
  notRun: number;
  /**
   * Failed, and passed on the base.
   */
  regressed: number;
  /**
   * Worse than on the base, neither confirmed nor cleared.
   */
  suspect: number;
  /**
   * Passed, and failed on the base.
   */
  fixed: number;
  /**
   * Failed, and the base is not clearly better.
   */
  stillFailing: number;
  /**
   * Without a case on the base to compare with.
   */
  new: number;
  /**
   * Not compared with the base, because replies are missing. Omitted if there are none.
   */
  notCompared?: number;
  /**
   * Cases with the same request as on the base, which were not run.
   */
  unchanged: number;
  /**
   * Cases of the base that are not defined any more.
   */
  removed: number;
}
/**
 * How many first trials of a side passed, with the Wilson range at 95 % of as many independent replies as there are.
 */
export interface TestRange {
  /**
   * First trials that passed.
   */
  passed: number;
  /**
   * First trials that passed or failed.
   */
  measured: number;
  /**
   * The replies that were judged, if cases share some of them.
   */
  replies?: number;
  /**
   * From 0 to 1.
   */
  low: number;
  /**
   * From 0 to 1.
   */
  high: number;
}
/**
 * The comparison of all cases, if the base ran on each of them.
 */
export interface TestSuite {
  /**
   * Cases that got worse; those that share a request count as one.
   */
  worse: number;
  /**
   * Cases that got better, as well.
   */
  better: number;
  /**
   * The exact two-sided p-value of McNemar's test.
   */
  p: number;
  /**
   * The result in words.
   */
  text: string;
}
/**
 * A prompt with cases.
 */
export interface TestPrompt {
  /**
   * The address of the prompt.
   */
  address: string;
  /**
   * With several replacements: the one of this result.
   */
  with?: string;
  location?: TestLocation;
  /**
   * Over its cases: the sum of weight × share of the first trials that passed, divided by the sum of weights; null if none is measured. Cases that share a request count as one.
   */
  score: number | null;
  votes?: TestVotes;
  difference?: TestDifference;
  head: TestPromptText;
  base?: TestPromptText;
}
/**
 * A line in a file.
 */
export interface TestLocation {
  /**
   * The path of the file relative to the current directory, with /.
   */
  file: string;
  /**
   * The line.
   */
  line: number;
}
/**
 * One vote for each compared case, if the base ran on all of them. Cases that share a request have one vote.
 */
export interface TestVotes {
  /**
   * Votes for passing less often than on the base.
   */
  worse: number;
  /**
   * Votes for passing more often.
   */
  better: number;
  /**
   * The exact one-sided p-value of the sign test.
   */
  p: number;
  /**
   * Whether the prompt got worse, which blocks.
   */
  gotWorse: boolean;
}
/**
 * The mean of the first replies of the same cases on both sides. Absent if the base ran for some of the cases only.
 */
export interface TestDifference {
  /**
   * The number of these cases.
   */
  cases: number;
  /**
   * US dollars on the head; null if a price is unknown.
   */
  headCost: number | null;
  /**
   * US dollars on the base; null if a price is unknown.
   */
  baseCost: number | null;
  /**
   * Milliseconds on the head; null without replies of this run.
   */
  headLatency: number | null;
  /**
   * Milliseconds on the base; null without replies of this run.
   */
  baseLatency: number | null;
}
/**
 * The texts of a prompt.
 */
export interface TestPromptText {
  /**
   * The provider and the model, for example OPENAI/gpt-test.
   */
  model: string;
  parameters: TestParameters;
  /**
   * The tools.
   *
   * Items: The name of a tool.
   */
  tools: string[];
  /**
   * The messages.
   */
  messages: TestMessage[];
}
/**
 * The model parameters.
 */
export interface TestParameters {
  [k: string]: unknown;
}
/**
 * A message of the prompt, with its placeholders.
 */
export interface TestMessage {
  /**
   * The role.
   */
  role: string;
  /**
   * The text blocks; other blocks are named.
   */
  text: string;
}
/**
 * One evaluation of one prompt.
 */
export interface TestCase {
  /**
   * The address of the evaluation.
   */
  address: string;
  /**
   * The address of the prompt.
   */
  prompt: string;
  /**
   * With several replacements: the one of this result.
   */
  with?: string;
  location?: TestLocation;
  /**
   * The verdict on the head. cannot fail: no reply can make it fail, for the given reason.
   */
  verdict: "passed" | "failed" | "unsteady" | "flipped" | "cannot fail" | "not measured" | "not run";
  /**
   * Compared with the base. Absent without a comparison. not compared: replies are missing, for the given reason.
   */
  comparison?: "regressed" | "suspect" | "fixed" | "still failing" | "new" | "unchanged" | "not compared";
  /**
   * The gate blocks because of this case; with the gate report, regressions would.
   */
  blocks?: true;
  /**
   * Why it was not measured or not run, or is new.
   */
  reason?: string;
  /**
   * The weight in the score of the prompt.
   */
  weight: number;
  /**
   * The score that a trial must reach.
   */
  threshold: number;
  variables: TestVariables;
  head: TestSide;
  base?: TestSide;
}
/**
 * The values of the variables.
 */
export interface TestVariables {
  [k: string]: string | null;
}
/**
 * The trials of a case with the prompt of one side.
 */
export interface TestSide {
  /**
   * Trials that passed.
   */
  passed: number;
  /**
   * Trials that passed or failed.
   */
  measured: number;
  /**
   * The trials in their order.
   */
  trials: TestTrial[];
}
/**
 * One reply for a case, and what its assertions say.
 */
export interface TestTrial {
  /**
   * The number of the trial, from 1.
   */
  number: number;
  /**
   * Whether the score reaches the threshold; not measured if there is no reply or an assertion that decides cannot be measured.
   */
  outcome: "passed" | "failed" | "not measured" | "not run";
  /**
   * The weight of the passed assertions divided by the weight of all of them; null if it is not measured or has no weight.
   */
  score: number | null;
  /**
   * Whether the reply is of an earlier run.
   */
  cached: boolean;
  /**
   * When the reply arrived, ISO 8601. Absent without a reply.
   */
  date?: string;
  reply?: TestReply;
  problem?: TestProblem;
  /**
   * The assertions of the evaluation in the order of the file. Empty without a reply.
   */
  assertions: TestAssertion[];
  otherVersion?: TestOtherVersion;
}
/**
 * A reply of the model.
 */
export interface TestReply {
  /**
   * The text blocks, joined.
   */
  text: string;
  /**
   * The calls of tools in their order.
   */
  toolCalls: TestToolCall[];
  /**
   * Why the reply ended; null if the provider does not report it.
   */
  stopReason: string | null;
  /**
   * Why the model refused, in the provider's words.
   */
  stopExplanation?: string;
  /**
   * Tokens of the request.
   */
  inputTokenCount: number;
  /**
   * Tokens of the reply.
   */
  outputTokenCount: number;
  /**
   * Milliseconds of the call; null for a reply of an earlier run.
   */
  latency: number | null;
  /**
   * US dollars; null if the price of the model is unknown.
   */
  cost: number | null;
}
/**
 * A call of a tool.
 */
export interface TestToolCall {
  /**
   * The name of the tool.
   */
  name: string;
  /**
   * The arguments as the model wrote them, normally JSON.
   */
  arguments: string;
}
/**
 * Why there is no reply.
 */
export interface TestProblem {
  /**
   * The code of the problem.
   */
  code: string;
  /**
   * The problem, in the provider's words.
   */
  message: string;
  /**
   * What the application printed last, besides its answers. Not in Markdown.
   */
  output?: string;
}
/**
 * The verdict of one assertion about one reply.
 */
export interface TestAssertion {
  /**
   * The address of the assertion.
   */
  address: string;
  /**
   * The assertion on one line: its type and its values.
   */
  summary: string;
  /**
   * The type of the assertion, for example CONTAINS_ANY.
   */
  type?: string;
  /**
   * Whether the assertion is inverted.
   */
  negate?: boolean;
  /**
   * The number of target texts of a type with a list.
   */
  targets?: number;
  /**
   * The verdict.
   */
  verdict: "pass" | "fail" | "not measured";
  /**
   * Why it failed or was not measured.
   */
  reason?: string;
  /**
   * What the assertion expects, if it failed: with negate, what it must not find.
   *
   * Items: One text.
   */
  expected?: string[];
  /**
   * What it was compared with, if it failed and that is not the text of the reply. Of a judge whose reply cannot be read, this reply.
   *
   * Items: One text.
   */
  actual?: string[];
  /**
   * What the program of a check printed last that gave no answer. Not in Markdown.
   */
  output?: string;
  /**
   * The weight in the score.
   */
  weight: number;
  location?: TestLocation;
}
/**
 * What the other version of a changed evaluation or judge says about the reply.
 */
export interface TestOtherVersion {
  /**
   * Whose version it is. That of the base decides about a regression.
   */
  side: "head" | "base";
  /**
   * Whether the score reaches the threshold, by this version.
   */
  outcome: "passed" | "failed" | "not measured" | "not run";
  /**
   * The score by this version.
   */
  score: number | null;
  /**
   * The assertions of this version.
   */
  assertions: TestAssertion[];
}
/**
 * A change of a test that could make it easier.
 */
export interface TestLoosened {
  /**
   * The address.
   */
  address: string;
  /**
   * What changed.
   */
  message: string;
  /**
   * Whether the change certainly makes the test easier.
   */
  looser: boolean;
  /**
   * The gate blocks because of this change, as with --fail-on looser.
   */
  blocks?: true;
  location?: TestLocation;
}
/**
 * The calls.
 */
export interface TestCalls {
  /**
   * Replies of this run.
   */
  live: number;
  /**
   * Requests without a usable reply, retries included. A provider may charge for them. Omitted if there are none.
   */
  failed?: number;
  /**
   * Replies of earlier runs.
   */
  cached: number;
  /**
   * The date of the oldest of them, ISO 8601.
   */
  oldest?: string;
  /**
   * US dollars for the replies of this run with a known price.
   */
  cost: number;
  /**
   * Replies of this run whose price is unknown.
   */
  unpriced: number;
  /**
   * The duration of the run.
   */
  milliseconds: number;
}
/**
 * The result with one replacement, against the base. Its cases have the same `with`.
 */
export interface TestColumn {
  /**
   * The replacement, as given.
   */
  with: string;
  /**
   * failed: the gate blocks. incomplete: a case was not measured or not run.
   */
  verdict: "passed" | "failed" | "incomplete";
  /**
   * With the gate report: whether the gate regressions would have blocked.
   */
  wouldBlock?: boolean;
  /**
   * The outcome in a few words.
   */
  headline?: string;
  /**
   * The exit code of the command.
   */
  exitCode: number;
  counts: TestCounts;
  passRange?: TestRange;
  basePassRange?: TestRange;
  suite?: TestSuite;
  difference?: TestDifference;
}
/**
 * The result of validate, as printed by validate --format json.
 */
export interface Validation {
  /**
   * The format and its version. Added fields do not change the version.
   */
  format: "promptctl.validation/1";
  counts: DiagnosticCounts;
  /**
   * The number of definitions checked.
   */
  definitions: number;
  /**
   * The number of files checked.
   */
  files: number;
  /**
   * All diagnostics, in the order of the files.
   */
  diagnostics: DiagnosticDocument[];
  /**
   * The files in the folder of definitions from which nothing is read.
   */
  unread: UnreadFile[];
}
/**
 * The number of diagnostics by severity.
 */
export interface DiagnosticCounts {
  /**
   * Errors: definitions that are invalid or that the service cannot store.
   */
  errors: number;
  /**
   * Warnings: valid definitions that are probably mistakes.
   */
  warnings: number;
}
/**
 * A file without definitions.
 */
export interface UnreadFile {
  /**
   * The path of the file relative to the current directory, with /.
   */
  file: string;
  /**
   * json: definitions are YAML files. empty: the file has no YAML documents.
   */
  reason: "json" | "empty";
}
/**
 * The reply is exactly this text.
 */
export interface ExactMatchAssertionBody {
  /**
   * The reply is exactly this text.
   */
  type: "EXACT_MATCH";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The text that the reply is compared with.
   */
  targetValue: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply starts with this text.
 */
export interface StartsWithAssertionBody {
  /**
   * The reply starts with this text.
   */
  type: "STARTS_WITH";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The text that the reply is compared with.
   */
  targetValue: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply contains all of these texts.
 */
export interface ContainsAllAssertionBody {
  /**
   * The reply contains all of these texts.
   */
  type: "CONTAINS_ALL";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  targetValues: TargetValues;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply contains at least one of these texts.
 */
export interface ContainsAnyAssertionBody {
  /**
   * The reply contains at least one of these texts.
   */
  type: "CONTAINS_ANY";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  targetValues: TargetValues;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply costs at most this amount.
 */
export interface CostAssertionBody {
  /**
   * The reply costs at most this amount.
   */
  type: "COST";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The maximum cost of one reply, in US dollars, 0 or more.
   */
  targetThreshold: number;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply takes at most this time.
 */
export interface LatencyAssertionBody {
  /**
   * The reply takes at most this time.
   */
  type: "LATENCY";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The maximum time for one reply, in milliseconds, 0 or more.
   */
  targetThreshold: number;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool.
 */
export interface ToolCalledAssertionBody {
  /**
   * The reply calls this tool.
   */
  type: "TOOL_CALLED";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool with this argument.
 */
export interface ToolCalledWithAssertionBody {
  /**
   * The reply calls this tool with this argument.
   */
  type: "TOOL_CALLED_WITH";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * The name of the argument that the call must have; its value is not checked.
   */
  argKeyName: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply is exactly this text.
 */
export interface ExactMatchAssertion {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The reply is exactly this text.
   */
  type: "EXACT_MATCH";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The text that the reply is compared with.
   */
  targetValue: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply starts with this text.
 */
export interface StartsWithAssertion {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The reply starts with this text.
   */
  type: "STARTS_WITH";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The text that the reply is compared with.
   */
  targetValue: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply contains all of these texts.
 */
export interface ContainsAllAssertion {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The reply contains all of these texts.
   */
  type: "CONTAINS_ALL";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  targetValues: TargetValues;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply contains at least one of these texts.
 */
export interface ContainsAnyAssertion {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The reply contains at least one of these texts.
   */
  type: "CONTAINS_ANY";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  targetValues: TargetValues;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath of the part of a JSON reply to check; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply costs at most this amount.
 */
export interface CostAssertion {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The reply costs at most this amount.
   */
  type: "COST";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The maximum cost of one reply, in US dollars, 0 or more.
   */
  targetThreshold: number;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply takes at most this time.
 */
export interface LatencyAssertion {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The reply takes at most this time.
   */
  type: "LATENCY";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The maximum time for one reply, in milliseconds, 0 or more.
   */
  targetThreshold: number;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool.
 */
export interface ToolCalledAssertion {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The reply calls this tool.
   */
  type: "TOOL_CALLED";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool with this argument.
 */
export interface ToolCalledWithAssertion {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The reply calls this tool with this argument.
   */
  type: "TOOL_CALLED_WITH";
  /**
   * The id of the evaluation.
   */
  evaluationId: string;
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * The name of the argument that the call must have; its value is not checked.
   */
  argKeyName: string;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether the comparison ignores upper and lower case.
   */
  ignoreCase?: boolean;
  /**
   * Whether the result is inverted: the assertion passes if the check fails.
   */
  negate?: boolean;
}
/**
 * The reply of a model and its statistics.
 */
export interface Completion {
  /**
   * The model provider.
   */
  provider: "ANTHROPIC" | "OPENAI";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-6.
   */
  name: string;
  stats: CompletionStats;
  message: Message;
}
/**
 * The statistics of the reply.
 */
export interface CompletionStats {
  /**
   * The number of input tokens, including cached tokens.
   */
  inputTokenCount: number;
  /**
   * The number of output tokens.
   */
  outputTokenCount: number;
  /**
   * The milliseconds from the request to the provider until its complete reply.
   */
  latency: number;
  /**
   * The cost in US dollars; 0 if the price is not known.
   */
  cost: number;
}
/**
 * The response to a delete.
 */
export interface DeleteResult {
  /**
   * Whether it was deleted.
   */
  success?: boolean;
}
/**
 * A resource that was deleted. At most 1,000 of each kind are kept, for 90 days.
 */
export interface ResourceDeletion {
  /**
   * The id of the resource.
   */
  id: string;
  /**
   * Its name; null if it has none.
   */
  name: string | null;
  /**
   * The time of the deletion, ISO 8601.
   */
  time: string;
  /**
   * The name of the API key of the deletion; null if it has none.
   */
  keyName: string | null;
  /**
   * What the client reported; null if it reported nothing.
   */
  origin: Origin | null;
  /**
   * The run of CI that the token of the deletion proves; null without a token.
   */
  verifiedRun: VerifiedRun | null;
  /**
   * The resource as a GET returned it, with tools as {"id"} only.
   */
  content: {
    [k: string]: unknown;
  };
}
/**
 * The commit and the file that a client says it sent. It is a claim of the client.
 */
export interface Origin {
  /**
   * The hash of the commit.
   */
  commit: string;
  /**
   * Whether files of the project differed from the commit, or git could not tell.
   */
  dirty: boolean;
  /**
   * The file of the definition, from the root of the repository.
   */
  path?: string;
  /**
   * The address of the repository, without userinfo, query and fragment.
   */
  repository?: string;
  /**
   * The branch or tag, as the CI system names it.
   */
  ref?: string;
  /**
   * The number of the pull request or merge request.
   */
  pullRequest?: number;
  /**
   * The address of the CI run, without userinfo, query and fragment.
   */
  run?: string;
}
/**
 * The run of CI whose token the client sent, as the issuer of the token signed it. It shows which run called, not what it sent.
 */
export interface VerifiedRun {
  /**
   * The repository (GitHub) or the project (GitLab), as owner/name.
   */
  repository: string;
  /**
   * The hash of the commit that the run is of.
   */
  commit: string;
  /**
   * The id of the run (GitHub) or the pipeline (GitLab).
   */
  runId?: string;
}
/**
 * The response to a failed request.
 */
export interface ErrorBody {
  /**
   * The message of the error.
   */
  error: string;
}
/**
 * A request body with an evaluation.
 */
export interface EvaluationBody {
  /**
   * The id of the prompt.
   */
  promptId: string;
  /**
   * Messages added after those of the prompt.
   */
  appendedMessages: Message[];
  variables: VariableValues;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The share of assertions that must pass for the evaluation to pass, from 0 to 1.
   */
  threshold?: number;
}
/**
 * An evaluation in a response.
 */
export interface Evaluation {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The id of the prompt.
   */
  promptId: string;
  /**
   * Messages added after those of the prompt.
   */
  appendedMessages: Message[];
  variables: VariableValues;
  /**
   * The weight in the score of its parent, from 0 to 1.
   */
  weight?: number;
  /**
   * The share of assertions that must pass for the evaluation to pass, from 0 to 1.
   */
  threshold?: number;
}
export interface MessagesRendering {
  /**
   * The provider, in lower case.
   */
  provider: "anthropic";
  /**
   * The Messages API. Absent, because it is the default.
   */
  api?: "messages";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-6.
   */
  name: string;
  /**
   * The request body of the Messages API.
   */
  parameters: {
    /**
     * The name of the model.
     */
    model: string;
    /**
     * The messages, with variables replaced.
     */
    messages: {
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
}
export interface ChatCompletionsRendering {
  /**
   * The provider, in lower case.
   */
  provider: "openai";
  /**
   * The Chat Completions API. Absent, because it is the default.
   */
  api?: "chat";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-6.
   */
  name: string;
  /**
   * The request body of the Chat Completions API.
   */
  parameters: {
    /**
     * The name of the model.
     */
    model: string;
    /**
     * The messages, with variables replaced.
     */
    messages: {
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
}
export interface ResponsesRendering {
  /**
   * The provider, in lower case.
   */
  provider: "openai";
  /**
   * The Responses API.
   */
  api: "responses";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-6.
   */
  name: string;
  /**
   * The request body of the Responses API.
   */
  parameters: {
    /**
     * The name of the model.
     */
    model: string;
    /**
     * The messages, with variables replaced.
     */
    input: {
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
}
/**
 * A request body with a prompt.
 */
export interface PromptBody {
  /**
   * The name of the prompt, which identifies it on the service. At least 1 character.
   */
  name: string;
  parameters: ModelParameters;
  /**
   * The messages, in order.
   */
  messages: PromptMessage[];
  /**
   * The tools, by id. A tool that is repeated is attached once.
   *
   * Items: A reference to a tool.
   */
  tools: {
    /**
     * The id of the tool.
     */
    toolId: string;
  }[];
}
/**
 * A message in a request, with an id chosen by the client.
 */
export interface PromptMessage {
  /**
   * The id of the message, chosen by the client.
   */
  promptMessageId: string;
  /**
   * The author of the message: system, user, assistant (the model) or tool.
   */
  role: "assistant" | "system" | "tool" | "user";
  content: Content;
}
/**
 * A prompt in a response.
 */
export interface Prompt {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The name of the prompt, which identifies it on the service. At least 1 character.
   */
  name: string;
  parameters: ModelParameters;
  /**
   * The messages, in order, with {{placeholders}}.
   */
  messages: Message[];
  /**
   * The tools, with all their fields.
   */
  tools: Tool[];
}
/**
 * A tool in a response.
 */
export interface Tool {
  /**
   * The id, assigned by the service.
   */
  id: string;
  /**
   * The function name that the model calls: 1 to 64 letters, digits, underscores or hyphens.
   */
  name: string;
  /**
   * A description of the tool. The model uses it to decide when and how to call the tool.
   */
  description: string;
  parameters: ToolParameters;
}
/**
 * The input for rendering or running a prompt. All fields are optional.
 */
export interface RunBody {
  variables?: VariableValues;
  /**
   * Messages that replace those of the prompt.
   */
  overrideMessages?: Message[];
  /**
   * Messages added after those of the prompt, or after those that replace them.
   */
  appendMessages?: Message[];
  /**
   * The id of the end user, passed to the provider to detect abuse.
   */
  user?: string;
}
/**
 * A request body with a tool.
 */
export interface ToolBody {
  /**
   * The function name that the model calls: 1 to 64 letters, digits, underscores or hyphens.
   */
  name: string;
  /**
   * A description of the tool. The model uses it to decide when and how to call the tool.
   */
  description: string;
  parameters: ToolParameters;
}
/**
 * The state of a resource after a write that changed it.
 */
export interface ResourceVersion {
  /**
   * Counts from 1 for each resource. No number is used twice.
   */
  number: number;
  /**
   * The time of the write, ISO 8601; null if it is not known.
   */
  time: string | null;
  /**
   * The name of the API key of the write; null if it has none.
   */
  keyName: string | null;
  /**
   * What the client reported; null if it reported nothing.
   */
  origin: Origin | null;
  /**
   * The run of CI that the token of the write proves; null without a token.
   */
  verifiedRun: VerifiedRun | null;
  /**
   * The resource as a GET returned it, with tools as {"id"} only.
   */
  content: {
    [k: string]: unknown;
  };
}
export interface TextBlockDefinition {
  /**
   * Text.
   */
  type: "TEXT";
  /**
   * Text, { file: path } for text in a separate file, or a list of both, joined by an empty line.
   */
  text: string | {file: string} | (string | {file: string})[];
}
export interface ImageBlockDefinition {
  /**
   * An image.
   */
  type: "IMAGE_BASE64";
  /**
   * Image data in base64, or { file: path } for an image file, which is then encoded. A .b64, .base64 or .txt file contains base64 text.
   */
  imageBase64: string | {file: string};
  /**
   * The media type of the image, for example image/png.
   */
  mediaType: string;
}
export interface ToolCallBlockDefinition {
  /**
   * A tool call by the model.
   */
  type: "TOOL_CALL";
  toolCall: ToolCallDefinition;
}
/**
 * A tool call by the model.
 */
export interface ToolCallDefinition {
  /**
   * The id that links a tool result to its tool call.
   */
  toolCallId: string;
  /**
   * The type of the tool call; function is the only type.
   */
  type: "function";
  function: ToolFunctionDefinition;
}
/**
 * The function that was called.
 */
export interface ToolFunctionDefinition {
  /**
   * The name of the tool that was called.
   */
  name: string;
  /**
   * The arguments of the call: an object, which is sent as JSON text, or JSON text.
   */
  arguments: string | {[k: string]: unknown};
}
export interface ToolResultBlockDefinition {
  /**
   * The result of a tool call.
   */
  type: "TOOL_RESULT";
  /**
   * The id that links a tool result to its tool call.
   */
  toolCallId: string;
  /**
   * Text, { file: path } for text in a separate file, or a list of both, joined by an empty line.
   */
  result: string | {file: string} | (string | {file: string})[];
}
/**
 * Text in a separate file.
 */
export interface TextFile {
  /**
   * The path of the file, relative to this YAML file, with / between folders. It must be inside the project or in a folder of include in promptctl.yaml, and no folder or file name may start with a dot.
   */
  file: string;
}
