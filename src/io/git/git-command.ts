// Starts git so that a repository cannot run programs, which its configuration may name. Nothing is
// fetched, and nothing is written but the commits and the branch of `pull --branch` (git-commits.ts), and
// an empty repository of our own.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { realpathSync } from "node:fs";
import { failed, type Failure, wrongUsage } from "../../engine/model/failure.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { findFolderWith } from "../files/paths.ts";

/** Where git runs. */
export interface GitPlace {
  /** The working directory, absolute. */
  readonly folder: string;
  /** The environment of promptctl. git gets it without the variables GIT_*. */
  readonly env: EnvironmentVariables;
  /** The index that git uses in place of that of the repository. */
  readonly indexFile?: string;
}

export interface GitOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Settings of the command line, which win over those of the repository. */
const safeSettings = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "credential.helper=",
  "safe.bareRepository=explicit", // a folder that looks like a repository, but has no .git
].flatMap((setting) => ["-c", setting]);

const safeVariables = {
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  LC_ALL: "C", // the reasons of failures are recognized by their text
} as const;

function gitEnvironment({ env, indexFile }: GitPlace): NodeJS.ProcessEnv {
  const inherited = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name));
  const index = indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile };
  return { ...Object.fromEntries(inherited), ...safeVariables, ...index };
}

/**
 * Starts git with its standard streams as pipes. Pathspecs are literal unless the words begin with
 * another option for them. Throws a Failure outside a repository.
 */
export async function startGit(
  place: GitPlace,
  words: readonly string[],
): Promise<ChildProcessWithoutNullStreams> {
  const { folder } = place;
  if (findFolderWith(realpathSync.native(folder), ".git") === undefined) throw noRepository(folder);
  const { spawn } = await import("node:child_process"); // few commands need it
  const options = { cwd: folder, env: gitEnvironment(place), windowsHide: true };
  const pathspecs = words[0] === "--icase-pathspecs" ? [] : ["--literal-pathspecs"];
  const global = ["--no-pager", ...pathspecs, ...safeSettings];
  return withQuietInput(spawn("git", [...global, ...words], { ...options, stdio: "pipe" }));
}

/** Runs git to its end. Throws a Failure without git or a repository. */
export async function runGit(
  place: GitPlace,
  words: readonly string[],
  input = "",
): Promise<GitOutput> {
  return outputOf(await startGit(place, words), input);
}

/**
 * Runs git with the network, and with the settings and credentials of the user, in a bare repository of our
 * own: no configuration of another repository is read.
 */
export async function runRemoteGit(
  { folder, env }: GitPlace,
  words: readonly string[],
): Promise<GitOutput> {
  const { spawn } = await import("node:child_process");
  const inherited = Object.entries(env).filter(([name]) => !ofRepository.test(name));
  const own = { GIT_ALLOW_PROTOCOL: "file:https:ssh", GIT_DIR: folder, LC_ALL: "C" };
  const child = spawn("git", ["--no-pager", "-c", "core.hooksPath=/dev/null", ...words], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...own },
    windowsHide: true,
    stdio: "pipe",
  });
  return outputOf(withQuietInput(child), "");
}

/** git may end before it has read everything. */
function withQuietInput(child: ChildProcessWithoutNullStreams): ChildProcessWithoutNullStreams {
  child.stdin.on("error", () => {});
  return child;
}

/** Variables that name a repository or its parts. */
const ofRepository =
  /^GIT_(?:DIR|COMMON_DIR|WORK_TREE|INDEX_FILE|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_\w+)$/i;

async function outputOf(child: ChildProcessWithoutNullStreams, input: string): Promise<GitOutput> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", (problem: NodeJS.ErrnoException) => reject(startFailure(problem)));
    child.on("close", (exitCode) =>
      resolve({
        exitCode: exitCode ?? 1,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString(),
      }),
    );
  });
}

/**
 * The lines of the standard output of git, while it runs. Ends git if they are not read to the end.
 * Throws a Failure: without git, or the one of `failure` if the exit code is not 0.
 */
export async function* gitLines(
  place: GitPlace,
  words: readonly string[],
  failure: (output: Pick<GitOutput, "stderr">) => Failure,
): AsyncGenerator<string> {
  const child = await startGit(place, words);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", (problem: NodeJS.ErrnoException) => reject(startFailure(problem)));
    child.on("close", resolve);
  });
  ended.catch(() => {}); // thrown below
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end();
  let rest = "";
  try {
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop()!;
      yield* lines;
    }
    if (rest !== "") yield rest;
    if ((await ended) !== 0) throw failure({ stderr });
  } finally {
    child.kill();
  }
}

/** The standard output of git. Throws a Failure if its exit code is not 0. */
export async function gitOutput(
  place: GitPlace,
  words: readonly string[],
  input = "",
): Promise<string> {
  const output = await runGit(place, words, input);
  if (output.exitCode !== 0) throw gitFailure(place, output);
  return output.stdout.toString();
}

/** The failure for a git that did not start. */
export function startFailure({ code, message }: NodeJS.ErrnoException): Failure {
  return code === "ENOENT"
    ? wrongUsage(
        "no-git",
        "The command git is not installed.",
        "Install git, or add its folder to PATH.",
      )
    : failed("git", `git cannot be started: ${message}.`);
}

/** The failure for a git that ended with an error. */
export function gitFailure({ folder }: GitPlace, { stderr }: Pick<GitOutput, "stderr">): Failure {
  if (/dubious ownership|unsafe repository/.test(stderr))
    return wrongUsage(
      "unsafe-repository",
      `git does not read the repository of ${folder}, because another user owns it.`,
      [
        "If you trust the repository:",
        stderr.match(/git config --global --add safe\.directory .*/)?.[0] ??
          "git config --global --add safe.directory PATH",
      ],
    );
  if (/not a git repository|must be run in a work tree|cannot use bare repository/.test(stderr))
    return noRepository(folder);
  const reason = /^(?:fatal|error): (.*)/m.exec(stderr)?.[1] ?? "no reason given";
  return failed("git", `git failed: ${reason}`);
}

/** The failure for a folder without repository. */
export function noRepository(folder: string): Failure {
  return wrongUsage(
    "no-repository",
    `${folder} is in no working tree of a git repository.`,
    "Run the command in a clone of the repository.",
  );
}
