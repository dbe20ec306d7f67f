// `command: test`, and `test: true` beside plan, on the events that start workflows.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import type { TestResult } from "../../src/generated/types.ts";
import { keyVariables } from "../../src/engine/text/secrets.ts";
import { providerFacts } from "../../src/engine/providers/provider-facts.ts";
import { promptFile } from "../fixtures/support-project.ts";
import { withoutColors } from "../laws/hostile/oracle.ts";
import { runTestGit } from "../io/repository.ts";
import { fakeProvider } from "../providers/fake-provider.ts";
import { claudeReply } from "../providers/replies.ts";
import { merged, mergeSha, pullRequest, push } from "./events.ts";
import { createGate } from "./gate.ts";
import type { GitHubEvent } from "./run-step.ts";
import {
  baseText,
  createTestsFixture,
  headText,
  type TestsFixture,
  scriptedReplies,
} from "./tests-fixture.ts";

const bodyOf = ({ github }: { github: { comments: { body: string }[] } }): string => {
  expect(github.comments).toHaveLength(1);
  return github.comments[0]!.body;
};

const resultIn = (text: string): TestResult => JSON.parse(text) as TestResult;

describe("a pull request with a regression", () => {
  it("has the regression in a comment, the summary, annotations and outputs, and the step fails", async () => {
    await using fixture = await createTestsFixture();
    const { code, log, commands, outputs, report, summary } = await fixture.test();
    const body = bodyOf(fixture);
    expect(body).toMatch(
      /^<!-- promptctl:v1 about=test [^\n]*-->\n### promptctl test · `support`\n/,
    );
    for (const page of [body, summary]) {
      expect(page).toContain(
        "**Failed.** 1 case regressed. 4 of 8 first replies of 2 cases passed",
      );
      expect(page).toContain("| `evaluation/Support/refund` | 8/8 | 0/8 | **regressed**");
      expect(page).toContain(
        "- Tell me your [-order number-].\n+ Tell me your {+e-mail address+}.",
      );
      expect(page).toContain(`base ${fixture.baseCommit.slice(0, 7)} (target branch`);
      expect(page).toMatch(/For commit `a1a1a1a1a1` · \[run 4711\]/);
    }
    expect(withoutColors(log)).toContain("regressed  base 8/8 · head 0/8");
    expect(commands.find(({ name }) => name === "error")).toMatchObject({
      properties: {
        file: "support/prompts/support.yaml",
        line: "8",
        title: "evaluation/Support/refund regressed",
      },
    });
    expect(code).toBe(5);
    expect(outputs).toMatchObject({
      measured: "true",
      passed: "false",
      regressed: "1",
      "comment-url": fixture.github.comments[0]!.html_url,
      "has-changes": "",
    });
    expect(resultIn(report("test.json")).counts.regressed).toBe(1);
    expect(report("test.xml")).toContain("<failure ");
    expect(report("test.html")).toContain("order number");
    expect(fixture.service.calls).toEqual([]);
  });

  it("has one comment that later runs update", async () => {
    await using fixture = await createTestsFixture();
    await fixture.test();
    fixture.folder.write("checkout/support/prompts/support.yaml", promptFile(baseText));
    const { code } = await fixture.test({ env: { GITHUB_RUN_ATTEMPT: "2" } });
    expect([code, bodyOf(fixture)]).toEqual([0, expect.not.stringContaining("regressed")]);
    expect(bodyOf(fixture)).toContain("The change affects no case.");
  });

  it("has a comment for each label", async () => {
    await using fixture = await createTestsFixture();
    const runs = ["a", "b"].map((label) => fixture.test({ with: { label } }));
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([5, 5]);
    expect(fixture.github.comments).toHaveLength(2);
  });

  it("with gate: report succeeds, and passed is false", async () => {
    await using fixture = await createTestsFixture();
    const { code, outputs } = await fixture.test({ with: { gate: "report" } });
    expect([code, outputs["passed"], outputs["regressed"]]).toEqual([0, "false", "1"]);
    expect(bodyOf(fixture)).toMatch(
      /\*\*Would have failed\.\*\* 1 case regressed\.[^]*--gate report does not block;[^]*\n\nFor commit/,
    );
  });

  it("fails without a comment if GitHub does not permit one", async () => {
    await using fixture = await createTestsFixture();
    fixture.github.instead = ({ method }) =>
      method === "POST" ? { status: 403, body: { message: "no" } } : undefined;
    const { code, commands, summary } = await fixture.test();
    expect([code, fixture.github.comments]).toEqual([5, []]);
    expect(commands.some(({ name }) => name === "notice")).toBe(true);
    expect(summary).toContain("regressed");
  });
});

/** A pull request that adds a prompt without evaluations. */
const untested = {
  "prompts/other.yaml":
    "kind: prompt\nname: Other\nparameters: { provider: ANTHROPIC, name: claude-test }\nmessages: [{ role: user, content: Hi }]\n",
};

describe("a test without a complete result", () => {
  it("is not measured on a pull request of a fork or of Dependabot: nothing is called", async () => {
    await using fixture = await createTestsFixture();
    const env = { ANTHROPIC_API_KEY: "sk-ant-of-a-leaky-runner" };
    for (const on of [
      pullRequest({ head: "mallory/shop" }),
      pullRequest({ author: "dependabot[bot]" }),
    ]) {
      const { code, commands, outputs, summary } = await fixture.test({
        on,
        env,
        with: { arguments: "" },
      });
      expect([code, outputs["measured"], outputs["passed"]]).toEqual([0, "false", ""]);
      expect(summary).toContain("**Not measured.** A pull request from");
      expect(commands.find(({ name }) => name === "notice")?.data).toMatch(/^Not measured: /);
    }
    expect([fixture.github.calls, fixture.service.calls]).toEqual([[], []]);
  });

  it("is refused on pull_request_target for a fork", async () => {
    await using fixture = await createTestsFixture();
    const on = pullRequest({ name: "pull_request_target", head: "mallory/shop" });
    const { code, commands } = await fixture.test({ on });
    expect([code, commands.at(-1)?.data]).toEqual([
      4,
      expect.stringMatching(/^Not tested: .*fork/),
    ]);
  });

  it("succeeds if the change affects no case, and says so", async () => {
    await using fixture = await createTestsFixture({ "README.md": "x" });
    const { code, outputs, summary } = await fixture.test();
    expect([code, outputs["measured"], outputs["passed"]]).toEqual([0, "false", "true"]);
    expect(summary).toContain("The change affects no case. To run all 2: --all");
    expect(fixture.github.comments).toEqual([]);
  });

  it("does not look measured if there are no evaluations", async () => {
    const [text = ""] = promptFile(headText).split("evaluations:");
    await using fixture = await createTestsFixture({ "prompts/support.yaml": text });
    const { code, commands, outputs } = await fixture.test();
    expect([code, outputs["measured"], outputs["passed"]]).toEqual([1, "false", "false"]);
    const warnings = commands.filter(({ name }) => name === "warning").map(({ data }) => data);
    expect(warnings).toContainEqual(expect.stringMatching(/^Nothing was measured/));
    expect(bodyOf(fixture)).toContain("`removed (looser)`");
  });

  it("fails without spending if the budget is too small", async () => {
    await using fixture = await createTestsFixture();
    const { code, commands, outputs } = await fixture.test({
      with: { arguments: "--max-calls 1" },
      env: { ANTHROPIC_API_KEY: "sk-ant-x", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" },
    });
    expect([code, outputs["measured"]]).toEqual([4, "false"]);
    expect(commands.find(({ name }) => name === "error")?.data).toBe(
      "The test needs 8 calls, more than --max-calls 1.\nRaise --max-calls, or run fewer cases with --target.",
    );
    expect(bodyOf(fixture)).toContain("**Not tested.**\n\n```text\nThe test needs 8 calls");
  });

  it("fails if a reply is missing, and says why", async () => {
    await using fixture = await createTestsFixture();
    const { code, commands, outputs } = await fixture.test({ with: { arguments: "" } });
    expect([code, outputs["measured"], outputs["passed"]]).toEqual([1, "false", "false"]);
    expect(commands.find(({ name }) => name === "warning")?.data).toBe(
      "There is no API key for Anthropic. Set ANTHROPIC_API_KEY, or use --on echo.",
    );
    expect(bodyOf(fixture)).toMatch(
      /\*\*Not measured, not compared, not run or unable to fail\*\*\n\n- 2 cases: `.*ANTHROPIC_API_KEY/,
    );
  });

  it.each([
    ["a missing reply", "allow-unmeasured", undefined, { arguments: "" }, [1, 0]],
    ["a new prompt without evaluations", "require-evaluations", untested, {}, [0, 5]],
  ] as const)("%s: built, the input %s decides", async (_what, input, files, given, expected) => {
    await using fixture = await createTestsFixture(files);
    const codes: (number | null)[] = [];
    for (const value of ["false", "true"]) {
      const options = { with: { ...given, [input]: value }, step: { built: true } };
      codes.push((await fixture.test(options)).code);
    }
    expect(codes).toEqual(expected);
  });

  it("is invalid if the definitions are", async () => {
    await using fixture = await createTestsFixture({ "prompts/x.yaml": "kind: prompt\n" });
    const { code, outputs } = await fixture.test();
    expect([code, outputs["measured"]]).toEqual([3, "false"]);
    expect(bodyOf(fixture)).toMatch(
      /\*\*Not tested:\*\* the definitions are invalid\.[^]*missing-key/,
    );
  });

  it("does not run if warnings fail the step", async () => {
    const text = promptFile(headText).replace("claude-test", "claude-2.1");
    await using fixture = await createTestsFixture({ "prompts/support.yaml": text });
    const { code } = await fixture.test({ with: { strict: "true" } });
    expect([code, bodyOf(fixture)]).toEqual([
      3,
      expect.stringContaining("**Not tested.**\n\nWarnings fail this step because strict is true."),
    ]);
  });

  it("names fetch-depth if the base is not in the clone", async () => {
    await using fixture = await createTestsFixture();
    const clone = fixture.folder.at("clone");
    const source = `file://${fixture.folder.path}/checkout`;
    runTestGit(
      ["-C", source.slice(7), "branch", "merged", fixture.mergeCommit],
      fixture.folder.path,
    );
    for (const [depth, exitCode] of [
      ["1", 64],
      ["2", 5],
    ] as const) {
      runTestGit(
        ["clone", "-q", "--depth", depth, "-b", "merged", source, `${clone}${depth}`],
        "/",
      );
      const { code, commands } = await fixture.test({ step: { workspace: `${clone}${depth}` } });
      expect(code).toBe(exitCode);
      if (exitCode === 64)
        expect(commands.at(-1)?.data).toMatch(/The clone is shallow[^]*fetch-depth: 0/);
    }
  });
});

describe("a cancelled job", () => {
  it("reports what is missing, in the comment too", async () => {
    await using fixture = await createTestsFixture();
    const started = createGate();
    await using provider = await fakeProvider(() => {
      started.open();
      return { body: claudeReply("Tell me your order number.") };
    });
    const { code, outputs } = await fixture.test({
      with: { arguments: "--concurrency 1" },
      env: { ANTHROPIC_API_KEY: "sk-ant-x", ANTHROPIC_BASE_URL: provider.url },
      step: { cancelled: { when: started.opened, onStopping: () => {} } },
    });
    expect([code, outputs["measured"]]).toEqual([130, "false"]);
    expect(bodyOf(fixture)).toContain("**Incomplete.**");
    expect(bodyOf(fixture)).toContain("The run was interrupted.");
    expect(provider.requests).toHaveLength(1);
  });

  it("that must exit at once keeps the outputs of the plan", async () => {
    await using fixture = await createTestsFixture();
    const started = createGate();
    fixture.github.before = async ({ body }) => {
      if (!JSON.stringify(body ?? "").includes("### promptctl test")) return;
      started.open();
      await new Promise(() => {});
    };
    const given = { directory: "support", arguments: scriptedReplies, test: "true" };
    const cancelled = { when: started.opened, onStopping: () => {}, again: started.opened };
    const options = { with: given, step: { cancelled, sleep: async () => {} } };
    const { code, counts, outputs } = await fixture.run("plan", fixture.event, options);
    expect([code, counts?.create, outputs["regressed"]]).toEqual([130, 5, "1"]);
  });
});

describe("events without a pull request", () => {
  it("a merge queue compares with the entry before it, and gates", async () => {
    await using fixture = await createTestsFixture();
    const { code, summary } = await fixture.test({ on: fixture.queued });
    expect([code, fixture.github.calls]).toEqual([5, []]);
    expect(summary).toContain(`base ${fixture.baseCommit.slice(0, 7)}`);
  });

  it("a push to main affects no case; base: none runs all", async () => {
    await using fixture = await createTestsFixture();
    runTestGit(["checkout", "-q", "-B", "main"], `${fixture.folder.path}/checkout`);
    const on = { ...push, sha: fixture.mergeCommit };
    const { code, summary } = await fixture.test({ on });
    expect([code, summary]).toEqual([
      0,
      expect.stringContaining("the base is the tested commit itself"),
    ]);
    const all = await fixture.test({ on, with: { base: "none" } });
    expect([all.code, all.summary]).toEqual([5, expect.stringContaining("1 case never passed.")]);
    expect(fixture.github.calls).toEqual([]);
  });
});

describe("plan and tests in one comment", () => {
  const plan = { directory: "support" };

  it("plan with test: true has both sections, and the first exit code that is not 0", async () => {
    await using fixture = await createTestsFixture();
    const options = { with: { ...plan, arguments: scriptedReplies, test: "true" } };
    const { code, counts, outputs, summary } = await fixture.run("plan", fixture.event, options);
    const body = bodyOf(fixture);
    expect(body).toMatch(
      /^<!-- promptctl:v1 about=plan [^]*### promptctl plan[^]*### promptctl test/,
    );
    for (const page of [body, summary])
      expect(page).toMatch(/\*\*Plan: 5 to create\.\*\*[^]*\*\*Failed\.\*\* 1 case regressed\./);
    expect([code, counts?.create, outputs["regressed"]]).toEqual([5, 5, "1"]);
  });

  it("a plan beside a test over budget is not refused", async () => {
    await using fixture = await createTestsFixture();
    const given = { ...plan, test: "true", arguments: "--max-calls=0" };
    const { code, outputs } = await fixture.run("plan", fixture.event, { with: given });
    expect([code, outputs["refused"]]).toEqual([4, "false"]);
  });

  it("two steps write their own sections, in either order, again and again", async () => {
    for (const isPlanFirst of [true, false]) {
      await using fixture = await createTestsFixture();
      const steps = [
        () => fixture.run("plan", fixture.event, { with: plan, step: { sleep: async () => {} } }),
        () => fixture.test({ with: { "base-url": "" } }),
      ];
      for (const run of isPlanFirst ? [...steps, ...steps] : steps.toReversed()) await run();
      expect(bodyOf(fixture)).toMatch(
        /^<!-- promptctl:v1 about=plan [^]*\*\*Plan: 5 [^]*<!-- promptctl:v1 about=test [^]*regressed/,
      );
      expect(bodyOf(fixture).match(/<!-- promptctl:/g)).toHaveLength(2);
    }
  });

  it("comment: new has one comment for each attempt of a run", async () => {
    await using fixture = await createTestsFixture();
    const given = { ...plan, comment: "new", arguments: scriptedReplies, test: "true" };
    for (const attempt of ["1", "2"]) {
      const env = { GITHUB_RUN_ATTEMPT: attempt };
      await fixture.run("plan", fixture.event, {
        with: given,
        env,
        step: { sleep: async () => {} },
      });
    }
    expect(fixture.github.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/run=4711\.1 [^]*### promptctl plan[^]*### promptctl test/),
      expect.stringMatching(/run=4711\.2 [^]*### promptctl plan[^]*### promptctl test/),
    ]);
  });

  it("apply finds the reviewed plan beside the tests", async () => {
    await using fixture = await createTestsFixture();
    await fixture.test({ with: { "base-url": "" } });
    await fixture.run("plan", fixture.event, { with: plan });
    await fixture.test({ with: { "base-url": "" } });
    fixture.github.pulls.set(mergeSha, [merged]);
    const given = { ...plan, "reviewed-plan": "require" };
    const { code, summary } = await fixture.run("apply", push, { with: given });
    expect([code, summary]).toEqual([0, expect.stringContaining("The plan matches")]);
  });

  it("a section is written again if a run at the same time overwrites it", async () => {
    await using fixture = await createTestsFixture();
    await fixture.run("plan", fixture.event, { with: plan });
    await fixture.test();
    const old = bodyOf(fixture);
    const overwritten = createGate();
    let pauses = 0;
    const sleep = async (): Promise<void> => {
      if (pauses++ > 0 || fixture.github.comments[0]!.body === old) return;
      fixture.github.comments[0]!.body = old;
      overwritten.open();
    };
    fixture.folder.write("checkout/support/replies.yaml", "- { evaluation: '*', text: Hello }\n");
    await fixture.test({ step: { sleep } });
    await overwritten.opened;
    expect(pauses).toBe(2);
    expect(bodyOf(fixture)).not.toBe(old);
    expect(bodyOf(fixture)).toMatch(/### promptctl plan[^]*### promptctl test/);
  });

  it("tests of several services without a label belong to the first plan", async () => {
    await using fixture = await createTestsFixture();
    await fixture.run("plan", fixture.event, { with: plan });
    fixture.github.comment(7, "mallory", fixture.github.comments[0]!.body);
    const other = fixture.github.comment(
      7,
      "github-actions[bot]",
      fixture.github.comments[0]!.body.replace(/target=\S*/, "target=other"),
    );
    const before = other.body;
    await fixture.test({ with: { "base-url": "" } });
    expect(fixture.github.comments.map(({ body }) => body.includes("regressed"))).toEqual([
      true,
      false,
      false,
    ]);
    expect(other.body).toBe(before);
  });
});

describe("private texts", () => {
  const secret = "e-mail address";

  const inPrivate = ({ event, queued }: TestsFixture, isPrivate: boolean): GitHubEvent[] =>
    [event, queued].map((each) => {
      const payload = each.payload as { readonly repository: object };
      const repository = { ...payload.repository, private: isPrivate };
      return { ...each, payload: { ...payload, repository } };
    });

  it.each<[string, boolean, Readonly<Record<string, string>>, boolean]>([
    ["is for an artifact in a private repository", true, {}, true],
    ["is for no artifact in a public repository", false, {}, false],
    [
      "is for no artifact with comment-detail: no-replies",
      true,
      { "comment-detail": "no-replies" },
      false,
    ],
    ["is for no artifact with comment-detail: names", true, { "comment-detail": "names" }, false],
    ["is for no artifact without the input", true, { "html-artifact": "false" }, false],
  ])("the HTML report %s, which the comment links", async (_what, isPrivate, given, expected) => {
    await using fixture = await createTestsFixture();
    const link = "· [HTML report](https://github.com/acme/shop/actions/runs/4711#artifacts)";
    for (const on of inPrivate(fixture, isPrivate)) {
      const inputs = { "html-artifact": "true", ...given };
      const { outputs, summary, report } = await fixture.test({ on, with: inputs });
      const artifact = outputs["html-artifact"]!;
      expect(artifact === "" ? "" : basename(artifact)).toMatch(
        expected ? /^promptctl-test-[\w-]+\.html$/ : /^$/,
      );
      expect(artifact === "" || readFileSync(artifact, "utf8") === report("test.html")).toBe(true);
      expect(summary.includes(link)).toBe(expected);
    }
    expect(bodyOf(fixture).includes(link)).toBe(expected);
  });

  it("comment-detail: no-replies leaves replies out of the comment, the summary, the log and JUnit", async () => {
    await using fixture = await createTestsFixture();
    const { log, summary, report } = await fixture.test({
      with: { "comment-detail": "no-replies" },
    });
    const junit = report("test.xml");
    for (const text of [bodyOf(fixture), summary, log, junit]) {
      expect(text).not.toContain(secret);
      expect(text).toContain("CONTAINS_ANY");
    }
    expect(report("test.json")).toContain(secret);
  });

  it("comment-detail: names has only names and numbers", async () => {
    await using fixture = await createTestsFixture({
      "prompts/support.yaml": promptFile(headText).replace(
        "- name: greeting\n",
        "- name: greeting\n    threshold: 0.25\n",
      ),
    });
    const { log, summary } = await fixture.test({ with: { "comment-detail": "names" } });
    for (const text of [bodyOf(fixture), summary, log]) {
      expect(text).not.toMatch(/e-mail address|CONTAINS_ANY|0\.25/);
      expect(text).toContain("evaluation/Support/refund");
      expect(text).toMatch(/evaluation\/Support\/greeting`?: `?changed \(looser\)/);
    }
  });

  it("keys of providers do not appear", async () => {
    const key = "sk-SECRET-of-the-provider-42";
    await using fixture = await createTestsFixture({
      "prompts/support.yaml": promptFile(headText),
      "replies.yaml": `- { evaluation: "*", side: base, text: "order number sk-SECRET-of-another" }
- { evaluation: "*", text: "your key is ${key}" }\n`,
    });
    const { commands, log, report, summary } = await fixture.test({
      env: { OPENAI_API_KEY: `${key}\n`, ANTHROPIC_API_KEY: "sk-SECRET-other-key" },
    });
    const masks = commands.filter(({ name }) => name === "add-mask").map(({ data }) => data);
    expect(masks).toEqual(expect.arrayContaining([key, "sk-SECRET-other-key"]));
    expect(bodyOf(fixture)).toContain("(the key)");
    const junit = report("test.xml");
    const withoutMasks = withoutColors(log).replace(/^::add-mask::.*$/gm, "");
    for (const text of [bodyOf(fixture), summary, junit, withoutMasks])
      expect(text).not.toMatch(/of-the-provider-42|provider/);
  });

  it("the keys of all providers are masked", () => {
    const known = Object.values(providerFacts).map(({ keyVariable }) => keyVariable);
    const all = ["PROMPTCTL_API_KEY", "ANTHROPIC_AUTH_TOKEN", ...known];
    expect([...keyVariables].sort()).toEqual(all.sort());
  });
});
