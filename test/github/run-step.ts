// Runs the built Action as a runner of GitHub does: inputs with the defaults of action.yml in the
// environment, the event in a file, outputs and summary in others, commands in what it prints.
// Written from the documentation of the runner, without the code of the Action.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { commandsIn, type RunnerCommand } from "../laws/hostile/oracle.ts";

const root = join(import.meta.dirname, "../..");

interface Metadata {
  readonly inputs: Readonly<
    Record<string, { readonly default?: string; readonly required?: boolean }>
  >;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly using: string; readonly main: string };
}

export const metadata = parse(readFileSync(join(root, "action.yml"), "utf8")) as Metadata;

export interface Step {
  /** The checkout. */
  readonly workspace: string;
  /** Where the runner keeps its files. */
  readonly temp: string;
  readonly with: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly event: GitHubEvent;
  readonly apiUrl: string;
  /** Somebody cancels the job; `heard` is called once the Action says that it stops. */
  readonly cancelled?: {
    readonly when: Promise<void>;
    heard(): void;
    /** When the runner loses its patience. */
    readonly again?: Promise<void>;
  };
  /** What of the runner's files cannot be written. */
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
  /** All it printed. */
  readonly log: string;
  readonly commands: readonly RunnerCommand[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** The token that `${{ github.token }}` stands for. */
export const token = "ghs_TokenOfThisJob0123456789abcdefghijkl";

let steps = 0;

/** One step that uses the Action. */
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
    GITHUB_ACTOR: step.event.actor ?? "octocat",
    GITHUB_REPOSITORY: "acme/shop",
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
  const { code, log } = await run(step, env);
  if (statSync(files.GITHUB_STEP_SUMMARY).size > 1024 * 1024)
    throw new Error("the runner drops a summary of more than 1 MiB");
  return {
    code,
    log,
    commands: commandsIn(log),
    outputs: outputsIn(readFileSync(files.GITHUB_OUTPUT, "utf8")),
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"),
  };
}

/** What is not given has its default; a runner does not mind what is required. */
function inputsIn(given: Step["with"]): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !(name in metadata.inputs));
  if (unknown.length > 0) throw new Error(`no input is called ${unknown.join(", ")}`);
  return Object.fromEntries(
    Object.entries(metadata.inputs).map(([name, { default: value = "" }]) => [
      `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`,
      given[name] ?? value.replace("${{ github.token }}", token),
    ]),
  );
}

/** The Action where a runner would have put it: nothing of the repository is beside it. */
function installed(temp: string): string {
  const folder = join(temp, "_actions");
  for (const name of ["package.json", "dist/package.json", metadata.runs.main])
    if (!existsSync(join(folder, name))) cpSync(join(root, name), join(folder, name));
  return join(folder, metadata.runs.main);
}

/** GitHub's own Node.js, whatever the tests run on: `npm test` runs them on both. */
const node = process.env["PROMPTCTL_ACTION_NODE"] ?? process.execPath;

function run(
  { temp, workspace, cancelled }: Step,
  env: Record<string, string>,
): Promise<{ code: number; log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [installed(temp)], { cwd: workspace, env });
    let log = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        if (log.includes("Stopping: ")) cancelled?.heard();
      });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, log }));
    void cancelled?.when.then(() => child.kill("SIGINT"));
    void cancelled?.again?.then(() => child.kill("SIGTERM"));
  });
}

/** `name=value`, or `name<<END`, lines, `END`. */
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
