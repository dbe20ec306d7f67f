// The table of rules beyond the schemas, but for those that are loaded on demand: a row for each check
// of validate.
import { modelsWithoutApi, settingsWithoutApi } from "./api-rules.ts";
import { calledInMessages, calledTool, emptyTargets } from "./assertion-rules.ts";
import {
  declaredVariables,
  evaluationVariables,
  misspelledVariables,
  missingAssertions,
  zeroWeights,
} from "./evaluation-rules.ts";
import { judges } from "./judge-rules.ts";
import {
  jsonModeWithoutWord,
  refusedConversations,
  systemMessagesMoved,
} from "./conversation-rules.ts";
import { endingModels, modelOfOtherProvider } from "./model-rules.ts";
import { misspelledModels } from "./model-name-rule.ts";
import { optionsNotSent, refusedOptions, repeatedStops, writtenFields } from "./option-rules.ts";
import { movedProperties, refusedReplySchemas, refusedStrictTools } from "./reply-schema-rules.ts";
import { placeholders } from "./placeholder-rules.ts";
import { refusedBlocks } from "./block-rules.ts";
import { ownEarlierNames, reusedNames } from "./rename-rules.ts";
import type { Rule } from "./rule.ts";
import {
  ignoredSettings,
  reasoningLimit,
  samplingOfNewerSdks,
  settingsBesideReasoning,
  settingsOfModel,
  settingsOutOfRange,
} from "./setting-rules.ts";
import { largeTexts, oddTexts, secretTexts } from "./text-rules.ts";
import { misspelledSchemaKeywords } from "./schema-keyword-rule.ts";
import { templateTexts } from "./template-rules.ts";
import { toolCalls } from "./tool-call-rules.ts";
import { refusedTools, toolParameters, toolsInChat } from "./tool-rules.ts";
import { refusedSchemas } from "./tool-schema-rules.ts";

export const rules: readonly Rule[] = [
  {
    kinds: ["tool"],
    check: toolParameters,
    codes: ["invalid-json-schema", "parameters-not-object"],
  },
  {
    kinds: ["tool"],
    severity: "mixed",
    check: refusedSchemas,
    between: ["refused-tool-schema"],
  },
  { kinds: ["prompt"], check: ignoredSettings, codes: ["ignored-setting"] },
  { kinds: ["prompt"], check: repeatedStops, codes: ["ignored-setting"] },
  { kinds: ["prompt"], check: settingsOutOfRange, codes: ["setting-range"] },
  { kinds: ["prompt"], check: settingsOfModel, codes: ["refused-setting"] },
  { kinds: ["prompt"], check: settingsBesideReasoning, codes: ["refused-setting"] },
  { kinds: ["prompt"], check: refusedTools, between: ["refused-tools"] },
  {
    kinds: ["prompt"],
    severity: "mixed",
    check: toolsInChat,
    between: ["refused-tools"],
  },
  { kinds: ["prompt"], severity: "mixed", check: refusedOptions, codes: ["refused-option"] },
  { kinds: ["prompt"], severity: "error", check: optionsNotSent, codes: ["refused-option"] },
  { kinds: ["prompt"], severity: "error", check: settingsWithoutApi, codes: ["refused-option"] },
  { kinds: ["prompt"], severity: "mixed", check: modelsWithoutApi, codes: ["refused-option"] },
  { kinds: ["prompt"], severity: "error", check: writtenFields, codes: ["written-field"] },
  {
    kinds: ["prompt"],
    severity: "mixed",
    check: refusedReplySchemas,
    codes: ["refused-reply-schema"],
  },
  {
    kinds: ["tool"],
    severity: "mixed",
    check: refusedStrictTools,
    between: ["refused-tool-schema"],
  },
  { kinds: ["prompt"], check: samplingOfNewerSdks, codes: ["sampling-setting"] },
  { kinds: ["prompt"], check: movedProperties, codes: ["property-order"] },
  {
    kinds: ["tool", "prompt"],
    check: misspelledSchemaKeywords,
    codes: ["unknown-schema-keyword"],
  },
  { kinds: ["prompt"], check: reasoningLimit, codes: ["low-limit"] },
  {
    kinds: ["prompt", "evaluation"],
    check: systemMessagesMoved,
    between: ["moved-system-message"],
  },
  { kinds: ["prompt"], check: modelOfOtherProvider, codes: ["other-provider"] },
  { kinds: ["prompt"], check: misspelledModels, codes: ["unknown-model"] },
  { kinds: ["prompt"], check: endingModels, codes: ["ending-model"] },
  { kinds: ["prompt"], check: jsonModeWithoutWord, between: ["refused-messages"] },
  { kinds: ["prompt", "evaluation"], check: refusedConversations, between: ["refused-messages"] },
  {
    kinds: ["prompt", "evaluation"],
    check: refusedBlocks,
    codes: ["misplaced-block", "media-type", "invalid-base64"],
  },
  {
    kinds: ["prompt", "evaluation"],
    check: toolCalls,
    codes: ["invalid-arguments"],
    between: ["refused-tool-call", "result-without-call"],
  },
  {
    kinds: ["assertion", "check"],
    check: calledTool,
    between: ["unknown-called-tool", "unknown-argument"],
  },
  { kinds: ["check"], severity: "error", check: judges, between: ["invalid-judge"] },
  { kinds: ["assertion"], check: emptyTargets, codes: ["empty-targets"] },
  { kinds: ["prompt", "evaluation"], check: calledInMessages, between: ["unknown-called-tool"] },
  { kinds: ["evaluation"], check: missingAssertions, between: ["no-assertions"] },
  { kinds: ["evaluation"], check: zeroWeights, between: ["zero-weights"] },
  {
    kinds: ["evaluation"],
    check: evaluationVariables,
    between: ["missing-variable", "unused-variable"],
  },
  { kinds: ["prompt"], check: misspelledVariables, between: ["missing-variable"] },
  {
    kinds: ["prompt"],
    check: declaredVariables,
    codes: ["undeclared-variable"],
    between: ["unused-declaration"],
  },
  {
    kinds: ["prompt", "evaluation"],
    check: templateTexts,
    codes: ["other-template"],
    between: ["placeholder-like"],
  },
  { severity: "error", check: reusedNames, between: ["reused-name"] },
  { check: ownEarlierNames, codes: ["own-earlier-name"] },
  { check: placeholders, codes: ["environment-placeholder"] },
  { check: oddTexts, codes: ["invisible-character", "carriage-return"] },
  { check: largeTexts, codes: ["large-text"] },
  { severity: "mixed", check: secretTexts, codes: ["secret"] },
];
