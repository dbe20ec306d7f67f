// Imported prompts whose texts the project has already: they are not written again, and their
// evaluations go to the prompts of the project.
import { yamlText } from "../../engine/edit/yaml-writer.ts";
import {
  type TestDefinitions,
  testDefinitions,
} from "../../engine/evaluate/cases/test-definitions.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { canonicalJson, type JsonObject, objectsIn, withoutKeys } from "../../engine/model/json.ts";
import type { Kind, Kinds } from "../../engine/model/kind.ts";
import { type Address, addressOf, type Definition, nameOf } from "../../engine/model/resource.ts";
import { canonicalForm } from "../../engine/normalize/normalize.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import { adjustedName } from "../../importers/convert/assertions.ts";
import { type ImportedDefinition, promptContent } from "../../importers/convert/definitions.ts";
import type { ImportedPrompt } from "../../importers/convert/imported.ts";
import { textKey } from "../../importers/convert/same-texts.ts";
import { stoppedCases } from "../../importers/convert/sent-fields.ts";
import type { LeftField, SourceNode } from "../../importers/convert/source-node.ts";
import { loadFiles, type Project } from "../load/load.ts";

/** What of an import the project has already. */
export interface ExistingPrompts {
  /** The imported prompts whose texts the project does not have. */
  readonly others: readonly ImportedPrompt[];
  /** The prompts of the project that have the texts of the others. */
  readonly same: readonly Address[];
  /** Evaluations for these prompts, each a document of its own. */
  readonly evaluations: readonly ImportedDefinition[];
  /** Models that prompts of the project do not take from the import. */
  readonly left: readonly LeftField[];
  /** What the user must know, in sentences. */
  readonly notes: readonly string[];
}

interface ImportTables {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
}

/** Finds the prompts of the project with the texts of imported ones, by any name. */
export async function findExistingPrompts(
  project: Project,
  prompts: readonly ImportedPrompt[],
  tables: ImportTables,
): Promise<ExistingPrompts> {
  const own = testDefinitions(tables.kinds, project.definitions);
  const byText = groupBy(
    own.prompts.filter(({ external }) => !external),
    ({ spec }) => textKey(spec["messages"]),
  );
  const imported = await normalized(tables, own.kinds.prompt, prompts.filter(isByText));
  const targets = new Map<ImportedPrompt, readonly Definition[]>();
  for (const [prompt, { definition }] of imported) {
    const same = byText.get(textKey(definition.spec["messages"])) ?? [];
    if (same.length > 0) targets.set(prompt, nearestOf(same, prompt, definition));
  }
  const takers = [...new Set([...targets.values()].flat())].map((target) => {
    const given = [...targets].filter(([, all]) => all.includes(target)).map(([each]) => each);
    return { target, given };
  });
  const taken = takers.map(({ target, given }) => {
    const evaluations = newEvaluations(
      own,
      target,
      given.map((each) => imported.get(each)!),
    );
    return { target, given, evaluations };
  });
  return {
    others: prompts.filter((each) => !targets.has(each)),
    same: takers.map(({ target }) => target.address),
    evaluations: taken.flatMap(({ evaluations }) => evaluations),
    left: modelsLeft(targets, imported),
    notes: taken.flatMap(notesOf),
  };

  function isByText({ identifiedByText, name }: ImportedPrompt): boolean {
    const isNamed = project.sources.has(addressOf(own.kinds.prompt.kind, name));
    return identifiedByText === "always" || (identifiedByText === "unless-named" && !isNamed);
  }
}

/** An imported prompt in normal form. */
interface NormalPrompt {
  readonly prompt: ImportedPrompt;
  readonly definition: Definition;
  readonly all: TestDefinitions;
}

async function normalized(
  { kinds, schemas }: ImportTables,
  { kind }: Kind,
  prompts: readonly ImportedPrompt[],
): Promise<ReadonlyMap<ImportedPrompt, NormalPrompt>> {
  const files = prompts.map((prompt, index) => ({
    path: `${index}.yaml`,
    text: yamlText({ kind, name: String(index), ...promptContent(prompt, []) }),
  }));
  const loaded = await loadFiles(kinds, schemas, {
    read: async () => ({ files, diagnostics: [] }),
    readIncluded: ({ file }) => ({ problem: `There is no file ${file}.` }),
  });
  const all = testDefinitions(kinds, loaded.definitions);
  return new Map(
    prompts.flatMap((prompt, index) => {
      const definition = all.find(addressOf(all.kinds.prompt.kind, index));
      return definition ? [[prompt, { prompt, definition, all }] as const] : [];
    }),
  );
}

/** Of prompts with the same texts, the one of the name, else those with the same model, else all. */
function nearestOf(
  same: readonly Definition[],
  { name }: ImportedPrompt,
  { spec }: Definition,
): readonly Definition[] {
  const named = same.filter((each) => each.name === name);
  const ofModel = same.filter((each) => modelIn(each.spec) === modelIn(spec));
  return [named, ofModel].find((each) => each.length > 0) ?? same;
}

function modelIn({ parameters }: JsonObject): string {
  const { provider, name } = parameters as JsonObject;
  return canonicalJson([provider!, name!]);
}

/** The evaluations that a prompt of the project does not have, by their content. */
function newEvaluations(
  own: TestDefinitions,
  target: Definition,
  given: readonly NormalPrompt[],
): ImportedDefinition[] {
  const { kind, parent } = own.kinds.evaluation;
  const existing = own.childrenOf(target);
  const known = new Set(existing.map((each) => contentOf(own, each)));
  const existingNames = new Set(existing.map(ownName));
  const names = new Set(existingNames);
  return given.flatMap(({ prompt, definition, all }) => {
    const byName = new Map(prompt.evaluations.map((each) => [String(each["name"]), each]));
    return all.childrenOf(definition).flatMap((each): ImportedDefinition[] => {
      const content = contentOf(all, each);
      if (known.has(content)) return [];
      known.add(content);
      const name = adjustedName(ownName(each), names, existingNames);
      names.add(name);
      const fields = withoutKeys(byName.get(ownName(each))!, ["name"]);
      const document = { kind, [parent!.field]: nameOf(target.address), name, ...fields };
      return [{ document, prompt, parent: nameOf(target.address) }];
    });
  });
}

function ownName({ address, parent }: Definition): string {
  return nameOf(address).slice(nameOf(parent!).length + 1);
}

/** The content of an evaluation and its children. What it is called does not matter. */
function contentOf(all: TestDefinitions, definition: Definition): string {
  const { name: _name, ...content } = canonicalForm(definition.row.shape, definition.spec);
  const children = all.childrenOf(definition).map((each) => contentOf(all, each));
  return canonicalJson([content, children]);
}

/** The models and settings that prompts of the project do not have, with these prompts. */
function modelsLeft(
  targets: ReadonlyMap<ImportedPrompt, readonly Definition[]>,
  imported: ReadonlyMap<ImportedPrompt, NormalPrompt>,
): LeftField[] {
  const left = new Map<SourceNode, Set<Address>>();
  for (const [prompt, all] of targets) {
    const { modelSource, tools } = prompt;
    const { spec } = imported.get(prompt)!.definition;
    const settings = canonicalJson([spec["parameters"]!, tools.map(({ name }) => name)]);
    const others = all.filter((each) => settingsIn(each.spec) !== settings);
    if (!modelSource || others.length < all.length) continue;
    const addresses = left.get(modelSource) ?? new Set();
    for (const { address } of others) addresses.add(address);
    left.set(modelSource, addresses);
  }
  return [...left].map(([{ path, record }, addresses]) => ({
    source: record.source,
    path,
    reason: `The project has its prompts with another model or other settings: ${someOf([...addresses].sort())}.`,
  }));
}

function settingsIn({ parameters, tools = [] }: JsonObject): string {
  return canonicalJson([parameters!, (tools as Address[]).map(nameOf)]);
}

interface TakenPrompts {
  readonly target: Definition;
  readonly given: readonly ImportedPrompt[];
  readonly evaluations: readonly ImportedDefinition[];
}

function notesOf({ target, given, evaluations }: TakenPrompts): string[] {
  const { address, name, spec } = target;
  const others = [...new Set(given.map((each) => each.name))].filter((each) => each !== name);
  const rolesIn = (messages: JsonObject[]): string => messages.map(({ role }) => role).join();
  const roles = rolesIn(objectsIn(spec["messages"]));
  const keepsRoles = given.some(({ messages }) => rolesIn([...messages]) !== roles);
  const role = keepsRoles ? " The roles of its messages stay." : "";
  const stopped = stoppedCases({
    ...spec,
    evaluations: evaluations.map(({ document }) => document),
  });
  return [
    ...(others.length > 0 ? [`${address} has the text of ${someOf(others)}.${role}`] : []),
    ...(stopped === undefined ? [] : [`${address}: ${stopped}`]),
  ];
}
