// A company without a registry: a built commit in its own copy, the commands of docs/install.md in a new
// repository, and the clone of a second person, with npm 10, 11 and 12.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../package.json" with { type: "json" };
import { installedPrograms, writeNpmPrograms } from "./npm-programs.ts";

const root = join(import.meta.dirname, "../../..");
const base = mkdtempSync(join(tmpdir(), "promptctl-company-"));
const versions = ["10", "11", "12"];
const host = "https://github.company.example";
const repository = `${host}/tools/promptctl`;
const page = readFileSync(join(root, "docs/install.md"), "utf8");
/** The built commit. */
let commit: string;
/** What installs the client alone. */
let installClient: string;

/** The lines of the commands under a heading of docs/install.md, with the company's repository. */
function commandsUnder(heading: string): string[] {
  const [, section] = new RegExp(`^## ${heading}\n(.*?)(?=^## |$(?![^]))`, "ms").exec(page)!;
  const [, commands] = /```sh\n(.*?)```/s.exec(section!)!;
  return commands!
    .replaceAll("https://github.com/OWNER/promptctl", repository)
    .replace("<commit of the tag>", commit)
    .trim()
    .split("\n");
}

interface Run {
  readonly cwd: string;
  readonly npm?: string;
}

/** The exit code and the output of a shell command. */
function run(command: string, { cwd, npm = "11" }: Run): readonly [number | null, string] {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd,
    env: {
      PATH: `${join(base, `bin-${npm}`)}:${process.env["PATH"]}`,
      HOME: base,
      npm_config_cache: join(base, "cache"),
      PRE_COMMIT_HOME: join(base, "pre-commit"),
    },
    encoding: "utf8",
  });
  return [status, stdout + stderr];
}

function succeed(command: string, options: Run): string {
  const [code, output] = run(command, options);
  expect([command, code, output]).toEqual([command, 0, output]);
  return output;
}

beforeAll(async () => {
  const packages = await installedPrograms();
  for (const version of versions)
    writeNpmPrograms(join(base, `bin-${version}`), join(packages, `npm-${version}`));
  const identity = "[user]\n  name = A person\n  email = person@example.com\n";
  const rewritten = `[url "file://${base}/remotes/"]\n  insteadOf = ${host}/\n`;
  writeFileSync(
    join(base, ".gitconfig"),
    `${identity}${rewritten}[init]\n  defaultBranch = main\n`,
  );
  for (const name of ["tools/promptctl", "team/prompts"]) {
    mkdirSync(join(base, "remotes", name), { recursive: true });
    succeed("git init --quiet --bare", { cwd: join(base, "remotes", name) });
  }
  const clone = join(base, "clone");
  const left = [".git", "node_modules", "test", "coverage", ".promptctl"];
  mkdirSync(clone);
  for (const name of readdirSync(root).filter((each) => !left.includes(each)))
    cpSync(join(root, name), join(clone, name), { recursive: true });
  succeed(
    `git init --quiet && git remote add origin ${repository} && git add --all && git commit --quiet -m x && git push --quiet origin main`,
    { cwd: clone },
  );
  const [, push] = /\nnpm ci\n(node .*)\n/.exec(page)!;
  const output = succeed(`${push!} --built dist-test`, { cwd: clone });
  commit = /^commit {2}(.*)$/m.exec(output)![1]!;
  installClient = /^ {2}(npm install .*)$/m.exec(output)![1]!;
  expect(output).toContain(
    `\n  npx --yes --allow-git=root --omit=optional "git+${repository}#${commit}" init\n`,
  );
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe.each(versions)("with npm %s", (npm) => {
  const own = join(base, `own-${npm}`);
  const second = join(base, `second-${npm}`);
  const inOwn = { cwd: own, npm };
  const inSecond = { cwd: second, npm };

  it("at most six commands lead from a repository with one commit to a pull request", () => {
    rmSync(join(base, "cache/_npx"), { recursive: true, force: true });
    rmSync(join(base, "remotes/team/prompts"), { recursive: true });
    succeed("git init --quiet --bare remotes/team/prompts", { cwd: base, npm });
    succeed(`git clone --quiet ${host}/team/prompts ${own}`, { cwd: base, npm });
    succeed("git commit --quiet --allow-empty -m first && git push --quiet origin main", inOwn);
    const commands = commandsUnder("Set up a repository");
    expect(commands.length).toBeLessThanOrEqual(6);
    expect(commands.at(-1)).toBe("gh pr create --head prompts --fill"); // needs GitHub
    expect(commands[0]).toMatch(/ init$/); // asks on a terminal
    commands[0] += " --yes";
    for (const command of commands.slice(0, -1)) succeed(command, inOwn);
    expect(succeed("git status --porcelain", inOwn)).toBe("");
  });

  it("a second person joins with the three commands", () => {
    succeed(`git clone --quiet --branch prompts ${host}/team/prompts ${second}`, {
      cwd: base,
      npm,
    });
    const [install, hooks, validate] = commandsUnder("Join") as [string, string, string];
    expect(succeed(install, inSecond)).not.toMatch(/warn.*allow-git/i);
    succeed(hooks, inSecond);
    expect(succeed(validate, inSecond)).toContain("Valid: 6 definitions (2 files)\n");
    expect(succeed("npx promptctl --version", inSecond)).toContain(`${packageJson.version}\n`);
    expect(succeed("npx promptctl plan --local", inSecond)).toContain("Plan: 6 to create.");
  });

  it("the hook stops an invalid definition", () => {
    const path = join(second, "prompts/lookup_order.tool.yaml");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace("description", "desciption"));
    const [code, output] = run("git commit --all -m wrong", inSecond);
    expect([code, output]).toEqual([1, expect.stringContaining("error  unknown-key")]);
    writeFileSync(path, `${text}# a comment\n`);
    succeed("git commit --all -m right", inSecond);
  });

  it("editors find the schemas", () => {
    const settings = readFileSync(join(second, ".vscode/settings.json"), "utf8");
    const schemas = Object.keys((JSON.parse(settings) as Record<string, object>)["yaml.schemas"]!);
    const comments = ["prompts/lookup_order.tool.yaml", "promptctl.yaml"].map((path) => {
      const [, schema] = /\$schema=(\S+)/.exec(readFileSync(join(second, path), "utf8"))!;
      return join(path, "..", schema!);
    });
    const paths = [...schemas, ...comments];
    expect(paths).toHaveLength(4);
    expect(paths.filter((path) => !existsSync(join(second, path)))).toEqual([]);
  });

  it("so do the files that import writes", () => {
    const request = { model: "gpt-5", messages: [{ role: "user", content: "Hello" }] };
    writeFileSync(join(second, "hello.json"), JSON.stringify(request));
    succeed("npx promptctl import openai hello.json", inSecond);
    const path = "prompts/hello.prompt.yaml";
    const [, schema] = /\$schema=(\S+)/.exec(readFileSync(join(second, path), "utf8"))!;
    expect(existsSync(join(second, path, "..", schema!))).toBe(true);
  });

  it("the library is imported by its name", () => {
    const program = `import { createClient } from "promptctl"; console.log(typeof createClient);`;
    writeFileSync(join(second, "a.mjs"), program);
    expect(succeed("node a.mjs", inSecond)).toBe("function\n");
  });

  it("an application installs the client alone", () => {
    const cwd = join(base, `application-${npm}`);
    mkdirSync(cwd);
    succeed(`npm init --yes && ${installClient}`, { cwd, npm });
    const program = `console.log(typeof require("promptctl-client").createClient)`;
    expect(succeed(`node --eval '${program}'`, { cwd, npm })).toBe("function\n");
    expect(readdirSync(join(cwd, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "promptctl-client",
    ]);
  });

  it("the workflows use the built commit, and its Action passes on the pull request", () => {
    const folder = join(second, ".github/workflows");
    const used = readdirSync(folder).flatMap((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return [...text.matchAll(/uses: (tools\/.*)/g)].map(([, each]) => each);
    });
    const reference = `tools/promptctl@${commit} # v0.1.0-company.1`;
    expect(used).toEqual([reference, reference]);
    const action = join(base, "action");
    rmSync(action, { recursive: true, force: true });
    mkdirSync(action);
    const remote = join(base, "remotes/tools/promptctl");
    succeed(`git --git-dir ${remote} archive ${commit} | tar -x -C ${action}`, { cwd: base });
    const { inputs, runs } = parse(readFileSync(join(action, "action.yml"), "utf8")) as {
      inputs: Record<string, { default?: string }>;
      runs: { main: string };
    };
    const given = Object.entries(inputs).map(([name, input]) => [
      `INPUT_${name.toUpperCase()}`,
      name === "command" ? "validate" : name === "github-token" ? "" : (input.default ?? ""),
    ]);
    const event = join(base, "event.json");
    writeFileSync(event, JSON.stringify({ pull_request: { number: 1 } }));
    const output = execFileSync(process.execPath, [join(action, runs.main)], {
      cwd: own,
      env: {
        PATH: process.env["PATH"],
        GITHUB_ACTIONS: "true",
        GITHUB_EVENT_NAME: "pull_request",
        GITHUB_EVENT_PATH: event,
        GITHUB_REPOSITORY: "team/prompts",
        GITHUB_WORKSPACE: own,
        ...Object.fromEntries(given),
      },
      encoding: "utf8",
    });
    expect(output).toContain("6 definitions (2 files)\n");
  });
});
