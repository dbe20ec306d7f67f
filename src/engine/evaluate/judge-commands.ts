// Checks that a program of the project judges: what it is asked about a reply, and what its answer says.
import { callsIn, notRun, provenOnly, textOf } from "./assertions/judge-assertion.ts";
import type { CaseChecks } from "./cases/case.ts";
import { scoreTrial } from "./score.ts";
import type { CallReply } from "./trials/trial-calls.ts";
import type { AssertionSpecOf, AssertionVerdict, JudgedTrial } from "./trials/trial.ts";
import type { CheckLine, CheckOutcome, CommandLine } from "./trials/command-lines.ts";

type CommandSpec = AssertionSpecOf<"COMMAND">;

/** A check that runs a command, in a judged trial. */
export interface CommandVerdict extends AssertionVerdict {
  readonly assertion: CommandSpec;
}

/** Whether a check runs a command. */
export function isCommandVerdict(verdict: AssertionVerdict): verdict is CommandVerdict {
  return "run" in verdict.assertion;
}

/** Whether some of the checks run a command. */
export function hasCommands({ assertions }: CaseChecks): boolean {
  return assertions.some(({ spec }) => "run" in spec);
}

/** The line for a check about a reply. */
export function checkLine(
  line: CommandLine,
  evaluation: string,
  { address, assertion }: CommandVerdict,
  { run: { message, stopReason } }: CallReply,
): CheckLine {
  const { content } = message;
  return {
    ...line,
    evaluation,
    name: assertion.name ?? address,
    reply: { text: textOf(content), calls: callsIn(content), stopReason },
  };
}

/** The judged trial with the answers of its commands. */
export function withOutcomes(
  { threshold }: CaseChecks,
  trial: JudgedTrial,
  outcomes: ReadonlyMap<AssertionVerdict, CheckOutcome>,
): JudgedTrial {
  if ("problem" in trial.call) return trial;
  const reply = trial.call;
  const verdicts = trial.verdicts.map((each) => {
    const outcome = outcomes.get(each);
    return outcome && isCommandVerdict(each) ? judged(each, reply, outcome) : each;
  });
  const { score, outcome } = scoreTrial(verdicts, threshold);
  const isStopped = [...outcomes.values()].some((each) => "problem" in each && each.isStopped);
  return {
    ...trial,
    verdicts,
    score,
    outcome: outcome === "not measured" && isStopped ? "not run" : outcome,
  };
}

function judged(
  { address, assertion }: CommandVerdict,
  reply: CallReply,
  outcome: CheckOutcome,
): AssertionVerdict {
  const common = { address, assertion };
  const name = assertion.name ?? assertion.run.join(" ");
  if ("problem" in outcome) {
    const { problem, output = "" } = outcome;
    const judgement = notRun(assertion, `The check ${name} ${problem}.`);
    return { ...common, ...judgement, unanswered: "unreadable", ...(output !== "" && { output }) };
  }
  const { pass, reason } = outcome;
  const actual = reason === undefined ? [] : [reason];
  const compared = { form: "found", expected: [assertion.run.join(" ")], actual } as const;
  if (pass) return { ...common, ...provenOnly(assertion, reply, { verdict: "pass", compared }) };
  return { ...common, verdict: "fail", reason: `The check ${name} fails the reply.`, compared };
}
