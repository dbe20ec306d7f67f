// Interrupted replaces, and two concurrent applies.
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withoutPermission } from "../../fixtures/other-user.ts";
import { folderOf } from "../../io/folder.ts";
import { commitAfter, gitEnv, runTestGit } from "../../io/repository.ts";
import { type CliResult, serviceEnv, runCli } from "../fake-host.ts";
import { project, triage } from "../project.ts";
import { callService, type ProjectFixture, createProjectFixture } from "../project-fixture.ts";

const changed = triage.replace("I want my money back", "Give me my money");
const notes = ".promptctl/unfinished.json";

/** Applies the changed evaluation; the first request that matches and all later ones fail. */
async function cutShort(
  it: ProjectFixture,
  dies: (method: string, path: string) => boolean,
): Promise<void> {
  writeFileSync(it.folder.at("prompts/triage.yaml"), changed);
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    if (dies(init.method!, new URL(url).pathname)) throw new Error("killed");
    return it.service.fetch(url, init);
  };
  // A refused connection without retries: no further request reaches the service, as after a kill.
  const run = await it.run(["apply", "--auto-approve", "--retries", "0"], { fetch });
  expect(run.code).toBe(1);
}

const isDelete = (method: string): boolean => method === "DELETE";

describe("an interrupted replace", () => {
  it("before the old resource is deleted: the next plan reports it, the next apply deletes it", async () => {
    await using it = await createProjectFixture();
    await it.run(["apply", "--auto-approve"]);
    await cutShort(it, isDelete);
    expect(await it.service.count("evaluations")).toBe(2);
    expect(JSON.parse(it.folder.read(notes))).toHaveLength(1);

    const { out } = await it.run(["plan"]);
    expect(out).toContain("left by an interrupted apply");
    expect(out).toContain("Plan: 1 to delete, 7 unchanged.");
    const { code } = await it.run(["apply", "--auto-approve"]);
    expect(code).toBe(0);
    expect(await it.service.count("evaluations")).toBe(1);
    expect(await it.service.count("evaluation-assertions")).toBe(2);
    expect((await it.run(["plan"])).out).toContain("No changes.");
    expect(it.folder.read(notes)).toBe("[]\n");
  });

  it.each([
    ["in CI", { CI: "true" }, false, "CI is set"],
    ["if git tracks it", {}, true, "git tracks it"],
    [
      "if git is not installed",
      { PATH: "/nonexistent" },
      true,
      "git cannot tell whether the repository contains it",
    ],
  ])(
    "%s the journal is ignored: it may come from a repository",
    async (_name, env, isAdded, why) => {
      await using it = await createProjectFixture();
      await it.run(["apply", "--auto-approve"]);
      await cutShort(it, isDelete);
      if (isAdded) {
        runTestGit(["init", "-q"], it.folder.path);
        runTestGit(["add", "--force", notes], it.folder.path);
      }
      const more = { env: { ...serviceEnv, ...gitEnv, ...env } };
      const { code, out, err } = await it.run(["plan"], more);
      expect(err).toContain(`${notes} is ignored, because ${why}.`);
      expect([code, out]).toEqual([0, expect.stringContaining("No changes.") as string]);
      await it.run(["apply", "--auto-approve"], more);
      expect(await it.service.count("evaluations")).toBe(2);
    },
  );

  it.each([".promptctl", notes])(
    "a journal behind a link is not read, because git does not track it there: %s",
    async (path) => {
      await using it = await createProjectFixture();
      await it.run(["apply", "--auto-approve"]);
      await cutShort(it, isDelete);
      renameSync(it.folder.at(path), it.folder.at("committed"));
      it.folder.link(path, it.folder.at("committed"));
      expect((await it.run(["plan"])).out).toContain("No changes.");
      await it.run(["apply", "--auto-approve"]);
      expect(await it.service.count("evaluations")).toBe(2);
    },
  );

  it("an old resource that was changed by hand since is not deleted", async () => {
    await using it = await createProjectFixture();
    await it.run(["apply", "--auto-approve"]);
    await cutShort(it, isDelete);
    const [note] = JSON.parse(it.folder.read(notes)) as { id: string }[];
    const body = { evaluationId: note!.id, type: "LATENCY", targetThreshold: 7, weight: 1 };
    await callService(it, "POST", "evaluation-assertions", body);
    const { out } = await it.run(["plan", "--unmanaged"]);
    expect(out).toContain(`evaluation/Support triage/id:${note!.id}  not defined in any file`);
    expect(out).toContain("No changes.");
  });

  it("without the journal the old resource is listed with its likely origin, and --prune deletes it", async () => {
    await using it = await createProjectFixture();
    await it.run(["apply", "--auto-approve"]);
    await cutShort(it, isDelete);
    commitAfter(project, it.folder.path);
    writeFileSync(it.folder.at(notes), "{ damaged");
    const { out } = await it.run(["plan", "--unmanaged"]);
    expect(out).toContain("not defined in any file; possibly left by an interrupted replace");
    await it.run(["apply", "--auto-approve", "--prune"]);
    expect(await it.service.count("evaluations")).toBe(1);
  });

  it("an entry for another service, or for a replace that did not start, deletes nothing", async () => {
    await using it = await createProjectFixture();
    await it.run(["apply", "--auto-approve"]);
    await cutShort(it, (method, path) => method === "POST" && path.endsWith("/evaluations"));
    writeFileSync(
      it.folder.at("prompts/triage.yaml"),
      triage.replace(/evaluations:[^]*/, "evaluations: []\n"),
    );
    expect((await it.run(["plan"])).out).toContain("Unmanaged: 1 evaluation");
    writeFileSync(it.folder.at("prompts/triage.yaml"), changed);
    await cutShort(it, isDelete);
    const path = it.folder.at(notes);
    const elsewhere = readFileSync(path, "utf8").replace(
      "prompts.example.com",
      "other.example.com",
    );
    writeFileSync(path, elsewhere);
    expect((await it.run(["plan"])).out).toContain("Unmanaged: 1 evaluation");
  });
});

describe("a delete that the service refused, because the resource was changed after the plan", () => {
  /** The changed evaluation exists beside the old one, which somebody has given another assertion. */
  async function refused(): Promise<ProjectFixture & { readonly id: string }> {
    const it = await createProjectFixture();
    await it.run(["apply", "--auto-approve"]);
    writeFileSync(it.folder.at("prompts/triage.yaml"), changed);
    let id = "";
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      if (!isDelete(init.method!)) return it.service.fetch(url, init);
      [{ id }] = JSON.parse(it.folder.read(notes)) as [{ id: string }];
      const body = { evaluationId: id, type: "LATENCY", targetThreshold: 7, weight: 1 };
      await callService(it, "POST", "evaluation-assertions", body);
      return new Response("{}", { status: 412 });
    };
    const { code, err } = await it.run(["apply", "--auto-approve"], { fetch });
    expect([code, err]).toEqual([1, expect.stringContaining("not deleted")]);
    expect(JSON.parse(it.folder.read(notes))).toHaveLength(1);
    return { ...it, id };
  }

  it.each<[name: string, change: (it: ProjectFixture, id: string) => Promise<unknown>]>([
    ["has no changes", async () => {}],
    [
      "has other changes",
      async ({ folder }) =>
        folder.write("prompts/new.yaml", "kind: tool\nname: new\ndescription: d\nparameters: {}\n"),
    ],
    ["finds it deleted", (it, id) => callService(it, "DELETE", `evaluations/${id}`)],
    [
      "finds no evaluation any more",
      async (it, id) => {
        await callService(it, "DELETE", `evaluations/${id}`);
        it.folder.write(
          "prompts/triage.yaml",
          triage.replace(/evaluations:[^]*/, "evaluations: []\n"),
        );
        await it.run(["apply", "--auto-approve", "--prune"]);
      },
    ],
  ])("leaves the journal when an apply %s", async (_name, change) => {
    await using it = await refused();
    await change(it, it.id);
    expect((await it.run(["apply", "--auto-approve"])).code).toBe(0);
    expect(it.folder.read(notes)).toBe("[]\n");
  });
});

describe("a prune that was interrupted after the first of two assertions", () => {
  /** The evaluation has one assertion left, and the folder has a journal. */
  async function interrupted(conflicts: string): Promise<ProjectFixture> {
    const it = await createProjectFixture();
    await it.run(["apply", "--auto-approve"]);
    const configuration = `definitions: prompts\nscope: ["*"]\nconflicts: ${conflicts}\n`;
    it.folder.write("promptctl.yaml", configuration);
    it.folder.write("prompts/triage.yaml", triage.replace(/evaluations:[^]*/, "evaluations: []\n"));
    commitAfter({ ...project, "promptctl.yaml": configuration }, it.folder.path);
    let deletes = 0;
    const fetch = (url: string, init: RequestInit): Promise<Response> => {
      if (isDelete(init.method!) && ++deletes > 1) throw new Error("killed");
      return it.service.fetch(url, init);
    };
    const args = ["apply", "--auto-approve", "--prune", "--retries", "0"];
    expect((await it.run(args, { fetch })).code).toBe(1);
    expect(await it.service.count("evaluation-assertions")).toBe(1);
    return it;
  }

  it.each(["warn", "refuse"])(
    "is finished by the same command: conflicts: %s",
    async (conflicts) => {
      await using it = await interrupted(conflicts);
      const { code, out } = await it.run(["apply", "--auto-approve", "--prune"]);
      expect([code, out]).toEqual([0, expect.stringContaining("left by an interrupted apply")]);
      expect(await it.service.count("evaluations")).toBe(0);
      expect(it.folder.read(notes)).toBe("[]\n");
    },
  );

  it("is not finished without --prune", async () => {
    await using it = await interrupted("warn");
    const { out } = await it.run(["plan", "--unmanaged"]);
    expect(out).toContain("left by an interrupted prune; apply --prune deletes it");
    expect(out).toContain("No changes.");
  });

  it.each([
    ["in CI", { CI: "true" }, async () => {}],
    [
      "if the evaluation was changed since",
      {},
      async (it: ProjectFixture) => {
        const [{ id }] = JSON.parse(it.folder.read(notes)) as [{ id: string }];
        const body = { evaluationId: id, type: "LATENCY", targetThreshold: 7, weight: 1 };
        await callService(it, "POST", "evaluation-assertions", body);
      },
    ],
  ])("leaves the evaluation %s: no commit has it like this", async (_name, env, change) => {
    await using it = await interrupted("warn");
    await change(it);
    const { code, out } = await it.run(["apply", "--auto-approve", "--prune", "--unmanaged"], {
      env: { ...serviceEnv, ...env },
    });
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("changed on the service, or left by an interrupted apply: no commit"),
    ]);
    expect(await it.service.count("evaluations")).toBe(1);
  });
});

describe("two concurrent applies to the embedded store", () => {
  it("the second one is refused; the lock is released when the first one ends", async () => {
    await using folder = folderOf(project);
    const options = { cwd: folder.path, env: {} };
    let second: Promise<{ code: number; err: string }> | undefined;
    const answer = async (): Promise<boolean> => {
      second = runCli(["apply", "--local", "--auto-approve"], options);
      await second;
      return true;
    };
    const first = await runCli(["apply", "--local"], { ...options, answer });
    expect(first.code).toBe(0);
    expect((await second!).code).toBe(4);
    expect((await second!).err.replaceAll(folder.path, "…")).toBe(
      `Refused: Another promptctl apply is writing to …/.promptctl/store.sqlite.
  Wait until it ends, then run the command again.
`,
    );
    expect((await runCli(["apply", "--local", "--auto-approve"], options)).code).toBe(0);
  });

  it("plan can read at the same time", async () => {
    await using folder = folderOf(project);
    const options = { cwd: folder.path, env: {} };
    const answer = async (): Promise<boolean> => {
      expect((await runCli(["plan", "--local"], options)).code).toBe(0);
      return false;
    };
    expect((await runCli(["apply", "--local"], { ...options, answer })).code).toBe(4);
  });
});

it("if the journal cannot be written, apply prints a warning and continues", async () => {
  await using it = await createProjectFixture();
  await it.run(["apply", "--auto-approve"]);
  writeFileSync(it.folder.at(".promptctl"), "a file where the folder would be");
  writeFileSync(it.folder.at("prompts/triage.yaml"), changed);
  const { code, err } = await it.run(["apply", "--auto-approve"], { env: serviceEnv });
  expect(code).toBe(0);
  expect(err).toContain("Cannot write the replace journal in .promptctl/:");
});

it.each([
  [".promptctl", 0o755],
  [notes, 0o600],
])("if %s cannot be read, the journal is ignored with a warning, and kept", async (path, mode) => {
  await using it = await createProjectFixture();
  chmodSync(it.folder.path, 0o755);
  await it.run(["apply", "--auto-approve"]);
  await cutShort(it, isDelete);
  await it.run(["plan"]); // loads the modules
  const text = it.folder.read(notes);
  for (const args of [["plan"], ["apply", "--auto-approve"]]) {
    const run = (): Promise<CliResult> => it.run(args);
    const { code, out, err } = await withoutPermission(it.folder.at(path), mode, run);
    expect(err).toContain(`${notes} is ignored, because it cannot be read: permission denied.`);
    expect([code, out]).toEqual([0, expect.stringContaining("No changes.") as string]);
  }
  expect(it.folder.read(notes)).toBe(text);
});
