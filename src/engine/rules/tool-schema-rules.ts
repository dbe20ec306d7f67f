// Schemas of tools with which providers refuse every request: errors where a prompt with the tool names a
// model of the provider, warnings where a deployment, a gateway or another server may accept them.
import { groupBy, memo } from "../model/collections.ts";
import type { Finding } from "../model/diagnostic.ts";
import { isObject, type JsonObject, objectOf, type Path } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import { factsOf, isExactModel, knownModel } from "../providers/known-models.ts";
import type { SchemaForm, SchemaRefusal } from "../providers/tool-schema-facts.ts";
import { someOf } from "../text/word-lists.ts";
import type { RuleProject, Subject } from "./rule.ts";
import { type Subschema, subschemas } from "./subschemas.ts";

/** Schemas that a provider refuses at its own models. */
export function refusedSchemas(subject: Subject, project: RuleProject): Finding[] {
  return findingsOf(subject, project, (users) => {
    const sure = users.filter(({ isExact }) => isExact);
    return sure.length === 0 ? undefined : [sure, `every run of ${namesOf(sure)} fails`];
  });
}

/** Schemas that the server of a prompt may refuse, and that no own model of the provider is called with. */
export function doubtfulSchemas(subject: Subject, project: RuleProject): Finding[] {
  return findingsOf(subject, project, (users) => {
    if (users.some(({ isExact }) => isExact)) return undefined;
    const models = someOf([...new Set(users.map(({ model }) => model))], mostNamed);
    return [users, `runs of ${namesOf(users)} fail unless the server of ${models} accepts it`];
  });
}

/** Whether `refusedSchemas` has an error about the type at the top. */
export function hasRefusedType({ definition }: Subject, project: RuleProject): boolean {
  const uses = usesOf(project).get(definition.address) ?? [];
  return uses.some(({ refusal, isExact }) => refusal.form === "otherType" && isExact);
}

/** A prompt whose provider refuses a form of schemas. */
interface Use {
  readonly refusal: SchemaRefusal;
  readonly prompt: Address;
  /** The name of its provider in messages. */
  readonly provider: string;
  readonly model: string;
  /** Whether its requests go to the provider, to a model that is known. */
  readonly isExact: boolean;
}

/** What the providers of the prompts with a tool refuse, by the address of the tool. */
const usesOf = memo((project: RuleProject): ReadonlyMap<Address, readonly Use[]> => {
  const pairs = project
    .all("prompt")
    .flatMap((prompt) =>
      refusalsAt(prompt, project).flatMap((use) =>
        project.references(prompt).map((tool) => ({ tool, use })),
      ),
    );
  const byTool = groupBy(pairs, ({ tool }) => tool);
  return new Map([...byTool].map(([tool, uses]) => [tool, uses.map(({ use }) => use)]));
}, new WeakMap());

function refusalsAt({ definition }: Subject, { customProviders }: RuleProject): Use[] {
  const { provider, name } = objectOf(definition.spec["parameters"]);
  const facts = factsOf(provider);
  if (!facts || typeof name !== "string") return [];
  const isExact = isExactModel(provider, name) && !customProviders.includes(String(provider));
  const known = knownModel(provider, name);
  return facts.toolSchemas
    .filter(({ models }) => models?.test(known) !== false)
    .map((refusal) => ({
      refusal,
      prompt: definition.address,
      provider: facts.name,
      model: name,
      isExact,
    }));
}

/** `tellOf`: the users that a finding is about, and what happens to them; undefined for no finding. */
function findingsOf(
  { definition, mapping: { parameters } }: Subject,
  project: RuleProject,
  tellOf: (users: readonly Use[]) => readonly [users: readonly Use[], effect: string] | undefined,
): Finding[] {
  const uses = usesOf(project).get(definition.address);
  if (!uses || !isObject(parameters)) return [];
  const all = schemasIn(parameters);
  return [...groupBy(uses, ({ refusal }) => refusal)].flatMap(([refusal, users]) => {
    const problems = problemsOf(refusal, parameters, all);
    const tell = problems.length === 0 ? undefined : tellOf(users);
    if (!tell) return [];
    const [told, effect] = tell;
    return problems.map(({ path, part, what, hint }) => ({
      code: "refused-tool-schema",
      path: ["parameters", ...path],
      ...(part && { part }),
      message: `${told[0]!.provider} refuses ${what}: ${effect}.`,
      hint,
      dependsOn: told.map(({ prompt }) => prompt),
    }));
  });
}

/** Computed once for both rules and all providers. */
const schemasIn = memo(
  (parameters: JsonObject): readonly Subschema[] => [...subschemas(parameters)],
  new WeakMap<JsonObject, readonly Subschema[]>(),
);

const mostNamed = 3;

function namesOf(users: readonly Use[]): string {
  return someOf(
    users.map(({ prompt }) => prompt),
    mostNamed,
  );
}

interface Problem extends Pick<Finding, "part" | "hint"> {
  readonly path: Path;
  /** What is refused. */
  readonly what: string;
}

function problemsOf(form: SchemaForm, top: JsonObject, all: readonly Subschema[]): Problem[] {
  switch (form.form) {
    case "otherType":
      return [undefined, "object"].includes(top["type"] as string | undefined)
        ? []
        : [
            {
              path: ["type"],
              what: `parameters of the type ${JSON.stringify(top["type"])}`,
              hint: "Write type: object, with the arguments under properties.",
            },
          ];
    case "topKeyword":
      return form.keywords
        .filter((keyword) => top[keyword] !== undefined)
        .map((keyword) => ({
          path: [keyword],
          part: "key",
          what: `"${keyword}" at the top of parameters`,
          hint: "Use it in the schema of an argument, or say in the description which arguments go together.",
        }));
    case "argumentName":
      return Object.keys(objectOf(top["properties"]))
        .filter((name) => !form.pattern.test(name))
        .map((name) => ({
          path: ["properties", name],
          part: "key",
          what: `the argument name ${JSON.stringify(name)}`,
          hint: `Use ${form.allowed}.`,
        }));
    case "bareArray":
      return all.filter(isBareArray).map(({ path }) => ({
        path,
        what: `an array without "items"`,
        hint: "Add the schema of its items, for example items: { type: string }.",
      }));
    case "tuple":
      return all
        .filter(({ schema }) => Array.isArray(schema["items"]))
        .map(({ path }) => ({
          path: [...path, "items"],
          part: "key",
          what: `a list of schemas as "items"`,
          hint: "Rename it to prefixItems, as in JSON Schema 2020-12.",
        }));
  }
}

function isBareArray({ schema, path, isCondition }: Subschema): boolean {
  const isArray = [schema["type"]].flat().includes("array");
  return isArray && schema["items"] === undefined && path.length > 0 && !isCondition;
}
