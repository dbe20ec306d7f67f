// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * One check on the reply of an evaluation.
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
 * The texts to look for in the reply, at least 1.
 *
 * @minItems 1
 */
export type TargetValues = [string, ...string[]];
/**
 * One document of a definition file: a tool, a prompt, an evaluation or an assertion.
 */
export type Definition = {
  /**
   * What this document defines.
   */
  kind: "tool" | "prompt" | "evaluation" | "assertion";
};
/**
 * The values put in place of the {{placeholders}} of the messages, by name: text or null.
 */
export type VariableValues = {
  [k: string]: string | null;
} | null;
/**
 * One piece of a message: text, an image, a tool call or a tool result.
 */
export type BlockDefinition =
  TextBlockDefinition | ImageBlockDefinition | ToolCallBlockDefinition | ToolResultBlockDefinition;
/**
 * What is written, in normal form; references are addresses. Only in a saved plan.
 */
export type Body = {readonly [field: string]: unknown};
/**
 * What the service had when the plan was made, in normal form. Only in a saved plan.
 */
export type Before = {readonly [field: string]: unknown};
/**
 * One check on the reply of an evaluation, as it is written.
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
 * One check on the reply of an evaluation, as it is read.
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
 * One piece of a message: text, an image, a tool call or a tool result.
 */
export type Block = TextBlock | ImageBlock | ToolCallBlock | ToolResultBlock;
/**
 * What is said, in order.
 */
export type Content = Block[];
/**
 * The model and all of its settings.
 */
export type ModelParameters = ModelSettings;

export interface SchemaTypes {
  configuration?: Configuration;
  definitionAssertion?: AssertionDefinition;
  definitionDefinition?: Definition;
  definitionEvaluation?: EvaluationDefinition;
  definitionPrompt?: PromptDefinition;
  definitionTool?: ToolDefinition;
  plan?: Plan;
  validation?: Validation;
  wireAssertionBody?: AssertionBody;
  wireAssertion?: Assertion;
  wireCompletion?: Completion;
  wireDeleteResult?: DeleteResult;
  wireError?: ErrorBody;
  wireEvaluationBody?: EvaluationBody;
  wireEvaluation?: Evaluation;
  wireModelParametersResponse?: ModelParametersResponse;
  wirePromptBody?: PromptBody;
  wirePrompt?: Prompt;
  wireRunBody?: RunBody;
  wireToolBody?: ToolBody;
  wireTool?: Tool;
}
/**
 * promptctl.yaml: where the definitions are and which service they go to. All keys are optional.
 */
export interface Configuration {
  /**
   * The folder of the definitions, relative to this file.
   */
  definitions?: string;
  /**
   * The base address of the service, or local for the embedded one. No default.
   */
  baseUrl?: string;
  /**
   * Whether apply deletes tools, prompts and evaluations that no file defines, as --prune does.
   */
  prune?: boolean;
  /**
   * Which tools and prompts this project may delete: patterns of kind/name, * stands for anything.
   */
  scope?: string[];
  /**
   * When a plan is refused.
   */
  limits?: {
    /**
     * The highest share of resources of one kind that one apply may delete, in percent, 0 to 100.
     */
    maxDeletePercent?: number;
  };
  /**
   * For names that do not identify: base address of the service, then address of the definition, then id on the service.
   */
  pins?: {
    /**
     * Addresses and their ids on one service.
     */
    [k: string]: {
      /**
       * The id on the service.
       */
      [k: string]: string;
    };
  };
  /**
   * What the service can do beyond the contract.
   */
  service?: {
    /**
     * The service has PUT /sdk/v1/evaluations/{id}: a changed evaluation is updated instead of replaced.
     */
    evaluationUpdate?: boolean;
    /**
     * Deleting an evaluation deletes its assertions too: they are not deleted one by one.
     */
    evaluationDeleteCascades?: boolean;
  };
}
/**
 * The reply is exactly this text.
 */
export interface ExactMatchAssertionDefinition {
  /**
   * This document defines an assertion. Not said where it stands in its evaluation.
   */
  kind?: "assertion";
  /**
   * Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation.
   */
  evaluation?: string;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply is exactly this text.
   */
  type: "EXACT_MATCH";
  /**
   * Text, or { file: path } for text kept in its own file.
   */
  targetValue: string | {file: string};
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply begins with this text.
 */
export interface StartsWithAssertionDefinition {
  /**
   * This document defines an assertion. Not said where it stands in its evaluation.
   */
  kind?: "assertion";
  /**
   * Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation.
   */
  evaluation?: string;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply begins with this text.
   */
  type: "STARTS_WITH";
  /**
   * Text, or { file: path } for text kept in its own file.
   */
  targetValue: string | {file: string};
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply holds every one of these texts.
 */
export interface ContainsAllAssertionDefinition {
  /**
   * This document defines an assertion. Not said where it stands in its evaluation.
   */
  kind?: "assertion";
  /**
   * Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation.
   */
  evaluation?: string;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply holds every one of these texts.
   */
  type: "CONTAINS_ALL";
  targetValues: TargetValues;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply holds at least one of these texts.
 */
export interface ContainsAnyAssertionDefinition {
  /**
   * This document defines an assertion. Not said where it stands in its evaluation.
   */
  kind?: "assertion";
  /**
   * Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation.
   */
  evaluation?: string;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply holds at least one of these texts.
   */
  type: "CONTAINS_ANY";
  targetValues: TargetValues;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply costs at most this.
 */
export interface CostAssertionDefinition {
  /**
   * This document defines an assertion. Not said where it stands in its evaluation.
   */
  kind?: "assertion";
  /**
   * Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation.
   */
  evaluation?: string;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply costs at most this.
   */
  type: "COST";
  /**
   * The highest cost of one reply that passes, in US dollars, 0 or more.
   */
  targetThreshold: number;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply takes at most this long.
 */
export interface LatencyAssertionDefinition {
  /**
   * This document defines an assertion. Not said where it stands in its evaluation.
   */
  kind?: "assertion";
  /**
   * Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation.
   */
  evaluation?: string;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The reply takes at most this long.
   */
  type: "LATENCY";
  /**
   * The longest time for one reply that passes, in milliseconds, 0 or more.
   */
  targetThreshold: number;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool.
 */
export interface ToolCalledAssertionDefinition {
  /**
   * This document defines an assertion. Not said where it stands in its evaluation.
   */
  kind?: "assertion";
  /**
   * Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation.
   */
  evaluation?: string;
  /**
   * Free notes of any shape, never sent.
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
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool with this argument.
 */
export interface ToolCalledWithAssertionDefinition {
  /**
   * This document defines an assertion. Not said where it stands in its evaluation.
   */
  kind?: "assertion";
  /**
   * Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation.
   */
  evaluation?: string;
  /**
   * Free notes of any shape, never sent.
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
   * The name of the argument that the call must carry; its value is not looked at.
   */
  argKeyName: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * A case the prompt is tried on, with what its reply must show.
 */
export interface EvaluationDefinition {
  /**
   * This document defines an evaluation. Not said where it stands in its prompt.
   */
  kind?: "evaluation";
  /**
   * The key of its prompt (the name, where the prompt has no key). Not said where it stands in its prompt.
   */
  prompt?: string;
  /**
   * A local name, unique within the prompt, never sent. Holds no / and does not begin with id:.
   */
  name: string;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  variables?: VariableValues;
  /**
   * Messages added after the prompt's own when the evaluation runs.
   */
  appendedMessages?: MessageDefinition[];
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The share of assertions that must pass for the evaluation to pass, from 0 to 1.
   */
  threshold?: number;
  /**
   * What the reply must show.
   */
  assertions?: (AssertionDefinition & {
    kind?: never;
    evaluation?: never;
  })[];
}
/**
 * One message of the conversation.
 */
export interface MessageDefinition {
  /**
   * Who speaks: system, user, assistant (the model) or tool.
   */
  role: "assistant" | "system" | "tool" | "user";
  /**
   * What is said: text, { file: path }, or a list of blocks.
   */
  content: string | TextFile | BlockDefinition[];
}
/**
 * Text kept in a file of its own.
 */
export interface TextFile {
  /**
   * The path of the file, relative to this YAML file, with / between folders; it stays inside the project and no part but a leading ./ or ../ begins with a dot.
   */
  file: string;
}
export interface TextBlockDefinition {
  /**
   * A piece of text.
   */
  type: "TEXT";
  /**
   * Text, or { file: path } for text kept in its own file.
   */
  text: string | {file: string};
}
export interface ImageBlockDefinition {
  /**
   * An image.
   */
  type: "IMAGE_BASE64";
  /**
   * Image data in base64, or { file: path } for an image file, which is encoded when it is read; a .b64, .base64 or .txt file holds base64 text already.
   */
  imageBase64: string | {file: string};
  /**
   * The media type of the image, for example image/png.
   */
  mediaType: string;
}
export interface ToolCallBlockDefinition {
  /**
   * A call of a tool by the model.
   */
  type: "TOOL_CALL";
  toolCall: ToolCallDefinition;
}
/**
 * A call the model made.
 */
export interface ToolCallDefinition {
  /**
   * The id that ties a tool result to its tool call.
   */
  toolCallId: string;
  /**
   * The sort of tool call; functions are the only one.
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
   * The arguments of the call: an object, sent as JSON text, or the JSON text as the model wrote it.
   */
  arguments: string | {[k: string]: unknown};
}
export interface ToolResultBlockDefinition {
  /**
   * What a tool answered.
   */
  type: "TOOL_RESULT";
  /**
   * The id that ties a tool result to its tool call.
   */
  toolCallId: string;
  /**
   * Text, or { file: path } for text kept in its own file.
   */
  result: string | {file: string};
}
/**
 * A prompt: its model, messages, tools and, if you like, its evaluations.
 */
export interface PromptDefinition {
  /**
   * This document defines a prompt.
   */
  kind: "prompt";
  /**
   * A stable local name for references and addresses, never sent to the service. The default is the name. Does not begin with id:.
   */
  key?: string;
  /**
   * The human-readable name of the prompt: its identity on the service. At least 1 character.
   */
  name: string;
  /**
   * The earlier name or names of this resource on the service: it is renamed in place instead of made anew. Never sent.
   */
  renamedFrom?: string | string[];
  /**
   * true: owned elsewhere; matched by name, never written or deleted. Never sent.
   */
  external?: boolean;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * The tools the model may call, by key (the name, where a tool has no key).
   */
  tools?: string[];
  parameters?: ModelSettings;
  /**
   * What the messages expect: name of the variable and what it is. Never sent.
   */
  variables?: {
    [k: string]: string | null;
  };
  /**
   * The messages, in order; text may hold {{variables}}.
   */
  messages?: MessageDefinition[];
  /**
   * The evaluations of this prompt. [] says it has none; leaving the key out says nothing about them.
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
   * The name of the model at the provider, for example claude-sonnet-4-5.
   */
  name: string;
  /**
   * Whether the model answers free text or JSON.
   */
  responseFormat?: "TEXT" | "JSON";
  /**
   * How freely the model picks its words. The service takes any number; the providers take 0 to 1 (ANTHROPIC) or 0 to 2 (OPENAI).
   */
  temperature?: number;
  /**
   * The share of likely words the model picks from. The service takes any number; the providers take 0 to 1.
   */
  topP?: number;
  /**
   * How many of the likeliest words the model picks from, 1 or more; null leaves it to the provider.
   */
  topK?: number | null;
  /**
   * How much repeating a word is discouraged. The service takes any number; the provider takes -2 to 2.
   */
  frequencyPenalty?: number;
  /**
   * How much returning to a topic is discouraged. The service takes any number; the provider takes -2 to 2.
   */
  presencePenalty?: number;
  /**
   * The longest reply, in tokens. The service takes any number, the providers 1 or more; null leaves it to the provider.
   */
  maxTokens?: number | null;
  /**
   * A number that makes replies repeatable where the provider can; null for none.
   */
  seed?: number | null;
  /**
   * auto, none, required or the name of one tool; null leaves it to the provider.
   */
  toolChoice?: string | null;
  /**
   * Whether an application that calls the provider itself asks for a streamed reply.
   */
  stream?: boolean;
  /**
   * Whether the model may call several tools in one reply.
   */
  parallelToolCalls?: boolean;
}
/**
 * A function that models may call.
 */
export interface ToolDefinition {
  /**
   * This document defines a tool.
   */
  kind: "tool";
  /**
   * A stable local name for references and addresses, never sent to the service. The default is the name. Does not begin with id:.
   */
  key?: string;
  /**
   * The name the model calls: 1 to 64 letters, digits, underscores or dashes.
   */
  name: string;
  /**
   * The earlier name or names of this resource on the service: it is renamed in place instead of made anew. Never sent.
   */
  renamedFrom?: string | string[];
  /**
   * true: owned elsewhere; matched by name, never written or deleted. Never sent.
   */
  external?: boolean;
  /**
   * Free notes of any shape, never sent.
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * Text, or { file: path } for text kept in its own file.
   */
  description?: string | {file: string};
  parameters?: ToolParameters;
}
/**
 * A JSON Schema object that describes the function's arguments.
 */
export interface ToolParameters {
  [k: string]: unknown;
}
/**
 * What apply would do, as plan --json prints it and plan --out saves it; a saved plan has the bodies, and all that apply needs.
 */
export interface Plan {
  /**
   * The format and its version; additions do not change it.
   */
  format: "promptctl.plan/1";
  /**
   * The service the plan was made for; local is the embedded one.
   */
  baseUrl: string;
  counts: Counts;
  /**
   * One entry per resource that changes, in the order of the table of kinds, then of the files; deletes last.
   */
  changes: ChangeDocument[];
  /**
   * One entry per call.
   */
  steps: StepDocument[];
  /**
   * What the service has and no file defines, left as it is.
   */
  unmanaged: Unmanaged[];
  /**
   * Why apply will not carry this plan out; empty when it will.
   */
  refusals: Refusal[];
  /**
   * Sentences to pass on: what was asked for and not done, and what looks like a slip.
   *
   * Items: A sentence.
   */
  notes: string[];
  basis: Basis;
  /**
   * How many definitions there were. Only in a saved plan.
   */
  definitions?: number;
  /**
   * The id on the service of every definition it had, by address. Only in a saved plan.
   */
  ids?: {
    /**
     * An id.
     */
    [k: string]: string;
  };
  /**
   * The names on the service of what no file defines, by address. Only in a saved plan.
   */
  names?: {
    /**
     * A name.
     */
    [k: string]: string;
  };
  /**
   * When it was saved (ISO 8601). Only in a saved plan.
   */
  createdAt?: string;
  /**
   * The digest of everything else but createdAt and project, sha256:…; a plan of the same definitions for the same state has the same. Only in a saved plan.
   */
  digest?: string;
  /**
   * Everything the service listed, as kind/id, with its name where it has one. Only in a saved plan.
   */
  seen?: {
    /**
     * A name, or nothing.
     */
    [k: string]: string;
  };
  /**
   * The folder of the project, from that of this file. Only in a saved plan.
   */
  project?: string;
}
/**
 * How many resources change in which way.
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
   * The address, kind/name; what only the service has ends in id:…
   */
  address: string;
  /**
   * What happens to the resource.
   */
  action: "create" | "update" | "replace" | "delete";
  /**
   * The id on the service, where it has one.
   */
  id?: string;
  /**
   * The name on the service of a resource that no file defines.
   */
  name?: string;
  /**
   * What changes in an updated or replaced resource, as RFC 6902 operations on its normal form.
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
   * How many resources of each kind go or come with it and are not counted again.
   */
  beneath?: {
    /**
     * A number of resources.
     */
    [k: string]: number;
  };
  /**
   * Fields the service keeps for it that this tool does not know and an update or replace may lose.
   *
   * Items: A JSON pointer.
   */
  unknownFields?: string[];
  /**
   * What the service has, no file defines and uses the updated resource.
   */
  usedBy?: User[];
  /**
   * The address of its parent, where it has one. Only in a saved plan.
   */
  parent?: string;
  body?: Body;
  before?: Before;
  /**
   * The children made for a replaced resource. Only in a saved plan.
   */
  creates?: ChangeDocument[];
  /**
   * What is deleted with it. Only in a saved plan.
   */
  deletes?: ChangeDocument[];
  /**
   * Why it is deleted. Only in a saved plan.
   */
  because?: "prune" | "double" | "surplus" | "unfinished" | "parent" | "orphan";
  /**
   * The address of what it is a second copy of, or was replaced for. Only in a saved plan.
   */
  of?: string;
  without?: Without;
  /**
   * Whether it goes by itself when its parent is deleted. Only in a saved plan.
   */
  cascades?: boolean;
}
/**
 * One resource.
 */
export interface User {
  /**
   * Its kind.
   */
  kind: string;
  /**
   * Its name; empty for kinds without names.
   */
  name: string;
  /**
   * Its id on the service.
   */
  id: string;
}
/**
 * What must be gone before it is deleted. Only in a saved plan.
 */
export interface Without {
  /**
   * Its kind.
   */
  kind: string;
  /**
   * Its id on the service.
   */
  id: string;
}
/**
 * One call.
 */
export interface StepDocument {
  /**
   * The step's own name, unique in the plan.
   */
  id: string;
  /**
   * The address, kind/name; what only the service has ends in id:…
   */
  address: string;
  /**
   * POST, PUT or DELETE.
   */
  verb: "create" | "update" | "delete";
  /**
   * Phases follow one another; prunes are left out once any step failed.
   */
  phase: "write" | "delete" | "prune";
  /**
   * The steps that must be done before.
   *
   * Items: The id of a step.
   */
  needs: string[];
  /**
   * The address of its parent, where it has one. Only in a saved plan.
   */
  parent?: string;
  /**
   * The id on the service of what is updated or deleted. Only in a saved plan.
   */
  remoteId?: string;
  without?: Without1;
}
/**
 * What must be gone before it is deleted. Only in a saved plan.
 */
export interface Without1 {
  /**
   * Its kind.
   */
  kind: string;
  /**
   * Its id on the service.
   */
  id: string;
}
/**
 * One resource.
 */
export interface Unmanaged {
  /**
   * Its kind.
   */
  kind: string;
  /**
   * Its name; empty for kinds without names.
   */
  name: string;
  /**
   * Its id on the service.
   */
  id: string;
  /**
   * Why it is left as it is.
   */
  reason: string;
  /**
   * The address of the managed parent it stands under.
   */
  parent?: string;
}
/**
 * One reason.
 */
export interface Refusal {
  /**
   * A stable word for the reason.
   */
  code: string;
  /**
   * What was found.
   */
  message: string;
  /**
   * What to do next.
   */
  hint: string;
  /**
   * What it is about.
   *
   * Items: The address, kind/name; what only the service has ends in id:…
   */
  addresses: string[];
}
/**
 * What the plan was made from.
 */
export interface Basis {
  /**
   * The digest of the definitions and settings, sha256:…
   */
  definitions: string;
  /**
   * The digest of each resource the plan touches or relies on, as the service had it; null where it was absent.
   */
  states: {
    /**
     * A digest, or null.
     */
    [k: string]: string | null;
  };
}
/**
 * What validate found, as validate --format json prints it.
 */
export interface Validation {
  /**
   * The format and its version; additions do not change it.
   */
  format: "promptctl.validation/1";
  counts: MistakeCounts;
  /**
   * How many definitions were looked at.
   */
  definitions: number;
  /**
   * How many files were looked at.
   */
  files: number;
  /**
   * Every mistake, in the order of the files.
   */
  diagnostics: Mistake[];
}
/**
 * How many mistakes there are.
 */
export interface MistakeCounts {
  /**
   * What the service cannot hold, or what nobody can read.
   */
  errors: number;
  /**
   * What the service holds, and what is most likely not meant.
   */
  warnings: number;
}
/**
 * One mistake, and where it is.
 */
export interface Mistake {
  /**
   * Whether it stops plan and apply.
   */
  severity: "error" | "warning";
  /**
   * A stable word for the sort of mistake; docs/diagnostics.md explains each.
   */
  code: string;
  /**
   * What is wrong.
   */
  message: string;
  /**
   * What would be right.
   */
  hint?: string;
  place: MistakePlace;
  also?: MistakePlace;
}
/**
 * A place in a file. Lines and columns count from 1, columns in UTF-16 units.
 */
export interface MistakePlace {
  /**
   * The path of the file from where the command ran, with /.
   */
  file: string;
  /**
   * The line.
   */
  line: number;
  /**
   * Where it begins.
   */
  column: number;
  /**
   * The column after its last character on that line.
   */
  endColumn: number;
  /**
   * The line as it is written, what looks like a secret masked.
   */
  text: string;
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
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The text to match.
   */
  targetValue: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply begins with this text.
 */
export interface StartsWithAssertionBody {
  /**
   * The reply begins with this text.
   */
  type: "STARTS_WITH";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The text to begin with.
   */
  targetValue: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply holds every one of these texts.
 */
export interface ContainsAllAssertionBody {
  /**
   * The reply holds every one of these texts.
   */
  type: "CONTAINS_ALL";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  targetValues: TargetValues;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply holds at least one of these texts.
 */
export interface ContainsAnyAssertionBody {
  /**
   * The reply holds at least one of these texts.
   */
  type: "CONTAINS_ANY";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  targetValues: TargetValues;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply costs at most this.
 */
export interface CostAssertionBody {
  /**
   * The reply costs at most this.
   */
  type: "COST";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The highest cost of one reply that passes, in US dollars, 0 or more.
   */
  targetThreshold: number;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply takes at most this long.
 */
export interface LatencyAssertionBody {
  /**
   * The reply takes at most this long.
   */
  type: "LATENCY";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The longest time for one reply that passes, in milliseconds, 0 or more.
   */
  targetThreshold: number;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
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
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
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
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * The name of the argument that the call must carry; its value is not looked at.
   */
  argKeyName: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply is exactly this text.
 */
export interface ExactMatchAssertion {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The reply is exactly this text.
   */
  type: "EXACT_MATCH";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The text to match.
   */
  targetValue: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply begins with this text.
 */
export interface StartsWithAssertion {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The reply begins with this text.
   */
  type: "STARTS_WITH";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The text to begin with.
   */
  targetValue: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply holds every one of these texts.
 */
export interface ContainsAllAssertion {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The reply holds every one of these texts.
   */
  type: "CONTAINS_ALL";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  targetValues: TargetValues;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply holds at least one of these texts.
 */
export interface ContainsAnyAssertion {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The reply holds at least one of these texts.
   */
  type: "CONTAINS_ANY";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  targetValues: TargetValues;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.
   */
  jsonPath?: string | null;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply costs at most this.
 */
export interface CostAssertion {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The reply costs at most this.
   */
  type: "COST";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The highest cost of one reply that passes, in US dollars, 0 or more.
   */
  targetThreshold: number;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply takes at most this long.
 */
export interface LatencyAssertion {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The reply takes at most this long.
   */
  type: "LATENCY";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The longest time for one reply that passes, in milliseconds, 0 or more.
   */
  targetThreshold: number;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool.
 */
export interface ToolCalledAssertion {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The reply calls this tool.
   */
  type: "TOOL_CALLED";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
}
/**
 * The reply calls this tool with this argument.
 */
export interface ToolCalledWithAssertion {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The reply calls this tool with this argument.
   */
  type: "TOOL_CALLED_WITH";
  /**
   * The id of its evaluation.
   */
  evaluationId: string;
  /**
   * The name of the tool that the reply must call.
   */
  toolName: string;
  /**
   * The name of the argument that the call must carry; its value is not looked at.
   */
  argKeyName: string;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * Whether upper and lower case count as the same.
   */
  ignoreCase?: boolean;
  /**
   * When true, the assertion passes where it would fail, and the other way round.
   */
  negate?: boolean;
}
/**
 * The reply of a model, and what it took.
 */
export interface Completion {
  /**
   * The model provider.
   */
  provider: "ANTHROPIC" | "OPENAI";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-5.
   */
  name: string;
  stats: CompletionStats;
  message: Message;
}
/**
 * What the reply took.
 */
export interface CompletionStats {
  /**
   * Tokens read, cached ones included.
   */
  inputTokenCount: number;
  /**
   * Tokens written.
   */
  outputTokenCount: number;
  /**
   * Milliseconds from the request to the provider to its whole reply.
   */
  latency: number;
  /**
   * US dollars; 0 where no price is known.
   */
  cost: number;
}
/**
 * One message of the conversation.
 */
export interface Message {
  /**
   * Who speaks: system, user, assistant (the model) or tool.
   */
  role: "assistant" | "system" | "tool" | "user";
  content: Content;
}
export interface TextBlock {
  /**
   * A piece of text.
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
   * A call of a tool by the model.
   */
  type: "TOOL_CALL";
  toolCall: ToolCall;
}
/**
 * A call the model made.
 */
export interface ToolCall {
  /**
   * The id that ties a tool result to its tool call.
   */
  toolCallId: string;
  /**
   * The sort of tool call; functions are the only one.
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
     * The arguments as JSON text, as the model wrote it; not always valid JSON.
     */
    arguments: string;
  };
}
export interface ToolResultBlock {
  /**
   * What a tool answered.
   */
  type: "TOOL_RESULT";
  /**
   * The id that ties a tool result to its tool call.
   */
  toolCallId: string;
  /**
   * What the tool answered, as text.
   */
  result: string;
}
/**
 * The answer to a delete.
 */
export interface DeleteResult {
  /**
   * Whether it was deleted.
   */
  success?: boolean;
}
/**
 * Every failure.
 */
export interface ErrorBody {
  /**
   * What went wrong, for a person.
   */
  error: string;
}
/**
 * An evaluation, as it is written.
 */
export interface EvaluationBody {
  /**
   * The id of its prompt.
   */
  promptId: string;
  /**
   * Messages added after the prompt's own.
   */
  appendedMessages: Message[];
  variables: VariableValues;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The share of assertions that must pass for the evaluation to pass, from 0 to 1.
   */
  threshold?: number;
}
/**
 * An evaluation, as it is read.
 */
export interface Evaluation {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The id of its prompt.
   */
  promptId: string;
  /**
   * Messages added after the prompt's own.
   */
  appendedMessages: Message[];
  variables: VariableValues;
  /**
   * How heavily this counts among its siblings, from 0 to 1.
   */
  weight?: number;
  /**
   * The share of assertions that must pass for the evaluation to pass, from 0 to 1.
   */
  threshold?: number;
}
/**
 * A rendered prompt, as its provider takes it.
 */
export interface ModelParametersResponse {
  /**
   * The provider, in lower case.
   */
  provider: "anthropic" | "openai";
  /**
   * The name of the model at the provider, for example claude-sonnet-4-5.
   */
  name: string;
  /**
   * The request in the provider's own shape.
   */
  parameters: {
    [k: string]: unknown;
  };
}
/**
 * A prompt, as it is written.
 */
export interface PromptBody {
  /**
   * The human-readable name of the prompt: its identity on the service. At least 1 character.
   */
  name: string;
  parameters: ModelParameters;
  /**
   * The messages, in order.
   */
  messages: PromptMessage[];
  /**
   * The tools, by id.
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
 * A message as it is written: with an id of the writer's choice.
 */
export interface PromptMessage {
  /**
   * An id for the message, chosen by who writes it.
   */
  promptMessageId: string;
  /**
   * Who speaks: system, user, assistant (the model) or tool.
   */
  role: "assistant" | "system" | "tool" | "user";
  content: Content;
}
/**
 * A prompt, as it is read.
 */
export interface Prompt {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The human-readable name of the prompt: its identity on the service. At least 1 character.
   */
  name: string;
  parameters: ModelParameters;
  /**
   * The messages, in order, variables not replaced.
   */
  messages: Message[];
  /**
   * The tools, whole.
   */
  tools: Tool[];
}
/**
 * A tool, as it is read.
 */
export interface Tool {
  /**
   * The id, given by the service.
   */
  id: string;
  /**
   * The name the model calls: 1 to 64 letters, digits, underscores or dashes.
   */
  name: string;
  /**
   * What the tool does; the model decides by it when and how to call.
   */
  description: string;
  parameters: ToolParameters;
}
/**
 * What a prompt is rendered or run with. Everything may be left out.
 */
export interface RunBody {
  variables?: VariableValues;
  /**
   * Messages in place of the prompt's own.
   */
  overrideMessages?: Message[];
  /**
   * Messages added after the prompt's own, or after those in their place.
   */
  appendMessages?: Message[];
  /**
   * Identifies the end-user to the provider, to help it detect abuse.
   */
  user?: string;
}
/**
 * A tool, as it is written.
 */
export interface ToolBody {
  /**
   * The name the model calls: 1 to 64 letters, digits, underscores or dashes.
   */
  name: string;
  /**
   * What the tool does; the model decides by it when and how to call.
   */
  description: string;
  parameters: ToolParameters;
}
