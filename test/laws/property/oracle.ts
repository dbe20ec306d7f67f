// The oracle: a second, slow implementation of the rules of plan and apply. From a project, a remote
// state and the options it computes which calls are needed and which end states are allowed.
// It imports nothing of src/engine or src/sync. Evaluations: oracle-evaluations.ts.
import {
  definesEvaluations,
  type ProjectModel,
  type PromptModel,
  toolsOf,
} from "./generate-project.ts";
import {
  type AllowedOutcome,
  allowedOutcomes,
  type EvaluationGroup,
} from "./oracle-evaluations.ts";
import { canonicalPrompt, canonicalTool } from "./oracle-normal-form.ts";
import { hasSimilarName } from "./oracle-similar-names.ts";
import { childrenOf, type RemoteResource, type RemoteState, withChildren } from "./remote-state.ts";
import { writeProject } from "./write-project.ts";

/** The settings of a project that the rules depend on. */
export interface Options {
  readonly prune: boolean;
  readonly scope: readonly string[];
  readonly evaluationUpdate: boolean;
  readonly evaluationDeleteCascades: boolean;
}

/** A call that writes a tool or prompt: `POST tool a`, `PUT prompt id7`, `DELETE tool id1`. */
type NamedCall = string;

/**
 * What the rules demand. Resources are compared by canonical text (oracle-normal-form.ts), in which
 * tokens take the place of the ids of tools.
 */
export interface ExpectedResult {
  /** Why apply must be refused: an ambiguous name, or a change of a resource with a duplicate. */
  readonly refusals: readonly string[];
  /** The calls for tools and prompts. */
  readonly namedCalls: readonly NamedCall[];
  /** The token of a prompt's tool: the same for the defined tool before and after apply. */
  tokenOf(tool: { readonly id: string; readonly name: string }): string;
  /** The canonical text at the end of each tool and prompt that exists now and remains, by id. */
  readonly remaining: ReadonlyMap<string, string>;
  /** The canonical texts of the tools and prompts that apply creates. */
  readonly created: readonly string[];
  /** The ids of the resources that prune deletes, children included. */
  readonly deleted: ReadonlySet<string>;
  /** The evaluations of each prompt that has definitions of evaluations, with the allowed outcomes. */
  readonly evaluationGroups: readonly (EvaluationGroup & {
    readonly outcomes: readonly AllowedOutcome[];
  })[];
}

/**
 * Computes what applying a project to a remote state must result in. `past`: the project in the commits
 * of its history, HEAD first.
 */
export function expectedResult(
  project: ProjectModel,
  state: RemoteState,
  options: Options,
  past: readonly ProjectModel[],
): ExpectedResult {
  const tools = matchByName(
    project.tools.map((model) => ({
      model,
      name: String(model.value["name"]),
      text: canonicalTool(model.value),
    })),
    state.tool,
    {
      textOf: (tool) => canonicalTool(tool.body),
      isInUse: ({ id }) => state.prompt.some((prompt) => prompt.tools.includes(id)),
    },
  );
  const tokenOf = toolTokens(state, tools);
  const duplicateTokens = new Map(
    tools.matches.flatMap(({ name, duplicates }) =>
      duplicates.map(({ id }) => [id, `defined ${name}`] as const),
    ),
  );
  const current = ({ kind, body, tools }: RemoteResource): string => {
    if (kind === "tool") return canonicalTool(body);
    const tokens = tools.map((id) => tokenOf({ id, name: "" }));
    return canonicalPrompt(body, tokens);
  };
  const prompts = matchByName(
    project.prompts.map((model) => ({
      model,
      name: model.name,
      text: desiredPrompt(project, model),
    })),
    state.prompt,
    {
      textOf: current,
      textWithoutDuplicates: ({ body, tools: ids }) =>
        canonicalPrompt(
          body,
          ids.map((id) => duplicateTokens.get(id) ?? tokenOf({ id, name: "" })),
        ),
      isInUse: ({ id }) => childrenOf(state.evaluation, id).length > 0,
    },
  );
  const deleted = prunedResources(state, prompts, tools, options);
  const desired = {
    tool: tools.matches.map((match) => ({ ...match, text: canonicalTool(match.model.value) })),
    prompt: prompts.matches.map((match) => ({
      ...match,
      text: desiredPrompt(project, match.model),
    })),
  };
  const all = [...desired.tool, ...desired.prompt];
  const named = [...state.tool, ...state.prompt];
  const changed = all.filter(({ remote, text }) => remote && current(remote) !== text);
  const remaining = new Map(
    named.filter(({ id }) => !deleted.has(id)).map((resource) => [resource.id, current(resource)]),
  );
  for (const { remote, text } of changed) remaining.set(remote!.id, text);
  const changedWithDuplicate = changed.filter(({ duplicates }) =>
    duplicates.some(({ id }) => !deleted.has(id)),
  );
  return {
    refusals: [
      ...[...tools.ambiguous, ...prompts.ambiguous].map((name) => `ambiguous ${name}`),
      ...[...tools.similar, ...prompts.similar].map((name) => `similar ${name}`),
      ...changedWithDuplicate.map(({ remote }) => `duplicate of ${remote!.id}`),
    ],
    tokenOf,
    namedCalls: [
      ...writeCalls("tool", desired.tool, changed),
      ...writeCalls("prompt", desired.prompt, changed),
      ...named.filter(({ id }) => deleted.has(id)).map(({ kind, id }) => `DELETE ${kind} ${id}`),
    ],
    remaining,
    created: all.filter(({ remote }) => !remote).map(({ text }) => text),
    deleted: deletedWithChildren(state, deleted),
    evaluationGroups: evaluationGroupsOf({ project, past, state, options }, prompts.matches),
  };
}

/** A definition, the remote resource that it is matched with, and the duplicates of that one. */
interface Match<Model> {
  readonly model: Model;
  readonly name: string;
  readonly remote: RemoteResource | undefined;
  readonly duplicates: readonly RemoteResource[];
}
interface Matches<Model> {
  readonly matches: readonly Match<Model>[];
  /** Names that several resources with different contents have. */
  readonly ambiguous: readonly string[];
  /** Names of definitions without a resource that another resource has in another spelling. */
  readonly similar: readonly string[];
}

interface Comparison {
  textOf(resource: RemoteResource): string;
  /** Equal for resources that differ only in which duplicates they refer to; default: `textOf`. */
  textWithoutDuplicates?(resource: RemoteResource): string;
  isInUse(resource: RemoteResource): boolean;
}

/**
 * Matches by name. Of several equal resources one that is in use is matched, if there is any; of
 * these, one that equals the definition; of these, the one with the smallest id.
 */
function matchByName<Model>(
  definitions: readonly { readonly model: Model; readonly name: string; readonly text: string }[],
  resources: readonly RemoteResource[],
  { textOf, textWithoutDuplicates = textOf, isInUse }: Comparison,
): Matches<Model> {
  const ambiguous: string[] = [];
  const matches = definitions.map(({ model, name, text }): Match<Model> => {
    const candidates = resources.filter(({ body }) => body["name"] === name);
    if (new Set(candidates.map(textWithoutDuplicates)).size > 1) ambiguous.push(name);
    const used = candidates.filter(isInUse);
    const pool = used.length > 0 ? used : candidates;
    const remote = pool.find((each) => textOf(each) === text) ?? pool[0];
    return { model, name, remote, duplicates: candidates.filter((other) => other !== remote) };
  });
  const matched = new Set(matches.map(({ remote }) => remote));
  const named = resources.map((resource) => ({
    name: String(resource.body["name"]),
    text: textOf(resource),
    isUsed: isInUse(resource),
    isMatched: matched.has(resource),
  }));
  const unmatched = named.filter(({ isMatched }) => !isMatched);
  const allNames = named.map(({ name }) => name);
  const similar = definitions
    .filter((each, index) => !matches[index]!.remote && hasSimilarName(each, unmatched, allNames))
    .map(({ name }) => name);
  return { matches, ambiguous, similar };
}

/** `defined <name>` for matched tools and for tools created by apply, `id <id>` for all others. */
function toolTokens(state: RemoteState, tools: Matches<unknown>): ExpectedResult["tokenOf"] {
  const matched = new Map(
    tools.matches.flatMap(({ remote, name }) => (remote ? [[remote.id, `defined ${name}`]] : [])),
  );
  const before = new Set(state.tool.map(({ id }) => id));
  return ({ id, name }) => matched.get(id) ?? (before.has(id) ? `id ${id}` : `defined ${name}`);
}

function desiredPrompt(project: ProjectModel, prompt: PromptModel): string {
  const tools = toolsOf(project, prompt).map(({ value }) => `defined ${String(value["name"])}`);
  return canonicalPrompt({ name: prompt.name, ...prompt.value }, tools);
}

function writeCalls(
  kind: "tool" | "prompt",
  desired: readonly { readonly name: string; readonly remote: RemoteResource | undefined }[],
  changed: readonly { readonly remote: RemoteResource | undefined }[],
): NamedCall[] {
  return desired.flatMap(({ name, remote }) => {
    if (!remote) return [`POST ${kind} ${name}`];
    return changed.some((change) => change.remote === remote) ? [`PUT ${kind} ${remote.id}`] : [];
  });
}

/**
 * The ids of the tools and prompts that prune deletes: those without a definition in the scope,
 * except tools that are used by a prompt that has no definition and is not deleted.
 */
function prunedResources(
  state: RemoteState,
  prompts: Matches<unknown>,
  tools: Matches<unknown>,
  { prune, scope }: Options,
): ReadonlySet<string> {
  if (!prune) return new Set();
  const matched = new Set(
    [...prompts.matches, ...tools.matches].flatMap(({ remote }) => (remote ? [remote.id] : [])),
  );
  const isPrunable = ({ kind, id, body }: RemoteResource): boolean =>
    !matched.has(id) &&
    scope.some((pattern) => isInScope(pattern, `${kind}/${String(body["name"])}`));
  const prunedPrompts = state.prompt.filter(isPrunable);
  const unchangedPrompts = state.prompt.filter(
    (prompt) => !matched.has(prompt.id) && !prunedPrompts.includes(prompt),
  );
  const usedTools = new Set(unchangedPrompts.flatMap((prompt) => prompt.tools));
  const prunedTools = state.tool.filter((tool) => isPrunable(tool) && !usedTools.has(tool.id));
  return new Set([...prunedPrompts, ...prunedTools].map(({ id }) => id));
}

/** True if the address matches the pattern. `*` at its end matches any text. */
function isInScope(pattern: string, address: string): boolean {
  return pattern.endsWith("*") ? address.startsWith(pattern.slice(0, -1)) : address === pattern;
}

function deletedWithChildren(
  state: RemoteState,
  deleted: ReadonlySet<string>,
): ReadonlySet<string> {
  const prompts = state.prompt.filter(({ id }) => deleted.has(id));
  return new Set([...deleted, ...withChildren(state, prompts).map(({ id }) => id)]);
}

/** What the groups are made of. */
interface GroupSources {
  readonly project: ProjectModel;
  readonly past: readonly ProjectModel[];
  readonly state: RemoteState;
  readonly options: Options;
}

function evaluationGroupsOf(
  { project, past, state, options }: GroupSources,
  prompts: readonly Match<PromptModel>[],
): ExpectedResult["evaluationGroups"] {
  const fileOrder = writeProject(project).evaluations;
  return prompts
    .filter(({ model }) => definesEvaluations(model))
    .map(({ model, remote }) => {
      const observed = remote ? childrenOf(state.evaluation, remote.id) : [];
      const group: EvaluationGroup = {
        prompt: model.name,
        ...(remote && { id: remote.id }),
        defined: fileOrder.filter((evaluation) => model.evaluations.includes(evaluation)),
        observed: observed.map(({ id, body }) => ({
          id,
          own: body,
          assertions: childrenOf(state.assertion, id),
        })),
        past: past.map(({ prompts }) =>
          prompts.filter(({ name }) => name === model.name).flatMap((each) => each.evaluations),
        ),
      };
      const address = `prompt/${model.name}`;
      const inScope = options.scope.some((pattern) => isInScope(pattern, address));
      return { ...group, outcomes: allowedOutcomes(group, { ...options, inScope }) };
    });
}
