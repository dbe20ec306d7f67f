// The rules beyond the schemas, but for the one about JSONPaths.
import { calledInMessages, calledTool, emptyTargets } from "./assertion-rules.ts";
import {
  declaredVariables,
  evaluationVariables,
  misspelledVariables,
  missingAssertions,
  zeroWeights,
} from "./evaluation-rules.ts";
import { jsonModeWithoutWord, refusedConversations } from "./conversation-rules.ts";
import {
  endingModels,
  modelOfOtherProvider,
  refusedTools,
  settingsOfModel,
  settingsOutOfRange,
} from "./model-rules.ts";
import { misspelledModels } from "./model-name-rule.ts";
import { placeholders } from "./placeholder-rules.ts";
import { ignoredSettings, refusedBlocks } from "./prompt-rules.ts";
import type { Rule } from "./rule.ts";
import { oddTexts, otherTemplates, secretTexts } from "./text-rules.ts";
import { toolCalls } from "./tool-call-rules.ts";
import { toolParameters } from "./tool-rules.ts";

export const rules: readonly Rule[] = [
  { kinds: ["tool"], check: toolParameters },
  { kinds: ["prompt"], check: ignoredSettings },
  { kinds: ["prompt"], check: settingsOutOfRange },
  { kinds: ["prompt"], check: settingsOfModel },
  { kinds: ["prompt"], check: refusedTools },
  { kinds: ["prompt"], check: modelOfOtherProvider },
  { kinds: ["prompt"], check: misspelledModels },
  { kinds: ["prompt"], check: endingModels },
  { kinds: ["prompt"], check: jsonModeWithoutWord },
  { kinds: ["prompt", "evaluation"], check: refusedConversations },
  { kinds: ["prompt", "evaluation"], check: refusedBlocks },
  { kinds: ["prompt", "evaluation"], check: toolCalls },
  { kinds: ["assertion"], check: calledTool },
  { kinds: ["assertion"], check: emptyTargets },
  { kinds: ["prompt", "evaluation"], check: calledInMessages },
  { kinds: ["evaluation"], check: missingAssertions },
  { kinds: ["evaluation"], check: zeroWeights },
  { kinds: ["evaluation"], check: evaluationVariables },
  { kinds: ["prompt"], check: misspelledVariables },
  { kinds: ["prompt"], check: declaredVariables },
  { kinds: ["prompt", "evaluation"], check: otherTemplates },
  { check: placeholders },
  { check: oddTexts },
  { severity: "error", check: secretTexts },
];
