// Starts programs of a project, each in a process group of its own, and ends the whole groups: also what a
// program leaves behind.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { kill, platform } from "node:process";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { systemMessage } from "../../engine/text/system-message.ts";

/** A program, and where it runs. */
export interface Command {
  /** The program and its arguments. */
  readonly words: readonly string[];
  /** The working directory, absolute. */
  readonly folder: string;
  readonly env: EnvironmentVariables;
}

/** A program that runs. */
export interface RunningCommand {
  write(line: string): void;
  endInput(): void;
  /** The next answer; undefined when the program has ended without one. */
  next(): Promise<string | undefined>;
  /** Whether an answer waits to be read. */
  hasAnswers(): boolean;
  /**
   * Resolves when the program has ended: with why it ended, if not with exit code 0. What is left of its group
   * gets SIGTERM then.
   */
  readonly ended: Promise<string | undefined>;
  /** The last characters that it printed, without answers. */
  output(): string;
  /** Ends the process group. Resolves when the program has ended. */
  stop(): Promise<void>;
}

/** How long a group may take to end after SIGTERM. */
const longestEndMs = 2000;
/** How long streams may stay open when the program has ended: what it left behind can hold them. */
const longestCloseMs = 500;

const mebibyte = 1024 * 1024;
const maxLineLength = mebibyte;
/** Since the last line that was written to the program. */
const maxOutputLength = 8 * mebibyte;
/** Characters. */
const maxLogLength = 2000;

/** The programs that run. */
const running = new Set<ChildProcessWithoutNullStreams>();

/** Ends all programs at once: for the end of this process, also if it is interrupted twice. */
export function killCommands(): void {
  for (const each of running) sendToGroup(each, "SIGKILL");
}

/** Starts a program. `isAnswer`: whether a line of its standard output is one; others are log. */
export async function startCommand(
  { words, folder, env }: Command,
  isAnswer: (line: string) => boolean,
): Promise<RunningCommand> {
  const { spawn } = await import("node:child_process"); // few commands need it
  const [program = "", ...rest] = words;
  const options = { cwd: folder, env: { ...env }, detached: hasGroups, windowsHide: true };
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(program, rest, { ...options, stdio: "pipe" });
  } catch (error) {
    return notStarted(`cannot be started: ${systemMessage(error)}`); // words that are too long, for example
  }
  running.add(child);
  const answers: string[] = [];
  let [log, unfinished, length] = ["", "", 0];
  let problem: string | undefined;
  let wake = (): void => {};
  const addLog = (text: string): void => void (log = `${log}${text}`.slice(-maxLogLength));
  const stopBecause = (why: string): void => {
    problem ??= why;
    endGroup(child);
  };
  child.stdin.on("error", () => {}); // the program may end before it has read everything
  child.stderr.setEncoding("utf8").on("data", addLog);
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    if (problem !== undefined) return; // it can ignore SIGTERM
    length += chunk.length;
    const lines = `${unfinished}${chunk}`.split("\n");
    unfinished = lines.pop()!;
    if ([unfinished, ...lines].some((line) => line.length > maxLineLength))
      return stopBecause("printed a line of more than 1 MiB");
    if (length > maxOutputLength) return stopBecause("printed more than 8 MiB");
    lines.forEach(addLine);
  });
  const ended = untilEnded(child, folder).then((why) => {
    if (unfinished !== "" && problem === undefined) addLine(unfinished);
    return problem ?? why;
  });
  return {
    write: (line) => {
      length = 0;
      child.stdin.write(`${line}\n`);
    },
    endInput: () => child.stdin.end(),
    next: async () => {
      const answered = new Promise<void>((done) => (wake = done));
      if (answers.length === 0) await Promise.race([answered, ended]);
      return answers.shift();
    },
    hasAnswers: () => answers.length > 0,
    ended,
    output: () => log.toWellFormed(),
    stop: async () => {
      endGroup(child);
      await ended;
    },
  };

  function addLine(line: string): void {
    if (!isAnswer(line)) return addLog(`${line}\n`);
    answers.push(line);
    wake();
  }
}

function notStarted(why: string): RunningCommand {
  return {
    write: () => {},
    endInput: () => {},
    next: async () => undefined,
    hasAnswers: () => false,
    ended: Promise.resolve(why),
    output: () => "",
    stop: async () => {},
  };
}

/** Windows has no process groups. */
const hasGroups = platform !== "win32";

/** Resolves when a program and its streams have ended: with why, if not with exit code 0. */
async function untilEnded(
  child: ChildProcessWithoutNullStreams,
  folder: string,
): Promise<string | undefined> {
  const closed = new Promise((resolve) => child.on("close", resolve));
  const why = await new Promise<string | undefined>((resolve) => {
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve(startProblem(child.spawnfile, folder, error));
    });
    child.on("exit", (exitCode, signal) =>
      resolve(
        exitCode === 0
          ? undefined
          : signal === null
            ? `ended with exit code ${exitCode}`
            : `was ended by ${signal}`,
      ),
    );
  });
  endGroup(child);
  await Promise.race([
    closed,
    new Promise((resolve) => setTimeout(resolve, longestCloseMs).unref()),
  ]);
  for (const stream of child.stdio) stream?.destroy();
  return why;
}

function startProblem(
  program: string,
  folder: string,
  { code, message }: NodeJS.ErrnoException,
): string {
  if (code === "EACCES" || code === "ENOEXEC")
    return `cannot be started: ${program} is no executable file`;
  if (code !== "ENOENT") return `cannot be started: ${message}`;
  if (!existsSync(folder)) return `cannot be started: there is no folder ${folder}`;
  const advice = program.includes(" ") ? ". Write each word as an item of the list" : "";
  return `cannot be started: there is no program ${program}${advice}`;
}

/** Ends what runs of a group: with SIGTERM, then with SIGKILL. */
function endGroup(child: ChildProcessWithoutNullStreams): void {
  if (!sendToGroup(child, "SIGTERM")) return void running.delete(child);
  // It does not keep this process open: at its end, killCommands ends what still runs.
  const timer = setTimeout(() => {
    sendToGroup(child, "SIGKILL");
    running.delete(child);
  }, longestEndMs);
  timer.unref();
}

/** Whether there is a process that gets the signal. */
function sendToGroup(
  { pid, exitCode, signalCode }: ChildProcessWithoutNullStreams,
  signal: NodeJS.Signals,
): boolean {
  if (pid === undefined) return false;
  if (!hasGroups && (exitCode !== null || signalCode !== null)) return false;
  try {
    return kill(hasGroups ? -pid : pid, signal);
  } catch {
    return false;
  }
}
