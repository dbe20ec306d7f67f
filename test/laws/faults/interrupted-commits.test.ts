// An apply of a commit that is killed at each of its requests (in CI at one in four), with `conflicts: warn` and `refuse`, in
// CI and not: the same command finishes it. The end state is that of the definitions on an empty service.
// The guard against mass deletes does not stop the rerun. In CI there is no journal, so an old evaluation that has lost assertions, but not yet gone, stays.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { StoredResource } from "../../../src/service/store/stored-resource.ts";
import { runCli, serviceEnv } from "../../cli/fake-host.ts";
import { withoutExtensions } from "../../fixtures/plain-service.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { listAll } from "../../service/store/list-all.ts";
import { kinds } from "../../../src/kinds.ts";
import { readRemoteState } from "../property/remote-state.ts";
import { contentLines, lineDifferences } from "./oracle/content-lines.ts";
import { requestStep } from "./repeated-runs.ts";
import {
  deleteLocalFiles,
  emptyState,
  type RunningService,
  startService,
  yamlDocuments,
} from "./scenarios/scenario.ts";

type Capabilities = Parameters<typeof startService>[1];

const says = (targetValue: string): object => ({ type: "EXACT_MATCH", targetValue });

/** An evaluation; `ticket` is its variable. */
const evaluation = (name: string, ticket: string, ...texts: readonly string[]): object => ({
  name,
  variables: { ticket },
  assertions: texts.map(says),
});

const prompt = (name: string, text: string, ...evaluations: readonly object[]): object => ({
  kind: "prompt",
  name,
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [{ role: "user", content: `${text} {{ticket}}` }],
  evaluations,
});

const tool = (name: string, description: string, more: object = {}): object => ({
  kind: "tool",
  name,
  description,
  parameters: {},
  ...more,
});

/** The definitions of a commit that was applied, and those of the next one. */
const commits: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    "two assertions of one evaluation are edited",
    [prompt("P", "a", evaluation("e", "1", "a", "b", "c"))],
    [prompt("P", "a", evaluation("e", "1", "x", "y", "c"))],
  ],
  [
    "assertions are edited, added and removed",
    [prompt("P", "a", evaluation("e", "1", "a", "b", "c"), evaluation("f", "2", "a", "b"))],
    [prompt("P", "a", evaluation("e", "1", "x"), evaluation("f", "2", "x", "y", "z"))],
  ],
  [
    "assertions and the variables of an evaluation are edited",
    [prompt("P", "a", evaluation("e", "1", "a", "b"))],
    [prompt("P", "a", evaluation("e", "2", "a", "y", "z"))],
  ],
  [
    "everything of an evaluation is edited",
    [prompt("P", "a", evaluation("e", "1", "a", "b"))],
    [prompt("P", "a", evaluation("e", "2", "x", "y"))],
  ],
  [
    "assertions of two evaluations with equal variables are edited",
    [prompt("P", "a", evaluation("e", "1", "a", "b"), evaluation("f", "1", "c", "d"))],
    [prompt("P", "a", evaluation("e", "1", "x", "y"), evaluation("f", "1", "c", "z"))],
  ],
  [
    "two equal evaluations are edited",
    [prompt("P", "a", evaluation("e", "1", "a", "b"), evaluation("f", "1", "a", "b"))],
    [prompt("P", "a", evaluation("e", "2", "a", "b"), evaluation("f", "2", "a", "b"))],
  ],
  [
    "many evaluations are edited",
    [prompt("P", "a", ...[1, 2, 3, 4, 5].map((n) => evaluation(`e${n}`, `${n}`, `${n}`)))],
    [prompt("P", "a", ...[1, 2, 3, 4, 5].map((n) => evaluation(`e${n}`, `x${n}`, `${n}`)))],
  ],
  [
    "the assertions of two equal evaluations are edited",
    [prompt("P", "a", evaluation("e", "1", "a", "b"), evaluation("f", "1", "a", "b"))],
    [prompt("P", "a", evaluation("e", "1", "x", "y"), evaluation("f", "1", "x", "y"))],
  ],
  [
    "tools and prompts are edited, renamed and added",
    [tool("a", "A"), tool("b", "B"), prompt("P", "a"), prompt("Q", "a", evaluation("e", "1", "a"))],
    [
      tool("a", "AA"),
      tool("c", "B", { renamedFrom: "b" }),
      tool("d", "D"),
      prompt("P", "b"),
      { ...prompt("R", "b", evaluation("e", "1", "x", "y")), renamedFrom: "Q", tools: ["d"] },
      prompt("S", "a", evaluation("e", "1", "a", "b")),
    ],
  ],
];

const capabilities: readonly (readonly [string, NonNullable<Capabilities>, typeof commits])[] = [
  ["replaced", { evaluationUpdate: false, evaluationDeleteCascades: false }, commits],
  [
    "replaced, and deleted with their assertions",
    { evaluationUpdate: false, evaluationDeleteCascades: true },
    commits.filter(([name]) => name.startsWith("two equal")),
  ],
  [
    "updated",
    { evaluationUpdate: true, evaluationDeleteCascades: false },
    commits.filter(([name]) => name.includes("of an evaluation")),
  ],
];

const modes = ["warn", "refuse"].flatMap((conflicts, index) => [
  { conflicts, env: {}, offset: 2 * index },
  { conflicts, env: { CI: "true" }, offset: 2 * index + 1 },
]);

/** A fetch for a process that is killed after the service has processed a write. */
function killedAt(
  { handler }: RunningService,
  write: number,
): { readonly fetch: Fetch; readonly killed: Promise<undefined> } {
  let writes = 0;
  let kill = (): void => {};
  const killed = new Promise<undefined>((resolve) => (kill = () => resolve(undefined)));
  const never = new Promise<never>(() => {});
  const fetch: Fetch = async (url, init) => {
    if (init.method !== "GET") writes++;
    if (writes >= write && init.method !== "GET") {
      if (writes === write) await withoutExtensions(handler)(new Request(url, init));
      kill();
      return never;
    }
    return withoutExtensions(handler)(new Request(url, init));
  };
  return { fetch, killed };
}

async function stateOf({ store }: RunningService): Promise<string[]> {
  return contentLines(await readRemoteState(store));
}

/** Without the evaluations of before that only lost assertions. */
function withoutRemainders(lines: readonly string[], before: readonly string[]): string[] {
  const parts = (line: string): [string, string[]] => {
    const [own, children = ""] = line.split(" with ");
    return [own!, children === "" ? [] : children.split(/(?<=\}) (?=\{)/)];
  };
  return lines.filter((line) => {
    const [own, children] = parts(line);
    const isRemainder = before.map(parts).some(([earlier, all]) => {
      const isPart = children.length < all.length && children.every((each) => all.includes(each));
      return earlier === own && isPart;
    });
    return !own.startsWith("evaluation ") || !isRemainder;
  });
}

const noFaults = Number.POSITIVE_INFINITY;

describe.each(capabilities)("where evaluations are %s", (_capability, service, some) => {
  describe.each(some)("%s", (_name, earlier, later) => {
    it.each(modes)("$conflicts, $env", async ({ conflicts, env, offset }) => {
      const settings = { conflicts, scope: ["*"], service };
      const file = "prompts/a.yaml";
      await using repository = repositoryOf({
        "promptctl.yaml": JSON.stringify(settings),
        [file]: yamlDocuments(earlier),
      });
      const run = async (
        running: RunningService,
        write = noFaults,
        command = ["apply", "--auto-approve"],
      ) => {
        const flags = "CI" in env ? ["--prune"] : [];
        const { fetch, killed } = killedAt(running, write);
        const options = { cwd: repository.path, env: { ...gitEnv, ...serviceEnv, ...env }, fetch };
        return Promise.race([killed, runCli([...command, ...flags], options)]);
      };
      const first = await startService(emptyState, service);
      expect(await run(first)).toMatchObject({ code: 0 });
      const lists = await Promise.all(kinds.map(({ kind }) => listAll(first.store, kind)));
      const before: readonly StoredResource[] = lists.flat();
      const linesBefore = await stateOf(first);
      repository.commit({ [file]: yamlDocuments(later) });
      const empty = await startService(emptyState, service);
      expect(await run(empty)).toMatchObject({ code: 0 });
      const expected = await stateOf(empty);
      const problems: string[] = [];
      for (let write = 1 + (offset % requestStep); ; write += requestStep) {
        deleteLocalFiles(repository.path);
        const running = await startService({ resources: before, unmanaged: [] }, service);
        const result = await run(running, write);
        const rerun = result ?? (await run(running));
        const plan = await run(running, noFaults, ["plan", "--detailed-exitcode"]);
        const lines = await stateOf(running);
        const found = "CI" in env ? withoutRemainders(lines, linesBefore) : lines;
        const differences = lineDifferences(found, expected);
        if (rerun?.code !== 0 || plan?.code !== 0 || differences.length > 0)
          problems.push(
            `killed after write ${write}: rerun ${rerun?.code}, plan ${plan?.code}\n${rerun?.err}${plan?.out}${differences.join("\n")}`,
          );
        await running.store.close();
        if (result) break;
      }
      await first.store.close();
      await empty.store.close();
      expect(problems.slice(0, 2).join("\n\n"), `${problems.length} problems`).toBe("");
    });
  });
});
