// Scenarios in which every fault occurs once in one run, each on another resource, and a summary of the
// retries that the tool reports for each fault. sockets.test.ts runs them with both kinds of injection.
import { folderOf } from "../../../io/folder.ts";
import type { CommandResult } from "../injection/built-program.ts";
import { faultName, faults, type FaultSchedule } from "../injection/faults.ts";
import {
  applyWithoutFaults,
  createScenario,
  emptyState,
  type FaultScenario,
  yamlDocuments,
} from "./scenario.ts";

/** The faults that the proxy can inject. It accepts the connection, so it cannot refuse it. */
const proxyFaults = faults.filter(({ symptom }) => symptom !== "connection refused");

/** The name of the resource of each fault. */
const namedFaults = proxyFaults.map(
  (fault, index) => [`t${String(index).padStart(2, "0")}`, fault] as const,
);

/** The first request with this method that contains the name of a resource meets its fault. */
export function faultPerResource(method: string): FaultSchedule {
  const faultyNames = new Set<string>();
  return (request) => {
    const [name, fault] =
      namedFaults.find(([other]) => `${request.path} ${request.body}`.includes(other)) ?? [];
    if (name === undefined || request.method !== method || faultyNames.has(name)) return undefined;
    faultyNames.add(name);
    return fault;
  };
}

/** The fields that the summary uses of a line of apply --json. */
interface JsonLine {
  readonly type: string;
  readonly address?: string;
  readonly next?: string;
  readonly reason?: string;
  readonly error?: { readonly code: string };
}

/** The events that apply --json reports for each fault, without the lengths of pauses. */
export function eventsPerFault({ out }: CommandResult): string[] {
  const eventsByName = new Map(namedFaults.map(([name, fault]) => [name, [faultName(fault)]]));
  for (const line of out.trim().split("\n")) {
    const { type, address, next, reason, error } = JSON.parse(line) as JsonLine;
    const [name] = namedFaults.find(([other]) => address?.includes(other)) ?? [];
    const event = [type, next, reason, error?.code].filter(Boolean).join(" ");
    const events = name === undefined ? undefined : eventsByName.get(name);
    if (events && events.at(-1) !== event) events.push(event);
  }
  return [...eventsByName.values()].map((events) => events.join(" → "));
}

const tools = (description: string): string =>
  yamlDocuments(namedFaults.map(([name]) => ({ kind: "tool", name, description, parameters: {} })));

/** One create for each fault. */
export async function createPerFault(): Promise<FaultScenario> {
  const folder = folderOf({ "promptctl.yaml": "{}", "prompts/a.yaml": tools("Made.") });
  return createScenario(folder.path, emptyState, []);
}

/** One update for each fault. */
export async function updatePerFault(): Promise<FaultScenario> {
  const folder = folderOf({ "promptctl.yaml": "{}", "prompts/a.yaml": tools("Made.") });
  const { resources } = await applyWithoutFaults(folder.path);
  const withNameAsId = resources.map((tool) => ({ ...tool, id: String(tool.body["name"]) }));
  folder.write("prompts/a.yaml", tools("Changed."));
  return createScenario(folder.path, { resources: withNameAsId, unmanaged: [] }, []);
}

/** One delete for each fault: assertions that the evaluation no longer defines. */
export async function deletePerFault(): Promise<FaultScenario> {
  const prompt = (assertions: readonly object[]): string =>
    yamlDocuments([
      {
        kind: "prompt",
        name: "P",
        parameters: { provider: "OPENAI", name: "gpt-5" },
        messages: [],
        evaluations: [{ name: "e", assertions }],
      },
    ]);
  const assertions = namedFaults.map(([toolName]) => ({ type: "TOOL_CALLED", toolName }));
  const folder = folderOf({ "promptctl.yaml": "{}", "prompts/a.yaml": prompt(assertions) });
  const { resources } = await applyWithoutFaults(folder.path);
  const withNameAsId = resources.map((resource) => ({
    ...resource,
    id: String(resource.body["toolName"] ?? resource.id),
  }));
  folder.write("prompts/a.yaml", prompt([]));
  return createScenario(folder.path, { resources: withNameAsId, unmanaged: [] }, []);
}

const lists = ["tools", "prompts", "evaluations", "evaluation-assertions"];

/** The symptoms of lists that do not end the run. */
export const listSymptoms = [...new Set(proxyFaults.map(({ symptom }) => symptom))].filter(
  (symptom) => symptom !== "429 with Retry-After 5 min",
);

/** The first three attempts of every list fail, in turn with all symptoms. */
export function faultsOnLists(): FaultSchedule {
  const attempts = lists.map(() => 0);
  return ({ path }) => {
    const list = lists.indexOf(path.split("/").at(-1)!);
    const attempt = attempts[list]!++;
    const symptom = listSymptoms[(list * 3 + attempt) % listSymptoms.length]!;
    return attempt < 3 ? { symptom, processing: "never" } : undefined;
  };
}

/** The retries that plan reports on standard error, each with its reason. */
export function reportedRetries({ err }: CommandResult): string[] {
  const retries = [...err.matchAll(/(retry \d) of 4 .*\((.*)\)$/gm)];
  return [...new Set(retries.map(([, retry, reason]) => `${retry} (${reason})`))].sort();
}
