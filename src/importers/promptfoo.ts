// Configurations of promptfoo: prompts, for each model that runs them, with the tests.
import { memo } from "../engine/model/collections.ts";
import { isObject, type JsonObject } from "../engine/model/json.ts";
import { leaveUnused } from "./case-values.ts";
import { collect, partsOf } from "./collect.ts";
import type { Importer, ImportedPrompt } from "./imported.ts";
import { textsOf } from "./messages.ts";
import { modelsOf, type PromptfooModel } from "./promptfoo-models.ts";
import { type PromptfooPrompt, promptsIn } from "./promptfoo-prompts.ts";
import { casesOf, type PromptfooFiles, promptEvaluations } from "./promptfoo-tests.ts";
import { at, fieldsOf, isCarried, itemsOf, leave, rootOf, type SourceNode } from "./source-node.ts";

/** Reads configurations. Each entry of `prompts` becomes a prompt for each model. */
export const importPromptfoo: Importer = (documents, { readReferred, model }) => {
  const roots = documents.map(rootOf);
  const files: PromptfooFiles = { readReferred, roots };
  const configs = roots.flatMap(partsOf);
  const casesIn = memo((config: SourceNode) => casesOf(config, files));
  const modelsIn = memo((config: SourceNode) => modelsOf(config, files, model));
  const configOf = new Map(
    configs.flatMap((config) => entriesOf(config).map((entry) => [entry, config] as const)),
  );
  const imported = new Set<SourceNode>();
  const read = (entry: SourceNode): ImportedPrompt[] => {
    const config = configOf.get(entry)!;
    const prompts = promptsIn(entry, config, files);
    const models = modelsIn(config);
    imported.add(config);
    return prompts.flatMap((prompt) => {
      const evaluations = promptEvaluations(casesIn(config), textsOf(prompt.messages));
      return promptsFor(prompt, models, evaluations);
    });
  };
  const finish = (): void => {
    for (const { values } of [...imported].flatMap(casesIn))
      for (const { node } of values) if (!isCarried(node)) leaveUnused(node);
    for (const config of configs.filter((each) => !imported.has(each)))
      for (const [key, field] of fieldsOf(config))
        if (key !== "prompts") leave(field, "None of the prompts is imported.");
  };
  return collect(roots, [...configOf.keys()], read, finish);
};

/**
 * The entries of `prompts`: a list, or an object of paths and labels. A configuration without
 * prompts is one entry, which is refused.
 */
function entriesOf(config: SourceNode): SourceNode[] {
  const prompts = at(config, "prompts");
  if (Array.isArray(prompts.value)) return itemsOf(prompts);
  if (isObject(prompts.value)) return fieldsOf(prompts).map(([, entry]) => entry);
  return prompts.value === undefined ? [config] : [prompts];
}

/** The prompt for each model. If there are several, its name ends with that of the model. */
function promptsFor(
  { name, label: own, source, messages }: PromptfooPrompt,
  all: readonly PromptfooModel[],
  evaluations: readonly JsonObject[],
): ImportedPrompt[] {
  const models = all.filter(({ prompts }) => !prompts || prompts.includes(own ?? ""));
  return models.map(({ name: model, label, parameters, tools }) => ({
    name: models.length > 1 ? `${name} (${label ?? model})` : name,
    source,
    ...(label !== undefined && { metadata: { provider: label } }),
    parameters,
    tools,
    messages,
    evaluations,
  }));
}
