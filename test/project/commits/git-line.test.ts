import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  compareCommits,
  type ComparedCommit,
  listLine,
} from "../../../src/project/commits/git-line.ts";
import { openRepository } from "../../../src/io/git/git-repository.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";

const total = 300;

/** Commits whose file `counter` has their number, from 1. Every third one changes another file too. */
function countingRepository(): TestRepository {
  const repository = repositoryOf();
  const data = (text: string): string => `data ${text.length}\n${text}\n`;
  const commits = Array.from({ length: total }, (_, index) => index + 1).map((number) => {
    const paths = number % 3 === 0 ? ["counter", "third"] : ["counter"];
    const changes = paths.map((path) => `M 644 inline ${path}\n${data(`${number}`)}`);
    const head = `commit refs/heads/main\ncommitter Test <test@example.com> ${number} +0000\n`;
    return `${head}${data(`change ${number}`)}${changes.join("")}`;
  });
  execFileSync("git", ["fast-import", "--quiet"], {
    cwd: repository.path,
    env: gitEnv,
    input: commits.join(""),
  });
  return repository;
}

function hashOf(number: number): string {
  const text = `${number}`;
  return createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex");
}

describe("a line of hundreds of commits", () => {
  it("has for each commit the files that differ from the one before it in the list", async () => {
    await using repository = countingRepository();
    const opened = await openRepository(repository.path, gitEnv);
    const commits = listLine(opened, { from: "HEAD~1", paths: [""], limit: 1000 });
    const compared: ComparedCommit[] = [];
    const sides = { from: opened.head!, commits };
    for await (const part of compareCommits(opened, sides, [""])) compared.push(...part);
    const found = compared.map(({ info, differing }) => [
      info.subject,
      Object.fromEntries([...differing].map(([path, file]) => [path, file?.hash])),
    ]);
    const expected = Array.from({ length: total - 1 }, (_, index) => total - 1 - index).map(
      (number) => {
        const third = number > 2 ? hashOf(number - 2) : undefined; // not in this commit
        const isThird = (number + 1) % 3 === 0;
        return [`change ${number}`, { counter: hashOf(number), ...(isThird && { third }) }];
      },
    );
    expect(found).toEqual(expected);
  });

  it("can be left after the first commits, and has a limit", async () => {
    await using repository = countingRepository();
    const opened = await openRepository(repository.path, gitEnv);
    const read = async (limit: number, wanted: number): Promise<string[]> => {
      const subjects: string[] = [];
      for await (const { subject } of listLine(opened, { from: "HEAD", paths: ["third"], limit }))
        if (subjects.push(subject) === wanted) break;
      return subjects;
    };
    expect(await read(1000, 2)).toEqual(["change 300", "change 297"]);
    expect(await read(3, 1000)).toEqual(["change 300", "change 297", "change 294"]);
  });

  it("reports why git failed", async () => {
    await using repository = countingRepository();
    const opened = await openRepository(repository.path, gitEnv);
    const commits = listLine(opened, { from: "f".repeat(40), paths: [""], limit: 1 });
    await expect(commits.next()).rejects.toThrow(/^git failed: bad object f/);
  });
});
