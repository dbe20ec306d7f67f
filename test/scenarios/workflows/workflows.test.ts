// The workflows are valid and follow the rules, and mistakes in them are reported.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { actionlintProblems } from "./actionlint.ts";
import { root } from "./actions.ts";
import { holds, interpolate } from "./expressions.ts";
import { workflows } from "./files.ts";
import { validationProblems } from "./language-service.ts";
import { type Step, violatedRules } from "./rules.ts";
import { mistakesIn } from "./snippets.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("all workflows", () => {
  it("are these", () => {
    expect([...workflows.keys()].sort()).toEqual([
      ".github/workflows/action.yml",
      ".github/workflows/ci.yml",
      ".github/workflows/nightly.yml",
      ".github/workflows/release.yml",
      "examples/workflows/apply-with-alerts.yml",
      "examples/workflows/apply.yml",
      "examples/workflows/drift.yml",
      "examples/workflows/environments/apply.yml",
      "examples/workflows/environments/drift.yml",
      "examples/workflows/environments/pull-request.yml",
      "examples/workflows/pull-request.yml",
      "examples/workflows/test-agent.yml",
      "examples/workflows/test-fork.yml",
      "examples/workflows/test.yml",
      "the workflow apply of promptctl init",
      "the workflow plan of promptctl init",
    ]);
  });

  it.each([...workflows])("%s is valid", async (_path, text) => {
    expect(await validationProblems("workflow.yml", text)).toEqual([]);
  });

  it.each([...workflows])("%s has no problem that actionlint finds", async (_path, text) => {
    expect(await actionlintProblems(text)).toEqual([]);
  });

  it.each([...workflows])("%s follows the rules", (_path, text) => {
    expect(violatedRules(text)).toEqual([]);
  });
});

describe("workflows that use the Action", () => {
  const using = [...workflows].filter(([, text]) => /uses: (\.\/|.*promptctl@)/.test(text));

  it("exist", () => {
    expect(using).toHaveLength(13);
  });

  it.each(using)("%s uses inputs, values and outputs of action.yml", (_path, text) => {
    expect(mistakesIn(text)).toEqual([]);
  });

  it("report a mistake", () => {
    const right = workflows.get(".github/workflows/action.yml")!;
    expect(mistakesIn(right.replace("label:", "lable:"))).toEqual(["no input lable"]);
  });
});

describe("files for other tools", () => {
  it("action.yml is valid", async () => {
    expect(await validationProblems("action.yml", read("action.yml"))).toEqual([]);
  });

  it("a mistake in action.yml is reported", async () => {
    const wrong = read("action.yml").replace("using: node24", "using: node25");
    expect(await validationProblems("action.yml", wrong)).toHaveLength(1);
  });

  it("the hooks have the required keys of pre-commit and no unknown ones", () => {
    const hooks = parse(read(".pre-commit-hooks.yaml")) as Record<string, unknown>[];
    const known =
      "id name description entry args language types_or require_serial pass_filenames always_run verbose minimum_pre_commit_version";
    for (const hook of hooks) {
      expect(Object.keys(hook)).toEqual(expect.arrayContaining(["id", "name", "entry"]));
      expect(Object.keys(hook).filter((key) => !known.split(" ").includes(key))).toEqual([]);
      expect(hook["language"]).toBe("node");
    }
  });
});

/** Changes to examples/workflows/apply.yml, and the problems that they cause. */
const mistakes: readonly {
  readonly mistake: string;
  readonly from: string;
  readonly to: string;
  readonly problem: string;
}[] = [
  {
    mistake: "an unknown input",
    from: "base-url:",
    to: "baseurl:",
    problem: "Invalid action input 'baseurl'",
  },
  {
    mistake: "a tag instead of a commit",
    from: "3d3c42e5aac5ba805825da76410c181273ba90b1 #",
    to: "v7 #",
    problem: "not pinned: actions/checkout@v7 # v7.0.1",
  },
  {
    mistake: "a commit without its version",
    from: " # v7.0.1",
    to: "",
    problem: "not pinned: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1",
  },
  {
    mistake: "permissions for everything",
    from: "permissions: {}",
    to: "permissions: write-all",
    problem: "permissions: {} is not at the top",
  },
  {
    mistake: "a permission without a comment",
    from: " # for actions/checkout",
    to: "",
    problem: "apply: contents is not explained",
  },
  {
    mistake: "no time limit",
    from: "    timeout-minutes: 30\n",
    to: "",
    problem: "apply: no timeout-minutes",
  },
  {
    mistake: "persisted credentials",
    from: "persist-credentials: false",
    to: "clean: true",
    problem: "a checkout persists its credentials",
  },
  {
    mistake: "an expression in a script",
    from: "    steps:\n",
    to: "    steps:\n      - run: echo ${{ github.event.head_commit.message }}\n",
    problem: "an expression in a script: echo ${{ github.event.head_commit.message }}",
  },
  {
    mistake: "a trigger for untrusted users",
    from: "  push:\n    branches: [main]\n",
    to: "  pull_request_target:\n",
    problem: "pull_request_target runs input of untrusted users",
  },
];

describe("a mistake in a workflow is reported", () => {
  it.each(mistakes)("$mistake", async ({ from, to, problem }) => {
    const right = workflows.get("examples/workflows/apply.yml")!;
    const wrong = right.replace(from, to);
    expect(wrong).not.toBe(right);
    const problems = [
      ...(await validationProblems("workflow.yml", wrong)),
      ...violatedRules(wrong),
    ];
    expect(problems.join("\n")).toContain(problem);
  });
});

describe("actionlint reports", () => {
  it.each([
    ["a key that it does not know", "cancel-in-progress: false", "queue: max", "unexpected key"],
    ["a job that is not there", "needs: approve", "needs: approval", 'needs job "approval"'],
    ["an unknown context", "inputs.ref }}", "input.ref }}", 'undefined variable "input"'],
  ])("%s", async (_what, from, to, problem) => {
    const right = workflows.get("examples/workflows/apply.yml")!;
    const problems = await actionlintProblems(right.replace(from, to));
    expect(problems.join("\n")).toContain(problem);
  });
});

interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly concurrency?: object;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const parsed = (name: string): Workflow =>
  parse(workflows.get(`examples/workflows/${name}.yml`)!) as Workflow;

describe("a run that waits for an approval", () => {
  it.each([
    ["apply", "approve", "apply", "approve"],
    ["apply-with-alerts", "approve", "apply", ["plan", "approve"]],
    [
      "environments/apply",
      "approve-production",
      "production",
      ["plan-production", "approve-production"],
    ],
  ])("blocks nothing: %s", (name, approve, apply, needs) => {
    const { concurrency, jobs } = parsed(name);
    const [waiting, applying] = [jobs[approve]!, jobs[apply]!];
    expect(concurrency).toBeUndefined();
    expect(waiting.environment).toBe("production-approval");
    expect(applying).toMatchObject({ needs, environment: "production" });
    const groups = Object.values(jobs).flatMap((job) =>
      job.concurrency ? [JSON.stringify(job.concurrency)] : [],
    );
    expect(new Set(groups).size).toBe(groups.length);
    expect(waiting.concurrency).toMatchObject({ "cancel-in-progress": true });
    expect(applying.concurrency).toMatchObject({ "cancel-in-progress": false });
  });

  it("has no key and no permission", () => {
    for (const [name, approve] of [
      ["apply", "approve"],
      ["apply-with-alerts", "approve"],
      ["environments/apply", "approve-production"],
    ] as const) {
      const job = parsed(name).jobs[approve]!;
      expect(job).toMatchObject({ permissions: {} });
      expect(JSON.stringify(job)).not.toMatch(/secrets|uses/);
    }
  });
});

describe("an approval of a plan is bound to it", () => {
  it.each([
    ["apply-with-alerts", "plan", "approve", "apply"],
    ["environments/apply", "plan-production", "approve-production", "production"],
  ])("in %s", (name, plan, approve, apply) => {
    const { jobs } = parsed(name);
    const [planning, waiting, applying] = [jobs[plan]!, jobs[approve]!, jobs[apply]!];
    expect(planning.environment).toBeUndefined(); // it has no writing key
    expect(planning.outputs!["permission"]).toBe("${{ steps.plan.outputs.permission }}");
    expect(planning.steps.at(-1)).toMatchObject({ id: "plan", with: { command: "plan" } });
    expect([waiting.needs, applying.needs]).toEqual([plan, [plan, approve]]);
    const { command, permission } = applying.steps.at(-1)!.with!;
    expect([command, permission]).toEqual(["apply", `\${{ needs.${plan}.outputs.permission }}`]);
    const own = ["command", "permission", "reviewed-plan"];
    const inputs = (job: Job): object =>
      Object.entries(job.steps.at(-1)!.with!).filter(([input]) => !own.includes(input));
    expect(inputs(planning)).toEqual(inputs(applying));
  });
});

describe("the example workflows", () => {
  it("drift has a group of its own", () => {
    expect(parsed("drift").concurrency).toMatchObject({ group: "promptctl-drift" });
    expect(parsed("environments/drift").jobs["drift"]!.concurrency).toMatchObject({
      group: "promptctl-drift-${{ matrix.env }}",
    });
  });

  it("only apply uses an environment", () => {
    expect(parsed("apply")).toMatchObject({ jobs: { apply: { environment: "production" } } });
    for (const name of ["pull-request", "drift"])
      expect(workflows.get(`examples/workflows/${name}.yml`)).not.toContain("environment:");
  });

  it("no workflow can write to the repository", () => {
    for (const [path, text] of workflows)
      if (path.startsWith("examples/")) expect(text).toContain("contents: read #");
  });
});

describe("the example workflows for several environments", () => {
  const jobsOf = (name: string): Record<string, Job> => parsed(`environments/${name}`).jobs;

  it("production waits for staging and for the reviewers of its GitHub environment", () => {
    const jobs = Object.entries(jobsOf("apply"));
    expect(jobs.map(([name, { needs, environment }]) => [name, needs, environment])).toEqual([
      ["staging", undefined, "staging"],
      ["plan-production", "staging", undefined],
      ["approve-production", "plan-production", "production-approval"],
      ["production", ["plan-production", "approve-production"], "production"],
    ]);
  });

  it("each job of apply checks out the commit of the event, and has the key of its environment and that of the one before", () => {
    for (const [name, suffixes] of [
      ["staging", ["STAGING"]],
      ["production", ["PRODUCTION", "STAGING"]],
    ] as const) {
      const { steps } = jobsOf("apply")[name]!;
      const [checkout, apply] = steps;
      expect(checkout!.with).not.toHaveProperty("ref");
      expect(apply!.with).toMatchObject({ command: "apply", env: name });
      expect(Object.entries(apply!.env!)).toEqual(
        suffixes.flatMap((suffix) => [
          [`PROMPTCTL_BASE_URL_${suffix}`, `\${{ vars.PROMPTCTL_BASE_URL_${suffix} }}`],
          [`PROMPTCTL_API_KEY_${suffix}`, `\${{ secrets.PROMPTCTL_API_KEY_${suffix} }}`],
        ]),
      );
    }
  });

  it.each(["pull-request", "drift"])("%s runs for each environment of apply", (name) => {
    const [job] = Object.values(jobsOf(name));
    const environments = Object.keys(jobsOf("apply")).filter(
      (each) => !/^(?:plan|approve)-/.test(each),
    );
    expect(job).toMatchObject({ strategy: { "fail-fast": false, matrix: { env: environments } } });
    expect(job!.steps.at(-1)!.with).toMatchObject({ env: "${{ matrix.env }}" });
  });
});

describe("the workflow of tests uploads the HTML report", () => {
  const upload = parsed("test").jobs["test"]!.steps.at(-1)!;
  const path = "/tmp/promptctl-test.html";

  it.each([
    ["in a private repository", true, path, true],
    ["not in a public one", false, path, false],
    ["not if the Action names no file for it", true, "", false],
  ])("%s", (_what, isPrivate, file, expected) => {
    const github = { event: { repository: { private: isPrivate } } };
    const steps = { test: { outputs: { "html-artifact": file } } };
    expect(upload.uses).toContain("actions/upload-artifact@");
    expect(holds(upload.if!, { github, steps })).toBe(expected);
    expect(interpolate(String(upload.with!["path"]), { github, steps })).toBe(file);
  });
});
