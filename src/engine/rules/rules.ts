// The rules beyond the schemas, but for the one about JSONPaths.
import { calledInMessages, calledTool, emptyTargets } from "./assertion-rules.ts";
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
  { kinds: ["tool"], check: toolParameters },
  { kinds: ["prompt"], check: ignoredSettings },
  { kinds: ["prompt", "evaluation"], check: rejectedBlocks },
  { kinds: ["prompt", "evaluation"], check: resultsWithoutCall },
  { kinds: ["assertion"], check: calledTool },
  { kinds: ["assertion"], check: emptyTargets },
  { kinds: ["prompt", "evaluation"], check: calledInMessages },
  { kinds: ["evaluation"], check: missingAssertions },
  { kinds: ["evaluation"], check: zeroWeights },
  { kinds: ["evaluation"], check: evaluationVariables },
  { kinds: ["prompt"], check: declaredVariables },
  { kinds: ["prompt", "evaluation"], check: otherTemplates },
  { check: oddTexts },
];
