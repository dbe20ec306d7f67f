// The notes of `plan --gitlab-note` and `test --gitlab-note`: one each on the merge request, by the token's
// account, kept up to date.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { account, createFakeGitLab, type FakeGitLab } from "../../fixtures/fake-gitlab.ts";
import { serviceEnv, type CliResult } from "../fake-host.ts";
import { commitAfter, gitEnv, mainBeforeHead, runTestGit } from "../../io/repository.ts";
import { project, triage } from "../project.ts";
import { createProjectFixture, type ProjectFixture } from "../project-fixture.ts";

const api = "https://gitlab.example.com/api/v4";
const pipeline = {
  ...gitEnv,
  ...serviceEnv,
  CI: "true",
  CI_API_V4_URL: api,
  CI_MERGE_REQUEST_PROJECT_ID: "3",
  CI_MERGE_REQUEST_IID: "7",
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
  CI_COMMIT_SHA: "0123456789abcdef0123456789abcdef01234567",
  CI_JOB_ID: "55",
  CI_JOB_URL: "https://gitlab.example.com/team/prompts/-/jobs/55",
  GITLAB_TOKEN: "glpat-right",
};

interface Setup extends AsyncDisposable {
  readonly fixture: ProjectFixture;
  readonly gitLab: FakeGitLab;
  /** The keys that the service received. */
  readonly serviceHeaders: string[];
  plan(env?: Record<string, string | undefined>, ...flags: string[]): Promise<CliResult>;
}

/** `base`: files of the target branch that differ. */
async function setUp(
  files: Readonly<Record<string, string>> = {},
  base: Readonly<Record<string, string>> = {},
): Promise<Setup> {
  const fixture = await createProjectFixture(files);
  commitAfter({ ...project, ...files, ...base }, fixture.folder.path, mainBeforeHead);
  const gitLab = createFakeGitLab();
  const serviceHeaders: string[] = [];
  const fetch: Fetch = async (url, init) => {
    if (url.startsWith(api)) return gitLab.handle(new Request(url, init));
    serviceHeaders.push(JSON.stringify([...new Request(url, init).headers]));
    return fixture.service.fetch(url, init);
  };
  return {
    fixture,
    gitLab,
    serviceHeaders,
    plan: (env = {}, ...flags) =>
      fixture.run(["plan", "--gitlab-note", ...flags], { env: { ...pipeline, ...env }, fetch }),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

const marker =
  "<!-- promptctl:v1 about=plan label= target=prompts.example.com directory=. run= digest= -->\n";

describe("the note", () => {
  it("names what waits for another environment, without failing the job", async () => {
    const configuration = "environments: { staging: {}, production: { after: staging } }\n";
    await using setup = await setUp({ "promptctl.yaml": configuration });
    const { fixture, gitLab } = setup;
    const env = {
      ...pipeline,
      PROMPTCTL_BASE_URL: "",
      PROMPTCTL_API_KEY: "",
      PROMPTCTL_BASE_URL_STAGING: "https://staging.example",
      PROMPTCTL_BASE_URL_PRODUCTION: "https://production.example",
      PROMPTCTL_API_KEY_STAGING: "s",
      PROMPTCTL_API_KEY_PRODUCTION: "p",
    };
    const fetch: Fetch = async (url, init) => {
      if (url.startsWith(api)) return gitLab.handle(new Request(url, init));
      return fixture.service.fetch(url, { ...init, headers: { "x-api-key": "good" } });
    };
    const words = ["plan", "--gitlab-note", "--env", "production"];
    expect((await fixture.run(words, { env, fetch })).code).toBe(0);
    expect(gitLab.notes.at(-1)!.body).toContain("**Held back:** 7 changes wait for staging.");
    const without = { ...env, PROMPTCTL_API_KEY_STAGING: "" };
    expect((await fixture.run(words, { env: without, fetch })).code).toBe(4);
    expect(gitLab.notes.at(-1)!.body).toContain("It is not known what staging holds, so all 7");
  });

  it("has the plan, the commit and the job; the log has the plan as text", async () => {
    await using setup = await setUp();
    const { code, out, err } = await setup.plan({ CI_PROJECT_DIR: setup.fixture.folder.path });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Plan: 7 to create.\n");
    expect(setup.gitLab.notes).toHaveLength(1);
    const { body } = setup.gitLab.notes[0]!;
    expect(body.startsWith(`${marker}### promptctl plan\n\n**Plan: 7 to create.**`)).toBe(true);
    expect(body.trimEnd()).toMatch(
      /\n\nFor commit `0123456789` · \[job 55\]\(https:\/\/gitlab\.example\.com\/team\/prompts\/-\/jobs\/55\)$/,
    );
  });

  it("is updated by later runs, also if the plan has no changes any more", async () => {
    await using setup = await setUp();
    await setup.plan();
    await setup.fixture.run(["apply", "--auto-approve"]);
    await setup.plan();
    expect(setup.gitLab.notes.map(({ id }) => id)).toEqual([101]);
    expect(setup.gitLab.notes[0]!.body).toContain("No changes");
  });

  it("is not created if there are no changes", async () => {
    await using setup = await setUp();
    await setup.fixture.run(["apply", "--auto-approve"]);
    expect(await setup.plan()).toMatchObject({ code: 0, err: "" });
    expect(setup.gitLab.notes).toEqual([]);
  });

  it("says why there is no plan, instead of the plan of an older commit", async () => {
    await using setup = await setUp({ "prompts/bad.yaml": "kind: tool\nname: x\n" });
    const { code } = await setup.plan();
    expect(code).toBe(3);
    const { body } = setup.gitLab.notes[0]!;
    expect(body).toContain("**There is no plan.**\n\n```text\nInvalid definitions: 2 errors");
    expect(body).toMatch(/prompts\/bad\.yaml:\d+:\d+ {2}missing-key {2}/);
    expect(setup.serviceHeaders).toEqual([]);
  });

  it.each([
    ["no base URL", { PROMPTCTL_BASE_URL: undefined }, 64],
    ["another server", { PROMPTCTL_BASE_URL: "https://prompts.example.com/other" }, 1],
  ])("is not created with %s: later runs would not find it", async (_title, env, expected) => {
    await using setup = await setUp();
    const { code } = await setup.plan(env);
    expect([code, setup.gitLab.notes]).toEqual([expected, []]);
  });

  it("is found on a later page, after notes of people that quote it or pretend to be it", async () => {
    await using setup = await setUp();
    const { notes } = setup.gitLab;
    for (let id = 1; id <= 150; id++)
      notes.push({ id, author: { id: 8 }, body: id === 3 ? `${marker}mine` : "Looks good" });
    notes.push({ id: 151, author: { id: account }, body: `> ${marker}` });
    notes.push({ id: 152, author: { id: account }, body: `${marker}old` });
    notes.push({ id: 153, author: { id: account }, body: `${marker}double` });
    await setup.plan();
    expect(notes.find(({ id }) => id === 3)!.body).toBe(`${marker}mine`);
    expect(notes.slice(150).map(({ id }) => id)).toEqual([151, 152]);
    expect(notes[151]!.body).toContain("7 to create");
  });

  it("is created once if the response of its creation is lost", async () => {
    await using setup = await setUp();
    const { gitLab } = setup;
    let isLost = false;
    gitLab.intercept = (line) => {
      if (!line.startsWith("POST") || isLost) return undefined;
      isLost = true;
      gitLab.notes.push({ id: 101, author: { id: account }, body: `${marker}made` });
      return new Response("bad gateway", { status: 502 });
    };
    expect(await setup.plan()).toMatchObject({ code: 0, err: "" });
    expect(gitLab.notes.map(({ id }) => id)).toEqual([101]);
    expect(gitLab.notes[0]!.body).toContain("7 to create");
  });

  it("has at most 200,000 characters, and says what it omits", async () => {
    const text = Array.from({ length: 60 }, (_, index) => `Line ${index} ${"x".repeat(400)}`);
    const prompts = Array.from({ length: 60 }, (_, index) => [
      `prompts/p${index}.yaml`,
      `kind: prompt\nname: P${index}\ntools: []\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages:\n  - role: user\n    content: |\n${text.map((line) => `      ${line}`).join("\n")}\n`,
    ]);
    await using setup = await setUp(Object.fromEntries(prompts));
    await setup.plan({}, "--full");
    const { body } = setup.gitLab.notes[0]!;
    expect(body.length).toBeGreaterThan(100_000);
    expect(body.length).toBeLessThanOrEqual(200_000);
    expect(body).toMatch(/And the details of \d+ changes with --full: /);
  });

  it("has no line that GitLab executes as a command", async () => {
    const tool = `${"word ".repeat(20)}\n/merge\n/close `.repeat(3);
    const text = triage.replace("[lookup_order]", JSON.stringify([tool]));
    await using setup = await setUp({ "prompts/triage.yaml": text });
    await setup.plan();
    const { body } = setup.gitLab.notes[0]!;
    expect(body).toContain("/merge");
    expect(body).not.toMatch(/^\//m);
  });

  it("has neither the API key nor the token", async () => {
    await using setup = await setUp({ "prompts/triage.md": "Use glpat-right.\n" });
    await setup.plan({}, "--full");
    const { body } = setup.gitLab.notes[0]!;
    expect(body).toContain("Use (the key).");
    expect(body).not.toContain("glpat-right");
  });
});

describe("settings that a merge request loosens", () => {
  const strict = { "promptctl.yaml": "definitions: prompts\nconflicts: refuse\n" };
  const loose = { "promptctl.yaml": "definitions: prompts\nprune: true\n" };

  it("are named in the note, which is also created without changes", async () => {
    await using setup = await setUp(loose, strict);
    await setup.fixture.run(["apply", "--auto-approve"]);
    expect(await setup.plan()).toMatchObject({ code: 0, err: "" });
    expect(setup.gitLab.notes[0]!.body).toContain(
      "**No changes.** 7 definitions match the service.\n\n7 definitions in `prompts/` · `https://prompts.example.com`\n\n- ⚠️ promptctl.yaml permits more: `prune false → true`\n- ⚠️ promptctl.yaml permits more: `conflicts refuse → warn`\n",
    );
  });

  it("are those since the merge request began: the target branch may be stricter since", async () => {
    await using setup = await setUp(loose, loose);
    const { folder } = setup.fixture;
    for (const words of ["checkout -q --detach HEAD~1", "rm -q promptctl.yaml"])
      runTestGit(words.split(" "), folder.path);
    folder.write("promptctl.yaml", strict["promptctl.yaml"]);
    for (const words of [
      "add promptctl.yaml",
      "commit -q -m stricter",
      "update-ref refs/remotes/origin/main HEAD",
      "checkout -q main",
    ])
      runTestGit(words.split(" "), folder.path);
    await setup.plan();
    const { body } = setup.gitLab.notes[0]!;
    expect(body).not.toContain("permits more");
    expect(body).not.toContain("Not determined");
  });

  it("are unknown without the target branch: the plan fails, and the note says so", async () => {
    await using setup = await setUp(loose);
    const { code } = await setup.plan({ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "other" });
    expect(code).toBe(64);
    expect(setup.gitLab.notes[0]!.body).toContain("The clone has no branch origin/other.");
  });
});

it("definitions that a merge request removes are named in the note", async () => {
  const old = project["prompts/greeter.yaml"]!.replace("Greeter", "Old bot");
  await using setup = await setUp({}, { "prompts/old.yaml": old });
  await setup.fixture.run(["apply", "--auto-approve"]);
  await setup.plan();
  expect(setup.gitLab.notes[0]!.body).toContain("* no longer defined: `prompt/Old bot`; ");
});

describe("keys", () => {
  it("the service gets the API key only, GitLab its token only", async () => {
    await using setup = await setUp();
    await setup.plan();
    const { requests } = setup.gitLab;
    expect(requests.map(({ line }) => line)).toEqual([
      "GET /api/v4/user",
      "GET /api/v4/projects/3/merge_requests/7/notes",
      "POST /api/v4/projects/3/merge_requests/7/notes",
      "GET /api/v4/projects/3/merge_requests/7/notes",
    ]);
    for (const { token, keys } of requests) expect([token, keys]).toEqual(["glpat-right", ""]);
    expect(setup.serviceHeaders.length).toBeGreaterThan(0);
    expect(setup.serviceHeaders.join()).not.toContain("glpat-right");
  });

  it("a redirect of GitLab is not followed", async () => {
    await using setup = await setUp();
    setup.gitLab.intercept = () =>
      new Response(null, { status: 302, headers: { location: "https://other.example.com/" } });
    const { code, err } = await setup.plan();
    expect(code).toBe(0);
    expect(err).toContain("was redirected to https://other.example.com/");
  });
});

describe("without a note the plan is complete, and a warning says why", () => {
  const required =
    "  It requires a masked variable GITLAB_TOKEN: a project access token with the role Reporter and the scope api.\n";

  it.each([
    ["no token", { GITLAB_TOKEN: undefined }, "GITLAB_TOKEN is not set."],
    ["a wrong token", { GITLAB_TOKEN: "glpat-wrong" }, "401 from GET /user: 401 Unauthorized."],
    ["a token with a line break", { GITLAB_TOKEN: "a\nb" }, "GITLAB_TOKEN is not valid."],
  ])("%s", async (_what, env, reason) => {
    await using setup = await setUp();
    const { code, out, err } = await setup.plan(env, "--detailed-exitcode");
    expect(code).toBe(2);
    expect(out).toContain("Plan: 7 to create.");
    expect(err).toBe(`The note on the merge request was not written: ${reason}\n${required}`);
  });

  it.each(["CI_MERGE_REQUEST_IID", "CI_MERGE_REQUEST_PROJECT_ID"])(
    "outside of a merge request pipeline (no %s) nothing is planned",
    async (name) => {
      await using setup = await setUp();
      const { code, err } = await setup.plan({ [name]: undefined });
      expect([code, setup.serviceHeaders]).toEqual([64, []]);
      expect(err).toContain("Error: --gitlab-note requires a GitLab merge request pipeline.\n");
    },
  );
});

describe("the note of test", () => {
  const replies = `
- { evaluation: "*", trial: 1, text: "/merge glpat-right" }
- { evaluation: "*", calls: [{ name: lookup_order, arguments: {} }] }
`;
  const flags = ["--base", "none", "--replies", "replies.yaml"];
  const test = ({ fixture, gitLab }: Setup, ...more: readonly string[]): Promise<CliResult> => {
    const fetch: Fetch = async (url, init) => gitLab.handle(new Request(url, init));
    return fixture.run(["test", "--gitlab-note", ...flags, ...more], { env: pipeline, fetch });
  };

  it("is beside that of the plan, and each is updated by its own command", async () => {
    await using setup = await setUp({ "replies.yaml": replies });
    await setup.plan();
    for (let run = 0; run < 2; run++) expect((await test(setup)).err).toBe("Running 1 case\n");
    await setup.plan();
    const [plan, tests, ...others] = setup.gitLab.notes.map(({ body }) => body);
    expect(plan).toContain("**Plan: 7 to create.**");
    expect(tests).toMatch(
      /^<!-- promptctl:v1 about=test label= target= directory=\. run= digest= -->\n### promptctl test\n\n\*\*/,
    );
    expect(tests).toContain("[job 55](https://gitlab.example.com/team/prompts/-/jobs/55)");
    expect(others).toEqual([]);
  });

  it("has no command of GitLab and no key", async () => {
    const failing = '- { evaluation: "*", text: "/merge glpat-right" }\n';
    await using setup = await setUp({ "replies.yaml": failing });
    expect((await test(setup)).code).toBe(5);
    const { body } = setup.gitLab.notes[0]!;
    expect(body).toContain("/merge (the key)");
    expect(body).not.toMatch(/^\/|glpat-right/m);
  });

  it("says why nothing was tested", async () => {
    await using setup = await setUp({ "prompts/bad.yaml": "kind: tool\nname: x\n" });
    expect((await test(setup)).code).toBe(3);
    expect(setup.gitLab.notes[0]!.body).toContain("**Not tested.**");
  });

  it("is not created if nothing ran", async () => {
    await using setup = await setUp({ "replies.yaml": replies, "prompts/triage.yaml": "" });
    expect((await test(setup)).code).toBe(0);
    expect(setup.gitLab.notes).toEqual([]);
  });
});

it("each environment has a note for the plan and one for the tests", async () => {
  const environments = "definitions: prompts\nenvironments:\n  staging: {}\n  production: {}\n";
  const changed = { "prompts/triage.md": "Another text.\n" };
  await using setup = await setUp({ "promptctl.yaml": environments }, changed);
  const { PROMPTCTL_BASE_URL: url = "", PROMPTCTL_API_KEY: key } = serviceEnv;
  for (const name of ["staging", "production", "staging"]) {
    const suffix = name.toUpperCase();
    const env = {
      PROMPTCTL_BASE_URL: undefined,
      PROMPTCTL_API_KEY: undefined,
      [`PROMPTCTL_BASE_URL_${suffix}`]: url,
      [`PROMPTCTL_API_KEY_${suffix}`]: key,
    };
    const { code, err } = await setup.plan(env, "--env", name);
    expect([code, err]).toEqual([0, ""]);
    await setup.fixture.run(["test", "--gitlab-note", "--on", "echo", "--env", name], {
      env: { ...pipeline, ...env },
      fetch: async (to, init) => setup.gitLab.handle(new Request(to, init)),
    });
  }
  await setup.plan({}, "--env", "prod");
  expect(setup.gitLab.notes.map(({ body }) => /^### .*$/m.exec(body)![0])).toEqual([
    "### promptctl plan · `staging`",
    "### promptctl test · `staging`",
    "### promptctl plan · `production`",
    "### promptctl test · `production`",
  ]);
});
