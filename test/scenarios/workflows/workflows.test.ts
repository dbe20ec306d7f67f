// The workflows are what GitHub takes and keep to the rules; and a mistake in one is found.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "./actions.ts";
import { workflows } from "./files.ts";
import { foundIn } from "./language-service.ts";
import { brokenBy } from "./rules.ts";
import { mistakesIn } from "./snippets.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("every workflow", () => {
  it("is among these", () => {
    expect([...workflows.keys()].sort()).toEqual([
      ".github/workflows/action.yml",
      ".github/workflows/ci.yml",
      ".github/workflows/release.yml",
      "examples/workflows/apply.yml",
      "examples/workflows/drift.yml",
      "examples/workflows/pull-request.yml",
      "that of promptctl init",
    ]);
  });

  it.each([...workflows])("%s is one that GitHub takes", async (_path, text) => {
    expect(await foundIn("workflow.yml", text)).toEqual([]);
  });

  it.each([...workflows])("%s keeps to the rules", (_path, text) => {
    expect(brokenBy(text)).toEqual([]);
  });
});

describe("every workflow that uses the Action", () => {
  const using = [...workflows].filter(([, text]) => /uses: (\.\/|.*promptctl@)/.test(text));

  it("is found", () => {
    expect(using).toHaveLength(4);
  });

  it.each(using)("%s has inputs, values and outputs of action.yml", (_path, text) => {
    expect(mistakesIn(text)).toEqual([]);
  });

  it("a mistake in one that is built here is found", () => {
    const right = workflows.get(".github/workflows/action.yml")!;
    expect(mistakesIn(right.replace("label:", "labels:"))).toEqual(["no input labels"]);
  });
});

describe("what other tools read at the top", () => {
  it("action.yml is one that GitHub takes", async () => {
    expect(await foundIn("action.yml", read("action.yml"))).toEqual([]);
  });

  it("a mistake in action.yml is found", async () => {
    const wrong = read("action.yml").replace("using: node24", "using: node25");
    expect(await foundIn("action.yml", wrong)).toHaveLength(1);
  });

  it("the hooks have what pre-commit asks for, and nothing it does not know", () => {
    const hooks = parse(read(".pre-commit-hooks.yaml")) as Record<string, unknown>[];
    const known =
      "id name description entry language types_or require_serial pass_filenames always_run minimum_pre_commit_version";
    for (const hook of hooks) {
      expect(Object.keys(hook)).toEqual(expect.arrayContaining(["id", "name", "entry"]));
      expect(Object.keys(hook).filter((key) => !known.split(" ").includes(key))).toEqual([]);
      expect(hook["language"]).toBe("node");
    }
  });
});

/** A change to the workflow of a merge, and what is then said of it. */
const mistakes: readonly {
  readonly does: string;
  readonly from: string;
  readonly to: string;
  readonly says: string;
}[] = [
  {
    does: "an input that is not there",
    from: "base-url:",
    to: "baseurl:",
    says: "Invalid action input 'baseurl'",
  },
  {
    does: "the command left out",
    from: "          command: apply\n",
    to: "",
    says: "Missing required input `command`",
  },
  {
    does: "an unknown key of a job",
    from: "runs-on:",
    to: "run-on:",
    says: "Unexpected value 'run-on'",
  },
  {
    does: "an unknown permission",
    from: "contents: read",
    to: "content: read",
    says: "Unexpected value 'content'",
  },
  {
    does: "an expression that does not end",
    from: "vars.PROMPTCTL_BASE_URL }}",
    to: "vars.PROMPTCTL_BASE_URL",
    says: "The expression is not closed",
  },
  {
    does: "an action that nobody knows",
    from: "actions/checkout@",
    to: "actions/chekout@",
    says: "Unable to resolve action",
  },
  {
    does: "a tag for a pin",
    from: "3d3c42e5aac5ba805825da76410c181273ba90b1 #",
    to: "v7 #",
    says: "not pinned: actions/checkout@v7 # v7.0.1",
  },
  {
    does: "a pin without its version",
    from: " # v7.0.1",
    to: "",
    says: "not pinned: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1",
  },
  {
    does: "rights for everything",
    from: "permissions: {}",
    to: "permissions: write-all",
    says: "permissions: {} is not at the top",
  },
  {
    does: "a permission without its reason",
    from: " # for actions/checkout",
    to: "",
    says: "apply: contents is not explained",
  },
  {
    does: "no time limit",
    from: "    timeout-minutes: 30\n",
    to: "",
    says: "apply: no timeout-minutes",
  },
  {
    does: "credentials that stay",
    from: "persist-credentials: false",
    to: "fetch-depth: 0",
    says: "a checkout leaves its credentials behind",
  },
  {
    does: "a script with something of the event in it",
    from: "    steps:\n",
    to: "    steps:\n      - run: echo ${{ github.event.head_commit.message }}\n",
    says: "an expression in a script: echo ${{ github.event.head_commit.message }}",
  },
  {
    does: "a job for what strangers send",
    from: "  push:\n    branches: [main]\n",
    to: "  pull_request_target:\n",
    says: "pull_request_target runs what strangers send",
  },
];

describe("a mistake in a workflow is found", () => {
  it.each(mistakes)("$does", async ({ from, to, says }) => {
    const right = workflows.get("examples/workflows/apply.yml")!;
    const wrong = right.replace(from, to);
    expect(wrong).not.toBe(right);
    const found = [...(await foundIn("workflow.yml", wrong)), ...brokenBy(wrong)];
    expect(found.join("\n")).toContain(says);
  });
});

describe("the workflows to copy", () => {
  const parsed = (name: string): unknown => parse(workflows.get(`examples/workflows/${name}.yml`)!);

  it("apply and drift are one queue, in which nothing is cancelled", () => {
    const queue = { group: "promptctl-apply", "cancel-in-progress": false, queue: "max" };
    for (const name of ["apply", "drift"])
      expect(parsed(name)).toMatchObject({ concurrency: queue });
  });

  it("only apply is asked of the environment's reviewers", () => {
    expect(parsed("apply")).toMatchObject({ jobs: { apply: { environment: "production" } } });
    for (const name of ["pull-request", "drift"])
      expect(workflows.get(`examples/workflows/${name}.yml`)).not.toContain("environment:");
  });

  it("none may write what is in the repository", () => {
    for (const [path, text] of workflows)
      if (path.startsWith("examples/")) expect(text).toContain("contents: read #");
  });
});
