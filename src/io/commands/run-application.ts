// Runs the application under test for one line: a process of its own, whose input ends after the line, so
// that trials are independent of each other.
import {
  answerIn,
  type CommandLine,
  withoutAnswer,
  wrongId,
} from "../../engine/evaluate/trials/command-lines.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { durationText } from "../../engine/text/quantities.ts";
import { type Command, startCommand } from "./running-command.ts";

export interface ApplicationOptions {
  /** How long the process may run, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the process. */
  readonly stop: AbortSignal;
  /** A monotonic clock, in milliseconds. */
  now(this: void): number;
}

/** The answer of an application, or why there is none. */
export type ApplicationOutcome =
  | {
      readonly answer: JsonObject;
      /** From the start of the process to its answer, in milliseconds. */
      readonly latency: number;
    }
  | {
      /** The end of a sentence about the application. */
      readonly problem: string;
      readonly isLate: boolean;
      /** What it printed last. */
      readonly output: string;
    };

/** The process gets one line, so its id says nothing. */
const id = "1";

/** Runs an application for a line. */
export async function runApplication(
  command: Command,
  line: CommandLine,
  { timeoutMs, stop, now }: ApplicationOptions,
): Promise<ApplicationOutcome> {
  const startedAt = now();
  const program = await startCommand(command, (text) => answerIn(text) !== undefined);
  let isLate = false;
  const end = (): void => void program.stop();
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  stop.addEventListener("abort", end, { once: true });
  if (stop.aborted) end();
  program.write(JSON.stringify({ ...line, id }));
  program.endInput();
  const text = await program.next();
  const latency = now() - startedAt;
  const why = await program.ended;
  clearTimeout(timer);
  stop.removeEventListener("abort", end);
  const lost = (problem: string): ApplicationOutcome => ({
    problem,
    isLate,
    output: program.output(),
  });
  if (isLate) {
    const time = durationText(timeoutMs);
    return lost(
      text === undefined
        ? `did not answer within ${time}`
        : `answered, but did not end within ${time}`,
    );
  }
  if (why !== undefined) return lost(why);
  if (text === undefined) return lost(withoutAnswer);
  if (program.hasAnswers()) return lost("answered twice");
  const answer = answerIn(text)!;
  const problem = wrongId(answer, id);
  return problem === undefined ? { answer, latency } : lost(problem);
}
