// The pages match the program: workflows, inputs and outputs, versions, commands and flags.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../../src/cli/commands.ts";
import { fakeHost } from "../../cli/fake-host.ts";
import { ours, root, version } from "./actions.ts";
import { ciFiles, fences, pages, workflows } from "./files.ts";
import { validationProblems } from "./language-service.ts";
import { violatedRules } from "./rules.ts";
import { closed, mistakesIn, open } from "./snippets.ts";

const page = pages.get("docs/action.md")!;
const yaml = [...pages].flatMap(([path, text]) =>
  fences(text, "yaml").map((fence, index) => [`${path}, ${index + 1}`, fence] as const),
);
const using = yaml.filter(([, fence]) => fence.includes("promptctl@<"));

describe("YAML snippets that use the Action", () => {
  it("exist", () => {
    expect(using.length).toBeGreaterThan(1);
    expect(using.map(([where]) => where)).toContain("docs/action.md, 1");
  });

  it.each(using)("%s uses inputs, values and outputs of action.yml", (_where, fence) => {
    expect(mistakesIn(fence)).toEqual([]);
  });

  /** A complete workflow for a snippet that shows only jobs. */
  const completeWorkflow = (fence: string): string =>
    fence.includes("\non:") ? fence : `on: pull_request\npermissions: {}\n${fence}`;

  it.each(using.filter(([, fence]) => fence.includes("jobs:")))(
    "%s is a valid workflow and follows the rules",
    async (_where, fence) => {
      expect(await validationProblems("workflow.yml", completeWorkflow(fence))).toEqual([]);
      expect(violatedRules(completeWorkflow(fence))).toEqual([]);
    },
  );
});

const snippet = `- id: it
  uses: OWNER/promptctl@<commit of the tag> # v${version}
  with:
    command: plan
    base-url: \${{ vars.PROMPTCTL_BASE_URL }}
    comment: always
    strict: true
    arguments: --timeout 30s
  env:
    PROMPTCTL_API_KEY: \${{ secrets.PROMPTCTL_API_KEY }}
- run: echo "$MORE"
  env:
    MORE: \${{ steps.it.outputs.plan-digest }}
`;

describe("a mistake in a snippet is reported", () => {
  it("but not for a correct snippet", () => {
    expect(mistakesIn(snippet)).toEqual([]);
  });

  it.each([
    ["an unknown input", "base-url:", "baseurl:", ["no base-url", "no input baseurl"]],
    ["an unknown output", "outputs.plan-digest", "outputs.created", ["no output created"]],
    ["an unknown output in brackets", ".plan-digest", "['created']", ["no output created"]],
    ["an output of an unknown step", "steps.it.", "steps.plan.", ["no step plan"]],
    ["an unknown command", "command: plan", "command: diff", ["command is not diff"]],
    ["no command", "    command: plan\n", "", ["no command"]],
    ["an unknown value", "comment: always", "comment: update", ["comment is not update"]],
    ["a value that is not a boolean", "strict: true", "strict: yes", ["strict is not yes"]],
    [
      "a flag that the command does not have",
      "--timeout 30s",
      "--runs 3",
      [expect.stringContaining('The input arguments has "--runs". The command plan allows')],
    ],
    ["no API key", "PROMPTCTL_API_KEY:", "API_KEY:", ["no key"]],
    [
      "a tag instead of a commit",
      "<commit of the tag>",
      "v0",
      [`not pinned: OWNER/promptctl@v0 # v${version}`],
    ],
    [
      "an old version",
      `# v${version}`,
      "# v0.0.1",
      ["not pinned: OWNER/promptctl@<commit of the tag> # v0.0.1"],
    ],
  ])("%s", (_what, from, to, says) => {
    expect(snippet).toContain(from);
    expect(mistakesIn(snippet.replace(from, to))).toEqual(says);
  });
});

describe("action.yml", () => {
  it("has the inputs that these tests know", () => {
    expect([...Object.keys(closed), ...open].sort()).toEqual(Object.keys(ours.inputs).sort());
  });

  it.each([
    "api-key",
    "command",
    "comment",
    "unmanaged",
    "comment-detail",
    "drift-report",
    "reviewed-plan",
    "gate",
    "on",
  ])("names all values of %s", (name) => {
    const words = /\((.*)\)/.exec(closed[name]!.source)![1]!.split("|");
    expect(words.filter((word) => !ours.inputs[name]!.description.includes(word))).toEqual([]);
  });

  it("has valid defaults", () => {
    const wrong = Object.entries(ours.inputs).filter(
      ([name, { default: value = "" }]) => value !== "" && closed[name]?.test(value) === false,
    );
    expect(wrong).toEqual([]);
  });
});

/** The rows of a table, by its heading. */
function rows(text: string, heading: string): string[][] {
  const section = text.split(`## ${heading}\n`)[1]!.split(/^## /m)[0]!;
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => line.slice(2, -2).split(" | "));
}

describe("docs/action.md", () => {
  it("links each workflow of examples/workflows", () => {
    const names = [...workflows.keys()].filter((path) => /^examples\/workflows\/[^/]+$/.test(path));
    const text = `${page}${pages.get("docs/action-security.md")}`;
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((path) => !text.includes(`](../${path})`))).toEqual([]);
  });
});

describe("docs/action-reference.md", () => {
  const page = pages.get("docs/action-reference.md")!;

  it("has the inputs of action.yml, with their defaults and descriptions", () => {
    const shown = (value: string | undefined): string => (value ? `\`${value}\`` : "empty");
    expect(rows(page, "Inputs")).toEqual(
      Object.entries(ours.inputs).map(([name, input]) => [
        `\`${name}\``,
        input.required ? "required" : shown(input.default),
        input.description,
      ]),
    );
  });

  it("has the outputs of action.yml, with their descriptions", () => {
    expect(rows(page, "Outputs")).toEqual(
      Object.entries(ours.outputs).map(([name, { description }]) => [`\`${name}\``, description]),
    );
  });
});

describe("docs/ci.md", () => {
  it.each(["pull-request", "apply", "drift"])("links environments/%s.yml", (name) => {
    const path = `examples/workflows/environments/${name}.yml`;
    expect(workflows.has(path)).toBe(true);
    expect(pages.get("docs/ci.md")!).toContain(`](../${path})`);
  });
});

it("docs/commands.md has a row for each command", () => {
  const program = createProgram(fakeHost([], { cwd: "/" }).host, () => {});
  const [table] = pages.get("docs/commands.md")!.split("## Exit codes");
  const names = program.commands.map((command) => command.name());
  const missing = names.filter((name) => !new RegExp(`^\\| .*\`${name}\\b`, "m").test(table!));
  expect(missing).toEqual(["help"]);
});

describe("every page", () => {
  it.each([...pages])("%s names the current version only", (_path, text) => {
    const named = [...text.matchAll(/promptctl@(\d+\.\d+\.\d+)|rev: v(\d[\d.]*)/g)];
    expect(named.map(([, npx, rev]) => npx ?? rev).filter((each) => each !== version)).toEqual([]);
  });

  const shown = [...pages].flatMap(([path, text]) =>
    fences(text, "sh", "yaml").map((fence) => [path, fence] as const),
  );
  const lines = [...shown, ...ciFiles].flatMap(([path, text]) =>
    [...text.matchAll(/npx --yes .*?"[^"]+" ([^>\n]*)/g)].map(
      ([, words]) => [path, words!.replace(/'.*/, "").trim()] as const,
    ),
  );
  /** Commands of texts and of examples, without what is quoted or follows an operator of the shell. */
  const named = [...pages].flatMap(([path, text]) => {
    const inText = text.replaceAll(/^```.*?^```$/gms, "").matchAll(/`promptctl ([a-z][^`]*)`/g);
    const inFences = fences(text, "sh")
      .join("")
      .matchAll(/^[^"\n]*?\bpromptctl ([a-z][^|>#&\n]*)/gm);
    return [...inText, ...inFences].map(
      ([, words]) => [path, words!.replaceAll(/"[^"]*"|'[^']*'/g, "").trim()] as const,
    );
  });

  it.each([...lines, ...named])("%s: promptctl %s is a valid command", (_path, line) => {
    const [name, ...words] = line.split(" ");
    const program = createProgram(fakeHost([], { cwd: "/" }).host, () => {});
    const command = program.commands.find((each) => each.name() === name);
    expect(command?.name()).toBe(name);
    const flags = words
      .filter((word) => word.startsWith("--") && word !== "--")
      .map((word) => word.replace(/[=,;:.)].*/, ""));
    const known = command!.options.flatMap((each) => each.flags.split(/[ ,]+/));
    expect([...known, "--help"]).toEqual(expect.arrayContaining(flags));
  });

  it.each([...pages, ...ciFiles])("%s runs no package by its name", (_path, text) => {
    const packages = [...text.matchAll(/npx --yes (\S.*?") /g)].map(([, each]) => each);
    // npm 12 installs from git only with --allow-git; the optional packages are not pinned.
    const pinned =
      '--allow-git=root --omit=optional "git+https://github.com/OWNER/promptctl#<commit of the tag>"';
    expect(packages.filter((each) => each !== pinned)).toEqual([]);
    expect(text).not.toMatch(/npx (?!--no-install)(?:--yes )?promptctl/);
  });

  it("the pages show commands", () => {
    expect(lines.length).toBeGreaterThan(12);
    expect(named.length).toBeGreaterThan(100);
  });

  /** The anchor of a heading on GitHub. */
  const slug = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-");

  it.each([...pages])("%s links to existing files and headings", (path, text) => {
    const missing = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(
      ([link, to, anchor]) => {
        const target = to === "" ? path : join(dirname(path), to!);
        if (!existsSync(join(root, target))) return [link];
        const headings = [...(pages.get(target) ?? "").matchAll(/^#+ (.*)$/gm)];
        return anchor === undefined || headings.some(([, each]) => slug(each!) === anchor)
          ? []
          : [link];
      },
    );
    expect(missing).toEqual([]);
  });
});
