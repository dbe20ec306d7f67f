// Requests of a log that are one prompt: those with the same model, settings, tools and system text.
// Messages that vary are variables, and each request is a case.
import { groupBy } from "../../engine/model/collections.ts";
import { canonicalJson, type JsonObject } from "../../engine/model/json.ts";
import { missingIn, render, type Variables, variablesOf } from "../../engine/render/template.ts";
import type { ImportContext, ImportedPrompt } from "./imported.ts";
import { evaluationsOf, type ImportedTestCase } from "./assertions.ts";
import { textsOf } from "./messages.ts";
import { mostDifferent } from "./most-different.ts";
import { fileTitle } from "./requests.ts";
import type { SourceNode } from "./source-node.ts";

/** How many requests of a prompt become cases, unless --cases says another number. */
const standardCases = 50;

/** One prompt for each group of requests; with `separate`, one for each request. */
export function mergeRequests(
  requests: readonly ImportedPrompt[],
  { separate = false, cases = standardCases }: Pick<ImportContext, "separate" | "cases">,
): ImportedPrompt[] {
  if (separate) return [...requests];
  const groups = groupBy(requests, ({ parameters, tools, messages }) =>
    canonicalJson({
      parameters,
      tools: tools.map((tool) => ({ ...tool })),
      system: systemMessages(messages),
    }),
  );
  return [...groups.values()].flatMap((group) => mergedPrompt(group, cases) ?? group);
}

/** The messages of the system before all others. */
function systemMessages(messages: readonly JsonObject[]): readonly JsonObject[] {
  const end = messages.findIndex(({ role }) => role !== "system");
  return end < 0 ? messages : messages.slice(0, end);
}

/** The prompt of requests; undefined if they are not one, or only one. */
function mergedPrompt(
  group: readonly ImportedPrompt[],
  maxCases: number,
): ImportedPrompt | undefined {
  const different = [...groupBy(group, contentOf).values()].map(([each]) => each!);
  const [first, second] = different;
  const shared = sharedMessages(different.map(({ messages }) => messages));
  if (group.length < 2 || shared.length === 0) return undefined;
  const name = fileTitle(first!.source);
  if (!second) return { ...first!, name };
  const names = variableNames(shared, different);
  const messages = shared.map((message, index) =>
    names[index] === undefined ? message : { ...message, content: `{{${names[index]}}}` },
  );
  const isOneFile = new Set(group.map(({ source }) => source.record.source.file)).size === 1;
  const all = different.map((request) => caseOf(request, names, isOneFile));
  if (all.some((each) => each === undefined)) return undefined;
  const cases = all as RequestCase[];
  const chosen = mostDifferent(cases, maxCases, textOfCase);
  const kept = chosen.length < cases.length ? ", the most different ones" : "";
  return {
    ...first!,
    name,
    messages,
    evaluations: evaluationsOf(chosen).map((evaluation, index) => ({
      ...evaluation,
      ...(chosen[index]!.rest.length > 0 && { appendedMessages: chosen[index]!.rest }),
    })),
    note: `${group.length} requests have its model, settings, tools and system text. ${chosen.length} of them are cases${kept}, without assertions.`,
  };
}

function contentOf({ messages, evaluations }: ImportedPrompt): string {
  return canonicalJson({ messages, values: valuesOf({ evaluations }) });
}

/** The values of literal placeholders. */
function valuesOf({ evaluations }: Pick<ImportedPrompt, "evaluations">): Variables {
  return (evaluations[0]?.["variables"] ?? {}) as Variables;
}

/** The messages at the start of all conversations: equal ones, and texts of one role. */
function sharedMessages(conversations: readonly (readonly JsonObject[])[]): readonly JsonObject[] {
  const [first = [], ...others] = conversations;
  const end = first.findIndex((message, index) =>
    others.some((each) => !isAlike(message, each[index])),
  );
  return end < 0 ? first : first.slice(0, end);
}

function isAlike(one: JsonObject, other: JsonObject | undefined): boolean {
  if (!other || one["role"] !== other["role"]) return false;
  const areTexts = [one, other].every(({ content }) => typeof content === "string");
  return areTexts || canonicalJson(one) === canonicalJson(other);
}

/** The name of the variable of each message that varies; undefined for the others. */
function variableNames(
  shared: readonly JsonObject[],
  requests: readonly ImportedPrompt[],
): readonly (string | undefined)[] {
  const used = new Set(requests.flatMap((each) => textsOf(each.messages)).flatMap(variablesOf));
  return shared.map((message, index) => {
    const isEqual = requests.every(
      ({ messages }) => canonicalJson(messages[index]!) === canonicalJson(message),
    );
    if (isEqual) return undefined;
    const role = String(message["role"]);
    let name = role;
    for (let number = 2; used.has(name); number++) name = `${role} ${number}`;
    used.add(name);
    return name;
  });
}

interface RequestCase extends ImportedTestCase {
  /** The messages after those of the prompt. */
  readonly rest: readonly JsonObject[];
}

/** The case of a request; undefined if a message that varies has placeholders without values. */
function caseOf(
  request: ImportedPrompt,
  names: readonly (string | undefined)[],
  isOneFile: boolean,
): RequestCase | undefined {
  const values = valuesOf(request);
  const { messages, source, name } = request;
  const varying = names.flatMap((variable, index) =>
    variable === undefined ? [] : [[variable, String(messages[index]!["content"])] as const],
  );
  if (varying.some(([, text]) => missingIn(text, values).length > 0)) return undefined;
  const rest = messages.slice(names.length);
  const constant = messages.filter((_message, index) => names[index] === undefined); // also the rest
  const used = new Set(textsOf(constant).flatMap(variablesOf));
  return {
    name: name === fileTitle(source) ? placeName(source, isOneFile) : name,
    variables: {
      ...Object.fromEntries(Object.entries(values).filter(([key]) => used.has(key))),
      ...Object.fromEntries(varying.map(([key, text]) => [key, render(text, values)])),
    },
    assertions: [],
    rest,
  };
}

/** `line 3`, `request 3` of a list, and with the name of the file if there are several. */
function placeName(source: SourceNode, isOneFile: boolean): string {
  const { linesBefore } = source.record.source;
  const [index] = source.path;
  const place = typeof index === "number" ? `request ${index + 1}` : `line ${linesBefore + 1}`;
  return isOneFile ? place : `${fileTitle(source)} ${place}`;
}

function textOfCase({ variables, rest }: RequestCase): string {
  return [...Object.values(variables), ...textsOf(rest)].join("\n");
}
