// Runs one step with the Action as GitHub's runner does: the inputs with the defaults of action.yml
// are in the environment, the event is in a file, and the Action writes outputs, summary and log.
// Written from the documentation of the runner. Most tests run the Action in the test process;
// `built: true` runs dist/action.js in a process of its own.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { type ActionProcess, runGitHubAction } from "../../src/cli/action/run-github-action.ts";
import type { ChangeCounts } from "../../src/engine/model/plan.ts";
import { createFetch, createProviderFetch } from "../../src/io/http/fetch.ts";
import { dist } from "../fixtures/built.ts";
import { parseRunnerCommands, type RunnerCommand } from "../laws/hostile/oracle.ts";

const root = join(import.meta.dirname, "../..");

interface Metadata {
  readonly inputs: Readonly<
    Record<string, { readonly default?: string; readonly required?: boolean }>
  >;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly using: string; readonly main: string };
}

/** What the Action of a release starts. */
const builtAction = "dist/action.js";

export const metadata = parse(readFileSync(join(root, "action.yml"), "utf8")) as Metadata;

export interface Step {
  /** The checkout. */
  readonly workspace: string;
  /** Runs dist/action.js in a process of its own. */
  readonly built?: boolean;
  /** RUNNER_TEMP. */
  readonly temp: string;
  readonly with: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly event: GitHubEvent;
  readonly apiUrl: string;
  /** Cancels the job. */
  readonly cancelled?: {
    /** Sends SIGINT. */
    readonly when: Promise<void>;
    /** Called when the log reports that the Action stops. */
    onStopping(): void;
    /** Sends SIGTERM. */
    readonly again?: Promise<void>;
  };
  /** Waits in place of the clock; only in the test process. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Files of the runner that cannot be written. */
  readonly unwritable?: readonly ("GITHUB_OUTPUT" | "GITHUB_STEP_SUMMARY")[];
}

export interface GitHubEvent {
  readonly name: string;
  readonly payload: unknown;
  readonly sha: string;
  readonly ref: string;
  readonly actor?: string;
}

export interface StepResult {
  readonly code: number;
  /** Standard output and standard error. */
  readonly log: string;
  readonly commands: readonly RunnerCommand[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What the saved plan does; undefined if there is none. */
  readonly counts: ChangeCounts | undefined;
  /** The text of a file in the report folder. */
  report(name: string): string;
}

/** The value of `${{ github.token }}`. */
export const token = "ghs_TokenOfThisJob0123456789abcdefghijkl";

let steps = 0;

/** Runs one step that uses the Action. */
export async function runStep(step: Step): Promise<StepResult> {
  const folder = join(step.temp, `step-${++steps}`);
  mkdirSync(folder, { recursive: true });
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const files = {
    GITHUB_EVENT_PATH: file("event.json", JSON.stringify(step.event.payload)),
    GITHUB_OUTPUT: file("output", ""),
    GITHUB_STEP_SUMMARY: file("summary.md", ""),
  };
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: step.temp,
    RUNNER_TEMP: step.temp,
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: step.workspace,
    GITHUB_EVENT_NAME: step.event.name,
    GITHUB_SHA: step.event.sha,
    GITHUB_REF: step.event.ref,
    GITHUB_REF_NAME: step.event.ref.replace(/^refs\/(heads|pull)\//, ""),
    ...baseOf(step.event),
    GITHUB_ACTOR: step.event.actor ?? "octocat",
    GITHUB_REPOSITORY: "acme/shop",
    GITHUB_WORKFLOW_REF: `acme/shop/.github/workflows/apply.yml@${step.event.ref}`,
    GITHUB_RUN_ID: "4711",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_API_URL: step.apiUrl,
    GITHUB_GRAPHQL_URL: `${step.apiUrl}/graphql`,
    ...files,
    ...Object.fromEntries((step.unwritable ?? []).map((name) => [name, join(folder, "no", name)])),
    ...inputsIn(step.with),
    ...step.env,
  };
  const { code, log } = await (step.built ? runBuiltAction : runInTestProcess)(step, env);
  if (statSync(files.GITHUB_STEP_SUMMARY).size > 1024 * 1024)
    throw new Error("the runner drops a summary of more than 1 MiB");
  const outputs = outputsIn(readFileSync(files.GITHUB_OUTPUT, "utf8"));
  const reportPath = (name: string): string => join(outputs["report-folder"] || "none", name);
  const report = (name: string): string => readFileSync(reportPath(name), "utf8");
  const plan = existsSync(reportPath("plan.json")) ? JSON.parse(report("plan.json")) : undefined;
  return {
    code,
    log,
    commands: parseRunnerCommands(log),
    outputs,
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"),
    counts: (plan as { readonly counts: ChangeCounts } | undefined)?.counts,
    report,
  };
}

/** GITHUB_BASE_REF of a pull request. */
function baseOf({ payload }: GitHubEvent): { GITHUB_BASE_REF?: string } {
  const { pull_request: pull } = (payload ?? {}) as {
    readonly pull_request?: { readonly base?: { readonly ref?: string } };
  };
  const ref = pull?.base?.ref;
  return ref === undefined ? {} : { GITHUB_BASE_REF: ref };
}

/** The inputs as environment variables. The runner sets defaults, ignores `required`, and only warns of unknown inputs. */
function inputsIn(given: Step["with"]): Record<string, string> {
  const defaults = Object.entries(metadata.inputs).map(([name, { default: value = "" }]) => [
    name,
    value.replace("${{ github.token }}", token),
  ]);
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(defaults), ...given }).map(([name, value]) => [
      `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`,
      String(value),
    ]),
  );
}

interface ProcessResult {
  readonly code: number;
  readonly log: string;
}

type StepEnvironment = Readonly<Record<string, string>>;

/** Calls the entry point of src/action.ts with a fake process. */
function runInTestProcess(step: Step, env: StepEnvironment): Promise<ProcessResult> {
  const { cancelled } = step;
  let log = "";
  let exited = false;
  let signalListener = (): void => {};
  return new Promise((resolve, reject) => {
    const exit = (code: number): void => {
      exited = true;
      resolve({ code, log });
    };
    const action: ActionProcess = {
      env,
      cwd: step.workspace,
      version: packageJson.version,
      log: (text) => {
        if (exited) return;
        log += text;
        if (log.includes("Stopping after ")) cancelled?.onStopping();
      },
      readJson: (path) => JSON.parse(readFileSync(path, "utf8")),
      appendFile: (path, text) => {
        if (!exited) appendFileSync(path, text);
      },
      fetch: () => createFetch(env),
      providerFetch: () => createProviderFetch(env),
      sleep: (milliseconds, signal) =>
        step.sleep?.(milliseconds) ??
        setTimeout(milliseconds, undefined, { ref: false, ...(signal && { signal }) }).catch(
          () => {},
        ),
      time: () => Date.now(),
      now: () => performance.now(),
      random: () => Math.random(),
      uniqueId: randomUUID,
      every: () => () => {},
      onExit: () => {},
      onSignal: (listener) => (signalListener = listener),
      exit,
    };
    const sendSignal = (): void => signalListener();
    void cancelled?.when.then(sendSignal);
    void cancelled?.again?.then(sendSignal);
    runGitHubAction(action).then(exit, reject);
  });
}

/** Where the tests have a file of the package. */
function sourceOf(name: string): string {
  return name === builtAction ? join(dist, "action.js") : join(root, name);
}

/** Copies the built Action to a folder without the repository, as the runner does. */
function installAction(temp: string): string {
  const folder = join(temp, "_actions");
  for (const name of ["package.json", builtAction])
    if (!existsSync(join(folder, name))) cpSync(sourceOf(name), join(folder, name));
  return join(folder, builtAction);
}

/** The Node.js that runs the built Action. `.ci/run` sets it to the version that GitHub uses. */
const node = process.env["PROMPTCTL_ACTION_NODE"] ?? process.execPath;

/** Runs dist/action.js in a process of its own. */
function runBuiltAction(step: Step, env: StepEnvironment): Promise<ProcessResult> {
  const { temp, workspace, cancelled } = step;
  return new Promise((resolve, reject) => {
    const child = spawn(node, [installAction(temp)], { cwd: workspace, env });
    let log = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        if (log.includes("Stopping after ")) cancelled?.onStopping();
      });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, log }));
    void cancelled?.when.then(() => child.kill("SIGINT"));
    void cancelled?.again?.then(() => child.kill("SIGTERM"));
  });
}

/** Parses a file of outputs: `name=value`, or `name<<END`, lines, `END`. */
function outputsIn(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split("\n");
  while (lines.length > 0) {
    const line = lines.shift()!;
    if (line === "") continue;
    const [, name, end] = /^([^=]*?)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined) {
      const last = lines.indexOf(end!);
      if (last < 0) throw new Error(`no ${end} after ${name}`);
      outputs[name] = lines
        .splice(0, last + 1)
        .slice(0, -1)
        .join("\n");
    } else if (line.includes("="))
      outputs[line.slice(0, line.indexOf("="))] = line.slice(line.indexOf("=") + 1);
    else throw new Error(`the runner cannot read ${line}`);
  }
  return outputs;
}
