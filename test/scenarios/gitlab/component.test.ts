// Runs the jobs of templates/promptctl.yml with gitlab-ci-local, from the tree of a release tag, against
// an embedded service and a fake of GitLab's notes API.
// Run with `npm run test:nightly`; needs git, rsync and gitlab-ci-local 4.75.1, which treats a pattern of
// an input as GitLab does: slashes around it are part of it.
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { project } from "../../cli/project.ts";
import { serveGit } from "../../fixtures/git-server.ts";
import { createFakeGitLab, serveGitLab } from "../../fixtures/fake-gitlab.ts";
import { fakeProvider } from "../../providers/fake-provider.ts";
import { claudeReply } from "../../providers/replies.ts";
import { serveEmbedded } from "../../fixtures/served.ts";
import { dist } from "../../fixtures/built.ts";

const root = join(import.meta.dirname, "../../..");
const base = mkdtempSync(join(tmpdir(), "promptctl-gitlab-"));
const tag = join(base, "tag");
const env = {
  ...process.env,
  npm_config_cache: join(base, "cache"),
  NODE_COMPILE_CACHE: join(base, "compile-cache"), // of gitlab-ci-local
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  GIT_AUTHOR_NAME: "t",
  GIT_AUTHOR_EMAIL: "t@example.com",
  GIT_COMMITTER_NAME: "t",
  GIT_COMMITTER_EMAIL: "t@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, env, encoding: "utf8" }).trim();
}

function commitAll(cwd: string): string {
  if (!existsSync(join(cwd, ".git"))) git(cwd, "init", "-q", "-b", "main");
  git(cwd, "add", "-A", "-f");
  git(cwd, "commit", "-q", "-m", "x");
  return git(cwd, "rev-parse", "HEAD");
}

/** The release as users name it: with it, jobs run the npx of npm, which takes 2 seconds. */
let commitOfTag: string;

/** A folder with an `npx` that starts the program of the release without installing it. */
const quickNpx = join(base, "bin");
beforeAll(() => {
  execFileSync(process.execPath, [
    join(root, "scripts", "release-tree.mjs"),
    tag,
    "--built",
    basename(dist),
  ]);
  commitOfTag = `git+file://${tag}#${commitAll(tag)}`;
  mkdirSync(quickNpx);
  const script = `#!/bin/sh
test "$1 $2 $3 $4 $5 $6 $7" = "--yes --allow-git=root --omit=optional --package ${tag} -- promptctl" || exit 99
shift 7
exec "${process.execPath}" "${tag}/dist/main.cjs" "$@"
`;
  writeFileSync(join(quickNpx, "npx"), script, { mode: 0o755 });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

let counter = 0;

/** Creates a repository that includes the component, with the test project in `folder`. */
function repository(inputs: Readonly<Record<string, string>> = {}, folder = "."): string {
  const cwd = join(base, `repository-${++counter}`);
  mkdirSync(join(cwd, "templates"), { recursive: true });
  cpSync(join(root, "templates", "promptctl.yml"), join(cwd, "templates", "promptctl.yml"));
  for (const [path, text] of Object.entries(project)) {
    const full = join(cwd, folder, path);
    mkdirSync(join(full, ".."), { recursive: true });
    writeFileSync(full, text);
  }
  const lines = Object.entries({ package: tag, ...inputs }).map(
    ([name, value]) => `      ${name}: ${value}\n`,
  );
  const include = `include:\n  - local: templates/promptctl.yml\n    inputs:\n${lines.join("")}`;
  writeFileSync(join(cwd, ".gitlab-ci.yml"), `stages: [test, deploy]\n${include}`);
  commitAll(cwd);
  git(cwd, "remote", "add", "origin", "git@gitlab.example.com:team/prompts.git");
  return cwd;
}

/** PATH of the jobs of a repository: `quickNpx` for the folder of the release. */
function pathOf(cwd: string): string {
  const isCommit = readFileSync(join(cwd, ".gitlab-ci.yml"), "utf8").includes("git+");
  return isCommit ? process.env["PATH"]! : `${quickNpx}:${process.env["PATH"]}`;
}

type Variables = Readonly<Record<string, string>>;

/** Runs gitlab-ci-local. Returns its exit code and its output. */
async function gitLab(
  cwd: string,
  args: readonly string[],
  variables: Variables = {},
): Promise<{ code: number | null; output: string }> {
  const settings = Object.entries({ CI: "true", CI_PROJECT_DIR: cwd, ...variables });
  const flags = settings.flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
  const words = ["--force-shell-executor", ...flags, ...args];
  const child = spawn("gitlab-ci-local", words, { cwd, env: { ...env, PATH: pathOf(cwd) } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { code, output };
}

const mergeRequest: Variables = {
  CI_PIPELINE_SOURCE: "merge_request_event",
  CI_PROJECT_ID: "3",
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "3",
  CI_MERGE_REQUEST_PROJECT_ID: "3",
  CI_MERGE_REQUEST_IID: "7",
  CI_COMMIT_BRANCH: "",
};

it("no input with an empty default has a regex, which older versions of GitLab refuse", () => {
  const template = readFileSync(join(root, "templates/promptctl.yml"), "utf8");
  const { spec } = parseAllDocuments(template)[0]!.toJS() as {
    spec: { inputs: Record<string, { default?: unknown; regex?: string }> };
  };
  const empty = Object.values(spec.inputs).filter((input) => input.default === "");
  expect(empty.map(({ regex }) => regex)).toEqual([undefined]);
});

describe("the jobs of a pipeline", () => {
  const jobs = async (variables: Variables, inputs: Variables = {}): Promise<string[]> => {
    const { output } = await gitLab(repository(inputs), ["--list-csv"], variables);
    const rows = output.split("\n").map((line) => line.split(";"));
    return rows
      .filter(([name]) => name?.startsWith("promptctl-"))
      .map(([name, , when]) => `${name!.replace("promptctl-", "")} ${when}`);
  };

  it.each<[string, Variables, Variables, string[]]>([
    ["merge request", mergeRequest, {}, ["validate on_success", "plan on_success"]],
    [
      "merge request from a fork, started in this project",
      { ...mergeRequest, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" },
      {},
      ["validate on_success"],
    ],
    [
      "merge request, test: true",
      mergeRequest,
      { test: "true" },
      ["validate on_success", "plan on_success", "test on_success"],
    ],
    [
      "merge request from a fork, started in this project, test: true",
      { ...mergeRequest, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" },
      { test: "true" },
      ["validate on_success"],
    ],
    [
      "push to the default branch",
      {},
      {},
      ["validate on_success", "plan-apply on_success", "apply manual"],
    ],
    [
      "push to the default branch, apply: on_success",
      {},
      { apply: "on_success" },
      ["validate on_success", "apply on_success"],
    ],
    ["push to another branch", { CI_COMMIT_BRANCH: "other" }, {}, []],
    ["tag", { CI_COMMIT_BRANCH: "", CI_COMMIT_TAG: "v1" }, {}, []],
    ["schedule", { CI_PIPELINE_SOURCE: "schedule" }, {}, ["drift on_success"]],
    ["trigger", { CI_PIPELINE_SOURCE: "trigger" }, {}, ["validate on_success"]],
  ])("%s", async (_what, variables, inputs, expected) => {
    expect(await jobs(variables, inputs)).toEqual(expected);
  });
});

const hello = (text: string): string => `kind: prompt
name: Hello
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5 }
messages: [{ role: user, content: ${text} }]
evaluations:
  - name: greets
    variables: {}
    appendedMessages: []
    assertions: [{ type: EXACT_MATCH, targetValue: Hello }]
`;

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

it("a job installs the release that the input package names", async () => {
  const cwd = repository({ package: commitOfTag });
  const { code, output } = await gitLab(cwd, ["promptctl-validate"], mergeRequest);
  expect([code, output]).toEqual([0, expect.stringContaining("Valid: 7 definitions")]);
});

describe("a private copy of promptctl", () => {
  const copies = join(base, "copies");
  const permitted = "gitlab-ci-token:token-of-the-job";
  let commit: string;
  beforeAll(() => {
    const copy = join(base, "copy"); // small: npm packs it for each job
    mkdirSync(copy);
    const manifest = { name: "promptctl", version: "1.2.3", bin: "main.cjs" };
    writeFileSync(join(copy, "package.json"), JSON.stringify(manifest));
    const program =
      '#!/usr/bin/env node\nconsole.error("The private copy runs", process.argv[2]);\n';
    writeFileSync(join(copy, "main.cjs"), program, { mode: 0o755 });
    commit = commitAll(copy);
    git(base, "clone", "-q", "--bare", copy, join(copies, "tools/promptctl.git"));
  });

  /** Runs the job validate of a project on the host of the copy, whose allowlist has the project or not. */
  async function validate(
    packageOf: (url: string, commit: string) => string,
    { allows = true, host = "127.0.0.1" } = {},
  ): Promise<{ output: string; logins: Set<string> }> {
    await using server = await serveGit(copies, (login) => allows && login === permitted);
    const { port } = new URL(server.url);
    const cwd = repository({ package: JSON.stringify(packageOf(server.url, commit)) });
    const { output } = await gitLab(cwd, ["promptctl-validate"], {
      ...mergeRequest,
      CI_JOB_TOKEN: "token-of-the-job",
      CI_SERVER_URL: `http://${host}:${port}`,
      CI_SERVER_PROTOCOL: "http",
      CI_SERVER_HOST: host,
      CI_SERVER_PORT: port,
      CI_SERVER_SHELL_SSH_HOST: "ssh.example.com",
      CI_SERVER_SHELL_SSH_PORT: "2222",
    });
    expect(output).not.toContain("token-of-the-job");
    expect(server.requests.map(({ path }) => path).join("\n")).not.toContain("token-of-the-job");
    return { output, logins: new Set(server.requests.map(({ login }) => login)) };
  }

  it.each<[string, (url: string, commit: string) => string]>([
    ["https", (url, commit) => `git+${url}/tools/promptctl.git#${commit}`],
    ["https and a name", (url, commit) => `promptctl@git+${url}/tools/promptctl#${commit}`],
    ["ssh", (_url, commit) => `git+ssh://git@ssh.example.com/tools/promptctl.git#${commit}`],
    [
      "ssh with a port",
      (_url, commit) => `git+ssh://git@ssh.example.com:2222/tools/promptctl.git#${commit}`,
    ],
  ])("is installed with the token of the job: %s", async (_what, packageOf) => {
    const { output, logins } = await validate(packageOf);
    expect(output).toContain("The private copy runs validate");
    expect(logins).toEqual(new Set(["", permitted]));
  });

  it.each<[string, (url: string, commit: string) => string, boolean, RegExp]>([
    [
      "whose allowlist does not have the project",
      (url, commit) => `git+${url}/tools/promptctl#${commit}`,
      false,
      /HTTP Basic: Access denied/,
    ],
    [
      "that does not have the commit",
      (url) => `git+${url}/tools/promptctl#${"1".repeat(40)}`,
      true,
      /not our ref 1{40}/,
    ],
    [
      "with another name",
      (url, commit) => `git+${url}/tools/other#${commit}`,
      true,
      /repository '\S+\/tools\/other\/' not found/,
    ],
  ])(
    "%s ends the job with git's message and the allowlist",
    async (_what, packageOf, allows, message) => {
      const { output } = await validate(packageOf, { allows });
      expect(output).toMatch(message);
      expect(output).toContain("job token allowlist (Settings > CI/CD > Job token permissions)");
      expect(output).toMatch(/promptctl-validate +finished in .* FAIL 128/);
    },
  );

  it("on another host does not get the token", async () => {
    const packageOf = (url: string, commit: string): string =>
      `git+${url}/tools/promptctl#${commit}`;
    const { output, logins } = await validate(packageOf, { host: "localhost" });
    expect(output).toMatch(/fatal: could not read Username for 'http:\/\/127\.0\.0\.1:\d+'/);
    expect([...logins].join("\n")).not.toContain("token-of-the-job");
  });
});

describe("a merge request", () => {
  it("gets reports, counts and one note; each server gets its own key only", async () => {
    await using service = await serveEmbedded();
    const fake = createFakeGitLab();
    await using server = await serveGitLab(fake);
    const cwd = repository({ directory: "shop", base_url: service.baseUrl }, "shop");
    const variables = {
      ...mergeRequest,
      PROMPTCTL_API_KEY: "good",
      GITLAB_TOKEN: "glpat-right",
      CI_API_V4_URL: server.apiUrl,
    };
    const jobs = ["promptctl-validate", "promptctl-plan"];
    expect(await gitLab(cwd, jobs, variables)).toMatchObject({ code: 0 });
    expect(await gitLab(cwd, jobs, variables)).toMatchObject({ code: 0 });
    expect(read(join(cwd, "promptctl-codequality.json"))).toBeInstanceOf(Array);
    expect(readFileSync(join(cwd, "promptctl-junit.xml"), "utf8")).toContain(
      'name="shop/prompts/triage.yaml"',
    );
    expect(read(join(cwd, "promptctl-counts.json"))).toEqual({ create: 7, update: 0, delete: 0 });
    expect(fake.notes.map(({ body }) => body)).toEqual([
      expect.stringContaining("### promptctl plan · `shop`\n\n**Plan: 7 to create.**"),
    ]);
    for (const { token, keys } of fake.requests) expect([token, keys]).toEqual(["glpat-right", ""]);
  });

  it.each<[string, Variables, Variables]>([
    ["no environment", {}, {}],
    [
      "an environment, whose key variable would be PROMPTCTL_API_KEY_EU_WEST",
      { env: "eu-west" },
      { "promptctl.yaml": "environments:\n  eu-west: {}\n" },
    ],
  ])("with api_key: oidc and %s, the ID token is sent", async (_what, inputs, files) => {
    await using service = await serveEmbedded();
    const cwd = repository({ api_key: "oidc", base_url: service.baseUrl, ...inputs });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text);
    git(cwd, "add", "-A");
    const { output: preview } = await gitLab(cwd, ["--preview"], mergeRequest);
    const [, jobs] = preview.split("\n---\n");
    const { "promptctl-plan": job } = parse(jobs!) as { "promptctl-plan": object };
    expect(job).toMatchObject({ id_tokens: { PROMPTCTL_ID_TOKEN: { aud: service.baseUrl } } });
    const given = { ...mergeRequest, PROMPTCTL_ID_TOKEN: "good", PROMPTCTL_API_KEY: "other" };
    const { output } = await gitLab(cwd, ["promptctl-plan"], given);
    expect(output).toContain("Plan: 7 to create.");
    expect(read(join(cwd, "promptctl-counts.json"))).toMatchObject({ create: 7 });
  });

  it("is tested with test: true: the note has the result, and the job fails for a regression", async () => {
    await using provider = await fakeProvider(({ body }) => ({
      body: claudeReply(JSON.stringify(body).includes("Say hello") ? "Hello" : "No"),
    }));
    const fake = createFakeGitLab();
    await using server = await serveGitLab(fake);
    const cwd = repository({ test: "true", base_url: "https://prompts.example.com" });
    writeFileSync(join(cwd, "prompts/hello.yaml"), hello("Say hello."));
    git(cwd, "update-ref", "refs/remotes/origin/main", commitAll(cwd));
    writeFileSync(join(cwd, "prompts/hello.yaml"), hello("Say no."));
    commitAll(cwd);
    const variables = {
      ...mergeRequest,
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
      ANTHROPIC_API_KEY: "sk-ant-x",
      ANTHROPIC_BASE_URL: provider.url,
      GITLAB_TOKEN: "glpat-right",
      CI_API_V4_URL: server.apiUrl,
    };
    const { output } = await gitLab(cwd, ["promptctl-test"], variables);
    expect(output).toMatch(/promptctl-test +finished in .* FAIL 5/);
    expect(fake.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/### promptctl test\n\n\*\*Failed\.\*\* 1 case regressed/),
    ]);
    expect(readFileSync(join(cwd, "promptctl-test.xml"), "utf8")).toContain("<failure ");
    expect(readFileSync(join(cwd, "promptctl-test.html"), "utf8")).toContain("regressed");
    for (const { headers } of provider.requests) expect(headers["private-token"]).toBeUndefined();
  });

  it.each([
    ["test_allow_unmeasured", hello("Say hi."), [1, 0]],
    ["test_require_evaluations", hello("Say hi.").split("evaluations:")[0]!, [0, 5]],
  ] as const)("the input %s decides about a test", async (input, text, expected) => {
    for (const [index, code] of expected.entries()) {
      const cwd = repository({ test: "true", [input]: index === 1 ? "true" : "false" });
      git(cwd, "update-ref", "refs/remotes/origin/main", "HEAD");
      writeFileSync(join(cwd, "prompts/hello.yaml"), text);
      commitAll(cwd);
      const variables = { ...mergeRequest, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" };
      const { output } = await gitLab(cwd, ["promptctl-test"], variables);
      expect(output).toMatch(
        code === 0 ? /promptctl-test +finished in [^F]*$/m : new RegExp(`FAIL ${code}`),
      );
    }
  });

  it.each<[string, Variables, Variables, number, string]>([
    ["run with allow_commands", { allow_commands: "true" }, {}, 0, "Running with your rights:"],
    [
      "run beside plan jobs with ID tokens, which this job does not get",
      { allow_commands: "true", api_key: "oidc", base_url: "https://prompts.example.com" },
      {},
      0,
      "Running with your rights:",
    ],
    [
      "are refused beside a key of the service",
      { allow_commands: "true" },
      { PROMPTCTL_API_KEY: "good" },
      4,
      "PROMPTCTL_API_KEY is set",
    ],
    ["do not run without it", {}, {}, 1, "needs --allow-commands"],
  ])("programs of tests %s", async (_what, inputs, more, code, expected) => {
    const cwd = repository({
      test: "true",
      test_on: code === 1 ? "provider" : "command",
      ...inputs,
    });
    writeFileSync(join(cwd, "promptctl.yaml"), "test: { command: [node, agent.mjs] }\n");
    git(cwd, "update-ref", "refs/remotes/origin/main", commitAll(cwd));
    const check = "    checks: [{ type: COMMAND, run: [node, check.mjs], name: price }]\n";
    writeFileSync(join(cwd, "prompts/hello.yaml"), `${hello("Say hello.")}${check}`);
    const answer = (fields: string): string =>
      `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ id, ${fields} }));
}
`;
    writeFileSync(join(cwd, "check.mjs"), answer("pass: true"));
    writeFileSync(join(cwd, "agent.mjs"), answer('text: "Hello", cost: 0'));
    commitAll(cwd);
    const variables = { ...mergeRequest, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", ...more };
    const { output } = await gitLab(cwd, ["promptctl-test"], variables);
    expect(output).toContain(expected);
    expect(output).toMatch(
      code === 0 ? /promptctl-test +finished in [^F]*$/m : new RegExp(`FAIL ${code}`),
    );
  });

  it("the jobs that test and validate get no ID token", async () => {
    const cwd = repository({
      api_key: "oidc",
      test: "true",
      base_url: "https://prompts.example.com",
    });
    const { output } = await gitLab(cwd, ["--preview"], mergeRequest);
    const jobs = parse(output.split("\n---\n")[1]!) as Record<string, { id_tokens?: object }>;
    const having = Object.keys(jobs).filter((name) => jobs[name]!.id_tokens !== undefined);
    expect(having.filter((name) => name.startsWith("promptctl-")).sort()).toEqual([
      "promptctl-apply",
      "promptctl-drift",
      "promptctl-plan",
      "promptctl-plan-apply",
    ]);
  });

  it("fails because of warnings with strict: true only", async () => {
    for (const strict of ["false", "true"]) {
      const cwd = repository({ strict });
      writeFileSync(join(cwd, "prompts/triage.md"), "You triage {% if x %}tickets.\n");
      commitAll(cwd);
      const { output } = await gitLab(cwd, ["promptctl-validate"], mergeRequest);
      expect(/FAIL 3/.test(output)).toBe(strict === "true");
      expect(output).toContain("other-template");
    }
  });

  it("fails if the definitions are invalid, with reports and a note that says so", async () => {
    const fake = createFakeGitLab();
    await using server = await serveGitLab(fake);
    const cwd = repository({ base_url: "https://prompts.example.com" });
    writeFileSync(join(cwd, "prompts/bad.yaml"), "kind: tool\nname: x\n");
    commitAll(cwd);
    const variables = {
      ...mergeRequest,
      PROMPTCTL_API_KEY: "good",
      GITLAB_TOKEN: "glpat-right",
      CI_API_V4_URL: server.apiUrl,
    };
    const jobs = ["promptctl-validate", "promptctl-plan"];
    const { code, output } = await gitLab(cwd, jobs, variables);
    expect(code).toBe(1);
    expect(output).toMatch(/promptctl-validate +finished in .* FAIL 3/);
    expect(read(join(cwd, "promptctl-codequality.json"))).toContainEqual(
      expect.objectContaining({ check_name: "missing-key" }),
    );
    expect(existsSync(join(cwd, "promptctl-counts.json"))).toBe(false);
    expect(fake.notes[0]!.body).toContain("**There is no plan.**");
  });
});

describe("the default branch", () => {
  it("applies the saved plan, or nothing if the service has changed since", async () => {
    await using service = await serveEmbedded();
    const cwd = repository();
    const variables = { PROMPTCTL_BASE_URL: service.baseUrl, PROMPTCTL_API_KEY: "good" };
    const other = repository();
    writeFileSync(join(other, "prompts/triage.md"), "Another text.\n");
    commitAll(other);
    for (const each of [cwd, other])
      expect(await gitLab(each, ["promptctl-plan-apply"], variables)).toMatchObject({ code: 0 });
    const applied = await gitLab(cwd, ["promptctl-apply"], variables);
    expect([applied.code, applied.output]).toEqual([
      0,
      expect.stringContaining("Applied. 7 requests"),
    ]);
    const { output } = await gitLab(other, ["promptctl-apply"], variables);
    expect(output).toMatch(/promptctl-apply +finished in .* FAIL 4/);
  });

  it("with apply: on_success plans again and applies", async () => {
    await using service = await serveEmbedded();
    const cwd = repository({ apply: "on_success" });
    const variables = { PROMPTCTL_BASE_URL: service.baseUrl, PROMPTCTL_API_KEY: "good" };
    const { code, output } = await gitLab(cwd, [], variables);
    expect([code, output]).toEqual([0, expect.stringContaining("Applied. 7 requests")]);
  });

  it("fails on a schedule if the service differs", async () => {
    await using service = await serveEmbedded();
    const cwd = repository();
    const variables = {
      CI_PIPELINE_SOURCE: "schedule",
      PROMPTCTL_BASE_URL: service.baseUrl,
      PROMPTCTL_API_KEY: "good",
    };
    const { output } = await gitLab(cwd, [], variables);
    expect(output).toMatch(/promptctl-drift +finished in .* FAIL 2/);
  });

  it("with drift_merge_request pushes a branch for what was changed on the service, with a lease", async () => {
    await using service = await serveEmbedded();
    const cwd = repository({ drift_merge_request: "true", apply: "on_success" });
    const remote = join(base, `remote-${counter}.git`);
    git(base, "init", "-q", "--bare", remote);
    git(remote, "config", "receive.advertisePushOptions", "true");
    const hook = 'env | grep ^GIT_PUSH_OPTION_ | sort > "$GIT_DIR/options"';
    writeFileSync(join(remote, "hooks/pre-receive"), `#!/bin/sh\n${hook}\n`, { mode: 0o755 });
    const own = { PROMPTCTL_BASE_URL: service.baseUrl, PROMPTCTL_API_KEY: "good" };
    expect(await gitLab(cwd, [], own)).toMatchObject({ code: 0 });
    const other = repository({ apply: "on_success" });
    writeFileSync(join(other, "prompts/triage.md"), "A hotfix.\n");
    commitAll(other);
    expect(await gitLab(other, [], own)).toMatchObject({ code: 0 });
    const drift = { ...own, CI_PIPELINE_SOURCE: "schedule", PROMPTCTL_PUSH_URL: remote };
    const run = async (): Promise<string> =>
      (await gitLab(cwd, ["promptctl-drift"], { ...drift, CI_DEFAULT_BRANCH: "main" })).output;
    expect(await run()).toMatch(/promptctl-drift +finished in .* FAIL 2/);
    const branch = "promptctl/drift/promptctl";
    expect(git(remote, "show", `${branch}:prompts/triage.md`)).toBe("A hotfix.");
    const options = readFileSync(join(remote, "options"), "utf8");
    expect(options).toContain("_0=merge_request.create\n");
    expect(options).toContain("_1=merge_request.target=main\n");
    const tip = git(remote, "rev-parse", branch);
    await run();
    expect(git(remote, "rev-parse", branch)).toBe(tip);
  });
});

describe("an environment", () => {
  const configuration = `definitions: prompts
environments:
  staging: {}
  production: { protected: true }
`;
  const inputs = { env: "production", job_prefix: "promptctl-production" };
  const environmentRepository = (more: Readonly<Record<string, string>> = {}): string => {
    const cwd = repository({ ...inputs, ...more });
    writeFileSync(join(cwd, "promptctl.yaml"), configuration);
    commitAll(cwd);
    return cwd;
  };

  it.each(["manual", "on_success"])(
    "is planned and applied with its own variables, although it is protected, with apply: %s",
    async (apply) => {
      await using service = await serveEmbedded();
      const cwd = environmentRepository({ apply });
      const variables = {
        PROMPTCTL_BASE_URL_PRODUCTION: service.baseUrl,
        PROMPTCTL_API_KEY_PRODUCTION: "good",
      };
      const names = apply === "manual" ? ["plan-apply", "apply"] : ["apply"];
      const outputs: string[] = [];
      for (const name of names) {
        const { code, output } = await gitLab(cwd, [`promptctl-production-${name}`], variables);
        expect([code, output]).toEqual([0, output]);
        outputs.push(output);
      }
      expect(outputs.at(-1)).toContain("Applied. 7 requests");
    },
  );

  it("has a note of its own, and PROMPTCTL_BASE_URL alone is not used for it", async () => {
    await using service = await serveEmbedded();
    const fake = createFakeGitLab();
    await using server = await serveGitLab(fake);
    const cwd = environmentRepository();
    const variables = {
      ...mergeRequest,
      PROMPTCTL_API_KEY_PRODUCTION: "good",
      GITLAB_TOKEN: "glpat-right",
      CI_API_V4_URL: server.apiUrl,
    };
    const own = { ...variables, PROMPTCTL_BASE_URL_PRODUCTION: service.baseUrl };
    expect(await gitLab(cwd, ["promptctl-production-plan"], own)).toMatchObject({ code: 0 });
    expect(fake.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/about=plan env=production .*\n### promptctl plan · `production`/),
    ]);
    const generic = { ...variables, PROMPTCTL_BASE_URL: service.baseUrl };
    const { output } = await gitLab(cwd, ["promptctl-production-plan"], generic);
    expect(output).toContain("PROMPTCTL_BASE_URL alone is not used");
    expect(output).toMatch(/promptctl-production-plan +finished in .* FAIL 64/);
  });

  it.each(["Staging", "-x", "a/../b"])(
    "whose name is not valid, %j, ends a job with a message before it starts promptctl",
    async (name) => {
      const cwd = repository({ env: JSON.stringify(name) });
      const { output } = await gitLab(cwd, ["promptctl-validate"], mergeRequest);
      expect(output).toContain(`The input env of the component is "${name}". The name of an`);
      expect(output).toMatch(/promptctl-validate +finished in .* FAIL 64/);
      expect(output).not.toContain("Valid: ");
    },
  );

  it("examples/ci/gitlab-environments.yml applies a commit to staging, then to production by hand", async () => {
    await using staging = await serveEmbedded();
    await using production = await serveEmbedded();
    const cwd = environmentRepository();
    const text = readFileSync(join(root, "examples/ci/gitlab-environments.yml"), "utf8")
      .replaceAll(/remote: \S*.*/g, "local: templates/promptctl.yml")
      .replaceAll(/package: .*/g, `package: ${tag}`);
    writeFileSync(join(cwd, ".gitlab-ci.yml"), text);
    commitAll(cwd);
    const { output: list } = await gitLab(cwd, ["--list-csv"]);
    expect(list).toMatch(
      /^promptctl-production-plan-apply;production;on_success;.*\[promptctl-staging-apply\]/m,
    );
    expect(list).toMatch(/^promptctl-production-apply;production;manual;/m);
    const apply = async (name: string, url: string): Promise<string> => {
      const suffix = name.toUpperCase();
      const variables = {
        [`PROMPTCTL_BASE_URL_${suffix}`]: url,
        [`PROMPTCTL_API_KEY_${suffix}`]: "good",
      };
      const jobs = name === "staging" ? ["apply"] : ["plan-apply", "apply"];
      let last = "";
      for (const job of jobs)
        last = (await gitLab(cwd, [`promptctl-${name}-${job}`], variables)).output;
      return last;
    };
    expect(await apply("staging", staging.baseUrl)).toContain("Applied. 7 requests");
    expect(await apply("production", production.baseUrl)).toContain("Applied. 7 requests");
  });
});
