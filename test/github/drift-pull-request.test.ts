// The Action with drift-report: pull-request: a pull request that takes changes of the service over.
import { describe, expect, it } from "vitest";
import { greeter } from "../cli/project.ts";
import { commitAll, initialize, runGitScript, runTestGit } from "../io/repository.ts";
import { push, schedule } from "./events.ts";
import { type ActionFixture, createFixture } from "./fixture.ts";

const branch = "promptctl/drift/service";
const path = "prompts/greeter.yaml";
const hotfix = greeter.replace("Hello", "Hi");

interface Checkout extends ActionFixture {
  git(...words: string[]): string;
  drift(inputs?: Record<string, string>): ReturnType<ActionFixture["run"]>;
  /** Applies other files than the committed ones. */
  editService(text: string): Promise<void>;
}

/** A checkout of a repository on GitHub, and a service with a hotfix. */
async function withHotfix(text: string = hotfix): Promise<Checkout> {
  const fixture = await createFixture();
  const { folder, github } = fixture;
  const git = (...words: string[]): string => runTestGit(words, folder.at("checkout"));
  initialize(folder.at("checkout"));
  runGitScript(
    `${commitAll}; git clone -q --bare . ../remote.git; git remote add origin ../remote.git`,
    folder.at("checkout"),
  );
  github.repository = folder.at("remote.git");
  const checkout: Checkout = {
    ...fixture,
    git,
    drift: (inputs = {}) =>
      fixture.run("drift", schedule, { with: { "drift-report": "pull-request", ...inputs } }),
    editService: async (edited) => {
      folder.write(`checkout/${path}`, edited);
      expect((await fixture.run("apply", push)).code).toBe(0);
      git("checkout", "-q", ".");
    },
  };
  expect((await fixture.run("apply", push)).code).toBe(0);
  await checkout.editService(text);
  return checkout;
}

const onGitHub = ({ github }: ActionFixture, ...words: string[]): string =>
  runTestGit(words, github.repository!);

describe("drift-report: pull-request", () => {
  it("opens a pull request in place of the issue, and updates it", async () => {
    await using fixture = await withHotfix();
    const { code, outputs } = await fixture.drift();
    const [pull, ...others] = fixture.github.opened;
    expect([code, others, fixture.github.issues]).toEqual([0, [], []]);
    expect(pull).toMatchObject({
      state: "open",
      title: expect.stringMatching(/^Take over changes made on 127\.0\.0\.1:\d+$/),
      head: { ref: branch },
      base: { ref: "main" },
    });
    expect(pull!.body).toContain("prompt/Greeter");
    expect(pull!.body).toContain("GitHub starts no workflows");
    expect(outputs["comment-url"]).toBe(pull!.html_url);
    expect(onGitHub(fixture, "show", `${branch}:${path}`)).toBe(hotfix.trimEnd());

    fixture.github.calls.length = 0;
    const commit = onGitHub(fixture, "rev-parse", branch);
    await fixture.drift();
    expect(onGitHub(fixture, "rev-parse", branch)).toBe(commit);
    expect(fixture.github.writes().filter((call) => /pulls|issues/.test(call))).toEqual([]);

    await fixture.editService(greeter.replace("Hello", "Hey"));
    await fixture.drift();
    expect(fixture.github.opened).toHaveLength(1);
    expect(onGitHub(fixture, "show", `${branch}:${path}`)).toContain("Hey");
    expect(onGitHub(fixture, "rev-parse", `${branch}^`)).toBe(fixture.git("rev-parse", "HEAD"));
  });

  it("closes it with a comment when the drift is gone, and deletes the branch", async () => {
    await using fixture = await withHotfix();
    await fixture.drift();
    await fixture.editService(greeter);
    const { code } = await fixture.drift();
    const { opened, comments } = fixture.github;
    expect([code, opened.map(({ state }) => state)]).toEqual([0, ["closed"]]);
    expect(comments.map(({ at }) => at)).toEqual([opened[0]!.number]);
    expect(onGitHub(fixture, "branch", "--list", branch)).toBe("");
  });

  it("deletes the branch of a merged pull request", async () => {
    await using fixture = await withHotfix();
    await fixture.drift();
    fixture.git("fetch", "-q", "origin");
    fixture.git("merge", "-q", "--no-ff", `origin/${branch}`);
    fixture.git("push", "-q", "origin", "main");
    fixture.github.opened[0]!.state = "closed";
    expect((await fixture.drift()).code).toBe(0);
    expect(onGitHub(fixture, "branch", "--list", branch)).toBe("");
    expect(fixture.github.opened).toHaveLength(1);
  });

  it("never overwrites a branch that somebody else pushed to", async () => {
    await using fixture = await withHotfix();
    await fixture.drift();
    fixture.git("fetch", "-q", "origin");
    fixture.git("switch", "-q", "-c", "mine", `origin/${branch}`);
    fixture.folder.write("checkout/README.md", "Mine");
    fixture.git("add", "-A");
    fixture.git("commit", "-q", "-m", "Mine");
    fixture.git("push", "-q", "origin", `mine:${branch}`);
    const commit = onGitHub(fixture, "rev-parse", branch);
    fixture.git("switch", "-q", "main");
    await fixture.editService(greeter.replace("Hello", "Hey"));
    await fixture.drift();
    expect(onGitHub(fixture, "rev-parse", branch)).toBe(commit);
    expect(fixture.github.issues[0]!.body).toContain("promptctl did not make its last commit");
  });

  it("never overwrites a branch that somebody moves while its commits are made", async () => {
    await using fixture = await withHotfix();
    await fixture.drift();
    const moved = fixture.git("rev-parse", "HEAD");
    await fixture.editService(greeter.replace("Hello", "Hey"));
    fixture.github.before = async ({ path: called }) => {
      if (called.endsWith("/git/commits"))
        onGitHub(fixture, "update-ref", `refs/heads/${branch}`, moved);
    };
    await fixture.drift();
    expect(onGitHub(fixture, "rev-parse", branch)).toBe(moved);
    expect(fixture.github.issues[0]!.body).toContain("somebody else has moved it");
  });

  it("writes no secret, and masks it in the issue", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await using fixture = await withHotfix(
      `# promptctl-ignore: secret\n${greeter.replace("Hello", secret)}`,
    );
    await fixture.drift();
    expect(fixture.github.opened).toEqual([]);
    expect(onGitHub(fixture, "branch", "--list", branch)).toBe("");
    expect(fixture.github.issues[0]!.body).toContain("looks like 1 secret");
    expect(JSON.stringify(fixture.github.calls)).not.toContain(secret);
  });

  it.each([
    ["contents", "contents: write"],
    ["pull-requests", "pull-requests: write"],
    ["open-pull", "Settings > Actions > General"],
  ] as const)("without %s, reports the issue and what is missing", async (denied, needs) => {
    await using fixture = await withHotfix();
    fixture.github.denied = [denied];
    const { code } = await fixture.drift();
    const { issues, opened } = fixture.github;
    expect([code, opened, issues.length]).toEqual([0, [], 1]);
    expect(issues[0]!.body).toContain("There is no pull request about this drift");
    expect(issues[0]!.body).toContain(needs);
    expect(onGitHub(fixture, "branch", "--list", branch)).toBe("");
  });

  const withoutIssues = (status: number) => (call: { readonly path: string }) =>
    /\/issues(\?|$)/.test(call.path) ? { status, body: { message: "no" } } : undefined;

  /** The service has other texts in two prompts; a commit changes one of them too. */
  async function withConflict(): Promise<Checkout> {
    const fixture = await withHotfix();
    fixture.folder.write("checkout/prompts/triage.md", "Changed on the service.\n");
    await fixture.editService(hotfix);
    fixture.folder.write(`checkout/${path}`, greeter.replace("Hello", "Hey"));
    runGitScript(commitAll, fixture.folder.at("checkout"));
    fixture.git("push", "-q", "origin", "main");
    return fixture;
  }

  it("an issue reports what the pull request leaves", async () => {
    await using fixture = await withConflict();
    const { code, outputs } = await fixture.drift();
    const [issue] = fixture.github.issues;
    expect([code, outputs["comment-url"]]).toEqual([0, issue!.html_url]);
    expect(issue!.body).toContain("leaves what both sides changed.");
    const text = onGitHub(fixture, "show", `${branch}:prompts/triage.md`);
    expect(text).toBe("Changed on the service.");
  });

  it.each([403, 404, 410])(
    "without issues (%i), the pull request is the report, and lists what it leaves",
    async (status) => {
      await using whole = await withHotfix();
      await using partial = await withConflict();
      for (const [fixture, warnings] of [
        [whole, 1],
        [partial, 2],
      ] as const) {
        fixture.github.instead = withoutIssues(status);
        const { code, outputs, commands } = await fixture.drift();
        const [pull] = fixture.github.opened;
        expect([code, outputs["comment-url"]]).toEqual([0, pull!.html_url]);
        expect(commands.filter(({ name }) => name === "warning")).toHaveLength(warnings);
      }
      expect(partial.github.opened[0]!.body).toContain("both sides changed the same fields");
    },
  );

  it("without issues and without a pull request, the step fails: nothing would say that there is drift", async () => {
    await using fixture = await withHotfix();
    fixture.github.denied = ["contents"];
    fixture.github.instead = withoutIssues(403);
    const { code, commands } = await fixture.drift();
    expect([code, commands.at(-1)!.data]).toEqual([2, expect.stringContaining("issues: write")]);
  });

  it("without issues and without drift, the step succeeds", async () => {
    await using fixture = await withHotfix();
    fixture.github.instead = withoutIssues(403);
    await fixture.editService(greeter);
    expect((await fixture.drift()).code).toBe(0);
  });
});
