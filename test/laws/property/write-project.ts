// Writes a generated project as YAML files. Which document goes into which file, and in which YAML
// style, depends on the project's `layout` number alone.
import { parseDocument, stringify } from "yaml";
import {
  type EvaluationModel,
  type ProjectModel,
  promptKey,
  type PromptModel,
  toolKey,
  toolsOf,
} from "./generate-project.ts";
import { canonical, type Json, type JsonObject } from "./oracle-normal-form.ts";
import { type RandomInt, seededRandom } from "../../fixtures/seeded-random.ts";

export interface WrittenProject {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The evaluations of all prompts in the order of the files. */
  readonly evaluations: readonly EvaluationModel[];
}

/** A YAML document and the evaluations that it defines, in order. */
interface Document {
  readonly value: JsonObject;
  readonly evaluations: readonly EvaluationModel[];
}

const paths = ["a.yaml", "b/c.yml", "b/é z.yaml"];

/** Writes a project. The same project always gives the same files. */
export function writeProject(project: ProjectModel): WrittenProject {
  const randomInt = seededRandom(project.layout);
  const perFile = paths.map((): Document[] => []);
  for (const document of shuffled(documentsOf(project, randomInt), randomInt))
    perFile[randomInt(1 + (project.layout % paths.length))]!.push(document);
  const evaluations = perFile.flat().flatMap((document) => document.evaluations);
  const files = perFile.map((documents, index) => ({
    path: paths[index]!,
    text: fileText(
      documents.map(({ value }) => value),
      randomInt,
    ),
  }));
  return { files: files.filter(({ text }) => text !== ""), evaluations };
}

/** The project as one file, each document as JSON. */
export function jsonText(project: ProjectModel): string {
  return documentsOf(project, () => 1)
    .map(({ value }) => JSON.stringify(value))
    .join("\n---\n");
}

function shuffled<Item>(items: readonly Item[], randomInt: RandomInt): Item[] {
  return items
    .map((item) => ({ item, at: randomInt(1000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function documentsOf(project: ProjectModel, randomInt: RandomInt): Document[] {
  const tools = project.tools.map((tool) => ({
    value: { kind: "tool", ...keyOf(tool), ...tool.value, ...localFields(randomInt) },
    evaluations: [],
  }));
  return [
    ...tools,
    ...project.prompts.flatMap((prompt) => promptDocuments(project, prompt, randomInt)),
  ];
}

function promptDocuments(
  project: ProjectModel,
  prompt: PromptModel,
  randomInt: RandomInt,
): Document[] {
  const { name, writesEvaluations, evaluations } = prompt;
  const nested = evaluations.filter((evaluation) => !evaluation.separate);
  const tools = toolsOf(project, prompt).map(toolKey);
  const value: JsonObject = {
    kind: "prompt",
    ...keyOf(prompt),
    name,
    ...(tools.length > 0 || randomInt(2) === 0 ? { tools } : {}),
    ...prompt.value,
    ...localFields(randomInt),
    ...(randomInt(3) === 0 && { variables: { x: "what it is", y: null } }),
    ...((writesEvaluations || nested.length > 0) && {
      evaluations: nested.map((evaluation) => evaluationValue(evaluation, randomInt)),
    }),
  };
  const separate = evaluations
    .filter((evaluation) => evaluation.separate)
    .map((evaluation) => ({
      value: {
        kind: "evaluation",
        prompt: promptKey(prompt),
        ...evaluationValue(evaluation, randomInt),
      },
      evaluations: [evaluation],
    }));
  const assertions = evaluations.flatMap((evaluation) => assertionDocuments(prompt, evaluation));
  return [{ value, evaluations: nested }, ...separate, ...assertions];
}

function evaluationValue(
  { name, own, assertions }: EvaluationModel,
  randomInt: RandomInt,
): JsonObject {
  const nested = assertions.filter(({ separate }) => !separate).map(({ value }) => value);
  const isWritten = nested.length > 0 || randomInt(2) === 0;
  return { name, ...own, ...localFields(randomInt), ...(isWritten && { assertions: nested }) };
}

function assertionDocuments(
  prompt: PromptModel,
  { name, assertions }: EvaluationModel,
): Document[] {
  const evaluation = `${promptKey(prompt)}/${name}`;
  return assertions
    .filter(({ separate }) => separate)
    .map(({ value }) => ({ value: { kind: "assertion", evaluation, ...value }, evaluations: [] }));
}

function keyOf({ key }: { readonly key?: string }): JsonObject {
  return key === undefined ? {} : { key };
}

/** Fields that are never sent to the service. */
function localFields(randomInt: RandomInt): JsonObject {
  return randomInt(6) === 0 ? { metadata: { owner: ["us", 1], __note: null } } : {};
}

/** The ways in which a document can be written. */
const styles: ((value: JsonObject) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => `# a note\n${JSON.stringify(value, null, 2)}\n`,
  (value) => stringify(value),
  (value) => stringify(value, { lineWidth: 0, singleQuote: true }),
  (value) => stringify(value, { defaultStringType: "QUOTE_DOUBLE", indent: 4 }),
];

/** Writes each document in a random style. If that does not parse to the same value, as JSON. */
function fileText(documents: readonly JsonObject[], randomInt: RandomInt): string {
  const texts = documents.map((value) => {
    const text = styles[randomInt(styles.length)]!(value);
    return hasValue(text, value) ? text : JSON.stringify(value);
  });
  return texts.join("\n---\n");
}

function hasValue(text: string, value: JsonObject): boolean {
  if (/^(?:\{|# a note\n)/.test(text)) return true; // JSON, which is YAML
  if (text.endsWith("\n\n")) return false; // of a text: the line break before --- would belong to it
  if (text.includes("<<: *")) return false; // promptctl refuses it: it looks like a merge key of YAML 1.1
  const document = parseDocument(text, { version: "1.2", logLevel: "silent" });
  return document.errors.length === 0 && canonical(document.toJS() as Json) === canonical(value);
}
