// The oracle for tools and prompts, and for a project as a whole: what a service must hold at the
// end and which calls lead there, from the rules alone. Imports nothing of engine or sync.
import { type ProjectModel, type PromptModel, speaks, toolsOf } from "./generate-project.ts";
import { type Held, type Thing, under } from "./remote-state.ts";
import { lay } from "./write-project.ts";
import { promptMeaning, toolMeaning } from "./oracle-normal-form.ts";
import { type Family, type Outcome, outcomes } from "./oracle-evaluations.ts";

export interface Options {
  readonly prune: boolean;
  readonly scope: readonly string[];
  readonly evaluationUpdate: boolean;
  readonly evaluationDeleteCascades: boolean;
}

/** A call that writes: `POST tool a`, `PUT prompt id7`, `DELETE tool id1`. */
type NamedCall = string;

export interface Verdict {
  /** Why nothing may be applied: an ambiguous name, or a change of what keeps a second copy. */
  readonly refusals: readonly string[];
  /** The calls for tools and prompts. */
  readonly named: readonly NamedCall[];
  /** What stands for a tool of a prompt, before or after: the defined tool, or just that one. */
  tokenOf(tool: { readonly id: string; readonly name: string }): string;
  /** What every tool and prompt that is there now must mean at the end, by id. */
  readonly stays: ReadonlyMap<string, string>;
  /** What the new tools and prompts must mean. */
  readonly made: readonly string[];
  /** What ends with a prompt, or by itself. */
  readonly gone: ReadonlySet<string>;
  /** For each prompt about whose evaluations a file says something: every end the rules allow. */
  readonly families: readonly (Family & { readonly outcomes: readonly Outcome[] })[];
}

/** What must come of applying a project to what a service holds. */
export function oracle(project: ProjectModel, held: Held, options: Options): Verdict {
  const isReferenced = {
    tool: ({ id }: Thing) => held.prompt.some((each) => each.tools.includes(id)),
    prompt: ({ id }: Thing) => under(held.evaluation, id).length > 0,
  };
  const tools = identify(
    project.tools.map((model) => ({ model, name: String(model.value["name"]) })),
    held.tool,
    (thing) => toolMeaning(thing.body),
    isReferenced.tool,
  );
  const tokenOf = tokens(held, tools);
  const tokensOf = (ids: readonly string[]): string[] => ids.map((id) => tokenOf({ id, name: "" }));
  const prompts = identify(
    project.prompts.map((model) => ({ model, name: model.name })),
    held.prompt,
    (thing) => promptMeaning(thing.body, tokensOf(thing.tools)),
    isReferenced.prompt,
  );
  const gone = pruned(held, prompts, tools, options);
  const wanted = {
    tool: tools.matches.map((each) => ({ ...each, means: toolMeaning(each.model.value) })),
    prompt: prompts.matches.map((each) => ({ ...each, means: wantedPrompt(project, each.model) })),
  };
  const now = (thing: Thing): string =>
    thing.kind === "tool"
      ? toolMeaning(thing.body)
      : promptMeaning(thing.body, tokensOf(thing.tools));
  const all = [...wanted.tool, ...wanted.prompt];
  const stays = new Map(
    [...held.tool, ...held.prompt].filter(({ id }) => !gone.has(id)).map((e) => [e.id, now(e)]),
  );
  const changed = all.filter(({ found, means }) => found && now(found) !== means);
  const inTwo = changed.filter(({ doubles }) => doubles.some(({ id }) => !gone.has(id)));
  for (const { found, means } of changed) stays.set(found!.id, means);
  return {
    refusals: [
      ...[...tools.ambiguous, ...prompts.ambiguous].map((name) => `ambiguous ${name}`),
      ...inTwo.map(({ found }) => `double ${found!.id}`),
    ],
    tokenOf,
    named: [
      ...callsToMake("tool", wanted.tool, changed),
      ...callsToMake("prompt", wanted.prompt, changed),
      ...[...held.tool, ...held.prompt]
        .filter(({ id }) => gone.has(id))
        .map(({ kind, id }) => `DELETE ${kind} ${id}`),
    ],
    stays,
    made: all.filter(({ found }) => !found).map(({ means }) => means),
    gone: withAllBeneath(held, gone),
    families: familiesOf(project, held, prompts.matches, options),
  };
}

interface Match<Model> {
  readonly model: Model;
  readonly name: string;
  readonly found: Thing | undefined;
  readonly doubles: readonly Thing[];
}
interface Identified<Model> {
  readonly matches: readonly Match<Model>[];
  readonly ambiguous: readonly string[];
}

/** By name. Of several equal ones the referenced one, of several or no such the smaller id. */
function identify<Model>(
  wanted: readonly { readonly model: Model; readonly name: string }[],
  held: readonly Thing[],
  meaning: (thing: Thing) => string,
  isReferenced: (thing: Thing) => boolean,
): Identified<Model> {
  const ambiguous: string[] = [];
  const matches = wanted.map(({ model, name }): Match<Model> => {
    const candidates = held.filter((each) => each.body["name"] === name);
    if (new Set(candidates.map(meaning)).size > 1) ambiguous.push(name);
    const found = candidates.find(isReferenced) ?? candidates[0];
    return { model, name, found, doubles: candidates.filter((each) => each !== found) };
  });
  return { matches, ambiguous };
}

/** What a tool's id stands for in a prompt: the defined tool, or just that one. */
function tokens(held: Held, tools: Identified<unknown>): Verdict["tokenOf"] {
  const names = new Map(
    tools.matches.flatMap(({ found, name }) => (found ? [[found.id, `defined ${name}`]] : [])),
  );
  const before = new Set(held.tool.map((each) => each.id));
  return ({ id, name }) => names.get(id) ?? (before.has(id) ? `id ${id}` : `defined ${name}`);
}

function wantedPrompt(project: ProjectModel, prompt: PromptModel): string {
  const tools = toolsOf(project, prompt).map((each) => `defined ${String(each.value["name"])}`);
  return promptMeaning({ name: prompt.name, ...prompt.value }, tools);
}

function callsToMake(
  kind: "tool" | "prompt",
  wanted: readonly { readonly name: string; readonly found: Thing | undefined }[],
  changed: readonly { readonly found: Thing | undefined }[],
): NamedCall[] {
  return wanted.flatMap((each) =>
    !each.found
      ? [`POST ${kind} ${each.name}`]
      : changed.some(({ found }) => found === each.found)
        ? [`PUT ${kind} ${each.found.id}`]
        : [],
  );
}

/** What goes with prune: in scope, and for tools not used by a prompt that stands as it is. */
function pruned(
  held: Held,
  prompts: Identified<unknown>,
  tools: Identified<unknown>,
  { prune, scope }: Options,
): ReadonlySet<string> {
  if (!prune) return new Set();
  const matched = new Set(
    [...prompts.matches, ...tools.matches].flatMap(({ found }) => (found ? [found.id] : [])),
  );
  const goes = ({ kind, id, body }: Thing): boolean =>
    !matched.has(id) && scope.some((each) => fits(each, `${kind}/${String(body["name"])}`));
  const gone = held.prompt.filter(goes);
  const standing = held.prompt.filter((each) => !matched.has(each.id) && !gone.includes(each));
  const used = new Set(standing.flatMap((each) => each.tools));
  const unused = held.tool.filter((each) => goes(each) && !used.has(each.id));
  return new Set([...gone, ...unused].map(({ id }) => id));
}

/** `*` at the end stands for anything. */
function fits(pattern: string, address: string): boolean {
  return pattern.endsWith("*") ? address.startsWith(pattern.slice(0, -1)) : address === pattern;
}

function withAllBeneath(held: Held, gone: ReadonlySet<string>): ReadonlySet<string> {
  const evaluations = held.evaluation.filter((each) => gone.has(each.parent!));
  const beneath = evaluations.flatMap(({ id }) => [
    id,
    ...under(held.assertion, id).map((a) => a.id),
  ]);
  return new Set([...gone, ...beneath]);
}

function familiesOf(
  project: ProjectModel,
  held: Held,
  prompts: readonly Match<PromptModel>[],
  options: Options,
): Verdict["families"] {
  const order = lay(project).evaluations;
  return prompts
    .filter(({ model }) => speaks(model))
    .map(({ model, found }) => {
      const observed = found ? under(held.evaluation, found.id) : [];
      const family: Family = {
        prompt: model.name,
        ...(found && { id: found.id }),
        defined: order.filter((each) => model.evaluations.includes(each)),
        observed: observed.map((each) => ({
          id: each.id,
          own: each.body,
          assertions: under(held.assertion, each.id),
        })),
      };
      return { ...family, outcomes: outcomes(family, options) };
    });
}
