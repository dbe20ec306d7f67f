// promptctl test from the command line, with scripted replies and a git repository as the base.
import { describe, expect, it } from "vitest";
import type { TestResult } from "../../../src/generated/types.ts";
import { promptFile, replies } from "../../fixtures/support-project.ts";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf, runTestGit, type TestRepository } from "../../io/repository.ts";
import { type CliResult, runCli } from "../fake-host.ts";

/** A repository whose working tree has another text in the prompt. */
function changedRepository(files: Readonly<Record<string, string>> = {}): TestRepository {
  const repository = repositoryOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/support.yaml": promptFile("Ask for the order number."),
    "replies/all.yaml": replies,
  });
  repository.write("prompts/support.yaml", promptFile("Ask for the e-mail address."));
  for (const [name, text] of Object.entries(files)) repository.write(name, text);
  return repository;
}

const repliesFlag = ["--replies", "replies/all.yaml"];

async function runTest(
  repository: TestRepository,
  args: readonly string[] = repliesFlag,
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  return runCli(["test", ...args], { cwd: repository.path, env: { ...gitEnv, ...env } });
}

async function resultOf(
  repository: TestRepository,
  args: readonly string[] = repliesFlag,
): Promise<TestResult> {
  const { out } = await runTest(repository, [...args, "--format", "json"]);
  return JSON.parse(out) as TestResult;
}

it("an error of the base is named with its place and commit", async () => {
  await using repository = changedRepository();
  const good = repository.read("prompts/support.yaml");
  repository.write("prompts/support.yaml", good.replace("name: Support", "nam: Support"));
  repository.commit();
  repository.write("prompts/support.yaml", good);
  const { out } = await runTest(repository, [...repliesFlag, "--base", "HEAD"]);
  expect(out.replace(/\s+/g, " ")).toMatch(
    /Warning: The base is invalid: prompts\/support\.yaml:\d+ in HEAD \([0-9a-f]{7}\): .+ Cases without a valid base are new\./,
  );
});

describe("evaluations that the change removes", () => {
  it.each([["of a prompt", (text: string) => text.slice(0, text.indexOf("  - name: greeting"))]])(
    "are listed once: %s",
    async (_, change) => {
      await using repository = changedRepository();
      const path = "prompts/support.yaml";
      repository.write(path, change(promptFile("Ask for the order number.")));
      const result = await resultOf(repository);
      expect(result.removed).toContain("evaluation/Support/greeting");
      expect(result.loosened).toEqual([
        { address: "evaluation/Support/greeting", message: "removed", looser: true },
      ]);
    },
  );

  it("are listed with their prompt, and the run does not read as passed", async () => {
    await using repository = changedRepository();
    repository.write("prompts/support.yaml", "# none\n");
    const { code, out } = await runTest(repository);
    expect(code).toBe(0);
    expect(out).toContain("evaluation/Support/refund: removed with prompt/Support\n");
    expect(out).toContain("Nothing was measured. The change removes 2 evaluations");
    expect(out).not.toContain("Passed");
  });
});

describe("against the commit that the branch is based on", () => {
  it("a case that fails and passes on the base blocks", async () => {
    await using repository = changedRepository();
    const { code, out, err } = await runTest(repository);
    expect(err).toBe("Running 2 cases\n");
    expect(out).toMatch(
      /2 of 2 cases affected by the change · base [0-9a-f]{7} \(merge base with main\)/,
    );
    expect(out.split("\n").slice(2)).toEqual([
      "  ✗ evaluation/Support/refund                           regressed  base 8/8 · head 0/8",
      '      CONTAINS_ANY ["order number"]',
      "        The reply does not contain any of the texts.  prompts/support.yaml:12",
      "      reply, - on the base, + on the head",
      "        - Tell me your [-order number-].",
      "        + Tell me your {+e-mail address+}.",
      "",
      "Failed. 1 case regressed. 4 of 8 first replies of 2 cases passed (22 to 78 %).",
      expect.stringMatching(/^20 calls, \$0, /),
      expect.stringContaining("falls from 95 to 20 % is found"),
      "",
    ]);
    expect(code).toBe(5);
  });

  it("nothing runs if nothing differs", async () => {
    await using repository = changedRepository();
    repository.commit();
    expect(await runTest(repository)).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining("The change affects no case. To run all 2: --all") as string,
    });
    const { code, out } = await runTest(repository, [...repliesFlag, "--all"]);
    expect([code, out]).toEqual([0, expect.stringContaining("still failing")]);
  });

  it("a lowered threshold and a removed evaluation are listed", async () => {
    await using repository = changedRepository();
    const text = promptFile("Ask for the order number.")
      .replace("  - name: refund\n", "  - name: refund\n    threshold: 0.5\n")
      .replace(/ {2}- name: greeting[^]*/, "");
    repository.write("prompts/support.yaml", text);
    const { out } = await runTest(repository);
    expect(out).toContain(`Tests changed in this change
  evaluation/Support/greeting: removed (looser)
  evaluation/Support/refund: threshold 1 → 0.5 (looser) prompts/support.yaml:`);
  });

  it("a removed assertion is listed at its evaluation", async () => {
    await using repository = changedRepository();
    const [one, other] = [`{ type: STOP_REASON, is: complete }`, `{ type: MATCHES, pattern: "." }`];
    const text = promptFile("Ask for the order number.");
    const withChecks = (...checks: string[]): string =>
      text.replace("- name: refund\n", `- name: refund\n    checks: [${checks.join(", ")}]\n`);
    repository.write("prompts/support.yaml", withChecks(one, other));
    repository.commit();
    repository.write("prompts/support.yaml", withChecks(other));
    const { loosened } = await resultOf(repository, [...repliesFlag, "--base", "HEAD"]);
    const line = text.split("\n").findIndex((each) => each.includes("- name: refund")) + 1;
    expect(loosened).toEqual([
      {
        address: "check/Support/refund/2",
        message: "STOP_REASON removed",
        looser: true,
        location: { file: "prompts/support.yaml", line },
      },
    ]);
  });

  it("--base names another commit, --base none judges the files alone", async () => {
    await using repository = changedRepository();
    repository.commit();
    const before = await resultOf(repository, [...repliesFlag, "--base", "HEAD~1"]);
    expect([before.base, before.counts.regressed]).toMatchObject([{ name: "HEAD~1" }, 1]);
    const alone = await resultOf(repository, [...repliesFlag, "--base", "none"]);
    expect([alone.base, alone.settings.gate, alone.counts]).toMatchObject([
      null,
      "all",
      { failed: 1, passed: 1, regressed: 0 },
    ]);
  });

  it("without a repository there is no base; in CI that is wrong usage", async () => {
    await using folder = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "prompts/support.yaml": promptFile("Ask for the order number."),
      "replies/all.yaml": replies,
    });
    const run = (env: Readonly<Record<string, string>>): Promise<CliResult> =>
      runCli(["test", ...repliesFlag], { cwd: folder.path, env: { ...gitEnv, ...env } });
    expect(await run({})).toMatchObject({
      code: 5,
      out: expect.stringContaining("Warning: No base:") as string,
    });
    expect(await run({ CI: "true" })).toMatchObject({
      code: 64,
      err: expect.stringContaining("To test without a base: --base none") as string,
    });
  });
});

describe("the verdict", () => {
  const missing = "- { evaluation: evaluation/Support/refund, error: The provider is down. }\n";

  it("is incomplete if a case is not measured", async () => {
    await using repository = changedRepository({ "replies/all.yaml": missing });
    const { code, out } = await runTest(repository, [...repliesFlag, "--target", "*/refund"]);
    expect(out).toContain("Not measured: 1 case\n  The provider is down.\n");
    expect(out).toContain("Incomplete. 1 case not measured or not run. No case was judged.");
    expect(code).toBe(1);
  });

  it("--gate report changes the exit code only", async () => {
    await using repository = changedRepository();
    const { verdict, exitCode, reasons, wouldBlock } = await resultOf(repository, [
      ...repliesFlag,
      "--gate",
      "report",
    ]);
    expect([verdict, exitCode, wouldBlock]).toEqual(["failed", 0, true]);
    expect(reasons.at(-1)).toBe(
      "--gate report does not block; --gate regressions would have blocked.",
    );
  });

  it("--min-score blocks a prompt that the change does not affect: all cases run", async () => {
    await using repository = changedRepository({
      "replies/all.yaml": replies.replace(
        "side: base, text: Tell me your order number.",
        "text: No",
      ),
    });
    repository.commit();
    const { reasons, exitCode } = await resultOf(repository, [
      ...repliesFlag,
      "--min-score",
      "0.9",
    ]);
    expect([exitCode, reasons]).toEqual([5, ["prompt/Support has the score 0.50, less than 0.9."]]);
  });

  it.each(["", "{}"])("--failed refuses a damaged record: %j", async (text) => {
    await using repository = changedRepository();
    await runTest(repository);
    repository.write(".promptctl/last-test.json", text);
    expect(await runTest(repository, [...repliesFlag, "--failed"])).toMatchObject({
      code: 64,
      err: expect.stringContaining(".promptctl/last-test.json is missing or cannot be read."),
    });
  });

  it("--failed also runs cases that the change does not affect", async () => {
    await using repository = changedRepository();
    repository.commit();
    await runTest(repository, [...repliesFlag, "--all"]);
    await runTest(repository); // runs no case, and is not the last run of one
    const { counts } = await resultOf(repository, [...repliesFlag, "--failed"]);
    expect(counts).toMatchObject({ cases: 1, failed: 1 });
  });

  it("--failed says that no case failed in the last run", async () => {
    await using repository = changedRepository();
    await runTest(repository, [...repliesFlag, "--target", "*/greeting"]);
    const { code, out } = await runTest(repository, [...repliesFlag, "--failed"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^promptctl test · 0 cases · base /);
    expect(out).toContain("Nothing was measured. Every case of the last run passed.\n");
  });

  it("scripted replies that match no evaluation are named once", async () => {
    const more = `
- { evaluation: evaluation/Suport/refund, text: "1" }
- { evaluation: evaluation/Suport/refund, trial: 2, text: "2" }
- { evaluation: evaluation/Old/*, text: "3" }
`;
    await using repository = changedRepository({ "replies/all.yaml": replies + more });
    const { warnings } = await resultOf(repository);
    expect(warnings).toEqual([
      "No evaluation matches 2 addresses in replies/all.yaml: evaluation/Suport/refund, evaluation/Old/*.",
    ]);
    const other = [...repliesFlag, "--target", "*/greeting"];
    expect((await resultOf(repository, other)).warnings).toEqual(warnings);
  });

  it("--with runs the head with another value", async () => {
    await using repository = repositoryOf({
      "promptctl.yaml": "definitions: prompts\n",
      "prompts/support.yaml": promptFile("Ask for the order number."),
      "replies/all.yaml": replies,
    });
    const args = [...repliesFlag, "--with", "parameters.name=claude-next"];
    const { prompts, counts } = await resultOf(repository, args);
    expect(counts.cases).toBe(2);
    expect(prompts[0]).toMatchObject({
      head: { model: "ANTHROPIC/claude-next" },
      base: { model: "ANTHROPIC/claude-test" },
    });
    const wrong = await runTest(repository, [...repliesFlag, "--with", "parameters.nam=x"]);
    expect([wrong.code, wrong.err]).toEqual([
      64,
      expect.stringContaining('Did you mean "name"?') as string,
    ]);
  });
});

it.each([["parameters.temperature=hot", "temperature"]])(
  "--with %s is wrong usage",
  async (replacement, field) => {
    await using repository = changedRepository();
    const { code, err } = await runTest(repository, [...repliesFlag, "--with", replacement]);
    expect([code, err]).toEqual([64, expect.stringContaining(field)]);
    expect(err).toContain("Error: --with: ");
  },
);

it("a shallow clone in CI is told how to fetch the base, a line for each command", async () => {
  await using repository = changedRepository();
  repository.commit();
  await using parent = folderOf();
  runTestGit(["clone", "-q", "--depth", "1", `file://${repository.path}`, "clone"], parent.path);
  runTestGit(["checkout", "-q", "-b", "topic"], parent.at("clone"));
  runTestGit(["branch", "-q", "-D", "main"], parent.at("clone"));
  runTestGit(["remote", "remove", "origin"], parent.at("clone"));
  const env = { ...gitEnv, CI: "true" };
  const { code, err } = await runCli(["test"], { cwd: parent.at("clone"), env });
  expect([code, err]).toEqual([
    64,
    expect.stringContaining("\n  In GitHub Actions: fetch-depth: 0"),
  ]);
});

describe("--runs", () => {
  it("are first trials; texts without randomness that repeat their replies have flipped", async () => {
    const withSeed = promptFile("Ask for the e-mail address.").replace(
      "name: claude-test",
      "name: claude-test, temperature: 0",
    );
    await using repository = changedRepository({ "prompts/support.yaml": withSeed });
    const args = [...repliesFlag, "--runs", "4"];
    const { cases, warnings, passRange } = await resultOf(repository, args);
    expect(
      cases.map(({ verdict, comparison, head }) => [verdict, comparison, head.trials.length]),
    ).toEqual([
      ["flipped", "regressed", 7],
      ["passed", undefined, 4],
    ]);
    expect(passRange).toMatchObject({ passed: 4, measured: 8 });
    expect(warnings).toEqual([expect.stringContaining("Trials are not independent")]);
  });
});

it("a change that makes the test easier too is judged by the test of the base", async () => {
  const path = "prompts/support.yaml";
  const easier = promptFile("Ask for the e-mail address.").replace("order number]", "e-mail]");
  await using repository = changedRepository({ [path]: easier });
  expect(easier).toContain("[e-mail]");
  const { cases, exitCode } = await resultOf(repository);
  const { verdict, comparison, reason, head, base } = cases[0]!;
  expect([head.passed, base!.passed]).toEqual([0, 8]);
  expect(head.trials[0]!.assertions[0]!.summary).toBe('CONTAINS_ANY ["order number"]');
  expect([exitCode, verdict, comparison, reason]).toEqual([
    5,
    "failed",
    "regressed",
    "The evaluation changed, and its version on the base decides. By the new one, the head passed 8 of 8 trials.",
  ]);
});

describe("reports", () => {
  it("are written in the format of their ending", async () => {
    await using repository = changedRepository();
    const files = ["r.json", "r.xml", "r.md", "r.html"];
    await runTest(repository, [...repliesFlag, ...files.flatMap((file) => ["--out", file])]);
    const [json, xml, markdown, html] = files.map((file) => repository.read(file));
    expect(JSON.parse(json!)).toMatchObject({ format: "promptctl.test/1", exitCode: 5 });
    expect(xml).toContain('<failure message="CONTAINS_ANY');
    expect(markdown).toContain("| `evaluation/Support/refund` | 8/8 | 0/8 | **regressed**: ");
    expect(html).toContain("<ins>e-mail address</ins>");
    const again = await runCli(["report", "r.json", "--out", "again.html"], {
      cwd: repository.path,
    });
    expect([again.code, repository.read("again.html")]).toEqual([0, html]);
  });

  it("must have a known ending", async () => {
    await using repository = changedRepository();
    expect(await runTest(repository, [...repliesFlag, "--out", "r.pdf"])).toMatchObject({
      code: 64,
      err: expect.stringContaining("End its name in .json, .xml, .md, .html.") as string,
    });
  });

  it("report refuses other files", async () => {
    await using repository = changedRepository();
    const { code, err } = await runCli(["report", "promptctl.yaml"], { cwd: repository.path });
    expect([code, err]).toEqual([64, expect.stringContaining("is not a test result") as string]);
  });
});

it("replies that git tracks are ignored: a change could bring its own", async () => {
  await using repository = changedRepository({ ".promptctl/replies/x.json": "{}" });
  repository.git(["add", "--force", ".promptctl/replies/x.json"]);
  const { code, err } = await runTest(repository, []);
  expect(err).toContain(".promptctl/replies is ignored, because git tracks it: ");
  expect(code).toBe(1); // there is no API key
  const refused = await runTest(repository, ["--cached-only"]);
  expect([refused.code, refused.err]).toEqual([
    4,
    expect.stringContaining(".promptctl/replies is not used, because git tracks it: "),
  ]);
});

it("a base without the folder of definitions has no definitions", async () => {
  await using repository = repositoryOf({ "promptctl.yaml": "definitions: prompts\n" });
  repository.write("prompts/support.yaml", promptFile("Ask for the order number."));
  repository.write("replies/all.yaml", replies);
  const { cases, warnings } = await resultOf(repository);
  expect(warnings).toEqual(["The base does not have the folder of definitions."]);
  expect(new Set(cases.map(({ comparison }) => comparison))).toEqual(new Set(["new"]));
});

describe("a change that cannot be measured", () => {
  const noEvaluations = (text: string): string => text.slice(0, text.indexOf("evaluations:"));
  const uncheckable = (text: string): string => text.replaceAll(/^( +)assertions:[^]*$/gm, "");
  const rude = promptFile("Be rude.");
  const allRemoved = "All evaluations of prompts were removed: prompt/Support.";
  const renamed = noEvaluations(rude).replace("name: Support", "name: Helper");
  const perhapsRenamed =
    "New without evaluations, and perhaps renamed: prompt/Helper. Removed with evaluations: prompt/Support. Add evaluations, or use --allow-unmeasured.";
  it.each<readonly [string, string, string[], number, string]>([
    ["all evaluations are removed", noEvaluations(rude), [], 1, allRemoved],
    [
      "all evaluations are removed, and the text stays",
      noEvaluations(promptFile("Ask for the order number.")),
      [],
      1,
      allRemoved,
    ],
    ["the prompt is renamed and loses them", renamed, [], 1, perhapsRenamed],
    [
      "the same with renamedFrom",
      renamed.replace("name: Helper", "name: Helper\nrenamedFrom: [Support]"),
      [],
      1,
      allRemoved.replace("Support", "Helper"),
    ],
    ["that is allowed", noEvaluations(rude), ["--allow-unmeasured"], 0, allRemoved],
    [
      "evaluations are required",
      noEvaluations(rude),
      ["--require-evaluations"],
      5,
      "Changed prompts without evaluations: prompt/Support.",
    ],
    [
      "no case can fail, and by the base's version one regressed",
      uncheckable(rude),
      [],
      5,
      "1 case regressed.",
    ],
  ])("%s", async (_, text, flags, code, reason) => {
    await using repository = changedRepository({ "prompts/support.yaml": text });
    const { exitCode, reasons } = await resultOf(repository, [...repliesFlag, ...flags]);
    expect([exitCode, reasons]).toEqual([code, expect.arrayContaining([reason])]);
  });
});
