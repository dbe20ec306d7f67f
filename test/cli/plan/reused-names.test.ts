// Names that were reused after a rename, with --ref and from a working tree: no id gets another text.
import { expect, it } from "vitest";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

const prompt = (name: string, text: string, renamedFrom?: string): string =>
  [
    `kind: prompt\nname: ${name}\nparameters: { provider: OPENAI, name: gpt-test }\n`,
    `messages: [{ role: system, content: ${text} }]\n`,
    renamedFrom === undefined ? "" : `renamedFrom: ${renamedFrom}\n`,
  ].join("");

/** Three commits, each applied: A, its rename to D, and another A. `apply` returns the exit code and the output. */
async function story(): Promise<RepositoryFixture & { commits: readonly string[] }> {
  const fixture = await createRepositoryFixture({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/a.yaml": prompt("A", "one"),
  });
  const { repository, run } = fixture;
  const commits: string[] = [];
  for (const files of [
    {},
    { "prompts/a.yaml": prompt("D", "one", "A") },
    { "prompts/a.yaml": prompt("D", "one"), "prompts/b.yaml": prompt("A", "another") },
  ]) {
    if (Object.keys(files).length > 0) repository.commit(files);
    expect((await run(["apply", "--auto-approve"])).code).toBe(0);
    commits.push(repository.git(["rev-parse", "HEAD"]));
  }
  return { ...fixture, commits };
}

it("--ref with a commit before the rename is refused, and nothing is written", async () => {
  await using fixture = await story();
  const { run, service, commits } = fixture;
  const [first, renamed] = commits;
  const writes = service.writes().length;
  const { code, out } = await run(["apply", "--auto-approve", "--ref", first!]);
  expect(code).toBe(4);
  expect(out).toContain(
    `before ${renamed!.slice(0, 7)} renamed it to prompt/D. The service has another`,
  );
  expect(out).toContain(`promptctl apply --ref ${renamed!.slice(0, 7)}`);
  expect((await run(["apply", "--auto-approve", "--ref", renamed!])).code).toBe(0);
  expect(service.writes()).toHaveLength(writes);
});

it("--overwrite makes it, and the plan of HEAD then says what is true", async () => {
  await using fixture = await story();
  const { run, commits } = fixture;
  const overwrite = ["--overwrite", "prompt/A"];
  const back = ["apply", "--auto-approve", "--ref", commits[0]!, ...overwrite];
  expect((await run(back)).code).toBe(0);
  const { out } = await run(["plan"]);
  expect(out).toMatch(/renamed it to prompt\/D, which the service has too \([^)]+\)\./);
  expect(out).toContain(
    "for example after an apply of an older commit, add:\n  --overwrite prompt/A",
  );
  expect((await run(["apply", "--auto-approve", ...overwrite])).code).toBe(0);
  expect((await run(["plan"])).out).toContain("No changes.");
});

it("a checkout of the commit before the rename is refused as --ref with it is", async () => {
  await using fixture = await story();
  const { repository, run, commits } = fixture;
  repository.git(["checkout", "-q", commits[0]!]);
  const { code, out } = await run(["apply", "--auto-approve"]);
  expect(code).toBe(4);
  expect(out).toContain(
    `before ${commits[1]!.slice(0, 7)} renamed it to prompt/D. The service has another`,
  );
});
