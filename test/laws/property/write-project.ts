// From the model of a project to YAML files: what stands where, and in which of the ways to write it.
import { parseAllDocuments, stringify } from "yaml";
import {
  type EvaluationModel,
  type ProjectModel,
  promptKey,
  type PromptModel,
  toolKey,
  toolsOf,
} from "./generate-project.ts";
import { canonical, type Json, type JsonObject } from "./oracle-normal-form.ts";
import { type Dice, diceFrom } from "./generate-text.ts";

export interface Laid {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The evaluations of all prompts in the order of the files. */
  readonly evaluations: readonly EvaluationModel[];
}

/** A document and the evaluations that stand in it, in order. */
interface Document {
  readonly value: JsonObject;
  readonly evaluations: readonly EvaluationModel[];
}

const paths = ["a.yaml", "b/c.yml", "b/é z.yaml"];

/** The same files for the same project. */
export function lay(project: ProjectModel): Laid {
  const dice = diceFrom(project.layout);
  const perFile = paths.map((): Document[] => []);
  for (const each of shuffled(documentsOf(project, dice), dice))
    perFile[dice(1 + (project.layout % paths.length))]!.push(each);
  const evaluations = perFile.flat().flatMap((each) => each.evaluations);
  const files = perFile.map((documents, index) => ({
    path: paths[index]!,
    text: fileText(
      documents.map((each) => each.value),
      dice,
    ),
  }));
  return { files: files.filter((each) => each.text !== ""), evaluations };
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  return items
    .map((item) => ({ item, at: dice(1000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function documentsOf(project: ProjectModel, dice: Dice): Document[] {
  const tools = project.tools.map((each) => ({
    value: { kind: "tool", ...keyOf(each), ...each.value, ...local(dice) },
    evaluations: [],
  }));
  return [...tools, ...project.prompts.flatMap((each) => promptDocuments(project, each, dice))];
}

function promptDocuments(project: ProjectModel, prompt: PromptModel, dice: Dice): Document[] {
  const { name, says, evaluations } = prompt;
  const inPlace = evaluations.filter((each) => !each.apart);
  const tools = toolsOf(project, prompt).map(toolKey);
  const value: JsonObject = {
    kind: "prompt",
    ...keyOf(prompt),
    name,
    ...(tools.length > 0 || dice(2) === 0 ? { tools } : {}),
    ...prompt.value,
    ...local(dice),
    ...(dice(3) === 0 && { variables: { x: "what it is", y: null } }),
    ...((says || inPlace.length > 0) && {
      evaluations: inPlace.map((e) => evaluationValue(e, dice)),
    }),
  };
  const apart = evaluations
    .filter((each) => each.apart)
    .map((each) => ({
      value: { kind: "evaluation", prompt: promptKey(prompt), ...evaluationValue(each, dice) },
      evaluations: [each],
    }));
  const assertions = evaluations.flatMap((each) => assertionDocuments(prompt, each));
  return [{ value, evaluations: inPlace }, ...apart, ...assertions];
}

function evaluationValue({ name, own, assertions }: EvaluationModel, dice: Dice): JsonObject {
  const inPlace = assertions.filter((each) => !each.apart).map((each) => each.value);
  const says = inPlace.length > 0 || dice(2) === 0;
  return { name, ...own, ...local(dice), ...(says && { assertions: inPlace }) };
}

function assertionDocuments(
  prompt: PromptModel,
  { name, assertions }: EvaluationModel,
): Document[] {
  const evaluation = `${promptKey(prompt)}/${name}`;
  return assertions
    .filter((each) => each.apart)
    .map(({ value }) => ({ value: { kind: "assertion", evaluation, ...value }, evaluations: [] }));
}

function keyOf({ key }: { readonly key?: string }): JsonObject {
  return key === undefined ? {} : { key };
}

/** What is never sent. */
function local(dice: Dice): JsonObject {
  return dice(6) === 0 ? { metadata: { owner: ["us", 1], __note: null } } : {};
}

const styles: ((value: JsonObject) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => `# a note\n${JSON.stringify(value, null, 2)}\n`,
  (value) => stringify(value),
  (value) => stringify(value, { lineWidth: 0, singleQuote: true }),
  (value) => stringify(value, { defaultStringType: "QUOTE_DOUBLE", indent: 4 }),
];

/** In mixed styles where that reads back exactly, else as JSON. */
function fileText(documents: readonly JsonObject[], dice: Dice): string {
  const joined = (texts: readonly string[]): string => texts.join("\n---\n");
  const mixed = joined(documents.map((each) => styles[dice(styles.length)]!(each)));
  const readBack = parseAllDocuments(mixed, { version: "1.2", logLevel: "silent" });
  // `<<: *a` is refused: it looks like a merge key of YAML 1.1.
  const same =
    !mixed.includes("<<: *") &&
    readBack.length === documents.length &&
    [...readBack].every(
      (each, index) =>
        each.errors.length === 0 && canonical(each.toJS() as Json) === canonical(documents[index]!),
    );
  return same ? mixed : joined(documents.map((each) => JSON.stringify(each)));
}
