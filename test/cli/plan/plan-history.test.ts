// What plan and apply say about the versions in git, with a repository and a service.
import { describe, expect, it } from "vitest";
import type { TestRepository } from "../../io/repository.ts";
import type { CliResult } from "../fake-host.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

const prompt = (name: string, temperature: number): string =>
  `kind: prompt\nname: ${name}\nparameters: { provider: OPENAI, name: gpt-test, temperature: ${temperature} }\nmessages: [{ role: system, content: Be brief. }]\n`;

/**
 * Two prompts were applied and then changed in git, one of them also on the service: its temperature
 * there is 0.9.
 */
async function historyStory(): Promise<RepositoryFixture> {
  const fixture = await createRepositoryFixture({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/a.yaml": prompt("Greet", 1),
    "prompts/b.yaml": prompt("Refund", 1),
  });
  const { repository, run } = fixture;
  repository.write("prompts/b.yaml", prompt("Refund", 0.9));
  expect((await run(["apply", "--yes"])).code).toBe(0);
  repository.commit({
    "prompts/a.yaml": prompt("Greet", 0.2),
    "prompts/b.yaml": prompt("Refund", 0.1),
  });
  return fixture;
}

/** The output with the commits as positions on the line, and columns as three blanks. */
function readable({ git }: TestRepository, out: string): string {
  const line = git(["rev-list", "HEAD"]).split("\n");
  return out
    .replace(/\b[0-9a-f]{7}\b/g, (hash) => `@${line.findIndex((each) => each.startsWith(hash))}`)
    .replaceAll(/ {3,}(?=\S)/g, "   ");
}

const changes = `\
   ~ prompt/Greet   deploys   parameters.temperature  1 → 0.2
   ! prompt/Refund  deploys   changed on the service   parameters.temperature  0.9 → 0.1
   Changed on the service, or applied from a commit that is not here. Differences from @0, the newest version:
   parameters.temperature
`;

describe("plan and apply say which version the service holds", () => {
  it("in text, without authors in pipes and logs", async () => {
    const { repository, run } = await historyStory();
    await using _ = repository;
    const { out } = await run(["plan"]);
    expect(readable(repository, out)).toContain(changes);
    expect(out).not.toContain("2026-01-01");
    const question: CliResult = await run(["apply"], { answer: false });
    expect(question.questions[0]).toContain(
      "! overwrites 1 prompt that was changed on the service;",
    );
  });

  it("on a terminal with date, author and subject", async () => {
    const { repository, run } = await historyStory();
    await using _ = repository;
    const terminal = { out: true, err: true, columns: 100 };
    const { out } = await run(["plan", "--full"], { process: { terminal } });
    expect(readable(repository, out)).toContain(
      "service holds @1, 1 version back\n   2026-01-01  Test  change\n",
    );
    expect(out.match(/2026-01-01 {2}Test {2}change/g)).toHaveLength(2);
  });

  it("in JSON, without authors and subjects", async () => {
    const { repository, run } = await historyStory();
    await using _ = repository;
    const { out } = await run(["plan", "--json"]);
    const [newest, first] = repository.git(["rev-list", "HEAD"]).split("\n");
    expect(JSON.parse(out)).toMatchObject({
      history: { commits: 2 },
      changes: [
        { held: { type: "version", at: { commit: first }, behind: 1 } },
        {
          held: {
            type: "none",
            newest: { at: { commit: newest } },
            changedOnService: [{ op: "replace", path: "/parameters/temperature", value: 0.9 }],
          },
        },
      ],
    });
    expect(out).not.toMatch(/"(?:author|subject)"/);
  });

  it("a saved plan prints the same words when it is applied, also with --full", async () => {
    const { repository, run } = await historyStory();
    await using _ = repository;
    const changesOf = (out: string): string => out.split("\n\n")[1]!;
    for (const flags of [[], ["--full"]]) {
      const planned = await run(["plan", "--out", "plan.json", ...flags]);
      const { code, out } = await run(["apply", "plan.json", ...flags], {
        process: { onInterrupt: (stop) => stop() },
      });
      expect(code).toBe(130); // interrupted before the first request
      expect(changesOf(out)).toBe(changesOf(planned.out));
    }
  });

  it("not with --no-history, which a saved plan refuses", async () => {
    const { repository, run } = await historyStory();
    await using _ = repository;
    const { out } = await run(["plan", "--no-history", "--out", "plan.json"]);
    expect(out).not.toMatch(/service holds|on the service|Note/);
    for (const flags of [["--no-history"], ["--overwrite", "prompt/Greet"]]) {
      const { code, err } = await run(["apply", "plan.json", ...flags]);
      expect(code).toBe(64);
      expect(err).toContain(`${flags[0]} cannot be used with a saved plan`);
    }
  });
});

it("conflicts: refuse compares the definitions with HEAD, also those that git ignores, and no other files", async () => {
  const { repository: created, run } = await createRepositoryFixture({
    "promptctl.yaml": "definitions: prompts\nconflicts: refuse\n",
    "prompts/a.yaml": prompt("Greet", 1),
    ".gitignore": "prompts/se*\n",
  });
  await using repository = created;
  repository.write("prompts/notes.txt", "Notes.");
  expect((await run(["plan"])).out).not.toContain("Refused");
  repository.write("prompts/sec.prompt.yaml", prompt("Secret", 1));
  const { code, out } = await run(["apply", "--yes"]);
  expect([code, out.replaceAll(/\s+/g, " ")]).toEqual([
    4,
    expect.stringContaining(
      "conflicts: refuse requires committed definitions: prompts/sec.prompt.yaml differs from HEAD.",
    ),
  ]);
});

it("conflicts: refuse compares with the HEAD after the question of apply", async () => {
  await using fixture = await createRepositoryFixture({
    "promptctl.yaml": "definitions: prompts\nconflicts: refuse\n",
  });
  const { repository, service, run } = fixture;
  repository.commit({ "prompts/a.yaml": prompt("Greet", 1) });
  const answer = async (): Promise<boolean> => {
    repository.git(["reset", "--soft", "HEAD~1"]);
    return true;
  };
  const { code, questions } = await run(["apply"], { answer });
  expect([code, questions.length, service.writes()]).toEqual([4, 1, []]);
});
