// promptctl completion: the scripts, and what they ask for.
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { folderOf } from "../io/folder.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../io/repository.ts";
import { runCli } from "./fake-host.ts";
import { project } from "./project.ts";

const files = {
  ...project,
  "other/promptctl.yaml":
    "definitions: prompts\nenvironments: { staging: { baseUrl: https://staging.example.com } }\n",
  "prompts/star.yaml": "kind: tool\nname: a*b\n",
};

/** The paths and the candidates for the last word, as Zsh gets them. */
async function complete(...words: readonly string[]): Promise<string[]> {
  await using folder = folderOf(files);
  const args = ["completion", "zsh", "--complete", "--", ...words];
  const { code, out, err } = await runCli(args, { cwd: folder.path });
  expect([code, err]).toEqual([0, ""]);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0]!);
}

describe("candidates", () => {
  it.each([
    [["pl"], ["none", "plan"]],
    [
      ["plan", "--ta"],
      ["none", "--target"],
    ],
    [
      ["plan", "--json", "--prune", "--ta"],
      ["none", "--target"],
    ],
    [
      ["plan", "--target", "prompt/"],
      ["none", "prompt/Greeter", "prompt/Support triage"],
    ],
    [
      ["plan", "--target=prompt/S"],
      ["none", "--target=prompt/Support triage"],
    ],
    [
      ["plan", "--target", "tool/a"],
      ["none", "tool/a\\*b"],
    ],
    [
      ["run", ""],
      ["none", "prompt/Greeter", "prompt/Support triage"],
    ],
    [
      ["run", "--var", "a=b", "prompt/G"],
      ["none", "prompt/Greeter"],
    ],
    [["run", "prompt/Greeter", ""], ["folders"]],
    [["render", "prompt/Greeter", ""], ["folders"]],
    [["sch"], ["none"]],
    [["log", "prompt/Greeter", ""], ["folders"]],
    [["run", "prompt/Greeter", "other", ""], ["none"]],
    [
      ["run", "prompt/Greeter", "other", "--env", ""],
      ["none", "staging", "local"],
    ],
    [
      ["run", "other", "--env", ""],
      ["none", "local"],
    ],
    [["log", "assertion/"], ["none"]],
    [
      ["log", "e"],
      ["none", "evaluation/Support triage/refund"],
    ],
    [
      ["plan", "--format", ""],
      ["none", "text", "json", "markdown"],
    ],
    [["plan", "--out", "a"], ["files"]],
    [["plan", ""], ["folders"]],
    [["apply", ""], ["files"]],
    [
      ["validate", "--explain", "unknown-to"],
      ["none", "unknown-tool"],
    ],
    [["validate", "--", "--st"], ["files"]],
    [
      ["schema", "to"],
      ["none", "tool"],
    ],
    [
      ["help", "sch"],
      ["none", "schema"],
    ],
    [
      ["completion", ""],
      ["none", "bash", "zsh", "fish"],
    ],
    [["--ver"], ["none", "--version"]],
  ])("%j", async (words, lines) => {
    expect(await complete(...words)).toEqual(lines);
  });

  it.each([
    ["outside a project", {}],
    ["without the folder", { ...project, "promptctl.yaml": "definitions: nowhere\n" }],
  ])("of an address are empty %s", async (_, broken) => {
    await using folder = folderOf(broken);
    const args = ["completion", "zsh", "--complete", "--", "plan", "--target", ""];
    const outcome = await runCli(args, { cwd: folder.path });
    expect(outcome).toEqual({ code: 0, out: "none\n", err: "", questions: [] });
  });

  it("come from the project that the line names, also while other files have errors", async () => {
    await using folder = folderOf({
      "app/promptctl.yaml": "",
      "app/prompts/a.yaml": "kind: tool\nname: mine\n",
      "app/prompts/b.yaml": "kind: [",
    });
    const args = ["completion", "zsh", "--complete", "--", "plan", "app", "--target", ""];
    expect((await runCli(args, { cwd: folder.path })).out).toBe("none\ntool/mine\t\n");
  });
});

describe("environments and git refs", () => {
  const configuration = `definitions: prompts
environments:
  staging: { baseUrl: https://staging.example.com }
  production: { baseUrl: https://example.com }
`;

  function projectRepository(folder = ""): TestRepository {
    const repository = repositoryOf({
      [`${folder}promptctl.yaml`]: configuration,
      [`${folder}prompts/a.yaml`]: "kind: tool\nname: a\n",
    });
    repository.git(["branch", "feature/one"]);
    repository.git(["tag", "v1.0.0"]);
    repository.git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
    return repository;
  }

  async function linesIn(cwd: string, shell: string, words: readonly string[]): Promise<string[]> {
    const args = ["completion", shell, "--complete", "--", ...words];
    const { out } = await runCli(args, { cwd, env: gitEnv });
    return out
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd());
  }

  const refs = ["feature/one", "main", "origin/main", "v1.0.0"];
  const environments = ["staging", "production", "local"];

  it.each([
    ["plan --env ", environments],
    ["apply --env=p", ["--env=production"]],
    ["log prompt/a --env staging --env l", ["local"]],
    ["diff --against s", ["staging"]],
    ["test --base ", [...refs, "service", "none"]],
    ["test --base=fea", ["--base=feature/one"]],
    ["plan --ref v", ["v1.0.0"]],
    ["diff o", ["origin/main"]],
    ["diff main ", refs],
    ["serve --host ", []],
  ])("%s", async (line, candidates) => {
    await using repository = projectRepository();
    expect(await linesIn(repository.path, "zsh", line.split(" "))).toEqual(["none", ...candidates]);
  });

  it.each(["zsh", "fish"])("%s gets those of the project that the line names", async (shell) => {
    await using repository = projectRepository("app/");
    const words = (flag: string): string[] => ["test", "app", flag, ""];
    expect(await linesIn(repository.path, shell, words("--env"))).toEqual([
      "none",
      ...environments,
    ]);
    expect(await linesIn(repository.path, shell, words("--base"))).toContain("v1.0.0");
  });

  it("are empty outside a repository and a project", async () => {
    await using folder = folderOf({ "promptctl.yaml": "" });
    expect(await linesIn(folder.path, "zsh", ["plan", "--ref", ""])).toEqual(["none"]);
    expect(await linesIn("/", "zsh", ["plan", "--env", ""])).toEqual(["none"]);
  });
});

it("Bash gets the text to insert", async () => {
  await using folder = folderOf(files);
  const line = `promptctl plan --target=prompt/Support\\ `;
  const args = ["completion", "bash", "--complete", "--", line];
  expect((await runCli(args, { cwd: folder.path })).out).toBe("none\nprompt/Support\\ triage\t\n");
});

it("the Bash script offers what the program prints", async () => {
  const { out: script } = await runCli(["completion", "bash"], { cwd: "/" });
  const test = `${script}
promptctl() { printf '%s\\n' none "a\\\\ b	" "[$*]	text"; }
COMP_LINE='promptctl plan "x y' COMP_POINT=17
_promptctl
printf '<%s>\\n' "\${COMPREPLY[@]}"
`;
  expect(execFileSync("bash", ["-euc", test], { encoding: "utf8" })).toBe(
    `<a\\ b>\n<[completion bash --complete -- promptctl plan "x]>\n`,
  );
});

it.each(["zsh", "fish"])("the script of %s asks the program", async (shell) => {
  const { out } = await runCli(["completion", shell], { cwd: "/" });
  expect(out).toContain(`promptctl completion ${shell} --complete -- `);
});
