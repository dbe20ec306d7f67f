// Reply schemas, and schemas of strict tools, that are not in the subset of JSON Schema that the provider takes.
import { memo } from "../model/collections.ts";
import type { Finding } from "../model/diagnostic.ts";
import { isObject, type JsonObject, objectOf } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import type { ProviderFacts } from "../providers/provider-facts.ts";
import { calledModel } from "./called-model.ts";
import { strictProblems } from "../json-schema/reply-schema-problems.ts";
import type { RuleProject, Subject } from "./rule.ts";
import { eachSubschema } from "../json-schema/subschemas.ts";
import { someOf } from "../text/word-lists.ts";
import { schemaMistakes } from "../json-schema/schema-mistakes.ts";
import { affectedBy, isRefusedAnyway, refusalsOf } from "./tool-schema-rules.ts";

/** Reply schemas with which every run of a prompt fails, unless its server accepts more. */
export function refusedReplySchemas(subject: Subject, project: RuleProject): Finding[] {
  const schema = replySchemaOf(subject);
  if (!schema) return [];
  const mistakes = schemaMistakes(schema);
  if (mistakes.length > 0)
    return mistakes.map(({ path, what, hint }) => ({
      code: "refused-reply-schema",
      severity: "error",
      path: [...pathOfSchema, ...path],
      message: `The reply schema is not a valid JSON Schema: ${what}.`,
      hint: hint ?? "Providers refuse invalid schemas.",
    }));
  const called = calledModel(subject, project);
  if (!called) return [];
  const { facts, severity, effect } = called;
  return strictProblems(facts.replySchemas, schema).map(({ path, part, what, hint }) => ({
    code: "refused-reply-schema",
    severity,
    path: [...pathOfSchema, ...path],
    ...(part && { part }),
    message: `${facts.name} refuses reply schemas with ${what}${effect}.`,
    hint,
  }));
}

/** Names of properties that JavaScript moves before all others, in ascending order. */
const wholeNumber = /^(?:0|[1-9]\d{0,8})$/;

/** Properties of reply schemas that are not sent in their order. */
export function movedProperties(subject: Subject): Finding[] {
  const found: Finding[] = [];
  eachSubschema(replySchemaOf(subject), ({ properties }, path) => {
    const names = Object.keys(objectOf(properties));
    const [first] = names; // numbers come first
    if (first === undefined || names.length === 1 || !wholeNumber.test(first)) return;
    found.push({
      code: "property-order",
      path: [...pathOfSchema, ...path, "properties", first],
      part: "key",
      message: `Properties named by whole numbers are sent before all others, in ascending order: ${someOf(names, 3)}.`,
      hint: `Models reply in the order of the properties. Use other names, such as "q${first}".`,
    });
  });
  return found;
}

const pathOfSchema = ["parameters", "options", "responseSchema"];

function replySchemaOf({ definition }: Subject): JsonObject | undefined {
  const { options } = objectOf(definition.spec["parameters"]);
  const { responseSchema } = objectOf(options);
  return isObject(responseSchema) ? responseSchema : undefined;
}

interface StrictUser {
  readonly prompt: Address;
  readonly model: string;
  readonly isExact: boolean;
  readonly facts: ProviderFacts;
}

/** The prompts in which each tool is strict. */
const strictUsersOf = memo((project: RuleProject): ReadonlyMap<Address, readonly StrictUser[]> => {
  const users = new Map<Address, StrictUser[]>();
  for (const prompt of project.all("prompt")) {
    const { options } = objectOf(prompt.definition.spec["parameters"]);
    if (objectOf(options)["strictTools"] !== true) continue;
    const called = calledModel(prompt, project);
    if (called?.facts.strictTools !== true) continue;
    const { facts, name: model, isSure: isExact } = called;
    for (const tool of project.references(prompt)) {
      const user = { prompt: prompt.definition.address, model, isExact, facts };
      const others = users.get(tool);
      if (others) others.push(user);
      else users.set(tool, [user]);
    }
  }
  return users;
}, new WeakMap());

/**
 * Schemas of tools that are strict in a prompt, with which its runs fail, unless its server accepts more.
 * Without what the provider refuses of all tools.
 */
export function refusedStrictTools(subject: Subject, project: RuleProject): Finding[] {
  const { address, spec } = subject.definition;
  const [first, ...others] = strictUsersOf(project).get(address) ?? [];
  const { parameters } = spec;
  if (!first || !isObject(parameters) || Object.keys(parameters).length === 0) return [];
  const { facts } = first;
  const { prompts, severity, effect } = affectedBy([first, ...others]);
  const sent = { type: "object", properties: {}, ...parameters };
  const refusals = refusalsOf(project, subject);
  return strictProblems(facts.replySchemas, sent)
    .filter((problem) => !isRefusedAnyway(problem, facts.name, refusals))
    .map(({ path, part, what, hint }) => ({
      code: "refused-tool-schema",
      severity,
      path: ["parameters", ...path],
      ...(part && { part }),
      message: `${facts.name} refuses strict tools with ${what}: ${effect}.`,
      hint,
      dependsOn: prompts,
    }));
}
