// The programs of checks: each stays, and gets one line at a time. A program that ends is replaced, so that
// one that reads a single line, or its whole input, serves too.
import { createCallLimit } from "../../engine/model/call-limit.ts";
import {
  answerIn,
  type CheckLine,
  type CheckOutcome,
  readCheckAnswer,
  withoutAnswer,
  wrongId,
} from "../../engine/evaluate/trials/command-lines.ts";
import { durationText } from "../../engine/text/quantities.ts";
import { type Command, type RunningCommand, startCommand } from "./running-command.ts";

export interface CheckCommandsOptions {
  /** The number of processes of a command. */
  readonly concurrency: number;
  /** How long a check may take for a line, in milliseconds. */
  readonly timeoutMs: number;
  /** How long a line waits for a process that runs before another one starts, in milliseconds. */
  readonly waitMs: number;
  /** Ends the checks. */
  readonly stop: AbortSignal;
  /** Called with the outcome for each line. */
  onOutcome(this: void, command: Command, outcome: CheckOutcome): void;
}

/** The programs of one run. */
export interface CheckCommands {
  ask(command: Command, line: CheckLine): Promise<CheckOutcome>;
  /** Ends the programs. */
  close(): Promise<void>;
}

/** The processes of a command. */
interface Pool {
  readonly command: Command;
  /** How many run or start. */
  size: number;
  readonly programs: Set<RunningCommand>;
  /** Those that have answered their line. */
  readonly idle: RunningCommand[];
  /** Lines that wait for a process; without one they start another. */
  readonly waiting: Set<(program?: RunningCommand) => void>;
  /** The program answers only when its input has ended, so each line gets a process. */
  readsAll: boolean;
  limit<Result>(this: void, call: () => Promise<Result>): Promise<Result>;
}

const interrupted: CheckOutcome = { problem: "was interrupted", isStopped: true };

/** Creates the programs of a run. None starts before its first line. */
export function createCheckCommands(options: CheckCommandsOptions): CheckCommands {
  const { concurrency, stop } = options;
  const pools = new Map<string, Pool>();
  let count = 0;
  const close = async (): Promise<void> => {
    for (const { waiting } of pools.values()) for (const take of waiting) take();
    const programs = [...pools.values()].flatMap((each) => [...each.programs]);
    await Promise.all(programs.map((each) => each.stop()));
  };
  stop.addEventListener("abort", () => void close(), { once: true });

  async function start(pool: Pool): Promise<RunningCommand> {
    pool.size += 1;
    const program = await startCommand(pool.command, (line) => answerIn(line) !== undefined);
    pool.programs.add(program);
    void forgetEnded(pool, program);
    if (stop.aborted) void program.stop(); // it started meanwhile
    return program;
  }

  async function askOnce(
    pool: Pool,
    line: CheckLine,
    { free, isLast = false }: { readonly free?: RunningCommand; readonly isLast?: boolean },
  ): Promise<CheckOutcome> {
    if (stop.aborted) return interrupted;
    const program = free ?? (await start(pool));
    const id = String(++count);
    program.write(JSON.stringify({ ...line, id }));
    if (isLast) program.endInput();
    const outcome = await answerOf(program, id, options);
    if (stop.aborted && "problem" in outcome) return interrupted;
    if (isLast || ("problem" in outcome && !outcome.isError)) await program.stop();
    else {
      const take = nextOf(pool);
      if (take) take(program);
      else pool.idle.push(program);
    }
    return outcome;
  }

  /** A line without a valid answer goes to a new process, whose input ends. */
  async function askTwice(pool: Pool, line: CheckLine): Promise<CheckOutcome> {
    if (pool.readsAll) return askOnce(pool, line, { isLast: true });
    // Without a pause in between, so that the next line sees that a process starts.
    const free = idleOf(pool) ?? (pool.size > 0 ? await nextFree(pool, options) : undefined);
    const first = await askOnce(pool, line, { ...(free && { free }) });
    if ("pass" in first || first.isError || first.isStopped) return first;
    const second = await askOnce(pool, line, { isLast: true });
    if (first.isLate && "pass" in second) pool.readsAll = true;
    return second;
  }

  return {
    ask: (command, line) => {
      const key = JSON.stringify([command.folder, command.words]);
      const pool = pools.get(key) ?? {
        command,
        size: 0,
        programs: new Set(),
        idle: [],
        waiting: new Set(),
        readsAll: false,
        limit: createCallLimit(concurrency),
      };
      pools.set(key, pool);
      return pool.limit(async () => {
        const outcome = await askTwice(pool, line);
        options.onOutcome(command, outcome);
        return outcome;
      });
    },
    close,
  };
}

/** A process that has answered its line. */
function idleOf({ idle, programs }: Pool): RunningCommand | undefined {
  for (let each = idle.pop(); each; each = idle.pop()) if (programs.has(each)) return each;
  return undefined;
}

/**
 * The next process that has answered its line; undefined if another is to start. Most checks answer sooner than
 * a process starts, so a line waits, and the next one longer.
 */
function nextFree(
  { waiting }: Pool,
  { waitMs, stop }: CheckCommandsOptions,
): Promise<RunningCommand | undefined> {
  return new Promise((resolve) => {
    const take = (program?: RunningCommand): void => {
      clearTimeout(timer);
      waiting.delete(take);
      resolve(program);
    };
    waiting.add(take);
    const timer = setTimeout(take, stop.aborted ? 0 : waitMs * waiting.size);
  });
}

async function forgetEnded(pool: Pool, program: RunningCommand): Promise<void> {
  await program.ended;
  pool.size -= 1;
  pool.programs.delete(program);
  nextOf(pool)?.();
}

/** The line that has waited longest. */
function nextOf({ waiting }: Pool): ((program?: RunningCommand) => void) | undefined {
  return waiting.values().next().value;
}

/** The answer of a program to a line. */
async function answerOf(
  program: RunningCommand,
  id: string,
  { timeoutMs }: CheckCommandsOptions,
): Promise<CheckOutcome> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void program.stop();
  }, timeoutMs);
  const line = await program.next();
  clearTimeout(timer);
  const lost = (problem: string) => ({ problem, output: program.output() });
  if (line === undefined) {
    const why = await program.ended;
    if (!isLate) return lost(why ?? withoutAnswer);
    const time = durationText(timeoutMs);
    return { ...lost(`did not answer within ${time}`), isLate: true };
  }
  if (program.hasAnswers()) return lost("answered twice");
  const answer = answerIn(line)!;
  const problem = wrongId(answer, id);
  if (problem !== undefined) return lost(problem);
  const outcome = readCheckAnswer(answer);
  return "problem" in outcome ? { ...outcome, output: program.output() } : outcome;
}
