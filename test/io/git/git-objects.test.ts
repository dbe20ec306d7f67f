// Objects that are read by one `git cat-file --batch`.
import { describe, expect, it } from "vitest";
import { blobHash, openObjects } from "../../../src/io/git/git-objects.ts";
import { openRepository } from "../../../src/io/git/git-repository.ts";
import { gitEnv, repositoryOf } from "../repository.ts";

const texts = Array.from({ length: 40 }, (_, number) => `${number}\n`.repeat(number * 400));
const files = Object.fromEntries(texts.map((text, number) => [`${number}.txt`, text]));

describe("objects", () => {
  it("read by many at the same time are those that each asks for", async () => {
    await using repository = repositoryOf(files);
    const head = repository.git(["rev-parse", "HEAD"]);
    const objects = openObjects(await openRepository(repository.path, gitEnv));
    const hashes = texts.map((text) => blobHash(text, head));
    const missing = blobHash("in no commit", head);
    expect([...(await objects.read([missing])).values()]).toEqual([]);
    const read = await Promise.all(
      hashes.map(async (hash, number) => {
        const found = await objects.read([hash, missing, hashes[(number + 1) % hashes.length]!]);
        return [...found.values()].map(String);
      }),
    );
    objects.close();
    expect(read).toEqual(texts.map((text, number) => [text, texts[(number + 1) % texts.length]]));
  });

  it("are read after a read that failed, by a new git", async () => {
    await using repository = repositoryOf(files);
    const objects = openObjects(await openRepository(repository.path, gitEnv));
    const hash = blobHash(texts[3]!, repository.git(["rev-parse", "HEAD"]));
    const failing = objects.read(["no hash at all"]);
    const next = objects.read([hash]);
    await expect(failing).rejects.toThrow("git");
    expect(String((await next).get(hash))).toBe(texts[3]);
    objects.close();
  });
});
