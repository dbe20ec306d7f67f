// The table of kinds: everything particular to one kind, as data. It is handed to the engine,
// the commands and the service as an argument.
import type { Kinds } from "./engine/kind.ts";
import { shapes } from "./generated/shapes.ts";

export const kinds: Kinds = [
  {
    kind: "tool",
    plural: "tools",
    path: "/sdk/v1/tools",
    recognisedBy: { by: "name" },
    references: [],
    update: true,
    deploys: false,
    shape: shapes["tool"]!,
  },
  {
    kind: "prompt",
    plural: "prompts",
    path: "/sdk/v1/prompts",
    recognisedBy: { by: "name" },
    references: [{ field: "tools", kind: "tool", writes: "toolId", reads: "id" }],
    update: true,
    stamp: { list: "messages", field: "promptMessageId" },
    deploys: true,
    shape: shapes["prompt"]!,
  },
  {
    kind: "evaluation",
    plural: "evaluations",
    path: "/sdk/v1/evaluations",
    recognisedBy: {
      by: "content",
      pair: { parts: ["variables", "appendedMessages", "children"], atLeast: 2 },
    },
    references: [],
    parent: {
      kind: "prompt",
      field: "prompt",
      idField: "promptId",
      inPlace: "evaluations",
      numbered: false,
      whole: false,
      cascades: true,
    },
    update: "evaluationUpdate",
    deploys: false,
    shape: shapes["evaluation"]!,
  },
  {
    kind: "assertion",
    plural: "assertions",
    path: "/sdk/v1/evaluation-assertions",
    recognisedBy: { by: "content", pair: { sharing: "type", rest: true } },
    references: [],
    parent: {
      kind: "evaluation",
      field: "evaluation",
      idField: "evaluationId",
      inPlace: "assertions",
      numbered: true,
      whole: true,
      cascades: "evaluationDeleteCascades",
    },
    update: true,
    deploys: false,
    shape: shapes["assertion"]!,
  },
];
