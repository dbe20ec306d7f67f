// What a reviewed plan permits, with the built program: the same file is applied on other machines, twice,
// after a crash, and after others changed the service.
import { copyFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../src/engine/model/ports.ts";
import { withoutExtensions } from "../fixtures/plain-service.ts";
import { type ProgramResult, runProgramIn } from "../fixtures/run-program.ts";
import { folderOf } from "../io/folder.ts";
import { repositoryOf, runTestGit, type TestRepository } from "../io/repository.ts";
import { startFaultyProxy } from "../laws/faults/injection/faulty-proxy.ts";
import { startService } from "../laws/faults/scenarios/scenario.ts";
import { listResources, sendRequest } from "../laws/property/service-requests.ts";

type Body = Record<string, unknown>;

const tool = (name: string, description = "Does it."): string =>
  `kind: tool\nname: ${name}\ndescription: ${description}\nparameters: {}\n`;
const evaluation = (name: string, ticket: string): string =>
  `  - { name: ${name}, variables: { ticket: ${ticket} }, assertions: [{ type: COST, targetThreshold: 1 }, { type: LATENCY, targetThreshold: 2 }] }\n`;
const prompt = (...evaluations: readonly string[]): string =>
  `kind: prompt\nname: P\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages: [{ role: user, content: "{{ticket}}" }]\nevaluations:\n${evaluations.join("")}`;

const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/a.yaml": tool("a"),
  "prompts/b.yaml": tool("b"),
  "prompts/old.yaml": tool("old"),
  "prompts/p.yaml": prompt(evaluation("e", "one")),
};

/** A repository whose definitions were applied to a service behind a proxy. */
interface World extends AsyncDisposable {
  readonly repository: TestRepository;
  /** The writing requests, as `POST evaluations`. */
  readonly writes: string[];
  /** Refuses all writes after this number of further ones. */
  permitWrites(count: number): void;
  list(collection: string): Promise<Body[]>;
  send(method: string, path: string, body?: Body): Promise<unknown>;
  /** Runs the program in a folder; by default in the repository. */
  run(words: readonly string[], folder?: string): Promise<ProgramResult>;
  /** A new clone of the repository, with the saved plan and without .promptctl. */
  otherMachine(...flags: readonly string[]): string;
}

async function createWorld(definitions: Readonly<Record<string, string>> = files): Promise<World> {
  const repository = repositoryOf({ ...definitions, ".gitignore": ".promptctl/\nplan.json\n" });
  const machines = folderOf();
  const { store, handler: service } = await startService([]);
  const handler = withoutExtensions(service);
  const writes: string[] = [];
  let permitted = Number.POSITIVE_INFINITY;
  const proxy = await startFaultyProxy(handler, async (request) => {
    if (request.method === "GET") return request.forward();
    if (writes.length >= permitted) return Response.json({ error: "cut" }, { status: 400 });
    writes.push(`${request.method} ${request.path.split("/")[3]}`);
    return request.forward();
  });
  const fetch: Fetch = (url, init) => handler(new Request(url, init));
  const run: World["run"] = (words, folder = repository.path) =>
    runProgramIn(folder, words, { PROMPTCTL_BASE_URL: proxy.url, PROMPTCTL_API_KEY: "good" });
  const world: World = {
    repository,
    writes,
    permitWrites: (count) => void (permitted = writes.length + count),
    list: (collection) => listResources({ fetch }, collection),
    send: async (method, path, body) => (await sendRequest({ fetch }, method, path, body)).json(),
    run,
    otherMachine: (...flags) => {
      const name = `machine${Math.random()}`;
      const url = `file://${repository.path}`;
      runTestGit(["clone", "-q", ...flags, url, name], machines.path);
      copyFileSync(repository.at("plan.json"), machines.at(`${name}/plan.json`));
      return machines.at(name);
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await store.close();
      await machines[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
  expect(await run(["apply", "--yes"])).toMatchObject({ code: 0 });
  writes.length = 0;
  return world;
}

const saved = async ({ run }: World, ...flags: readonly string[]): Promise<void> =>
  void expect(await run(["plan", "--out", "plan.json", ...flags])).toMatchObject({ code: 0 });

const editTool = async (world: World, name: string): Promise<void> => {
  const { id, ...body } = (await world.list("tools")).find((each) => each["name"] === name)!;
  await world.send("PUT", `tools/${id}`, { ...body, description: "Edited." });
};

const describedAs = async ({ list }: World, name: string): Promise<unknown> =>
  (await list("tools")).find((each) => each["name"] === name)?.["description"];

describe("a reviewed plan", () => {
  it("is finished on another machine after a replace was cut after 3 of 6 requests", async () => {
    await using world = await createWorld();
    world.repository.commit({ "prompts/p.yaml": prompt(evaluation("e", "two")) });
    await saved(world);
    world.permitWrites(3);
    expect(await world.run(["apply", "plan.json"])).toMatchObject({ code: 1 });
    world.permitWrites(99);
    const other = world.otherMachine();
    expect(await world.run(["apply", "plan.json"], other)).toMatchObject({ code: 0 });
    expect(world.writes).toEqual([
      "POST evaluations",
      "POST evaluation-assertions",
      "POST evaluation-assertions",
      "DELETE evaluation-assertions",
      "DELETE evaluation-assertions",
      "DELETE evaluations",
    ]);
    expect((await world.run(["plan"], other)).out).toContain("No changes.");
  });

  it("with --prune is refused with the reason where the history is shallower", async () => {
    await using world = await createWorld();
    world.repository.commit({ "prompts/old.yaml": undefined });
    await saved(world, "--prune");
    const { code, err } = await world.run(
      ["apply", "plan.json"],
      world.otherMachine("--depth", "1"),
    );
    expect([code, err.replace(/id:\w+/, "id:@"), world.writes]).toEqual([
      4,
      `\
Refused: 1 reviewed change cannot be made here: the history in git is shallower than that of the plan (the clone is shallow: fetch-depth: 0 of actions/checkout, or git fetch --unshallow). Nothing was applied.
    delete tool/old (id:@)
  Create a new plan: promptctl plan --out FILE
`,
      [],
    ]);
  });

  it("with --prune --overwrite is applied once", async () => {
    await using world = await createWorld();
    world.repository.commit({ "prompts/old.yaml": undefined });
    await saved(world, "--prune", "--overwrite", "tool/old");
    expect(await world.run(["apply", "plan.json"])).toMatchObject({ code: 0 });
    expect(world.writes).toEqual(["DELETE tools"]);
    const { code, err } = await world.run(["apply", "plan.json"]);
    expect([code, err, world.writes.length]).toEqual([0, "This plan was already applied.\n", 1]);
  });

  it("is applied where others edited something else, which is listed", async () => {
    await using world = await createWorld();
    world.repository.commit({ "prompts/a.yaml": tool("a", "Does more.") });
    await saved(world);
    await editTool(world, "b");
    const { code, out } = await world.run(["apply", "plan.json"]);
    expect([code, world.writes]).toEqual([0, ["PUT tools"]]);
    expect(out).toContain("Note: Not in the saved plan, so not made: update tool/b.");
    expect([await describedAs(world, "a"), await describedAs(world, "b")]).toEqual([
      "Does more.",
      "Edited.",
    ]);
  });

  it("does not finish what the journal of another apply has, which is listed", async () => {
    await using world = await createWorld();
    world.repository.commit({ "prompts/p.yaml": prompt(evaluation("e", "two")) });
    world.permitWrites(3);
    expect(await world.run(["apply", "--yes"])).toMatchObject({ code: 1 });
    world.permitWrites(99);
    world.repository.commit({ "prompts/a.yaml": tool("a", "Does more.") });
    copyFileSync(world.repository.at("promptctl.yaml"), world.repository.at("plan.json"));
    const other = world.otherMachine();
    rmSync(`${other}/plan.json`);
    await world.run(["plan", "--out", "plan.json"], other);
    copyFileSync(`${other}/plan.json`, world.repository.at("plan.json"));
    const { code, out } = await world.run(["apply", "plan.json"]);
    expect([code, world.writes.slice(3)]).toEqual([0, ["PUT tools"]]);
    expect(out).toMatch(/Note: Not in the saved plan, so not made: delete evaluation\/P\/id:\w+\./);
    expect(await world.list("evaluations")).toHaveLength(2);
  });

  it("that replaces one of two equal siblings is refused if the other was deleted", async () => {
    const two = {
      ...files,
      "prompts/p.yaml": prompt(evaluation("e", "one"), evaluation("f", "one")),
    };
    await using world = await createWorld(two);
    world.repository.commit({
      "prompts/p.yaml": prompt(evaluation("e", "two"), evaluation("f", "one")),
    });
    await saved(world);
    const before = await world.list("evaluations");
    const plan = await world.run(["plan", "--json"]);
    const [{ id: replaced }] = (JSON.parse(plan.out) as { changes: [{ id: string }] }).changes;
    const other = before.find(({ id }) => id !== replaced)!;
    for (const { id, evaluationId } of await world.list("evaluation-assertions"))
      if (evaluationId === other["id"]) await world.send("DELETE", `evaluation-assertions/${id}`);
    await world.send("DELETE", `evaluations/${other["id"]}`);
    const { code, err } = await world.run(["apply", "plan.json"]);
    expect([code, world.writes]).toEqual([4, []]);
    expect(err).toContain("1 reviewed change cannot be made here: the resource with this id is ");
  });

  it("is refused where it would need more, and the rest is shown as a plan", async () => {
    await using world = await createWorld();
    world.repository.commit({ "prompts/a.yaml": tool("a", "Does more.") });
    await saved(world);
    await editTool(world, "a");
    const { code, out, err } = await world.run(["apply", "plan.json"]);
    expect([code, world.writes]).toEqual([4, []]);
    expect(out).toContain('description  "Edited." → "Does more."');
    expect(out).toContain("Plan: 1 to update.");
    expect(err).toBe(`\
Refused: The service changed: plan.json does not contain the changes shown above, which are needed now. Nothing was applied.
  Create a new plan: promptctl plan --out FILE
`);
  });
});
