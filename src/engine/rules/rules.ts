// The rules beyond the schemas, but for the one about JSONPaths.
import { calledInMessages, calledTools } from "./assertion-rules.ts";
import {
  declaredVariables,
  evaluationVariables,
  missingAssertions,
  zeroWeights,
} from "./evaluation-rules.ts";
import { ignoredSettings, rejectedBlocks, resultsWithoutCall } from "./prompt-rules.ts";
import type { Rule } from "./rule.ts";
import { oddTexts, otherTemplates } from "./text-rules.ts";
import { toolParameters } from "./tool-rules.ts";

export const rules: readonly Rule[] = [
  toolParameters,
  ignoredSettings,
  rejectedBlocks,
  resultsWithoutCall,
  calledTools,
  calledInMessages,
  missingAssertions,
  zeroWeights,
  evaluationVariables,
  declaredVariables,
  otherTemplates,
  oddTexts,
];
