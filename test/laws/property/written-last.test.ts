// Promise 12, where services report who wrote what: random histories of two teams on two services, with
// tools that are created again by hand and by the other team, merges, squashes, cherry-picks, reverts,
// moved folders and uncommitted files.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createFakeService, type FakeService, runCli, serviceEnv } from "../../cli/fake-host.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import { listResources, sendRequest } from "./service-requests.ts";
import { mayDelete, type ModelCommit, mustDelete, type Side, type Write } from "./written-model.ts";

const names = ["t1", "t2"] as const;
const side = fc.constantFrom<Side>("a", "b");
const name = fc.constantFrom("t1", ...names);
const text = fc.constantFrom("x", "y");
const service = fc.constantFrom(0, 0, 0, 1);
const change = { side, name, text: fc.option(text, { freq: 2, nil: undefined }) };

const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("commit" as const), ...change }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("branch" as const),
      ...change,
      end: fc.constantFrom("merge", "squash", "cherry-pick"),
      service: fc.option(service),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("revert" as const), side }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("move" as const), side }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("retire" as const), side, service, name, text }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("hand" as const), service, name, text }) },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant("apply" as const),
      side,
      service,
      prune: fc.constantFrom(true, true, true, false),
      dirty: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.record({ name, text }) },
      ),
    }),
  },
);

const histories = fc.record({
  isOneRepository: fc.boolean(),
  isSecondReported: fc.boolean(),
  events: fc.array(event, { minLength: 30, maxLength: 36, size: "max" }),
});

type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

interface Team {
  readonly repository: { readonly git: TestRepository; head: ModelCommit };
  folder: string;
}

interface World {
  readonly teams: Readonly<Record<Side, Team>>;
  readonly services: readonly {
    readonly fake: FakeService;
    readonly isReported: boolean;
    readonly writes: Map<string, Write>;
  }[];
  readonly counts: { deleted: number; kept: number };
  /** Makes each commit another one. */
  number: number;
}

const toolText = (tool: string, description: string): string =>
  JSON.stringify({ kind: "tool", name: tool, description, parameters: {} });

const pathOf = ({ folder }: Team, tool: string): string => `${folder}/prompts/${tool}.yaml`;

/** Commits a change on the current branch. */
function commit(
  world: World,
  changed: { side: Side; name: string; text: string | undefined },
  parents?: readonly ModelCommit[],
): ModelCommit {
  const team = world.teams[changed.side];
  const { repository } = team;
  const states = new Map(repository.head.states);
  const key = `${changed.side}/${changed.name}`;
  const path = pathOf(team, changed.name);
  const isThere = states.has(key);
  if (changed.text === undefined) states.delete(key);
  else states.set(key, changed.text);
  repository.git.commit({
    "note.txt": `${++world.number}`,
    ...(changed.text !== undefined && { [path]: toolText(changed.name, changed.text) }),
    ...(changed.text === undefined && isThere && { [path]: undefined }),
  });
  repository.head = { parents: parents ?? [repository.head], states };
  return repository.head;
}

async function happen(world: World, given: Event): Promise<void> {
  switch (given.type) {
    case "commit":
      return void commit(world, given);
    case "branch":
      return branch(world, given);
    case "revert": {
      const { repository } = world.teams[given.side];
      const [parent, ...others] = repository.head.parents;
      if (!parent || others.length > 0) return;
      repository.git.git(["revert", "--no-edit", "HEAD"]);
      // A move is not in the model: it is not reverted.
      repository.head = { parents: [repository.head], states: parent.states };
      return;
    }
    case "move": {
      const team = world.teams[given.side];
      const folder = `${given.side}${++world.number}`;
      team.repository.git.git(["mv", team.folder, folder]);
      team.repository.git.commit();
      team.folder = folder;
      const { head } = team.repository;
      // Without parents in common with a revert: the next one is skipped.
      team.repository.head = { parents: [head, head], states: head.states };
      return;
    }
    case "retire":
      commit(world, given);
      await apply(world, { ...given, type: "apply", prune: false, dirty: null });
      commit(world, { ...given, text: undefined });
      return apply(world, { ...given, type: "apply", prune: true, dirty: null });
    case "hand":
      return writeByHand(world, given);
    case "apply":
      return apply(world, given);
  }
}

async function branch(world: World, given: Extract<Event, { type: "branch" }>): Promise<void> {
  const { repository } = world.teams[given.side];
  const { git, head: base } = repository;
  git.git(["checkout", "-q", "-b", "side"]);
  const onBranch = commit(world, given);
  if (given.service !== null)
    await apply(world, {
      ...given,
      type: "apply",
      prune: false,
      dirty: null,
      service: given.service,
    });
  git.git(["checkout", "-q", "-"]);
  repository.head = base;
  if (given.end === "merge") {
    git.git(["merge", "-q", "--no-ff", "-m", "merge", "side"]);
    repository.head = { parents: [base, onBranch], states: onBranch.states };
  } else if (given.end === "squash") {
    git.git(["merge", "-q", "--squash", "side"]);
    git.commit({ "squashed.txt": `${++world.number}` });
    repository.head = { parents: [base], states: onBranch.states };
  } else {
    git.commit({ "picked.txt": `${++world.number}` });
    git.git(["cherry-pick", "side"]);
    const note = { parents: [base], states: base.states };
    repository.head = { parents: [note], states: onBranch.states };
  }
  git.git(["branch", "-q", "-D", "side"]);
}

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

async function toolsOf({ fake }: World["services"][number]): Promise<Map<string, Tool>> {
  return new Map((await listResources<Tool>(fake, "tools")).map((each) => [each.name, each]));
}

async function writeByHand(world: World, given: Extract<Event, { type: "hand" }>): Promise<void> {
  const target = world.services[given.service]!;
  const known = (await toolsOf(target)).get(given.name);
  const body = { name: given.name, description: given.text, parameters: {} };
  if (known?.description === given.text) return; // writes nothing
  const [method, path] = known ? ["PUT", `tools/${known.id}`] : ["POST", "tools"];
  expect((await sendRequest(target.fake, method!, path!, body)).status).toBe(200);
  target.writes.set(given.name, { text: given.text });
}

/** Applies, and compares what was deleted with the oracle. */
async function apply(world: World, given: Extract<Event, { type: "apply" }>): Promise<void> {
  const team = world.teams[given.side];
  const { git, head } = team.repository;
  const target = world.services[given.service]!;
  const desired = new Map(
    names.flatMap((each) => {
      const own = head.states.get(`${given.side}/${each}`);
      return own === undefined ? [] : [[each as string, own] as const];
    }),
  );
  const { dirty } = given;
  const isDirty = dirty !== null && desired.get(dirty.name) !== dirty.text;
  if (dirty) {
    git.write(pathOf(team, dirty.name), toolText(dirty.name, dirty.text));
    desired.set(dirty.name, dirty.text);
  }
  const before = await toolsOf(target);
  const flags = given.prune ? ["--prune", "--allow-mass-delete"] : [];
  const { code, out, err } = await runCli(["apply", "--auto-approve", ...flags], {
    cwd: git.at(team.folder),
    env: { ...gitEnv, ...serviceEnv },
    fetch: target.fake.fetch,
  });
  if (dirty) git.git(["checkout", "-q", "--", "."]);
  if (dirty) git.git(["clean", "-fdq"]);
  expect([code, out, err]).toEqual([0, out, err]);
  const after = await toolsOf(target);
  for (const [each, own] of desired) {
    expect(after.get(each)?.description).toBe(own);
    const from = { side: given.side, commit: head, dirty: isDirty };
    if (before.get(each)?.description !== own) target.writes.set(each, { text: own, from });
  }
  for (const each of names) {
    const write = target.writes.get(each);
    if (!before.has(each) || desired.has(each) || !write) continue;
    const { isReported } = target;
    const pruned = { side: given.side, name: each, head, write, isReported };
    const isDeleted = !after.has(each);
    if (isDeleted) expect([each, given.prune && mayDelete(pruned)]).toEqual([each, true]);
    else if (given.prune) expect([each, mustDelete(pruned)]).toEqual([each, false]);
    if (!given.prune) continue;
    world.counts[isDeleted ? "deleted" : "kept"]++;
    if (isDeleted) target.writes.delete(each);
  }
}

it(
  "prune deletes what its project wrote last, and nothing that somebody else wrote",
  { timeout: propertyTimeout(240_000) },
  async () => {
    const counts = { deleted: 0, kept: 0 };
    const property = fc.asyncProperty(histories, async (history) => {
      const filesOf = (each: Side): Record<string, string> => ({
        [`${each}/promptctl.yaml`]: `definitions: prompts\nkeep: [tool/keep_${each}]\n`,
        [`${each}/prompts/keep.yaml`]: toolText(`keep_${each}`, each),
      });
      const create = (files: Record<string, string>): Team["repository"] => ({
        git: repositoryOf(files),
        head: { parents: [], states: new Map() },
      });
      const first = create({ ...filesOf("a"), ...(history.isOneRepository && filesOf("b")) });
      const second = history.isOneRepository ? first : create(filesOf("b"));
      const reported = [true, history.isSecondReported];
      const world: World = {
        teams: { a: { repository: first, folder: "a" }, b: { repository: second, folder: "b" } },
        services: await Promise.all(
          reported.map(async (isReported) => ({
            fake: await createFakeService({ extensions: isReported }),
            isReported,
            writes: new Map<string, Write>(),
          })),
        ),
        counts,
        number: 0,
      };
      try {
        for (const each of history.events) await happen(world, each);
      } finally {
        await first.git[Symbol.asyncDispose]();
        if (second !== first) await second.git[Symbol.asyncDispose]();
      }
    });
    await fc.assert(property, { ...propertySettings(10), endOnFailure: true });
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  },
);
