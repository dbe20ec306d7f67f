// Makes a branch while somebody moves it, and after a process that was killed at any step.
import { describe, expect, it } from "vitest";
import { gitCommits } from "../../../src/io/git/git-commits.ts";
import { openRepository } from "../../../src/io/git/git-repository.ts";
import { type CommitStore, type NewBranch, putBranch } from "../../../src/io/git/put-branch.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../repository.ts";

interface Fixture {
  readonly store: CommitStore;
  readonly branch: NewBranch;
}

async function fixtureIn(repository: TestRepository): Promise<Fixture> {
  for (const [name, value] of [
    ["user.name", "Test"],
    ["user.email", "t@example.com"],
  ])
    repository.git(["config", name!, value!]);
  const first = repository.git(["rev-parse", "HEAD"]);
  const head = repository.commit({ "a.txt": "new\n" });
  const file = (path: string, content: string | undefined) => ({ path, mode: "100644", content });
  return {
    store: gitCommits(await openRepository(repository.path, gitEnv)),
    branch: {
      name: "hotfix",
      bases: [{ parent: first, files: [file("b/b.txt", "hotfix\n")], message: "Hold\n" }],
      tip: {
        parent: head,
        files: [file("b/b.txt", "hotfix\n"), file("c.txt", undefined)],
        message: "Take over",
      },
    },
  };
}

const files = { "a.txt": "old\n", "b/b.txt": "old\n", "c.txt": "old\n" };

/** The store whose n-th call fails, as if the process was killed before it. */
function killedAt(store: CommitStore, step: number): CommitStore {
  let calls = 0;
  const counted = <Call extends (...words: never[]) => unknown>(call: Call): Call =>
    ((...words) => {
      if (++calls === step) throw new Error("killed");
      return call(...words);
    }) as Call;
  return Object.fromEntries(
    Object.entries(store).map(([name, call]) => [name, counted(call as never)]),
  ) as unknown as CommitStore;
}

describe("a branch", () => {
  it("is absent after a process that was killed at any step, and the next one makes it", async () => {
    await using repository = repositoryOf(files);
    const { store, branch } = await fixtureIn(repository);
    const status = repository.git(["status", "--porcelain", "--branch"]);
    let step = 0;
    for (;;) {
      try {
        await putBranch(killedAt(store, ++step), branch);
        break;
      } catch (problem) {
        expect((problem as Error).message).toBe("killed");
        expect(repository.git(["branch", "--list", "hotfix"])).toBe("");
      }
    }
    expect(step).toBe(7); // branch, two trees, two commits, setBranch; then it is not killed
    expect(repository.git(["show", "hotfix:a.txt"])).toBe("new");
    expect(repository.git(["show", "hotfix:b/b.txt"])).toBe("hotfix");
    expect(repository.git(["show", "hotfix^2:a.txt"])).toBe("old");
    expect(repository.git(["ls-tree", "-r", "--name-only", "hotfix"])).toBe("a.txt\nb/b.txt");
    expect(repository.git(["fsck", "--strict"])).not.toContain("error");
    expect(repository.git(["status", "--porcelain", "--branch"])).toBe(status);
  });

  it("is not overwritten if somebody moves it while its commits are made", async () => {
    await using repository = repositoryOf(files);
    const { store, branch } = await fixtureIn(repository);
    await putBranch(store, branch);
    const other = repository.git(["rev-parse", "HEAD"]);
    const raced: CommitStore = {
      ...store,
      setBranch: (...words) => {
        repository.git(["update-ref", "refs/heads/hotfix", other]);
        return store.setBranch(...words);
      },
    };
    const newer = { ...branch, tip: { ...branch.tip, message: "Newer" } };
    await expect(putBranch(raced, newer)).rejects.toMatchObject({ code: "branch-moved" });
    expect(repository.git(["rev-parse", "hotfix"])).toBe(other);
  });
});
