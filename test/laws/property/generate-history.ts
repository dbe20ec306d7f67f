// Generated histories of a project: what its definitions of evaluations were in earlier commits. The
// other definitions are the same in all commits.
import * as fc from "fast-check";
import { historyOf, ownHistory } from "../../fixtures/history.ts";
import type { FamilyQuery } from "../../../src/engine/history/project-history.ts";
import type { HistoryReader } from "../../../src/sync/plan/read-history.ts";
import {
  type AssertionModel,
  type EvaluationModel,
  type ProjectModel,
  promptKey,
  type PromptModel,
} from "./generate-project.ts";
import { jsonText } from "./write-project.ts";

/** The differences from each commit to the next newer one, HEAD first; those of HEAD to the files. */
export type HistoryModel = readonly (readonly Edit[])[];

/** `prompt`, `evaluation` and `content` choose what is changed, modulo the number of candidates. */
interface Edit {
  readonly type: "content" | "content of all" | "undefined" | "promptKey";
  readonly prompt: number;
  readonly evaluation: number;
  readonly content: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  type: fc.constantFrom(
    ...(["content", "content", "content", "content of all", "content of all"] as const),
    ...(["undefined", "promptKey"] as const),
  ),
  prompt: fc.nat(2),
  evaluation: fc.nat(3),
  content: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7),
});

/** One in six projects has no history; the definitions of one in three are not committed as they are. */
export const history: fc.Arbitrary<HistoryModel> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(edit, { minLength: 1, maxLength: 3, size: "max" }) },
        ),
        fc.array(fc.array(edit, { minLength: 1, maxLength: 4, size: "max" }), {
          minLength: 1,
          maxLength: 3,
          size: "max",
        }),
      )
      .map(([head, older]) => [head, ...older]),
  },
);

/** What an evaluation contains. */
type Content = Pick<EvaluationModel, "own" | "assertions">;

/** Contents that no generated project has, and that are similar to nothing. */
const earlierContents: readonly Content[] = ["1", "2"].map((text) => {
  const value = { type: "EXACT_MATCH", targetValue: `earlier ${text}` };
  return {
    own: { variables: { earlier: text }, appendedMessages: [{ role: "user", content: text }] },
    assertions: [{ value, separate: false } satisfies AssertionModel],
  };
});
const emptyContents: readonly Content[] = [
  { own: {}, assertions: [] },
  { own: { weight: 0.5 }, assertions: [] },
];

/** The project in each commit, HEAD first. Edits take contents from the donor too. */
export function pastProjects(
  project: ProjectModel,
  donor: ProjectModel,
  commits: HistoryModel,
): readonly ProjectModel[] {
  const evaluations = [donor, project].flatMap(({ prompts }) =>
    prompts.flatMap((prompt) => prompt.evaluations),
  );
  const contents = [...earlierContents, ...emptyContents, ...evaluations];
  let state = project;
  return commits.map((edits) => {
    for (const each of edits) state = edited(state, each, contents);
    return state;
  });
}

function edited(project: ProjectModel, edit: Edit, contents: readonly Content[]): ProjectModel {
  const { prompts } = project;
  const index = edit.prompt % Math.max(prompts.length, 1);
  const changed = prompts.map((prompt, at) =>
    at === index ? editedPrompt(prompt, edit, contents) : prompt,
  );
  return { ...project, prompts: changed };
}

function editedPrompt(
  prompt: PromptModel,
  { type, evaluation, content }: Edit,
  contents: readonly Content[],
): PromptModel {
  if (type === "promptKey") return { ...prompt, key: `earlier ${promptKey(prompt)}` };
  const { own, assertions } = contents[content % contents.length]!;
  const { evaluations } = prompt;
  // One more than there are: a definition that was removed since.
  const index = evaluation % (evaluations.length + 1);
  if (type === "undefined")
    return { ...prompt, evaluations: evaluations.filter((_, at) => at !== index) };
  const all = withRemoved(evaluations, index);
  const isChanged = (at: number): boolean => at === index || type === "content of all";
  return {
    ...prompt,
    evaluations: all.map((each, at) => (isChanged(at) ? { ...each, own, assertions } : each)),
  };
}

function withRemoved(
  evaluations: readonly EvaluationModel[],
  index: number,
): readonly EvaluationModel[] {
  if (index < evaluations.length) return evaluations;
  const removed = { name: `removed ${index}`, own: {}, separate: false, assertions: [] };
  return evaluations.some(({ name }) => name === removed.name)
    ? evaluations
    : [...evaluations, removed];
}

/**
 * Reads these commits. An older one defined all that prune asks for, the evaluations as definitions
 * that were removed since; without commits, HEAD defines nothing.
 */
export function historyReader(past: readonly ProjectModel[]): HistoryReader {
  const reader = historyOf({ line: past.map(jsonText) });
  return {
    ...reader,
    at: ownHistory.at,
    read: async (queries, comparison, files) => {
      const removed = await ownHistory.read(queries.map(asRemoved), comparison, files);
      if (past.length === 0) return removed;
      const history = await reader.read(queries, comparison, files);
      return { ...history, commits: [...history.commits, ...removed.commits.slice(1)] };
    },
  };
}

/** The query without the definitions that evaluations belong to. */
function asRemoved({ wanted, ...family }: FamilyQuery): FamilyQuery {
  const withoutOwner = wanted.map(({ address, ...rest }) =>
    address === undefined || rest.row.kind === "evaluation" ? rest : { ...rest, address },
  );
  return { ...family, wanted: withoutOwner };
}
