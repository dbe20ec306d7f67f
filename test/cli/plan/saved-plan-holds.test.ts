// Saved plans: resources that the plan relies on without changing them, and the project of the plan.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { folderOf } from "../../io/folder.ts";
import { runCli, serviceUrl } from "../fake-host.ts";
import { greeter, lookup, project, triage } from "../project.ts";
import { callService, createProjectFixture, type ProjectFixture } from "../project-fixture.ts";

type Json = Record<string, unknown>;

const list = async (it: ProjectFixture, path: string): Promise<Json[]> =>
  (await callService(it, "GET", path)) as Json[];

/** The project with all definitions applied. */
async function applied(files: Readonly<Record<string, string>> = {}): Promise<ProjectFixture> {
  const it = await createProjectFixture(files);
  expect((await it.run(["apply", "--auto-approve"])).code).toBe(0);
  return it;
}

async function refused(
  it: ProjectFixture,
  message: string,
  args: readonly string[] = [],
): Promise<void> {
  it.service.calls.length = 0;
  const { code, err } = await it.run(["apply", "plan.json", ...args]);
  expect(err).toContain(message);
  expect([code, it.service.writes()]).toEqual([4, []]);
}

describe("a saved plan is refused if since then", () => {
  it("the duplicate to keep was deleted: the other one stays", async () => {
    await using it = await applied();
    const [{ id: _id, ...body }] = (await list(it, "evaluations")) as [Json];
    await callService(it, "POST", "evaluations", body);
    await it.run(["plan", "--prune", "--out", "plan.json"]);
    const plan = JSON.parse(readFileSync(it.folder.at("plan.json"), "utf8")) as {
      changes: { id: string }[];
    };
    const kept = (await list(it, "evaluations")).find(({ id }) => id !== plan.changes[0]!.id)!;
    for (const each of await list(it, "evaluation-assertions"))
      await callService(it, "DELETE", `evaluation-assertions/${each["id"]}`);
    await callService(it, "DELETE", `evaluations/${kept["id"]}`);
    await refused(it, "evaluation/Support triage/refund    was deleted on the service");
  });

  it("the new name of a renamed resource was taken", async () => {
    await using it = await applied();
    const renamed = lookup.replace(
      "name: lookup_order",
      "key: lookup_order\nname: find_order\nrenamedFrom: lookup_order",
    );
    it.folder.write("prompts/lookup.yaml", renamed);
    it.folder.write(
      "prompts/triage.yaml",
      triage.replace("toolName: lookup_order", "toolName: find_order"),
    );
    await it.run(["plan", "--out", "plan.json"]);
    await callService(it, "POST", "tools", {
      name: "find_order",
      description: "Theirs",
      parameters: {},
    });
    await refused(
      it,
      "tool/lookup_order   another tool with this name was created on the service: id:",
    );
  });

  it("the old resource of a replace was deleted before the new one was created", async () => {
    await using it = await applied();
    it.folder.write("prompts/triage.yaml", triage.replace("I want my money back", "Pay!"));
    await it.run(["plan", "--out", "plan.json"]);
    for (const each of await list(it, "evaluation-assertions"))
      await callService(it, "DELETE", `evaluation-assertions/${each["id"]}`);
    const [old] = await list(it, "evaluations");
    await callService(it, "DELETE", `evaluations/${old!["id"]}`);
    await refused(it, "evaluation/Support triage/refund");
  });

  it("an assertion to delete was moved to another evaluation", async () => {
    await using it = await applied();
    it.folder.write("prompts/triage.yaml", triage.replace(/ {6}- \{ type: LATENCY.*\n/, ""));
    await it.run(["plan", "--out", "plan.json"]);
    const [{ promptId }] = (await list(it, "evaluations")) as [Json];
    const other = (await callService(it, "POST", "evaluations", {
      promptId,
      variables: { other: "1" },
      appendedMessages: [],
    })) as Json;
    const goes = (await list(it, "evaluation-assertions")).find(
      (each) => each["type"] === "LATENCY",
    )!;
    const { id, ...body } = goes;
    await callService(it, "PUT", `evaluation-assertions/${id}`, {
      ...body,
      evaluationId: other["id"],
    });
    await refused(it, "was moved to another parent on the service");
  });

  it("a resource got fields that this version does not know", async () => {
    await using it = await applied();
    it.folder.write("prompts/lookup.yaml", lookup.replace("by its number", "by number"));
    await it.run(["plan", "--out", "plan.json"]);
    const fetch: Fetch = async (url, init) => {
      const answer = await it.service.fetch(url, init);
      if (init.method !== "GET" || !url.endsWith("/tools")) return answer;
      return Response.json(
        ((await answer.json()) as Json[]).map((each) => ({ ...each, owner: "x" })),
      );
    };
    it.service.calls.length = 0;
    const { code, err } = await it.run(["apply", "plan.json"], { fetch });
    expect(err).toContain("tool/lookup_order   has fields on the service that this version");
    expect([code, it.service.writes()]).toEqual([4, []]);
  });

  it("a pin changed", async () => {
    await using it = await applied();
    it.folder.write("prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    const [first, second] = await list(it, "prompts");
    const config = (id: unknown): string =>
      `pins: { "${serviceUrl}": { "prompt/Greeter": ${String(id)} } }\n`;
    const greets = [first!, second!].find((each) => each["name"] === "Greeter")!;
    it.folder.write("promptctl.yaml", config(greets["id"]));
    await it.run(["plan", "--out", "plan.json"]);
    it.folder.write("promptctl.yaml", config("another"));
    await refused(
      it,
      "The definitions or settings in this folder are not those that plan.json was created from.",
    );
  });

  it("the service stored a resource with other values than sent: it is created once", async () => {
    await using it = await applied();
    it.folder.write(
      "prompts/greeter.yaml",
      `${greeter}evaluations:\n  - { name: e, variables: { a: b }, weight: 0.55, assertions: [{ type: COST, targetThreshold: 1 }] }\n`,
    );
    await it.run(["plan", "--out", "plan.json"]);
    const altering: Fetch = async (url, init) => {
      if (init.method !== "POST") return it.service.fetch(url, init);
      if (url.endsWith("assertions")) return new Response("{}", { status: 400 });
      const body = { ...(JSON.parse(String(init.body)) as Json), weight: 0.6 };
      return it.service.fetch(url, { ...init, body: JSON.stringify(body) });
    };
    const before = (await list(it, "evaluations")).length;
    expect((await it.run(["apply", "plan.json"], { fetch: altering })).code).toBe(1);
    expect(await list(it, "evaluations")).toHaveLength(before); // deleted again
    expect((await it.run(["apply", "plan.json"])).code).toBe(0);
    expect(await list(it, "evaluations")).toHaveLength(before + 1);
  });
});

describe("an interrupted saved plan is resumed", () => {
  it.each([
    ["in the order of creation", false],
    ["newest first", true],
  ])(
    "with equal evaluations that differ in their assertions, listed %s",
    async (_name, reverse) => {
      await using it = await applied();
      const e = (name: string, type: string): string =>
        `  - { name: ${name}, variables: { a: b }, assertions: [{ type: ${type}, targetThreshold: 1 }] }\n`;
      it.folder.write(
        "prompts/greeter.yaml",
        `${greeter}evaluations:\n${e("e1", "LATENCY")}${e("e2", "COST")}`,
      );
      await it.run(["plan", "--out", "plan.json"]);
      const listed: Fetch = async (url, init) => {
        const answer = await it.service.fetch(url, init);
        if (!reverse || init.method !== "GET") return answer;
        return Response.json(((await answer.json()) as Json[]).reverse());
      };
      let writes = 0;
      const cut: Fetch = async (url, init) =>
        init.method !== "GET" && writes++ >= 3
          ? new Response("{}", { status: 400 })
          : listed(url, init);
      await it.run(["apply", "plan.json", "--concurrency", "1"], { fetch: cut });
      const { code, err } = await it.run(["apply", "plan.json"], { fetch: listed });
      expect([code, err]).toEqual([
        0,
        expect.stringContaining("3 of 4 requests succeeded before, 1 remaining."),
      ]);
      expect((await it.run(["plan"])).out).toContain("No changes.");
    },
  );

  it("and completed replaces leave no journal entries", async () => {
    await using it = await applied();
    it.folder.write("prompts/triage.yaml", triage.replace("I want my money back", "Pay!"));
    await it.run(["plan", "--out", "plan.json"]);
    await it.run(["apply", "plan.json"]);
    await it.run(["apply", "plan.json"]);
    expect(readFileSync(it.folder.at(".promptctl/unfinished.json"), "utf8")).toBe("[]\n");
  });
});

describe("the project of a saved plan", () => {
  it("is found from the path of the file, with its embedded store", async () => {
    const files = Object.entries(project).map(([path, text]) => [`sub/${path}`, text]);
    await using folder = folderOf(Object.fromEntries(files) as Record<string, string>);
    const options = { cwd: folder.path, env: {} };
    const { err } = await runCli(["plan", "sub", "--local", "--out", "plan.json"], options);
    expect(err).toBe("Plan saved. To apply exactly this plan: promptctl apply plan.json --local\n");
    expect((await runCli(["apply", "plan.json", "--local"], options)).code).toBe(0);
    expect(existsSync(folder.at("sub/.promptctl/store.sqlite"))).toBe(true);
    expect(existsSync(folder.at(".promptctl"))).toBe(false);
    expect((await runCli(["plan", "sub", "--local"], options)).out).toContain("No changes.");
  });

  it("must exist for a plan of an embedded store", async () => {
    await using folder = folderOf(project);
    const options = { cwd: folder.path, env: {} };
    await runCli(["plan", "--local", "--out", "plan.json"], options);
    await using elsewhere = folderOf({});
    writeFileSync(
      elsewhere.at("plan.json"),
      readFileSync(folder.at("plan.json"), "utf8").replace('"project": "."', '"project": "gone"'),
    );
    const run = await runCli(["apply", "plan.json", "--local"], {
      ...options,
      cwd: elsewhere.path,
    });
    expect([run.code, run.err]).toEqual([
      4,
      expect.stringContaining("embedded store of a project"),
    ]);
    expect(existsSync(elsewhere.at(".promptctl"))).toBe(false);
  });

  it("is compared with nothing if the plan has no changes", async () => {
    await using it = await applied();
    await it.run(["plan", "--out", "plan.json"]);
    const { code, out } = await it.run(["apply", "plan.json"]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/\n\nThe saved plan has no changes\. Nothing was applied\.\n$/),
    ]);
    expect(out).not.toContain("match");
  });

  it("a missing file is reported", async () => {
    await using it = await applied();
    const { code, err } = await it.run(["apply", "pla.json"]);
    expect([code, err]).toEqual([64, "Error: The file pla.json does not exist.\n"]);
  });
});

it("when one list request fails, plan does not wait for the retries of another", async () => {
  await using it = await applied();
  const fetch: Fetch = async (url, init) => {
    if (url.endsWith("/tools")) return new Response("{}", { status: 403 });
    if (url.endsWith("/prompts")) {
      const headers = { "retry-after": "10" };
      return new Response("{}", { status: 503, headers });
    }
    return it.service.fetch(url, init);
  };
  it.service.calls.length = 0;
  const { code, err } = await it.run(["plan"], { fetch });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(code).toBe(1);
  expect(err).toContain("403 from GET /sdk/v1/tools");
  expect(it.service.calls.filter((each) => each.endsWith("/prompts"))).toEqual([]);
});
