// Schemas of tools with which providers refuse every request: errors where a prompt with the tool names a
// model of the provider, warnings where a deployment, a gateway or another server may accept them.
import { memo } from "../model/collections.ts";
import type { Finding } from "../model/diagnostic.ts";
import { isObject, objectOf, toPointer } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import { isExactModel, knownModel } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import type { SchemaRefusal } from "../providers/tool-schema-facts.ts";
import { someOf } from "../text/word-lists.ts";
import type { RuleProject, Subject } from "./rule.ts";
import { type SchemaProblem, schemaProblems } from "../json-schema/tool-schema-problems.ts";

/** Schemas that a provider refuses at its own models, or that the server of a prompt may refuse. */
export function refusedSchemas(subject: Subject, project: RuleProject): Finding[] {
  return refusalsOf(project, subject).flatMap(({ users, problems }) => {
    const { prompts, severity, effect } = affectedBy(users);
    return problems.map(({ path, part, what, hint }) => ({
      code: "refused-tool-schema",
      severity,
      path: ["parameters", ...path],
      ...(part && { part }),
      message: `${users[0]!.provider} refuses ${what}: ${effect}.`,
      hint,
      dependsOn: prompts,
    }));
  });
}

/** Whether `refusedSchemas` has an error about the type at the top. */
export function hasRefusedType(subject: Subject, project: RuleProject): boolean {
  return refusalsOf(project, subject).some(
    ({ refusal, users }) => refusal.form === "otherType" && users.some(({ isExact }) => isExact),
  );
}

/** Whether `refusedSchemas` has a finding for a provider that says the same as a problem of a strict tool. */
export function isRefusedAnyway(
  { path, what }: SchemaProblem,
  provider: string,
  refusals: readonly RefusedSchema[],
): boolean {
  return refusals.some(
    ({ refusal, users, problems }) =>
      users.some((user) => user.provider === provider) &&
      problems.some(
        (each) =>
          toPointer(each.path) === toPointer(path) &&
          (refusal.form !== "pattern" || each.what === what), // a pattern can have several problems
      ),
  );
}

/** A model that prompts with a tool name. */
interface Model {
  /** The name of its provider in messages. */
  readonly provider: string;
  readonly model: string;
  /** Whether its requests go to the provider, to a model that is known. */
  readonly isExact: boolean;
  /** What is refused for it. */
  readonly refusals: readonly SchemaRefusal[];
}

interface User extends Model {
  readonly prompt: Address;
}

/** The prompts with a tool, by its address. */
const usersOf = memo((project: RuleProject): ReadonlyMap<Address, readonly User[]> => {
  const users = new Map<Address, User[]>();
  const modelOf = memo((provider: unknown) => memo((name: unknown) => model(provider, name)));
  const model = (provider: unknown, name: unknown): Model =>
    readModel(provider, String(name), project.customProviders);
  for (const prompt of project.all("prompt"))
    for (const tool of project.references(prompt)) {
      const { provider, name } = objectOf(prompt.definition.spec["parameters"]);
      const user = { ...modelOf(provider)(name), prompt: prompt.definition.address };
      const others = users.get(tool);
      if (others) others.push(user);
      else users.set(tool, [user]);
    }
  return users;
}, new WeakMap());

function readModel(provider: unknown, model: string, customProviders: readonly string[]): Model {
  const { name = "", toolSchemas = [] } = factsOf(provider) ?? {};
  const known = knownModel(provider, model);
  return {
    provider: name,
    model,
    isExact: isExactModel(provider, model) && !customProviders.includes(String(provider)),
    refusals: toolSchemas.filter(({ models }) => models?.test(known) !== false),
  };
}

/** What is refused of a schema, and the prompts for which it is. */
export interface RefusedSchema {
  readonly refusal: SchemaRefusal;
  readonly users: readonly User[];
  readonly problems: readonly SchemaProblem[];
}

const none: readonly RefusedSchema[] = [];

/** What providers refuse of the schema of a tool, for the prompts that have it. */
export function refusalsOf(project: RuleProject, subject: Subject): readonly RefusedSchema[] {
  const users = usersOf(project).get(subject.definition.address);
  return users ? findRefused(users)(subject) : none;
}

/** Computed once for all rules. */
const findRefused = memo(
  (users: readonly User[]) =>
    memo(({ definition: { spec } }: Subject): readonly RefusedSchema[] => {
      const { parameters } = spec;
      if (!isObject(parameters)) return none;
      return [...new Set(users.flatMap(({ refusals }) => refusals))].flatMap((refusal) => {
        const problems = schemaProblems(refusal, parameters);
        if (problems.length === 0) return none;
        const own = users.filter(({ refusals }) => refusals.includes(refusal));
        return [{ refusal, users: own, problems }];
      });
    }),
  new WeakMap(),
);

interface Affected {
  readonly prompts: readonly Address[];
  readonly severity: "error" | "warning";
  /** What happens to the prompts, for the end of messages. */
  readonly effect: string;
}

const mostNamed = 3;

/** What happens to prompts with a refused schema: to those at the provider itself, or to all if none is. */
export function affectedBy(users: readonly Pick<User, "prompt" | "model" | "isExact">[]): Affected {
  const sure = users.filter(({ isExact }) => isExact);
  const prompts = (sure.length > 0 ? sure : users).map(({ prompt }) => prompt);
  const names = someOf(prompts, mostNamed);
  if (sure.length > 0) return { prompts, severity: "error", effect: `every run of ${names} fails` };
  const models = someOf([...new Set(users.map(({ model }) => model))], mostNamed);
  const effect = `runs of ${names} fail unless the server of ${models} accepts it`;
  return { prompts, severity: "warning", effect };
}
