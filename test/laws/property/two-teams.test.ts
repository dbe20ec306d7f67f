// Promise 12: nothing of another team goes, not by prune and not by similarity. Random histories of two
// teams on one service, in one repository or in two, with external prompts, scope, keep and CI.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createFakeService, type FakeService, runCli, serviceEnv } from "../../cli/fake-host.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import {
  promptNames,
  type Side,
  type TeamEvent,
  teamHistories,
  type TeamHistory,
  type TeamSettings,
} from "./team-events.ts";
import { isShared, isSimilar, mayTake, type Team } from "./team-model.ts";
import { createCase, deleteAssertion, readTeamService, type RemoteCase } from "./team-service.ts";

const sides = ["a", "b"] as const;

interface World {
  readonly history: TeamHistory;
  readonly service: FakeService;
  readonly teams: Readonly<Record<Side, Team>>;
  readonly repositories: Readonly<Record<Side, TestRepository>>;
  /** The team that wrote an evaluation last, by its id; none if somebody else did. */
  readonly authors: Map<string, Side>;
  /** How often something happened that the test is about. */
  readonly counts: Record<"shared and similar" | "taken" | "applied", number>;
}

function createTeam(side: Side, settings: TeamSettings): Team {
  return { side, defined: new Map(), versions: new Map(), settings };
}

/** Writes and commits the project of a team. */
function commit({ teams, repositories, history }: World, side: Side): void {
  const { defined, versions, settings } = teams[side];
  const { evaluationUpdate } = history;
  for (const [name, cases] of defined) versions.set(name, [...(versions.get(name) ?? []), cases]);
  const documents = [...defined].map(([name, cases]) => ({
    kind: "prompt",
    name,
    ...(name.startsWith(side)
      ? {
          parameters: { provider: "OPENAI", name: "gpt-5" },
          messages: [{ role: "user", content: "{{q}}" }],
        }
      : { external: true }),
    evaluations: cases.map(({ question, threshold, limits }, index) => ({
      name: `e${index}`,
      variables: { q: question },
      threshold,
      assertions: limits.map((limit) => ({ type: "LATENCY", targetThreshold: limit })),
    })),
  }));
  const configuration = { definitions: "prompts", ...settings, service: { evaluationUpdate } };
  repositories[side].commit({
    [`${side}/promptctl.yaml`]: JSON.stringify(configuration),
    [`${side}/prompts/all.yaml`]: documents.map((each) => JSON.stringify(each)).join("\n---\n"),
  });
}

/** Creates the prompts of a team on the service. */
async function begin(world: World, side: Side): Promise<void> {
  const own = promptNames.filter((name) => name.startsWith(side));
  for (const name of own) world.teams[side].defined.set(name, []);
  commit(world, side);
  expect(await runIn(world, side, false)(["apply", "--auto-approve"])).toBe(0);
}

async function happen(world: World, event: TeamEvent): Promise<void> {
  const { teams, service, authors } = world;
  switch (event.type) {
    case "define": {
      const { defined } = teams[event.side];
      if (event.cases) defined.set(event.prompt, event.cases);
      else defined.delete(event.prompt);
      return commit(world, event.side);
    }
    case "configure":
      teams[event.side].settings = event.settings;
      return commit(world, event.side);
    case "create":
      return createCase(service, event.prompt, event.case);
    case "delete assertion": {
      const { evaluations } = await readTeamService(service);
      const changed = evaluations[event.pick % Math.max(1, evaluations.length)];
      if (!changed || changed.assertionIds.length === 0) return;
      await deleteAssertion(service, changed.assertionIds[0]!);
      authors.delete(changed.id);
      return;
    }
    case "apply":
      return applyAndCheck(world, event);
  }
}

/** Applies a project. What the team did not write is as before, unless the model says that it may take it. */
async function applyAndCheck(
  world: World,
  { side, prune, ci, readsHistory, hasGit }: Extract<TeamEvent, { type: "apply" }>,
): Promise<void> {
  const { teams, service, authors, counts, history } = world;
  const other = side === "a" ? "b" : "a";
  const neighbour = history.isOneRepository ? teams[other] : undefined;
  const rules = { team: teams[side], neighbour, ci, hasGit };
  const before = await readTeamService(service);
  const run = runIn(world, side, ci, hasGit);
  const flags = [
    ...(prune ? ["--prune", "--allow-mass-delete"] : []),
    ...(readsHistory ? [] : ["--no-history"]),
  ];
  const code = await run(["apply", "--auto-approve", ...flags]);
  const after = await readTeamService(service);
  const texts = new Map(after.evaluations.map(({ id, text }) => [id, text]));
  for (const [name, text] of before.prompts)
    if (!name.startsWith(side)) expect([name, after.prompts.get(name)]).toEqual([name, text]);
  for (const theirs of before.evaluations) {
    const { id, prompt, text } = theirs;
    const isChanged = texts.get(id) !== text;
    if (authors.get(id) === side) continue;
    if (isChanged) counts.taken++;
    else if (isOnlySimilar(rules, theirs)) counts["shared and similar"]++;
    if (!mayTake(rules, prompt, theirs)) expect([prompt, texts.get(id)]).toEqual([prompt, text]);
  }
  const known = new Map(before.evaluations.map(({ id, text }) => [id, text]));
  for (const { id, text } of after.evaluations) if (known.get(id) !== text) authors.set(id, side);
  if (code !== 0) return;
  counts.applied++;
  for (const [prompt, cases] of teams[side].defined)
    expect(contentsOf(after.evaluations.filter((each) => each.prompt === prompt))).toEqual(
      expect.arrayContaining(contentsOf(cases)),
    );
  expect(await run(["plan", "--detailed-exitcode", ...flags])).toBe(0);
}

/** Runs promptctl in the project of a team. Returns the exit code. */
function runIn(
  { repositories, service }: World,
  side: Side,
  ci: boolean,
  hasGit = true,
): (argv: readonly string[]) => Promise<number> {
  const env = {
    ...gitEnv,
    ...serviceEnv,
    ...(ci && { CI: "true" }),
    ...(!hasGit && { PATH: "/nonexistent" }),
  };
  const options = { cwd: repositories[side].at(side), env, fetch: service.fetch };
  return async (argv) => (await runCli(argv, options)).code;
}

/** Whether the rules protect an evaluation to which a definition is similar. */
function isOnlySimilar(rules: Parameters<typeof mayTake>[0], theirs: RemoteCase): boolean {
  const cases = rules.team.defined.get(theirs.prompt) ?? [];
  return (
    isShared(rules, theirs.prompt) &&
    !mayTake(rules, theirs.prompt, theirs) &&
    cases.some((ours) => isSimilar(ours, theirs))
  );
}

function contentsOf(cases: readonly Pick<RemoteCase, "question" | "threshold" | "limits">[]) {
  return cases.map(({ question, threshold, limits }) =>
    [question, threshold, ...limits.toSorted()].join(),
  );
}

it(
  "nothing of another team is changed or deleted",
  { timeout: propertyTimeout(120_000) },
  async () => {
    const counts = { "shared and similar": 0, taken: 0, applied: 0 };
    const property = fc.asyncProperty(teamHistories, async (history) => {
      const first = repositoryOf();
      const second = history.isOneRepository ? undefined : repositoryOf();
      const world: World = {
        history,
        service: await createFakeService(history),
        teams: {
          a: createTeam("a", history.settings.a),
          b: createTeam("b", history.settings.b),
        },
        repositories: { a: first, b: second ?? first },
        authors: new Map(),
        counts,
      };
      try {
        for (const side of sides) await begin(world, side);
        for (const event of history.events) await happen(world, event);
      } finally {
        await first[Symbol.asyncDispose]();
        await second?.[Symbol.asyncDispose]();
      }
    });
    await fc.assert(property, { ...propertySettings(12), endOnFailure: true });
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  },
);
