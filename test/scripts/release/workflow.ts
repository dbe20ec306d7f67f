// Runs the jobs of .github/workflows/release.yml on this machine: `run` steps with bash, and the actions
// that it uses as their documentation describes them.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parse } from "yaml";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const file = join(import.meta.dirname, "../../../.github/workflows/release.yml");
const { jobs } = parse(readFileSync(file, "utf8")) as { jobs: Record<string, Job> };

export interface WorkflowRun {
  /** The jobs that succeeded, in order. */
  readonly succeeded: readonly string[];
  /** What the steps printed. */
  readonly log: string;
  /** The files that were attested. */
  readonly attested: readonly string[];
}

export interface WorkflowStart {
  readonly inputs: { readonly version: string; readonly resume: boolean };
  /** The repository that the jobs check out. */
  readonly remote: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Outputs = Record<string, { outputs: Record<string, string> }>;

/** Runs all jobs. As on GitHub, a job starts if those that it needs succeeded. */
export function runWorkflow({ inputs, remote, env }: WorkflowStart): WorkflowRun {
  const base = mkdtempSync(join(tmpdir(), "promptctl-workflow-"));
  const needs: Outputs = {};
  const attested: string[] = [];
  let log = "";
  for (const [name, job] of Object.entries(jobs)) {
    if (![job.needs ?? []].flat().every((each) => each in needs)) continue;
    const temp = mkdtempSync(join(base, `${name}-`));
    const workspace = join(temp, "workspace");
    mkdirSync(workspace);
    const steps: Outputs = {};
    const filled = (text: unknown): string =>
      String(text).replace(/\$\{\{(.*?)\}\}/g, (_all, expression: string) =>
        evaluate(expression, { inputs, needs, steps, runner: { temp }, github: { token: "" } }),
      );
    const actions: Readonly<Record<string, (given: (name: string) => string) => void>> = {
      checkout: (given) =>
        checkOut({ remote, workspace, ref: given("ref"), depth: given("fetch-depth") }),
      "setup-node": () => {},
      "upload-artifact": (given) =>
        copyFileSync(given("path"), join(base, basename(given("path")))),
      "download-artifact": (given) =>
        copyFileSync(
          join(base, `${given("name")}.tar`),
          join(given("path"), `${given("name")}.tar`),
        ),
      "attest-build-provenance": (given) => {
        for (const path of given("subject-path").trim().split("\n")) {
          readFileSync(path.trim());
          attested.push(path.trim());
        }
      },
    };
    const succeeds = job.steps.every((step) => {
      if (step.uses !== undefined) {
        const values = step.with ?? {};
        actions[/^actions\/([\w-]+)@/.exec(step.uses)![1]!]!((key) => filled(values[key] ?? ""));
        return true;
      }
      const output = join(temp, "output");
      writeFileSync(output, "");
      const own = Object.entries(step.env ?? {}).map(([key, value]) => [key, filled(value)]);
      const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", step.run!], {
        cwd: workspace,
        env: { ...env, RUNNER_TEMP: temp, GITHUB_OUTPUT: output, ...Object.fromEntries(own) },
        encoding: "utf8",
      });
      log += stdout + stderr;
      const lines = readFileSync(output, "utf8").trim().split("\n");
      const outputs = Object.fromEntries(lines.map((line) => line.split("=")));
      if (step.id !== undefined) steps[step.id] = { outputs };
      return status === 0;
    });
    if (!succeeds) continue;
    const outputs = Object.entries(job.outputs ?? {}).map(([key, value]) => [key, filled(value)]);
    needs[name] = { outputs: Object.fromEntries(outputs) };
  }
  return { succeeded: Object.keys(needs), log, attested };
}

/** The value of an expression of GitHub. Those of the workflow are also JavaScript. */
function evaluate(expression: string, context: object): string {
  const format = (text: string, value: string): string => text.replace("{0}", value);
  const names = ["format", ...Object.keys(context)];
  const value: unknown = new Function(...names, `return ${expression}`)(
    format,
    ...Object.values(context),
  );
  return String(value);
}

interface Checkout {
  readonly remote: string;
  readonly workspace: string;
  /** A commit; empty for that of main. */
  readonly ref: string;
  /** `0` for all branches and tags, empty for one commit. */
  readonly depth: string;
}

function checkOut({ remote, workspace, ref, depth }: Checkout): void {
  const git = (...args: string[]): void =>
    void execFileSync("git", args, { cwd: workspace, stdio: "pipe" });
  git("init", "--quiet");
  git("remote", "add", "origin", `file://${remote}`);
  const everything = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"];
  const one = ["--no-tags", "--depth=1", "origin", ref || "main"];
  git("fetch", "--quiet", ...(depth === "0" ? ["origin", ...everything] : one));
  git("checkout", "--quiet", "--detach", ref || (depth === "0" ? "origin/main" : "FETCH_HEAD"));
}
