// The programs of checks: each stays, and gets one line at a time. A program that ends is replaced, so that
// one that reads a single line serves too.
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
  /** Those that have answered their line. */
  readonly idle: RunningCommand[];
  limit<Result>(this: void, call: () => Promise<Result>): Promise<Result>;
}

const interrupted: CheckOutcome = { problem: "was interrupted", isStopped: true };

/** Creates the programs of a run. None starts before its first line. */
export function createCheckCommands(options: CheckCommandsOptions): CheckCommands {
  const { concurrency, stop } = options;
  const pools = new Map<string, Pool>();
  const programs = new Set<RunningCommand>();
  let count = 0;
  const close = async (): Promise<void> => {
    await Promise.all([...programs].map((each) => each.stop()));
  };
  stop.addEventListener("abort", () => void close(), { once: true });

  async function start({ command }: Pool): Promise<RunningCommand> {
    const program = await startCommand(command, (line) => answerIn(line) !== undefined);
    programs.add(program);
    void program.ended.then(() => programs.delete(program));
    return program;
  }

  async function askOnce(
    pool: Pool,
    line: CheckLine,
    idle?: RunningCommand,
  ): Promise<CheckOutcome> {
    if (stop.aborted) return interrupted;
    const program = idle ?? (await start(pool));
    const id = String(++count);
    const outcome = await answerOf(program, JSON.stringify({ ...line, id }), id, options);
    if (stop.aborted && "problem" in outcome) return interrupted;
    if ("pass" in outcome || outcome.isError) pool.idle.push(program);
    else await program.stop();
    return outcome;
  }

  return {
    ask: (command, line) => {
      const key = JSON.stringify([command.folder, command.words]);
      const pool = pools.get(key) ?? {
        command,
        idle: [],
        limit: createCallLimit(concurrency),
      };
      pools.set(key, pool);
      return pool.limit(async () => {
        const first = await askOnce(pool, line, idleOf(pool));
        const isLost = "problem" in first && !first.isError && !first.isStopped;
        const outcome = isLost ? await askOnce(pool, line) : first;
        options.onOutcome(command, outcome);
        return outcome;
      });
    },
    close,
  };

  /** A process that waits for a line. */
  function idleOf({ idle }: Pool): RunningCommand | undefined {
    for (let each = idle.pop(); each; each = idle.pop()) if (programs.has(each)) return each;
    return undefined;
  }
}

/** The answer of a program to a line. */
async function answerOf(
  program: RunningCommand,
  text: string,
  id: string,
  { timeoutMs }: CheckCommandsOptions,
): Promise<CheckOutcome> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void program.stop();
  }, timeoutMs);
  program.write(text);
  const line = await program.next();
  clearTimeout(timer);
  const lost = (problem: string): CheckOutcome => ({ problem, output: program.output() });
  if (line === undefined) {
    const why = await program.ended;
    if (!isLate) return lost(why ?? withoutAnswer);
    return lost(
      `did not answer within ${durationText(timeoutMs)}: a check must answer each line when it has read it, before its input ends`,
    );
  }
  if (program.hasAnswers()) return lost("answered twice");
  const answer = answerIn(line)!;
  const problem = wrongId(answer, id);
  if (problem !== undefined) return lost(problem);
  const outcome = readCheckAnswer(answer);
  return "problem" in outcome ? { ...outcome, output: program.output() } : outcome;
}
