// The compiled validators by kind, as loading and the service take them.
import * as definitions from "../generated/definition-validators.js";
import { schemas } from "../generated/schemas.ts";
import type { Grammar } from "../engine/validate.ts";
import type { Grammars } from "../sync/load.ts";

export const grammars: Grammars = {
  tool: { validate: definitions.definitionTool, schemas, name: "definition/tool" },
  prompt: { validate: definitions.definitionPrompt, schemas, name: "definition/prompt" },
  evaluation: {
    validate: definitions.definitionEvaluation,
    schemas,
    name: "definition/evaluation",
  },
  assertion: { validate: definitions.definitionAssertion, schemas, name: "definition/assertion" },
};

export const configGrammar: Grammar = { validate: definitions.config, schemas, name: "config" };
