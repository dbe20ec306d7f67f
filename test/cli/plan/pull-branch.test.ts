// promptctl pull --branch: a branch with what the service has, merged with HEAD.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { runTestGit } from "../../io/repository.ts";
import { callService } from "../project-fixture.ts";
import type { RepositoryFixture } from "../repository-fixture.ts";
import {
  committed,
  configuration,
  editService,
  type Files,
  hotfix,
  merged,
  path,
  prompt,
  pullBranch,
  withHotfix,
} from "./pull-branch-fixture.ts";

describe("pull --branch", () => {
  it("merges the hotfix with HEAD; after git merge, plan knows the version of the service", async () => {
    const project = await withHotfix();
    await using repository = project.repository;
    repository.commit({ [path]: prompt(committed) });
    repository.write(path, "a draft");
    const before = repository.git(["rev-parse", "HEAD"]);
    const index = readFileSync(repository.at(".git/index"));
    const outcome = await pullBranch(project);
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
    expect(outcome.out).toContain("The branch hotfix is new: ");
    expect(outcome.out).toContain("To merge it: git merge hotfix");
    expect(repository.git(["rev-parse", "HEAD"])).toBe(before);
    expect(readFileSync(repository.at(".git/index"))).toEqual(index);
    expect(repository.read(path)).toBe("a draft");
    expect(repository.git(["show", `hotfix:${path}`])).toBe(prompt(merged).trimEnd());
    expect(repository.git(["show", `hotfix^2:${path}`])).toBe(prompt(hotfix).trimEnd());
    expect(repository.git(["rev-parse", "hotfix^2^"])).toBe(
      repository.git(["rev-parse", "HEAD~1"]),
    );
    const message = repository.git(["log", "-1", "--format=%B", "hotfix"]);
    expect(message).toMatch(
      /^Take over changes made on prompts\.example\.com\n\n- prompt\/Support\n/,
    );
    expect(message).toContain("was never tested");
    expect(message).toContain("which is a guess");
    expect(message).toMatch(/\n\nPromptctl-Branch: hotfix\nPromptctl-Tree: [0-9a-f]{40}$/);

    repository.git(["checkout", "-q", "."]);
    repository.git(["merge", "-q", "--no-ff", "hotfix"]);
    const plan = await project.run(["plan"]);
    expect([plan.code, plan.err]).toEqual([0, ""]);
    expect(plan.out).toContain("1 to update");
    expect(plan.out).not.toContain("changed on the service");
    repository.commit({ "promptctl.yaml": `${configuration}conflicts: refuse\n` });
    expect((await project.run(["apply", "--auto-approve"])).code).toBe(0);
    expect((await project.run(["plan"])).out).toContain("No changes");
  });

  it("with --ours, holds the version of the service where nothing is taken over", async () => {
    const project = await withHotfix({ [path]: prompt({ temperature: 0.75 }) });
    await using repository = project.repository;
    repository.commit({ [path]: prompt(committed) });
    const outcome = await pullBranch(project, "--ours");
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
    expect(outcome.out).toContain("the service changed parameters.temperature too. With --ours,");
    expect(repository.git(["diff", "HEAD", "hotfix"])).toBe("");
    expect(repository.git(["show", `hotfix^2:${path}`])).toContain("temperature: 0.75");
    repository.git(["merge", "-q", "--no-ff", "hotfix"]);
    repository.commit({ "promptctl.yaml": `${configuration}conflicts: refuse\n` });
    expect((await project.run(["apply", "--auto-approve"])).code).toBe(0);
    expect((await project.run(["plan"])).out).toContain("No changes");
  });
});

const evaluation = (name: string): string => `  - name: ${name}
    variables: {}
    appendedMessages: [{ role: user, content: ${name} }]
    assertions: []
`;
const withEvaluations = (...names: string[]): string =>
  `${prompt()}evaluations:\n${names.map(evaluation).join("")}`;
const other = "prompts/q.yaml";
const second = (lines?: readonly string[]): string =>
  prompt({ ...(lines && { lines }) }).replace("name: Support", "name: Second");
const sharing = (name: string): string =>
  `kind: prompt\nname: ${name}\nparameters: { provider: OPENAI, name: gpt-test }\nmessages: [{ role: system, content: { file: shared.md } }]\n`;
const secret = `ghp_${"a1B2".repeat(9)}`;
/** The comment is not sent. */
const withSecret = (temperature?: number): string =>
  `# promptctl-ignore: secret\n${prompt({ lines: ["One.", "Two.", secret], ...(temperature && { temperature }) })}`;

interface Row {
  readonly name: string;
  /** What the service has. */
  readonly service?: Files;
  readonly first?: Files;
  /** Runs before the pull. */
  readonly before?: (project: RepositoryFixture) => unknown;
  readonly flags?: readonly string[];
  readonly code: number;
  readonly says: string;
  /** The text of files of the branch; false if there is no branch. */
  readonly branch: Files | false;
}

const rows: readonly Row[] = [
  {
    name: "a definition that moved since its base",
    before: ({ repository }) => {
      repository.commit({ [path]: undefined, "prompts/moved.yaml": prompt(committed) });
    },
    code: 0,
    says: "never tested",
    branch: { "prompts/moved.yaml": prompt(merged) },
  },
  {
    name: "two definitions whose bases are far apart",
    service: { [path]: prompt(hotfix), [other]: second(["1.", "2.", "Hotfix."]) },
    first: { [path]: prompt(), [other]: second() },
    before: ({ repository }) => {
      repository.commit({ [path]: prompt(committed) });
      repository.commit({ [other]: second(["1.", "2.", "3."]) });
      repository.commit({ [other]: second(["0.", "2.", "3."]) });
    },
    code: 0,
    says: "which is a guess",
    branch: { [path]: prompt(merged), [other]: second(["0.", "2.", "Hotfix."]) },
  },
  {
    name: "a definition that the service deleted",
    service: {},
    before: async (project) => {
      const [found] = (await callService(project, "GET", "prompts")) as { id: string }[];
      await callService(project, "DELETE", `prompts/${found!.id}`);
      project.repository.commit({ "README.md": "x" });
    },
    code: 0,
    says: "Missing on the service: prompt/Support.",
    branch: false,
  },
  {
    name: "new evaluations on both sides",
    service: { [path]: withEvaluations("a", "b") },
    first: { [path]: withEvaluations("a") },
    before: ({ repository }) => void repository.commit({ [path]: withEvaluations("a", "c") }),
    code: 0,
    says: "1 file to write.",
    branch: {
      [path]: `${withEvaluations("a", "c")}  - name: b
    appendedMessages:
      - role: user
        content: b
`,
    },
  },
  {
    name: "a secret on the service",
    service: { [path]: withSecret() },
    code: 4,
    says: "looks like 1 secret",
    branch: false,
  },
  {
    name: "a secret where --ours keeps the files: the commit of the base would have it",
    service: { [path]: withSecret(0.75) },
    before: ({ repository }) =>
      void repository.commit({ [path]: prompt({ lines: ["One.", "Two.", "Other."] }) }),
    flags: ["--ours"],
    code: 4,
    says: "looks like 1 secret",
    branch: false,
  },
  {
    name: "a secret that --allow-secrets permits",
    service: { [path]: withSecret() },
    flags: ["--allow-secrets"],
    code: 0,
    says: "The branch hotfix is new",
    branch: { [path]: prompt({ lines: ["One.", "Two.", secret] }) },
  },
  {
    name: "a text that another definition includes: that definition only",
    service: {
      [path]: prompt(hotfix),
      [other]: sharing("Second").replace("{ file: shared.md }", "Edited."),
    },
    first: {
      [path]: prompt(),
      [other]: sharing("Second"),
      "prompts/r.yaml": sharing("Third"),
      "prompts/shared.md": "Shared.\n",
    },
    code: 1,
    says: "include prompts/shared.md and would need different texts",
    branch: { [path]: prompt(hotfix), [other]: sharing("Second") },
  },
  {
    name: "a file behind a symbolic link: only its definition is left",
    service: { [path]: prompt(hotfix), [other]: second(["1.", "2.", "Hotfix."]) },
    first: { [path]: prompt(), [other]: second() },
    before: ({ repository }) => {
      rmSync(repository.at(path));
      symlinkSync("../real.txt", repository.at(path));
      repository.commit({ "real.txt": prompt() });
    },
    code: 1,
    says: `${path} is behind a symbolic link`,
    branch: { "real.txt": prompt(), [other]: second(["1.", "2.", "Hotfix."]) },
  },
  {
    name: "a definition that HEAD removed, edited on the service",
    first: { [path]: prompt(), [other]: second() },
    before: ({ repository }) => void repository.commit({ [path]: undefined }),
    code: 0,
    says: "an edit since",
    branch: false,
  },
  {
    name: "both sides changed the same: the definition is left",
    service: { [path]: prompt({ temperature: 0.75 }) },
    before: ({ repository }) => void repository.commit({ [path]: prompt(committed) }),
    code: 4,
    says: "parameters.temperature  0.5 → 0.75",
    branch: false,
  },
  {
    name: "CRLF and a byte order mark",
    first: { [path]: `\uFEFF${prompt().replaceAll("\n", "\r\n")}` },
    code: 0,
    says: "is new",
    branch: { [path]: `\uFEFF${prompt(hotfix).replaceAll("\n", "\r\n")}` },
  },
  {
    name: "a branch that somebody else made",
    before: ({ repository }) => void repository.git(["branch", "hotfix"]),
    code: 4,
    says: "promptctl did not make its last commit",
    branch: { [path]: prompt() },
  },
  {
    name: "a branch that got the last commit of ours by a fast-forward",
    before: async (project) => {
      const { repository } = project;
      repository.git(["switch", "-q", "-c", "feature"]);
      repository.git(["switch", "-q", "main"]);
      expect((await project.run(["pull", "--branch", "other"])).code).toBe(0);
      repository.git(["branch", "hotfix", "other"]); // as main after a merge of "other"
      repository.git(["switch", "-q", "feature"]);
      repository.commit({ [path]: prompt(committed) });
    },
    code: 4,
    says: "did not make its last commit",
    branch: { [path]: prompt(hotfix) },
  },
  {
    name: "the default branch of the remote",
    before: ({ repository }) => {
      repository.git(["update-ref", "refs/remotes/origin/hotfix", "HEAD"]);
      const ref = "refs/remotes/origin/hotfix";
      repository.git(["symbolic-ref", "refs/remotes/origin/HEAD", ref]);
    },
    code: 4,
    says: "is the default branch of a remote",
    branch: false,
  },
  {
    name: "a branch whose tip was rewritten",
    before: async (project) => {
      await pullBranch(project);
      const { repository } = project;
      repository.git(["switch", "-q", "hotfix"]);
      repository.write(path, prompt(committed));
      repository.git(["commit", "-q", "--amend", "--all", "--no-edit"]);
      repository.git(["switch", "-q", "main"]);
    },
    code: 4,
    says: "or it was changed since",
    branch: { [path]: prompt(committed) },
  },
  {
    name: "a branch that a working tree has checked out",
    before: async (project) => {
      await pullBranch(project);
      project.repository.git(["worktree", "add", "-q", ".git/other", "hotfix"]);
    },
    code: 4,
    says: "is checked out in a working tree",
    branch: { [path]: prompt(hotfix) },
  },
  {
    name: "our own branch, which is up to date",
    before: (project) => pullBranch(project),
    code: 0,
    says: "The branch hotfix is up to date",
    branch: { [path]: prompt(hotfix) },
  },
  {
    name: "our own branch, when the service was changed again",
    before: async (project) => {
      await pullBranch(project);
      await editService(project, { [path]: prompt({ ...hotfix, temperature: 0.75 }) });
    },
    code: 0,
    says: "git push --force-with-lease origin hotfix",
    branch: { [path]: prompt({ ...hotfix, temperature: 0.75 }) },
  },
  {
    name: "a branch that another git holds locked: git's own words",
    before: ({ repository }) => repository.write(".git/refs/heads/hotfix.lock", ""),
    code: 4,
    says: "Unable to create",
    branch: false,
  },
  {
    name: "no author in the configuration",
    before: ({ repository }) => void repository.git(["config", "--unset", "user.email"]),
    code: 64,
    says: "git config user.email you@example.com",
    branch: false,
  },
  {
    name: "no author in the configuration and nothing to take over",
    service: { [path]: prompt() },
    before: ({ repository }) => void repository.git(["config", "--unset", "user.email"]),
    code: 0,
    says: "Nothing to write.",
    branch: false,
  },
  {
    name: "an invalid name",
    flags: ["--branch", "a..b"],
    code: 64,
    says: "does not permit",
    branch: false,
  },
  {
    name: "--prune",
    flags: ["--prune"],
    code: 64,
    says: "cannot be used with --branch",
    branch: false,
  },
  { name: "--dry-run", flags: ["--dry-run"], code: 0, says: "1 file to write.", branch: false },
  {
    name: "a commit of --from that HEAD does not contain",
    before: ({ repository }) => {
      repository.git(["switch", "-q", "-c", "release"]);
      repository.commit({ [other]: second() });
      repository.git(["switch", "-q", "main"]);
    },
    flags: ["--from", "release"],
    code: 64,
    says: "HEAD does not contain the commit",
    branch: false,
  },
];

describe("pull --branch with", () => {
  it.each(rows)("$name", async ({ service, first, before, flags = [], ...expected }) => {
    const project = await withHotfix(service, first);
    await using repository = project.repository;
    await before?.(project);
    const { code, out, err } = await pullBranch(project, ...flags);
    expect(`${out}${err}`.replaceAll(/\s+/g, " ")).toContain(expected.says.replaceAll(/\s+/g, " "));
    expect(code).toBe(expected.code);
    expect(repository.git(["branch", "--list", "hotfix"]) !== "").toBe(expected.branch !== false);
    for (const [name, text] of Object.entries(expected.branch || {}))
      expect(repository.git(["show", `hotfix:${name}`])).toBe(text.trim());
    expect(repository.git(["status", "--porcelain"])).toBe("");
  });

  it("a shallow clone leaves what it cannot know, and makes no branch", async () => {
    const project = await withHotfix();
    await using repository = project.repository;
    repository.commit({ [path]: prompt(committed) });
    await using clone = folderOf();
    const words = ["clone", "-q", "--depth", "1", `file://${repository.path}`, clone.at("c")];
    runTestGit(words, clone.path);
    for (const [name, value] of [
      ["name", "Test"],
      ["email", "t@example.com"],
    ])
      runTestGit(["config", `user.${name}`, value!], clone.at("c"));
    const { code, out } = await project.run(["pull", "--branch", "hotfix"], { cwd: clone.at("c") });
    expect([code, runTestGit(["branch", "--list", "hotfix"], clone.at("c"))]).toEqual([4, ""]);
    expect(out).toContain("! prompt/Support");
  });

  it("a hostile configuration runs nothing", async () => {
    const project = await withHotfix();
    await using repository = project.repository;
    const ran = repository.at(".git/ran");
    const program = `#!/bin/sh\necho "$0" >> ${ran}\n`;
    for (const hook of ["reference-transaction", "post-commit", "pre-commit", "post-index-change"])
      repository.write(`.git/hooks/${hook}`, program);
    repository.write(".git/program", program);
    runTestGit(["config", "core.hooksPath", ".git/hooks"], repository.path);
    execFileSync("chmod", ["-R", "+x", repository.at(".git/hooks"), repository.at(".git/program")]);
    repository.write(".git/info/attributes", "* diff=x merge=x\n*.md filter=x\n");
    for (const name of [
      "core.fsmonitor",
      "filter.x.clean",
      "gpg.program",
      "core.sshCommand",
      "merge.x.driver",
    ])
      repository.git(["config", name, repository.at(".git/program")]);
    repository.git(["config", "commit.gpgSign", "true"]);
    rmSync(ran, { force: true }); // the commands above ran hooks
    const { code, out } = await pullBranch(project);
    expect([code, existsSync(ran)]).toEqual([0, false]);
    expect(out).toContain("Its commits are not signed.");
  });
});
