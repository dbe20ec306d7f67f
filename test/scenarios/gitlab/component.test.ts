// The GitLab component with gitlab-ci-local, against an embedded service and a fake of GitLab's notes API:
// the cases that component-ci.test.ts does not have. Run with `npm run test:nightly`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { serveGit } from "../../fixtures/git-server.ts";
import { createFakeGitLab, serveGitLab } from "../../fixtures/fake-gitlab.ts";
import { fakeProvider } from "../../providers/fake-provider.ts";
import { claudeReply } from "../../providers/replies.ts";
import { serveEmbedded } from "../../fixtures/served.ts";
import {
  answeringProgram,
  base,
  commitAll,
  git,
  gitLab,
  hello,
  jobsOf,
  makeRelease,
  mergeRequest,
  readJsonValue,
  repository,
  tag,
  type Variables,
} from "./fixture.ts";

const root = join(import.meta.dirname, "../../..");

beforeAll(() => void makeRelease());

it("no input with an empty default has a regex, which older versions of GitLab refuse", () => {
  const template = readFileSync(join(root, "templates/promptctl.yml"), "utf8");
  const { spec } = parseAllDocuments(template)[0]!.toJS() as {
    spec: { inputs: Record<string, { default?: unknown; regex?: string }> };
  };
  const empty = Object.entries(spec.inputs).filter(([, input]) => input.default === "");
  expect(empty.map(([name, { regex }]) => [name, regex])).toEqual([
    ["env", undefined],
    ["base_checkout", undefined],
  ]);
});

describe("the jobs of a pipeline", () => {
  it.each<[string, Variables, Variables, string[]]>([
    [
      "merge request from a fork, started in this project",
      { ...mergeRequest, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" },
      {},
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
    expect(await jobsOf(variables, inputs)).toEqual(expected);
  });
});

it("a job installs the release that the input package names", async () => {
  const cwd = repository({ package: `git+file://${tag}#${makeRelease()}` });
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
    expect(readJsonValue(join(cwd, "promptctl-counts.json"))).toMatchObject({ create: 7 });
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

  it("compares with the programs of the base that base_checkout names", async () => {
    const inputs = { test: "true", test_on: "command", allow_commands: "true" };
    const cwd = repository({ ...inputs, base_checkout: ".base" });
    const own = `promptctl-test:
  before_script:
    - !reference [.promptctl, before_script]
    - git worktree add --force --detach "$top/.base" origin/main
`;
    const pipeline = join(cwd, ".gitlab-ci.yml");
    writeFileSync(pipeline, `${readFileSync(pipeline, "utf8")}${own}`);
    writeFileSync(join(cwd, "promptctl.yaml"), "test: { command: [node, agent.mjs] }\n");
    writeFileSync(join(cwd, "prompts/hello.yaml"), hello("Say hello."));
    writeFileSync(join(cwd, "agent.mjs"), answeringProgram('text: "Hello", cost: 0'));
    git(cwd, "update-ref", "refs/remotes/origin/main", commitAll(cwd));
    writeFileSync(join(cwd, "agent.mjs"), answeringProgram('text: "No", cost: 0'));
    commitAll(cwd);
    const variables = { ...mergeRequest, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" };
    const { output } = await gitLab(cwd, ["promptctl-test"], variables);
    expect(output).toContain("1 case regressed");
    expect(output).toMatch(/promptctl-test +finished in .* FAIL 5/);
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
    expect(readJsonValue(join(cwd, "promptctl-codequality.json"))).toContainEqual(
      expect.objectContaining({ check_name: "missing-key" }),
    );
    expect(existsSync(join(cwd, "promptctl-counts.json"))).toBe(false);
    expect(fake.notes[0]!.body).toContain("**There is no plan.**");
  });
});

describe("the default branch", () => {
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
    const remote = join(base, `remote.git`);
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
