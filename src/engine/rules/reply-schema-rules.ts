// Reply schemas, and schemas of strict tools, that are not in the subset of JSON Schema that the provider takes.
import { memo } from "../model/collections.ts";
import type { Finding } from "../model/diagnostic.ts";
import { isObject, type JsonObject, objectOf } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import { someOf } from "../text/word-lists.ts";
import { type CalledModel, calledModel } from "./called-model.ts";
import { strictProblems } from "./reply-schema-problems.ts";
import type { RuleProject, Subject } from "./rule.ts";
import { schemaMistakes } from "./schema-mistakes.ts";

/** Reply schemas with which every run of a prompt fails. */
export function refusedReplySchemas(subject: Subject, project: RuleProject): Finding[] {
  const schema = replySchemaOf(subject);
  if (!schema) return [];
  const mistakes = schemaMistakes(schema);
  if (mistakes.length > 0)
    return mistakes.map(({ path, what }) => ({
      code: "refused-reply-schema",
      path: [...pathOfSchema, ...path],
      message: `The reply schema is not a valid JSON Schema: ${what}.`,
      hint: "Providers refuse invalid schemas.",
    }));
  const called = calledModel(subject, project);
  return called?.isSure === true ? refusedIn(schema, called) : [];
}

/** Reply schemas that the server of a prompt may refuse. */
export function possiblyRefusedReplySchemas(subject: Subject, project: RuleProject): Finding[] {
  const schema = replySchemaOf(subject);
  const called = schema && calledModel(subject, project);
  if (called?.isSure !== false || schemaMistakes(schema!).length > 0) return [];
  return refusedIn(schema!, called);
}

const pathOfSchema = ["parameters", "options", "responseSchema"];

function replySchemaOf({ definition }: Subject): JsonObject | undefined {
  const { options } = objectOf(definition.spec["parameters"]);
  const { responseSchema } = objectOf(options);
  return isObject(responseSchema) ? responseSchema : undefined;
}

function refusedIn(schema: JsonObject, { facts, effect }: CalledModel): Finding[] {
  return strictProblems(facts.replySchemas, schema).map(({ path, part, what, hint }) => ({
    code: "refused-reply-schema",
    path: [...pathOfSchema, ...path],
    ...(part && { part }),
    message: `${facts.name} refuses reply schemas with ${what}${effect}.`,
    hint,
  }));
}

/** Schemas of tools that are strict in a prompt, with which every run of it fails. */
export function refusedStrictTools(subject: Subject, project: RuleProject): Finding[] {
  return strictToolFindings(subject, project, true);
}

/** Schemas of tools that are strict in a prompt, which its server may refuse. */
export function possiblyRefusedStrictTools(subject: Subject, project: RuleProject): Finding[] {
  return strictToolFindings(subject, project, false);
}

interface StrictUser {
  readonly prompt: Address;
  readonly called: CalledModel;
}

/** The prompts in which each tool is strict. */
const strictUsersOf = memo((project: RuleProject): ReadonlyMap<Address, readonly StrictUser[]> => {
  const users = new Map<Address, StrictUser[]>();
  for (const prompt of project.all("prompt")) {
    const { options } = objectOf(prompt.definition.spec["parameters"]);
    if (objectOf(options)["strictTools"] !== true) continue;
    const called = calledModel(prompt, project);
    if (called?.facts.strictTools !== true) continue;
    for (const tool of project.references(prompt)) {
      const user = { prompt: prompt.definition.address, called };
      const others = users.get(tool);
      if (others) others.push(user);
      else users.set(tool, [user]);
    }
  }
  return users;
}, new WeakMap());

function strictToolFindings(
  { definition: { address, spec } }: Subject,
  project: RuleProject,
  isSure: boolean,
): Finding[] {
  const all = strictUsersOf(project).get(address) ?? [];
  const users = all.filter(({ called }) => called.isSure === isSure);
  const [first] = users;
  const { parameters } = spec;
  if (!first || !isObject(parameters) || Object.keys(parameters).length === 0) return [];
  const { facts } = first.called;
  const prompts = users.map(({ prompt }) => prompt);
  const names = someOf(prompts, 3);
  const effect = isSure
    ? `every run of ${names} fails`
    : `runs of ${names} fail unless the server accepts it`;
  const sent = { type: "object", properties: {}, ...parameters };
  return strictProblems(facts.replySchemas, sent).map(({ path, part, what, hint }) => ({
    code: "refused-tool-schema",
    path: ["parameters", ...path],
    ...(part && { part }),
    message: `${facts.name} refuses strict tools with ${what}: ${effect}.`,
    hint,
    dependsOn: prompts,
  }));
}
