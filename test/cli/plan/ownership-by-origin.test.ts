// Which leftovers prune deletes where the service reports the origins of writes: those that this project
// wrote last, from a commit of HEAD.
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { Plan } from "../../../src/generated/types.ts";
import { copyStore } from "../../../src/service/copy-store.ts";
import { folderOf } from "../../io/folder.ts";
import { repositoryOf, runTestGit, type TestRepository } from "../../io/repository.ts";
import {
  type CliResult,
  createFakeService,
  type FakeService,
  runCli,
  serviceUrl,
} from "../fake-host.ts";
import { serviceEnv } from "../fake-host.ts";
import { gitEnv } from "../../io/repository.ts";

const prompt = (name: string, text = "Hi", cases: readonly string[] = []): string => {
  const evaluations = cases.map((each) => `  - { name: ${each}, variables: { v: ${each} } }\n`);
  const list = evaluations.length === 0 ? "" : `evaluations:\n${evaluations.join("")}`;
  return `kind: prompt\nname: ${name}\nparameters: { provider: OPENAI, name: gpt-test }\nmessages: [{ role: user, content: ${text} }]\n${list}`;
};
const configuration = { "promptctl.yaml": "definitions: prompts\n" };
const files = { ...configuration, "prompts/kept.yaml": prompt("Kept") };
const old = { "prompts/old.yaml": prompt("Old", "Hi", ["one"]) };
const removed = { "prompts/old.yaml": undefined };

/** A project with the prompt Old, and a service that reports origins. */
interface Story {
  readonly repository: TestRepository;
  readonly service: FakeService;
  /** Applies what the folder has. */
  apply(repository?: TestRepository, folder?: string): Promise<void>;
  git(...words: readonly string[]): string;
}

const run = (
  { service }: Pick<Story, "service">,
  cwd: string,
  words: readonly string[],
  fetch: Fetch = service.fetch,
): Promise<CliResult> =>
  runCli(words, { cwd, env: { ...gitEnv, ...serviceEnv, NO_COLOR: "1" }, fetch });

async function begin(extensions = true, location?: string): Promise<Story> {
  const repository = repositoryOf(files);
  const service = await createFakeService({
    extensions,
    ...(location !== undefined && { location }),
  });
  return {
    repository,
    service,
    git: (...words) => repository.git(words),
    apply: async (other = repository, folder = "") => {
      const { code, out, err } = await run({ service }, other.at(folder), ["apply", "--yes"]);
      expect([code, out, err]).toEqual([0, out, err]);
    },
  };
}

/** Sends a request to the service as another client. */
async function send(
  { service }: Pick<Story, "service">,
  [method, path]: readonly [method: string, path: string],
  body?: object,
  origin?: object | string,
): Promise<unknown> {
  const header = typeof origin === "string" ? origin : origin && JSON.stringify(origin);
  const response = await service.fetch(`${serviceUrl}/sdk/v1/${path}`, {
    method,
    headers: {
      "x-api-key": "good",
      "content-type": "application/json",
      ...(header !== undefined && { "x-promptctl-origin": header }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  expect([method, path, response.status, answer]).toEqual([method, path, 200, answer]);
  return answer;
}

type Resource = Readonly<Record<string, unknown>> & { readonly id: string };

/** Old or its evaluation, as it can be sent again. */
async function find(story: Pick<Story, "service">, kind: string): Promise<Resource> {
  const all = (await send(story, ["GET", kind])) as Resource[];
  const found = all.find(({ name }) => name === "Old" || kind === "evaluations")!;
  const messages = (found["messages"] ?? []) as object[];
  const withIds = messages.map((each, index) => ({ ...each, promptMessageId: String(index) }));
  return { ...found, ...(kind === "prompts" && { messages: withIds }) };
}

/** Writes Old or its evaluation again with the same content, from an origin or without. */
async function writeAgain(
  story: Pick<Story, "service">,
  kind: "prompts" | "evaluations",
  origin?: object | string,
): Promise<void> {
  const { id, ...body } = await find(story, kind);
  if (kind === "prompts") {
    await send(story, ["PUT", `prompts/${id}`], {
      ...body,
      parameters: { ...(body["parameters"] as object), name: "other" },
    });
    await send(story, ["PUT", `prompts/${id}`], body, origin);
    return;
  }
  await send(story, ["DELETE", `evaluations/${id}`]);
  await send(story, ["POST", "evaluations"], body, origin);
}

/** What prune does with Old: `deleted`, or the reason why it stays. */
async function outcome(story: Story, cwd: string, fetch?: Fetch): Promise<string> {
  const words = ["plan", "--prune", "--allow-mass-delete", "--json"];
  const { code, out, err } = await run(story, cwd, words, fetch);
  expect([code, err]).toEqual([0, ""]);
  const { changes, unmanaged } = JSON.parse(out) as Plan;
  if (changes.some((change) => change.action === "delete" && change.name === "Old"))
    return "deleted";
  return unmanaged.find(({ name }) => name === "Old")?.reason ?? "no leftover";
}

/** Another team with a repository of its own. */
async function otherTeam(story: Story, text = "Hi"): Promise<void> {
  await using other = repositoryOf({
    ...configuration,
    "prompts/old.yaml": prompt("Old", text, ["one"]),
  });
  await story.apply(other);
}

/** Deletes Old on the service. */
async function deleteOld(story: Story): Promise<void> {
  const { id } = await find(story, "prompts");
  await send(story, ["DELETE", `prompts/${id}`]);
}

type Row = readonly [what: string, happens: (story: Story) => Promise<unknown>, expected: string];

/** Old is committed and applied. */
async function applied(story: Story): Promise<string> {
  const commit = story.repository.commit(old);
  await story.apply();
  return commit;
}

const missing = expect.stringMatching(
  /^its newest version was written from commit [0-9a-f]{7}, which this clone does not have$/,
) as unknown as string;
const notMerged = expect.stringMatching(
  /^its newest version was written from commit [0-9a-f]{7}, which HEAD does not contain$/,
) as unknown as string;
const notLike = expect.stringMatching(
  /^its newest version was written from commit [0-9a-f]{7}, in which this project does not define it like this$/,
) as unknown as string;
const afterRemoval = expect.stringMatching(
  /^its newest version was written from uncommitted files at commit [0-9a-f]{7}, after its removal$/,
) as unknown as string;
const otherProject = expect.stringMatching(
  /^its newest version was written from commit [0-9a-f]{7}, by another project$/,
) as unknown as string;
const byHand = "its newest version was not written from a commit";

const remove = ({ repository }: Story): string => repository.commit(removed);

const rows: readonly Row[] = [
  [
    "applied from a commit and removed: deleted",
    async (story) => {
      await applied(story);
      remove(story);
    },
    "deleted",
  ],
  [
    "applied, changed, applied, and set back by hand to the older version: it stays",
    async (story) => {
      await applied(story);
      const { id, ...body } = await find(story, "prompts");
      story.repository.commit({ "prompts/old.yaml": prompt("Old", "Ho", ["one"]) });
      await story.apply();
      await send(story, ["PUT", `prompts/${id}`], body);
      remove(story);
    },
    byHand,
  ],
  [
    "created again by hand with equal text: it stays",
    async (story) => {
      await applied(story);
      remove(story);
      await writeAgain(story, "prompts");
    },
    byHand,
  ],
  [
    "created again by another repository with equal text: it stays",
    async (story) => {
      await applied(story);
      remove(story);
      await deleteOld(story);
      await otherTeam(story);
    },
    missing,
  ],
  [
    "created again by another repository with another text: it stays",
    async (story) => {
      await applied(story);
      remove(story);
      await deleteOld(story);
      await otherTeam(story, "Ho");
    },
    "changed on the service: no commit in the history of HEAD defines it like this",
  ],
  [
    "created again by another project of the repository, which removed it too: it stays",
    async (story) => {
      await applied(story);
      const billing = {
        "billing/promptctl.yaml": "definitions: prompts\n",
        "billing/prompts/kept.yaml": prompt("Invoice"),
      };
      story.repository.commit({
        ...removed,
        ...billing,
        "billing/prompts/x.yaml": old["prompts/old.yaml"],
      });
      await deleteOld(story);
      await story.apply(story.repository, "billing");
      story.repository.commit({ "billing/prompts/x.yaml": undefined });
    },
    otherProject,
  ],
  [
    "only its evaluation was written by hand: it stays",
    async (story) => {
      await applied(story);
      remove(story);
      await writeAgain(story, "evaluations");
    },
    "the newest version of its evaluation was not written from a commit",
  ],
  [
    "applied from a branch that was merged: deleted",
    async (story) => {
      story.git("checkout", "-q", "-b", "side");
      await applied(story);
      story.git("checkout", "-q", "-");
      story.git("merge", "-q", "--no-ff", "-m", "merge", "side");
      remove(story);
    },
    "deleted",
  ],
  [
    "applied from a branch that was squashed: it stays",
    async (story) => {
      story.git("checkout", "-q", "-b", "side");
      await applied(story);
      story.git("checkout", "-q", "-");
      story.repository.commit({ ...old, "note.txt": "squashed" });
      remove(story);
    },
    notMerged,
  ],
  [
    "applied from a commit that was pushed away: it stays",
    async (story) => {
      await applied(story);
      story.git("reset", "-q", "--hard", "HEAD~1");
      story.git("reflog", "expire", "--expire=now", "--all");
      story.git("gc", "-q", "--prune=now");
      story.repository.commit({ ...old, "note.txt": "again" });
      remove(story);
    },
    missing,
  ],
  [
    "applied from a commit that a cherry-pick copied: it stays",
    async (story) => {
      story.git("checkout", "-q", "-b", "side");
      story.repository.commit({ "note.txt": "side" });
      await applied(story);
      story.git("checkout", "-q", "-");
      story.git("cherry-pick", "side");
      remove(story);
    },
    notMerged,
  ],
  [
    "applied from a commit that was reverted: deleted",
    async (story) => {
      await applied(story);
      story.git("revert", "--no-edit", "HEAD");
    },
    "deleted",
  ],
  [
    "applied before its commit: deleted",
    async (story) => {
      story.repository.write("prompts/old.yaml", old["prompts/old.yaml"]);
      await story.apply();
      story.repository.commit();
      remove(story);
    },
    "deleted",
  ],
  [
    "applied before its commit on a branch that was merged: deleted",
    async (story) => {
      story.git("checkout", "-q", "-b", "side");
      story.repository.commit({ "note.txt": "side" });
      story.repository.write("prompts/old.yaml", old["prompts/old.yaml"]);
      await story.apply();
      story.repository.commit();
      story.git("checkout", "-q", "-");
      story.git("merge", "-q", "--no-ff", "-m", "merge", "side");
      remove(story);
    },
    "deleted",
  ],
  [
    "applied with other uncommitted files: deleted",
    async (story) => {
      story.repository.commit(old);
      story.repository.write("prompts/more.yaml", prompt("More"));
      await story.apply();
      story.repository.commit({ "prompts/more.yaml": undefined });
      remove(story);
    },
    "deleted",
  ],
  [
    "written from uncommitted files after its removal: it stays",
    async (story) => {
      await applied(story);
      remove(story);
      await deleteOld(story);
      story.repository.write("prompts/old.yaml", old["prompts/old.yaml"]);
      await story.apply();
      rmSync(story.repository.at("prompts/old.yaml"));
      story.repository.commit({ "note.txt": "later" });
    },
    afterRemoval,
  ],
  [
    "written from uncommitted files after its removal on a branch that was merged: it stays",
    async (story) => {
      await applied(story);
      story.git("checkout", "-q", "-b", "side");
      remove(story);
      await deleteOld(story);
      story.repository.write("prompts/old.yaml", old["prompts/old.yaml"]);
      await story.apply();
      rmSync(story.repository.at("prompts/old.yaml"));
      story.git("checkout", "-q", "-");
      story.git("merge", "-q", "--no-ff", "-m", "merge", "side");
    },
    afterRemoval,
  ],
  [
    "written from uncommitted files between a removal and a later commit: deleted",
    async (story) => {
      await applied(story);
      remove(story);
      await deleteOld(story);
      story.repository.write("prompts/old.yaml", old["prompts/old.yaml"]);
      await story.apply();
      story.repository.commit();
      remove(story);
    },
    "deleted",
  ],
  [
    "the folder was moved since: deleted",
    async (story) => {
      for (const name of ["promptctl.yaml", "prompts"]) story.git("rm", "-rq", name);
      story.repository.commit(
        Object.fromEntries(
          Object.entries({ ...files, ...old }).map(([path, text]) => [`a/${path}`, text]),
        ),
      );
      await story.apply(story.repository, "a");
      story.git("mv", "a/prompts", "a/promptctl.yaml", ".");
      story.repository.commit();
      remove(story);
    },
    "deleted",
  ],
  [
    "the commit before the definition as its origin: it stays",
    async (story) => {
      const before = story.git("rev-parse", "HEAD");
      await applied(story);
      remove(story);
      await writeAgain(story, "prompts", { commit: before, dirty: false });
    },
    notLike,
  ],
  [
    "the commit of its removal as its origin: it stays",
    async (story) => {
      await applied(story);
      await writeAgain(story, "prompts", { commit: remove(story), dirty: false });
    },
    notLike,
  ],
  [
    "an origin with the path of no definition: it stays",
    async (story) => {
      const commit = await applied(story);
      remove(story);
      await writeAgain(story, "prompts", { commit, dirty: false, path: "../../etc/passwd" });
    },
    otherProject,
  ],
  [
    "an origin that is no JSON: it stays",
    async (story) => {
      await applied(story);
      remove(story);
      await writeAgain(story, "prompts", "{commit");
    },
    byHand,
  ],
  [
    "the hash of a file as its origin: it stays",
    async (story) => {
      await applied(story);
      remove(story);
      const commit = story.git("rev-parse", "HEAD:prompts/kept.yaml");
      await writeAgain(story, "prompts", { commit, dirty: false });
    },
    missing,
  ],
];

describe("where the service reports origins, a leftover that was", () => {
  it.each(rows)("%s", async (_what, happens, expected) => {
    const story = await begin();
    await using repository = story.repository;
    await happens(story);
    expect(await outcome(story, repository.path)).toEqual(expected);
  });
});

/** The service with another answer to the requests for versions. */
function answering(
  { service }: Story,
  answer: (versions: readonly Reported[]) => Response | Promise<Response>,
): Fetch {
  return async (url, init) => {
    const response = await service.fetch(url, init);
    if (!url.endsWith("/versions")) return response;
    const headers = { "promptctl-extensions": "origin" };
    const { status, body } = await answer((await response.json()) as Reported[]);
    return new Response(body, { status, headers });
  };
}

type Reported = Readonly<Record<string, unknown>>;

describe("a leftover of this project whose versions", () => {
  const noVersion =
    "not known to belong to this project: the service reports no version with what it has";
  it.each<readonly [string, (versions: readonly Reported[]) => Response, unknown]>([
    ["are complete is deleted", (versions) => Response.json(versions), "deleted"],
    ["have another order is deleted", (all) => Response.json(all.toReversed()), "deleted"],
    [
      "have times of another year is deleted",
      (all) => Response.json(all.map((each) => ({ ...each, time: "1999-01-01T00:00:00Z" }))),
      "deleted",
    ],
    ["lack the newest one stays", (all) => Response.json(all.slice(1)), noVersion],
    ["are missing stays", () => Response.json([]), noVersion],
    ["are no list stays", () => Response.json({ versions: 1 }), noVersion],
    [
      "have no contents stays",
      (all) => Response.json(all.map((each) => ({ ...each, content: null }))),
      noVersion,
    ],
    [
      "have contents of another kind stays",
      (all) => Response.json(all.map((each) => ({ ...each, content: { name: 5 } }))),
      expect.stringMatching(/: Invalid response from the service for prompt at .*$/),
    ],
    [
      "cannot be read stays",
      () => new Response("{}", { status: 403 }),
      expect.stringMatching(/^not known to belong to this project: 403 from GET .*$/),
    ],
  ])("%s", async (_what, answer, expected) => {
    const story = await begin();
    await using repository = story.repository;
    await applied(story);
    await writeAgain(story, "prompts", {
      commit: repository.git(["rev-parse", "HEAD"]),
      dirty: false,
    });
    remove(story);
    expect(await outcome(story, repository.path, answering(story, answer))).toEqual(expected);
  });
});

describe("a leftover that somebody created again by hand", () => {
  const createAgain = async (extensions = true): Promise<Story> => {
    const story = await begin(extensions);
    await applied(story);
    await writeAgain(story, "prompts");
    return story;
  };

  it("is deleted where an entry of scope names it", async () => {
    const story = await createAgain();
    await using repository = story.repository;
    const named = "definitions: prompts\nscope: [prompt/Old]\n";
    repository.commit({ ...removed, "promptctl.yaml": named });
    story.service.calls.length = 0;
    expect(await outcome(story, repository.path)).toBe("deleted");
    expect(story.service.calls.filter((call) => call.endsWith("/versions"))).toEqual([]);
  });

  it("is not deleted by apply, and a note says what to do", async () => {
    const story = await createAgain();
    await using repository = story.repository;
    remove(story);
    const { code, out } = await run(story, repository.path, ["apply", "--yes", "--prune"]);
    expect([code, out.replace(/\s+/g, " ")]).toEqual([
      0,
      expect.stringContaining(
        "Note: --prune leaves what this project is not known to have written last: prompt/Old. To see why: promptctl plan --prune --unmanaged. To have it deleted: name it in scope.",
      ),
    ]);
    expect(await story.service.names("prompts")).toEqual(["Kept", "Old"]);
    const listed = await run(story, repository.path, ["plan", "--prune", "--unmanaged"]);
    expect(listed.out).toMatch(/prompt\/Old \(id:\w+\) {2}its newest version was not written from/);
  });

  it("is named before its removal is committed, with the reason", async () => {
    const story = await createAgain();
    await using repository = story.repository;
    rmSync(repository.at("prompts/old.yaml"));
    const { out } = await run(story, repository.path, ["plan"]);
    expect(out).toContain(`Not defined any more: prompt/Old (stays: ${byHand})\n`);
  });

  it("is deleted with an alert by a service without versions", async () => {
    const story = await createAgain(false);
    await using repository = story.repository;
    remove(story);
    const { out } = await run(story, repository.path, ["plan", "--prune"]);
    expect(out).toContain(
      "! deletes 1 prompt although the service does not report who wrote it last: prompt/Old\n",
    );
  });
});

describe("a leftover on a copy of the store", () => {
  /** What prune does on a copy that is made after `before`; then `after` happens. */
  async function outcomeOnCopy(
    before: (story: Story) => Promise<unknown>,
    after: (story: Story) => Promise<unknown>,
  ): Promise<string> {
    await using stores = folderOf({});
    const [location, copy] = [stores.at("store.db"), stores.at("copy.db")];
    const story = await begin(true, location);
    await using repository = story.repository;
    await before(story);
    await copyStore({ location }, { location: copy });
    await after(story);
    const service = await createFakeService({ extensions: true, location: copy });
    return await outcome({ ...story, service }, repository.path);
  }

  it.each<[string, (story: Story) => Promise<unknown>, string]>([
    ["as this project wrote it: deleted", applied, "deleted"],
    [
      "as somebody wrote it again by hand: it stays",
      async (story) => {
        await applied(story);
        await writeAgain(story, "prompts");
      },
      byHand,
    ],
  ])("that was restored from a backup, %s", async (_what, before, expected) => {
    const changeAndRemove = async (story: Story): Promise<void> => {
      story.repository.commit({ "prompts/old.yaml": prompt("Old", "Ho", ["one"]) });
      await story.apply();
      remove(story);
    };
    expect(await outcomeOnCopy(before, changeAndRemove)).toEqual(expected);
  });

  it("that another team sent to its own service stays", async () => {
    const addAndRemove = async (story: Story): Promise<void> => {
      story.repository.commit(old);
      remove(story);
    };
    expect(await outcomeOnCopy((story) => otherTeam(story), addAndRemove)).toEqual(missing);
  });
});

describe("a leftover of this project", () => {
  it.each([
    ["shallow", "--depth=2"],
    ["partial", "--filter=blob:none"],
  ])("stays in a %s clone that has the commit of its origin", async (clone, flag) => {
    const story = await begin();
    await using repository = story.repository;
    await applied(story);
    remove(story);
    runTestGit(["config", "uploadpack.allowFilter", "true"], repository.path);
    await using copy = repositoryOf();
    rmSync(copy.at(".git"), { recursive: true });
    runTestGit(["clone", "-q", flag, `file://${repository.path}`, "."], copy.path);
    expect(await outcome(story, copy.path)).toMatch(
      new RegExp(`^not known to belong to this project: the clone is ${clone}`),
    );
  });

  it.each([
    ["deletes it", "not defined in any file; --prune deletes it", false],
    ["leaves it, and why", `not defined in any file; --prune leaves it: ${byHand}`, true],
  ])(
    "is listed with --unmanaged, with the outcome of --prune: %s",
    async (_name, text, isAgain) => {
      const story = await begin();
      await using repository = story.repository;
      await applied(story);
      if (isAgain) await writeAgain(story, "prompts");
      remove(story);
      const { out } = await run(story, repository.path, ["plan", "--unmanaged"]);
      expect(out).toMatch(/^ {2}prompt\/Old \(id:\w+\) {2}.*$/m);
      expect(out).toContain(`  ${text}\n`);
      const without = await run(story, repository.path, ["plan"]);
      expect(without.out).not.toContain("--prune leaves it");
    },
  );

  it("that was written more often than the service keeps versions is deleted", async () => {
    const story = await begin();
    await using repository = story.repository;
    const commit = await applied(story);
    for (let index = 0; index < 30; index++)
      await writeAgain(story, "prompts", { commit, dirty: false });
    remove(story);
    expect(await outcome(story, repository.path)).toBe("deleted");
  });
});
