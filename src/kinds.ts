// The tables of kinds: everything that is specific to one kind, as data. The engine, the commands
// and the service receive one of them as an argument.
import type { Kind } from "./engine/model/kind.ts";
import { type KindName, shapes } from "./generated/shapes.ts";

/** The kinds of the service. */
export const kinds: readonly Kind<KindName>[] = [
  {
    kind: "tool",
    plural: "tools",
    path: "/sdk/v1/tools",
    identifiedBy: { by: "name" },
    references: [],
    update: true,
    argumentsSchema: "parameters",
    summary: { description: ["description"], parameters: ["parameters", "properties"] },
    headlines: [
      /\.(?:required|additionalProperties|enum|const|type)(?:\[\d+\])?$/,
      /\.(?:maximum|minimum|exclusiveM\w+|m(?:ax|in)(?:Length|Items|Properties)|pattern|format)$/,
    ],
    shape: shapes.tool,
  },
  {
    kind: "prompt",
    plural: "prompts",
    path: "/sdk/v1/prompts",
    identifiedBy: { by: "name" },
    references: [
      {
        field: "tools",
        kind: "tool",
        requestIdField: "toolId",
        responseIdField: "id",
        distinctNames: true,
      },
    ],
    update: true,
    itemIds: { list: "messages", field: "promptMessageId" },
    deploys: true,
    runs: true,
    overridable: "parameters",
    replySchema: ["parameters", "options", "responseSchema"],
    extended: { path: ["parameters", "options"], by: "model-options" },
    summary: {
      model: ["parameters", "name"],
      effort: ["parameters", "options", "reasoningEffort"],
      reply: ["parameters", "options", "responseSchema", "properties"],
      "other fields": ["parameters", "options", "extra"],
      tools: ["tools"],
      messages: ["messages"],
    },
    headlines: [/^parameters\.name$/, /^tools$/, /^parameters\.temperature$/],
    shape: shapes.prompt,
  },
  {
    kind: "evaluation",
    plural: "evaluations",
    path: "/sdk/v1/evaluations",
    identifiedBy: {
      by: "content",
      pair: { parts: ["variables", "appendedMessages", "children"], atLeast: 2 },
    },
    references: [],
    parent: {
      kind: "prompt",
      field: "prompt",
      idField: "promptId",
      nestedField: "evaluations",
      numbered: false,
      owned: false,
      cascades: true,
    },
    update: "evaluationUpdate",
    tests: true,
    summary: { variables: ["variables"], "appended messages": ["appendedMessages"] },
    headlines: [/^threshold$/],
    shape: shapes.evaluation,
  },
  {
    kind: "assertion",
    plural: "assertions",
    path: "/sdk/v1/evaluation-assertions",
    identifiedBy: { by: "content", pair: { parts: ["type"], atLeast: 0 } },
    references: [],
    parent: {
      kind: "evaluation",
      field: "evaluation",
      idField: "evaluationId",
      nestedField: "assertions",
      numbered: true,
      owned: true,
      cascades: "evaluationDeleteCascades",
    },
    update: true,
    summary: {
      type: ["type"],
      tool: ["toolName"],
      argument: ["argKeyName"],
      value: ["targetValue"],
      values: ["targetValues"],
      threshold: ["targetThreshold"],
    },
    headlines: [/^type$/, /^targetThreshold$/],
    shape: shapes.assertion,
  },
];

/**
 * With checks, which only `promptctl validate` and `promptctl test` read. A command with the other
 * table cannot send them: it sees no definitions of them.
 */
export const testedKinds: readonly Kind<KindName>[] = [
  ...kinds,
  {
    kind: "check",
    plural: "checks",
    path: "",
    identifiedBy: { by: "content", pair: { parts: ["type"], atLeast: 0 } },
    references: [],
    parent: {
      kind: "evaluation",
      field: "evaluation",
      idField: "evaluationId",
      nestedField: "checks",
      numbered: true,
      nestedOnly: true,
      owned: true,
      cascades: true,
    },
    update: true,
    summary: { type: ["type"] },
    shape: shapes.check,
  },
];
