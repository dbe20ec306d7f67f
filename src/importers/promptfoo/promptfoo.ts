// Configurations of promptfoo: prompts, for each model that runs them, with the tests.
import { memo } from "../../engine/model/collections.ts";
import { variablesOf } from "../../engine/render/template.ts";
import { leaveUnused } from "../convert/case-values.ts";
import { collect, partsOf } from "../convert/collect.ts";
import type { Importer, ImportedPrompt } from "../convert/imported.ts";
import { textsOf } from "../convert/messages.ts";
import { joinedByText } from "../convert/same-texts.ts";
import { judgeFor } from "./promptfoo-judge.ts";
import { isSelected, modelsOf, type PromptfooModel } from "./promptfoo-models.ts";
import type { PromptfooFiles } from "./promptfoo-files.ts";
import { type PromptfooPrompt, promptParts } from "./promptfoo-prompts.ts";
import { casesOf, type PromptfooCase, promptEvaluations } from "./promptfoo-tests.ts";
import {
  nodeAt,
  fieldsOf,
  isCarried,
  leave,
  type LeftField,
  rootOf,
  type SourceNode,
} from "../convert/source-node.ts";

/** What a configuration runs its prompts with, and what of that an imported prompt uses. */
interface ConfigRuns {
  readonly models: readonly PromptfooModel[];
  readonly cases: readonly PromptfooCase[];
  readonly used: Set<PromptfooModel | SourceNode>;
}

/** Reads configurations. Each prompt is imported for each model that runs it. */
export const importPromptfoo: Importer = (documents, { readReferred, model }) => {
  const roots = documents.map(rootOf);
  const files: PromptfooFiles = { readReferred, roots, unread: [], broken: [] };
  const configs = roots.flatMap(partsOf);
  const parts = new Map(
    configs.flatMap((config) =>
      promptParts(config, files).map((part) => [part.source, { ...part, config }] as const),
    ),
  );
  const imported = new Map<SourceNode, ConfigRuns>();
  const runsOf = memo((config: SourceNode): ConfigRuns => {
    const models = modelsOf(config, files, model);
    return { models, cases: casesOf(config, files), used: new Set() };
  });
  const read = (entry: SourceNode): ImportedPrompt[] => {
    const { config, read: readPart } = parts.get(entry)!;
    const prompt = readPart();
    const runs = runsOf(config);
    imported.set(config, runs);
    return promptsFor(prompt, runs);
  };
  const finish = (): void => {
    for (const [config, runs] of imported) leaveUnusedOf(config, runs);
    for (const config of configs.filter((each) => !imported.has(each)))
      for (const [key, field] of fieldsOf(config))
        if (key !== "prompts") leave(field, "None of the prompts is imported.");
  };
  const result = collect(roots, [...parts.keys()], read, finish);
  const bySource = new Map(result.prompts.map((each) => [each.source, each])); // of any model
  const left = [...result.left, ...[...bySource.values()].flatMap(environmentValues)];
  const prompts = joinedByText(result.prompts);
  return { ...result, prompts, left, unread: files.unread, broken: files.broken };
};

/** The placeholders in messages for which promptfoo has values of the environment. */
function environmentValues({ messages, source }: ImportedPrompt): LeftField[] {
  const names = variablesOf(textsOf(messages).join("\n")).filter((each) => each.startsWith("env."));
  return names.map((name) => ({
    source: source.record.source,
    path: [...source.path, `{{${name}}}`],
    reason: "Definitions cannot read environment variables, so it is a variable without a value.",
  }));
}

/** Lists what no imported prompt uses. */
function leaveUnusedOf(config: SourceNode, { models, cases, used }: ConfigRuns): void {
  for (const each of models)
    if (each.source && !used.has(each)) leave(each.source, "It runs none of the imported prompts.");
  for (const { source, values } of cases) {
    if (!used.has(source)) leave(source, "It runs with none of the imported prompts and models.");
    for (const { node } of values) if (!isCarried(node)) leaveUnused(node);
  }
  const description = nodeAt(config, "description");
  if (!isCarried(description))
    leave(description, "The prompts have the names of their labels and files.");
}

/** The prompt for each model. If there are several, its name ends with that of the model. */
function promptsFor(
  { name, selectors, source, messages, textFile }: PromptfooPrompt,
  { models: all, cases, used }: ConfigRuns,
): ImportedPrompt[] {
  const models = all.filter(({ prompts }) => isSelected(prompts, selectors));
  if (models.length === 0) leave(source, "None of the imported models runs the prompt.");
  return models.flatMap((model) => {
    const { name: modelName, label, parameters, tools } = model;
    const own = cases.filter(
      ({ prompts, providers }) =>
        isSelected(prompts, selectors) && isSelected(providers, model.selectors),
    );
    for (const each of [model, ...own.map((test) => test.source)]) used.add(each);
    const evaluations = promptEvaluations(own, textsOf(messages));
    const prompt: ImportedPrompt = {
      name: models.length > 1 ? `${name} (${label ?? modelName})` : name,
      source,
      ...(label !== undefined && { metadata: { provider: label } }),
      parameters,
      tools,
      messages,
      evaluations,
      textFile,
      identifiedByText: "always",
      modelSource: model.source,
    };
    return [prompt, ...judgeFor(evaluations, models[0]!.parameters, source)];
  });
}
