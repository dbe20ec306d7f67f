// Runs the shell steps of the CI files in examples/ci: `npx` runs the built program, and the variables
// are those that each CI system sets. Conditions and filters are not run.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { execFileSync, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { project } from "../../cli/project.ts";
import { serveGit } from "../../fixtures/git-server.ts";
import { serveEmbedded } from "../../fixtures/served.ts";
import { root } from "./actions.ts";
import { pages } from "./files.ts";
import { builtProgram } from "../../fixtures/built.ts";

const page = pages.get("docs/ci.md")!;
const base = mkdtempSync(join(tmpdir(), "promptctl-ci-"));
const bin = join(base, "bin");

beforeAll(() => {
  mkdirSync(bin);
  const program = builtProgram;
  const script = `#!/bin/sh\ntest "$1 $2 $3" = "--yes --allow-git=root --omit=optional" || exit 99\nshift 4\nexec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(join(bin, "npx"), script);
  chmodSync(join(bin, "npx"), 0o755);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Step {
  readonly script: string;
  /** The API key that the CI system gives to the step; undefined if the file asks for none. */
  readonly key: "read" | "write" | undefined;
}

interface System {
  /** The heading on the page. */
  readonly name: string;
  readonly files: readonly string[];
  /** The variables that the CI system or the file sets. */
  readonly env: (fence: readonly string[]) => Readonly<Record<string, string>>;
  readonly steps: (fence: readonly string[]) => Step[];
  /** Where the report of validate is. */
  readonly report: string;
}

type Node = Record<string, unknown>;
const read = (text: string): Node => parse(text) as Node;

/** All nested values of a key, in their order. */
function valuesOf(node: unknown, key: string): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === key ? [value] : valuesOf(value, key),
  );
}

function bitbucketSteps([text]: readonly string[]): Step[] {
  const { branches } = read(text!)["pipelines"] as { branches: { main: { step: Node }[] } };
  return branches.main.map(({ step }) => ({
    script: (step["script"] as string[]).join("\n"),
    key: step["deployment"] === "production" ? "write" : "read",
  }));
}

function circleSteps([text]: readonly string[]): Step[] {
  const { jobs, workflows } = read(text!) as { jobs: Node; workflows: Node };
  const contexts = new Map(
    ((workflows["promptctl"] as Node)["jobs"] as (string | Node)[])
      .filter((job) => typeof job !== "string")
      .map((job) => [Object.keys(job)[0]!, (Object.values(job)[0] as Node)["context"]]),
  );
  const keyOf = (name: string): Step["key"] =>
    ({ "prompts-read": "read", "prompts-write": "write" })[
      String(contexts.get(name))
    ] as Step["key"];
  return Object.entries(jobs).map(([name, job]) => ({
    script: valuesOf(job, "run").join("\n"),
    key: keyOf(name),
  }));
}

function azureSteps([text]: readonly string[]): Step[] {
  return (read(text!)["stages"] as Node[]).flatMap((stage) => {
    const group = valuesOf(stage, "group")[0];
    const env = JSON.stringify(valuesOf(stage, "env"));
    const hasKey = env.includes('"PROMPTCTL_API_KEY":"$(PROMPTCTL_API_KEY)"');
    const key = group === "promptctl-write" ? "write" : "read";
    return valuesOf(stage, "script").map((script) => ({
      script: String(script),
      key: hasKey ? key : undefined,
    }));
  });
}

function jenkinsSteps(texts: readonly string[]): Step[] {
  return texts.flatMap((text) =>
    text
      .split("    stage(")
      .slice(1)
      .map((stage) => ({
        script: /sh '(.*)'/.exec(stage)![1]!,
        key: /credentials\('promptctl-(read|write)'\)/.exec(stage)?.[1] as Step["key"],
      })),
  );
}

const systems: readonly System[] = [
  {
    name: "Bitbucket Pipelines",
    files: ["bitbucket-pipelines.yml"],
    env: () => ({ CI: "true" }),
    steps: bitbucketSteps,
    report: "test-results/promptctl.xml",
  },
  {
    name: "CircleCI",
    files: ["circleci.yml"],
    env: () => ({ CI: "true" }),
    steps: circleSteps,
    report: "reports/promptctl/results.xml",
  },
  {
    name: "Azure Pipelines",
    files: ["azure-pipelines.yml"],
    env: ([text]) => ({ TF_BUILD: "True", ...(read(text!)["variables"] as { CI: string }) }),
    steps: azureSteps,
    report: "promptctl-junit.xml",
  },
  {
    name: "Jenkins",
    files: ["Jenkinsfile", "Jenkinsfile.apply"],
    env: ([text]) => ({ CI: /CI = '(\w+)'/.exec(text!)![1]! }),
    steps: jenkinsSteps,
    report: "promptctl-junit.xml",
  },
];

const textsOf = ({ files }: System): string[] =>
  files.map((name) => readFileSync(join(root, "examples/ci", name), "utf8"));

/** Runs a script as CI systems do, in a shell that ends at the first error. */
async function run(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const path = `${bin}${delimiter}${process.env["PATH"]}`;
  const variables = { PATH: path, HOME: join(base, "home"), NO_COLOR: "1", ...env };
  const child = spawn("sh", ["-e", "-c", script], { cwd, env: variables });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  return { code, output };
}

let counter = 0;
function createProject(): string {
  const cwd = join(base, `project-${++counter}`);
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  return cwd;
}

/** By default, Jenkins fetches all, CircleCI no files of old commits, the others the newest commits. */
it("all files fetch the whole history where they plan and apply", () => {
  const [bitbucket, circle, azure] = systems
    .slice(0, 3)
    .map((system) => read(textsOf(system)[0]!)) as [Node, Node, Node];
  expect(bitbucket["clone"]).toEqual({ depth: "full" });
  expect(valuesOf(circle, "checkout")).toEqual([{ method: "full" }, { method: "full" }]);
  expect(valuesOf(azure, "fetchDepth")).toEqual([0, 0]);
  const [jenkins] = new RegExp("^## Jenkins\n.*?^## ", "ms").exec(page)!;
  expect(jenkins).toContain("leave *Shallow clone* of *Advanced clone behaviours* off");
});

describe.each(systems)("the file for $name", (system) => {
  const { name, env, steps, report } = system;
  const files = textsOf(system);

  it("is named on the page", () => {
    const [, section] = new RegExp(`^## ${name}\n(.*?)^## `, "ms").exec(page)!;
    for (const file of system.files) expect(section).toContain(`](../examples/ci/${file})`);
  });

  it("validates without a key, plans with the reading key, applies with the writing key", () => {
    const commands = steps(files).map(({ script, key }) => [
      /npx .*?"[^"]+" (\w+)/.exec(script)![1],
      key,
    ]);
    // Bitbucket gives the variables of the repository to every step.
    const first = name === "Bitbucket Pipelines" ? "read" : undefined;
    expect(commands).toEqual([
      ["validate", first],
      ["plan", "read"],
      ["apply", "write"],
    ]);
  });

  it("writes the report, shows the plan and applies", async () => {
    await using service = await serveEmbedded();
    const cwd = createProject();
    const outputs: string[] = [];
    for (const { script, key } of steps(files)) {
      const keys = key && { PROMPTCTL_BASE_URL: service.baseUrl, PROMPTCTL_API_KEY: "good" };
      const { code, output } = await run(script, cwd, { ...env(files), ...keys });
      expect([code, output]).toEqual([0, output]);
      outputs.push(output);
    }
    expect(existsSync(join(cwd, report))).toBe(true);
    expect(outputs[1]).toContain("Plan: 7 to create.");
    expect(outputs[2]).toContain("Applied. 7 requests");
  });

  it("fails if the definitions are invalid", async () => {
    const cwd = createProject();
    writeFileSync(join(cwd, "prompts/bad.yaml"), "kind: tool\nname: x\n");
    const { code, output } = await run(steps(files)[0]!.script, cwd, env(files));
    expect([code, output]).toEqual([3, expect.stringContaining("missing-key")]);
  });
});

it("Jenkins: HOME is a folder that the user of the container can write", () => {
  for (const file of textsOf(systems.at(-1)!))
    expect(file).toContain('HOME = "${env.WORKSPACE_TMP}"');
});

it("a private copy is read with the variables of the page, and the token stays out of URLs", async () => {
  const [, variables] = /```sh\n(.*?)```/s.exec(pages.get("docs/private-copy.md")!)!;
  const copies = join(base, "copies");
  execFileSync("git", ["init", "--quiet", "--bare", join(copies, "tools/promptctl")]);
  await using server = await serveGit(copies, (login) => login === "x-access-token:secret-1");
  const script = `${variables!.replace("https://github.com", server.url)}
git ls-remote ${server.url}/tools/promptctl`;
  const env = { GIT_ASKPASS: "echo", GIT_TERMINAL_PROMPT: "0" }; // as npm runs git
  const right = await run(script, base, { ...env, PROMPTCTL_GIT_TOKEN: "secret-1" });
  expect(right).toEqual({ code: 0, output: "" });
  expect(server.requests.map(({ path }) => path).join()).not.toContain("secret-1");
  const wrong = await run(script, base, { ...env, PROMPTCTL_GIT_TOKEN: "secret-2" });
  expect(wrong).toEqual({ code: 128, output: expect.stringContaining("Access denied") });
  expect(wrong.output).not.toContain("secret-2");
});
