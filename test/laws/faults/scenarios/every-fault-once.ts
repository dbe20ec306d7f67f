// Projects that meet every fault once in one run, each with another thing, and what was told of each.
import { folderOf } from "../../../io/folder.ts";
import { faults, nameOf, type Schedule } from "../injection/faults.ts";
import type { Ended } from "../oracle/run-rules.ts";
import { applied, nothing, type Staged, staged } from "./scenario.ts";

/** What a request can meet: a connection is refused before there is one. */
const onSockets = faults.filter(({ seen }) => seen !== "connection refused");

const writes = onSockets.map(
  (fault, index) => [`t${String(index).padStart(2, "0")}`, fault] as const,
);

/** The first call that names a thing meets its fault. */
export function byName(method: string): Schedule {
  const met = new Set<string>();
  return (asked) => {
    const [name, fault] =
      writes.find(([each]) => `${asked.path} ${asked.body}`.includes(each)) ?? [];
    if (name === undefined || asked.method !== method || met.has(name)) return undefined;
    met.add(name);
    return fault;
  };
}

/** What is read of a line of apply --json. */
interface Line {
  readonly type: string;
  readonly address?: string;
  readonly next?: string;
  readonly reason?: string;
  readonly error?: { readonly code: string };
}

/** What was told of each step, a line for each fault: pauses differ, reasons and ends do not. */
export function stories({ out }: Ended): string[] {
  const lines = new Map(writes.map(([name, fault]) => [name, [nameOf(fault)]]));
  for (const line of out.trim().split("\n")) {
    const { type, address, next, reason, error } = JSON.parse(line) as Line;
    const [name] = writes.find(([each]) => address?.includes(each)) ?? [];
    const words = [type, next, reason, error?.code].filter(Boolean).join(" ");
    const story = name === undefined ? undefined : lines.get(name);
    if (story && story.at(-1) !== words) story.push(words);
  }
  return [...lines.values()].map((story) => story.join(" → "));
}

const document = (each: object): string => `${JSON.stringify(each)}\n`;
const tools = (description: string): string =>
  writes
    .map(([name]) => document({ kind: "tool", name, description, parameters: {} }))
    .join("---\n");

/** A create for each fault. */
export async function creates(): Promise<Staged> {
  const folder = folderOf({ "promptctl.yaml": "{}", "prompts/a.yaml": tools("Made.") });
  return staged(folder.path, nothing, []);
}

/** An update for each fault. */
export async function updates(): Promise<Staged> {
  const folder = folderOf({ "promptctl.yaml": "{}", "prompts/a.yaml": tools("Made.") });
  const { resources } = await applied(folder.path);
  const named = resources.map((each) => ({ ...each, id: String(each.body["name"]) }));
  folder.write("prompts/a.yaml", tools("Changed."));
  return staged(folder.path, { resources: named, foreign: [] }, []);
}

/** A delete for each fault: of assertions that their evaluation no longer has. */
export async function deletes(): Promise<Staged> {
  const prompt = (assertions: readonly object[]): string =>
    document({
      kind: "prompt",
      name: "P",
      parameters: { provider: "OPENAI", name: "gpt-5" },
      messages: [],
      evaluations: [{ name: "e", assertions }],
    });
  const had = writes.map(([toolName]) => ({ type: "TOOL_CALLED", toolName }));
  const folder = folderOf({ "promptctl.yaml": "{}", "prompts/a.yaml": prompt(had) });
  const { resources } = await applied(folder.path);
  const named = resources.map((each) => ({
    ...each,
    id: String(each.body["toolName"] ?? each.id),
  }));
  folder.write("prompts/a.yaml", prompt([]));
  return staged(folder.path, { resources: named, foreign: [] }, []);
}

const lists = ["tools", "prompts", "evaluations", "evaluation-assertions"];
/** What a list can meet without the run ending at it. */
export const onLists = [...new Set(onSockets.map(({ seen }) => seen))].filter(
  (seen) => seen !== "429 asking for 5 minutes",
);

/** The first three tries of every list meet a fault, by turns all of them. */
export function byList(): Schedule {
  const tries = lists.map(() => 0);
  return ({ path }) => {
    const list = lists.indexOf(path.split("/").at(-1)!);
    const number = tries[list]!++;
    const seen = onLists[(list * 3 + number) % onLists.length]!;
    return number < 3 ? { seen, done: "nothing" } : undefined;
  };
}

/** The tries that lists were sent again for, with the reason. */
export function reasons({ err }: Ended): string[] {
  const all = [...err.matchAll(/(retry \d) of 4 .*\((.*)\)$/gm)];
  return [...new Set(all.map(([, retry, reason]) => `${retry} (${reason})`))].sort();
}
