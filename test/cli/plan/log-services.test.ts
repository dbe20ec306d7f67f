// promptctl log with a service: which version it holds.
import { describe, expect, it } from "vitest";
import { maxLineCommits } from "../../../src/engine/history/line-commit.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { type CliResult, serviceUrl } from "../fake-host.ts";
import { printedValue } from "../printed.ts";
import { runGitScript } from "../../io/repository.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

const prompt = (text: string): string => `kind: prompt
name: Support
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: system, content: ${text} }]
`;

async function appliedProject(): Promise<RepositoryFixture> {
  const fixture = await createRepositoryFixture({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/p.yaml": prompt("one"),
  });
  expect((await fixture.run(["apply", "--yes"])).code).toBe(0);
  return fixture;
}

/** The input of `git fast-import` for commits on top of HEAD that change only another definition. */
function otherCommits(count: number): string {
  const commits = Array.from({ length: count }, (_, index) => {
    const other = prompt(`text ${index}`).replace("Support", "Other");
    const from = index === 0 ? "from refs/heads/main^0\n" : "";
    return `commit refs/heads/main\ncommitter Test <test@example.com> 1767225600 +0000\ndata 0\n${from}M 644 inline prompts/other.yaml\ndata ${other.length}\n${other}\n`;
  });
  return commits.join("");
}

const log = ["log", "prompt/Support"];
const marked = [...log, "--base-url", serviceUrl];

/** The text without the heading, commits as `@0` for HEAD, without what all commits have in common. */
function short({ repository }: RepositoryFixture, { code, out, err }: CliResult): string {
  expect([code, err]).toEqual([0, ""]);
  const line = repository.git(["rev-list", "--first-parent", "HEAD"]).split("\n");
  return out
    .slice(out.indexOf("\n\n") + 2)
    .replace(/\b[0-9a-f]{7}\b/g, (hash) => `@${line.findIndex((each) => each.startsWith(hash))}`)
    .replaceAll("  2026-01-01  Test  change", "");
}

describe("promptctl log with --base-url", () => {
  it("reads all commits, also the oldest of more than a plan reads", async () => {
    const project = await appliedProject();
    await using repository = project.repository;
    const script = "git fast-import --quiet; git reset -q --hard";
    runGitScript(script, repository.path, otherCommits(maxLineCommits + 1));
    expect(short(project, await project.run(marked))).toBe(
      `  @${maxLineCommits + 1}  ← prompts.example.com\n           added\n`,
    );
  });

  it("marks the version that the service holds, in text and JSON; offline without the flag", async () => {
    const project = await appliedProject();
    await using repository = project.repository;
    repository.commit({ "other.txt": "x" });
    repository.commit({ "prompts/p.yaml": prompt("two") });
    expect(short(project, await project.run(marked))).toBe(
      "  @0\n           messages[0]\n  @2  ← prompts.example.com\n           added\n",
    );
    const json = await project.run([...marked, "--format", "json"]);
    expect(printedValue("log", json.out)).toMatchObject({
      services: [
        {
          name: "prompts.example.com",
          baseUrl: serviceUrl,
          held: { type: "version", commit: repository.git(["rev-parse", "HEAD~2"]) },
        },
      ],
    });
    const offline: Fetch = () => expect.fail("the command went to the network");
    expect(short(project, await project.run(log, { fetch: offline }))).not.toContain("←");
    expect(short(project, await project.run([...marked, "--limit", "1"]))).toContain(
      "prompts.example.com: holds the version of @",
    );
  });

  it("marks the working tree, and says what else the service holds", async () => {
    const project = await appliedProject();
    await using repository = project.repository;
    repository.write("prompts/p.yaml", prompt("draft"));
    await project.run(["apply", "--yes"]);
    expect(short(project, await project.run(marked))).toBe(
      "  working tree, not committed  ← prompts.example.com\n           messages[0]\n  @0\n           added\n",
    );
    repository.git(["switch", "-q", "-c", "other"]);
    repository.commit();
    repository.git(["switch", "-q", "main"]);
    expect(short(project, await project.run(marked))).toMatch(
      /prompts\.example\.com: holds @-1 of other, not in HEAD\.\n$/,
    );
    repository.git(["branch", "-q", "-D", "other"]);
    expect(short(project, await project.run(marked))).toBe(
      "  @0\n           added\n\nprompts.example.com: changed on the service, or applied from a commit that is not here.\n",
    );
    expect(short(project, await project.run([...log, "--local"]))).toContain(
      "local: does not have it.",
    );
  });

  it("names a version that was merged into HEAD", async () => {
    const project = await appliedProject();
    await using repository = project.repository;
    repository.git(["switch", "-q", "-c", "other"]);
    const commit = repository.commit({ "prompts/p.yaml": prompt("hotfix") });
    await project.run(["apply", "--yes"]);
    repository.git(["switch", "-q", "main"]);
    repository.git(["merge", "-q", "--no-edit", "-s", "ours", "other"]);
    const text = await project.run(marked);
    expect(text.out).toContain(
      `prompts.example.com: holds ${commit.slice(0, 7)}, merged into HEAD.\n`,
    );
    const json = await project.run([...marked, "--format", "json"]);
    expect(printedValue("log", json.out)).toMatchObject({
      services: [{ held: { type: "other-ref", commit, isMerged: true } }],
    });
  });

  it("marks a removed definition, and environments with the values of each", async () => {
    const project = await appliedProject();
    await using repository = project.repository;
    repository.commit({ "prompts/p.yaml": undefined, "prompts/q.yaml": "# empty\n" });
    expect(short(project, await project.run(marked))).toBe(
      "  @0\n           removed\n  @1  ← prompts.example.com\n           added\n",
    );
    const environments = `definitions: prompts
environments:
  production:
    baseUrl: ${serviceUrl}
    set: { prompt/Support: { parameters.temperature: 0.3 } }
`;
    repository.commit({ "promptctl.yaml": environments, "prompts/q.yaml": prompt("one") });
    const env = ["--env", "production", "--env", "local"];
    expect((await project.run(["apply", "--yes", "--env", "production"])).code).toBe(0);
    expect(short(project, await project.run([...log, ...env]))).toBe(
      "  @0  ← production\n           added\n  @1\n           removed\n  @2\n           added\n\nlocal: does not have it.\n",
    );
  });

  it("lists the versions of one environment, also those that only its values made", async () => {
    const project = await appliedProject();
    await using repository = project.repository;
    const configuration = (temperature: number): string => `environments:
  production:
    baseUrl: ${serviceUrl}
    set: { prompt/Support: { parameters.temperature: ${temperature} } }
`;
    repository.commit({ "promptctl.yaml": configuration(0.3) });
    expect((await project.run(["apply", "--yes", "--env", "production"])).code).toBe(0);
    repository.commit({ "promptctl.yaml": configuration(0.4) });
    expect(short(project, await project.run([...log, "--env", "production"]))).toBe(
      "  @0\n           parameters.temperature\n  @1  ← production\n           parameters.temperature\n  @2\n           added\n",
    );
  });

  it("prints the log although the service cannot be reached", async () => {
    const project = await appliedProject();
    await using _repository = project.repository;
    const fetch: Fetch = async () => Promise.reject(new TypeError("fetch failed"));
    const { code, out, err } = await project.run([...marked, "--retries", "0"], { fetch });
    expect([code, out]).toEqual([0, expect.stringContaining("added")]);
    expect(err).toContain(`It is not known which version ${serviceUrl} holds: `);
    expect((await project.run([...marked, "--local"])).code).toBe(64);
  });
});
