// promptctl test: runs the evaluations of the definitions as they are in the files, before anything
// is deployed, and says what got worse.
import { type Case, hasProblem } from "../../engine/evaluate/cases/case.ts";
import { refused, wrongUsage } from "../../engine/model/failure.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { PromptCalls, RunEstimate } from "../../engine/evaluate/trials/trial-calls.ts";
import type { Address } from "../../engine/model/resource.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import type { TestResult } from "../../generated/types.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { readLastFailures, writeLastFailures } from "../../project/local/last-test.ts";
import { testedKinds } from "../../kinds.ts";
import { nativeDigest } from "../../providers/native-digest.ts";
import { createDeployedPrompts } from "../../sync/deployed-prompts.ts";
import type { TestRun } from "../../engine/evaluate/test-run.ts";
import { hasCommands } from "../../engine/evaluate/judge-commands.ts";
import { createFailureStreaks, type FailureStreaks } from "../../providers/failure-streaks.ts";
import { commandsText, unallowedText } from "../../views/evaluation/test-commands-text.ts";
import type { TestCommands } from "./test-commands.ts";
import { runHeads, type TestOptions, type TestSources } from "../../sync/test.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { estimateText, testProgressText } from "../../views/evaluation/test-calls-text.ts";
import { mergeResults } from "../../views/evaluation/test-columns.ts";
import { isEmptyReport } from "../../views/evaluation/test-summary.ts";
import { type CommandHost, printWarnings, screenOf } from "../host/command-host.ts";
import { openStatusLine } from "../host/status-line.ts";
import { openTestNote } from "../connect/gitlab-note.ts";
import { loadProject } from "../project/definitions-at.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { refuseCommandsInCi } from "./refuse-commands.ts";
import { refuseOverBudget } from "./test-budget.ts";
import { openTestCalls } from "./test-calls.ts";
import { refuseConflictingTestFlags } from "./test-conflicts.ts";
import type { TestedProject, TestFlags } from "./test-flags.ts";
import { readTestInputs, type TestInputs } from "./test-inputs.ts";
import { checkReports, markdownReport, printResult, writeReports } from "./test-reports.ts";
import { describeRun } from "./test-result.ts";

/**
 * Exit code 5 if the gate blocks, 1 if a case was not measured or not run, 130 after an interrupt.
 */
export async function testCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: TestFlags,
): Promise<number> {
  const note = flags.gitlabNote ? openTestNote(host, directory, flags.env) : undefined;
  const result = await readEnvironmentSettings(host, directory, flags)
    .then((settings) => makeTestResult(host, settings, flags))
    .catch(async (error: unknown) => {
      await note?.writeFailure(error);
      throw error;
    });
  printResult(host, result, flags);
  writeReports(host, result, flags.out ?? []);
  await note?.write(markdownReport(result, note.layout), { isUpdateOnly: isEmptyReport(result) });
  return result.exitCode;
}

/** Runs the tests of a project, and remembers the cases that did not pass. */
export async function makeTestResult(
  host: CommandHost,
  settings: Settings,
  flags: TestFlags,
  { hidesWarnings = false }: { readonly hidesWarnings?: boolean } = {},
): Promise<TestResult> {
  checkReports(host, flags.out ?? []);
  refuseConflictingTestFlags(flags);
  const startedAt = host.now();
  const { root } = settings;
  if (flags.allowCommands) await refuseCommandsInCi(host, root);
  removeLeftovers(host, settings);
  const project = await loadProject(host, settings, flags.ref, testedKinds);
  if (!hidesWarnings) printWarnings(host, project.diagnostics, root, flags);
  const tested = { host, settings, project, flags };
  const inputs = await readTestInputs(tested);
  const stop = stopAtInterrupt(tested);
  const streaks = createFailureStreaks(stop.signal);
  const commands = await openCommands(tested, inputs, streaks);
  const calls = await openTestCalls(tested, inputs, { streaks, commands });
  const only = flags.failed ? await lastFailures(host, root) : undefined;
  const compare = flags.compare === true || inputs.heads.length > 1;
  const options = { ...testOptions(flags, inputs.baseline.base !== null), compare, only };
  const runs = await runShown(tested, { ...inputs, commands }, calls, options).finally(
    commands?.close,
  );
  const progress = {
    calls: calls.progress(),
    milliseconds: host.now() - startedAt,
    isInterrupted: stop.signal.aborted,
  };
  const described = runs.map((run, index) =>
    describeRun(tested, inputs, { head: inputs.heads[index]!, run, options }, progress),
  );
  const result = mergeResults(await Promise.all(described));
  rememberFailures(host, root, result);
  return result;
}

/** The programs of the project; undefined if they are not allowed. */
async function openCommands(
  tested: TestedProject,
  inputs: TestInputs,
  streaks: FailureStreaks,
): Promise<TestCommands | undefined> {
  if (!tested.flags.allowCommands) return undefined;
  const { openTestCommands } = await import("./test-commands.ts");
  return openTestCommands(tested, inputs, streaks);
}

interface RunInputs extends TestInputs {
  readonly commands: TestCommands | undefined;
}

/** What decides the replies: the request to the provider, or the line to the application and its code. */
function digestOf({ on }: TestFlags, commands: TestCommands | undefined): TestSources["digest"] {
  return commands && on === "command" ? commands.digest : ({ rendered }) => nativeDigest(rendered);
}

/** The options of a run, but for what is done during it. */
type RunOptions = Omit<TestOptions, "beforeCalls" | "afterCase">;

/** Runs the tests of each head, and shows the estimate and, in the status line, the progress. */
async function runShown(
  { host, flags }: TestedProject,
  { service, baseline, heads, judges, commands }: RunInputs,
  calls: PromptCalls,
  options: RunOptions,
): Promise<TestRun[]> {
  const progress = { done: 0, total: 0 };
  let endStatus = (): void => {};
  const sources = {
    kinds: testedKinds,
    judges,
    base: baseline.definitions,
    calls,
    digest: digestOf(flags, commands),
    findDeployed: service?.route && createDeployedPrompts(service.matches),
  };
  const sourcesOf = heads.map(({ definitions: head }) => ({
    ...sources,
    head,
    commands: commands?.sourcesOf(head),
  }));
  return runHeads(sourcesOf, {
    ...options,
    beforeCalls: (estimate, cases) => {
      announce({ host, flags, commands }, estimate, cases);
      progress.total = cases.length;
      const startedAt = host.now();
      const text = (): string =>
        testProgressText(progress, calls.progress(), host.now() - startedAt);
      if (!flags.quiet) endStatus = openStatusLine(host, text).end;
    },
    afterCase: () => void progress.done++,
  }).finally(() => endStatus());
}

function testOptions(flags: TestFlags, hasBase: boolean): Omit<RunOptions, "only" | "compare"> {
  const { target = [], exclude = [], runs, minScore } = flags;
  const { all = false, failed = false, allowUnmeasured, requireEvaluations } = flags;
  const { failOn, cachedOnly } = flags;
  return {
    target,
    exclude,
    all: all || failed || minScore !== undefined,
    concurrency: flags.concurrency,
    runs,
    gate: flags.gate ?? (hasBase ? "regressions" : "all"),
    minScore,
    ...(allowUnmeasured && { allowUnmeasured }),
    ...(requireEvaluations && { requireEvaluations }),
    ...(failOn && { failOn }),
    ...(cachedOnly && { cachedOnly }),
  };
}

async function lastFailures({ env }: CommandHost, root: string): Promise<ReadonlySet<Address>> {
  const addresses = await readLastFailures({ folder: root, env });
  if (addresses) return addresses;
  throw wrongUsage(
    "no-last-test",
    "--failed needs an earlier run of promptctl test: .promptctl/last-test.json is missing or cannot be read.",
    "Run promptctl test without --failed first.",
  );
}

/** The first interrupt ends the calls; the report says what is missing. */
function stopAtInterrupt({ host, flags }: TestedProject): AbortController {
  const stop = new AbortController();
  host.onInterrupt(() => {
    stop.abort();
    const cached = flags.on === "command" ? "" : " The replies so far are cached.";
    host.err(`Stopping.${cached} Interrupt again to exit immediately.\n`);
  });
  return stop;
}

interface Announced extends Pick<TestedProject, "host" | "flags"> {
  readonly commands: TestCommands | undefined;
}

/** Says what the run will do, and refuses what it must not do. */
function announce(
  { host, flags, commands }: Announced,
  estimate: RunEstimate,
  cases: readonly Case[],
): void {
  const notDeployed = cases.flatMap(({ head }) =>
    hasProblem(head) && head.refusesRun ? [head.problem] : [],
  );
  if (notDeployed.length > 0)
    throw refused(
      "not-deployed",
      someOf([...new Set(notDeployed)], 3),
      "Omit --on service to send the prompts of the files to their providers.",
    );
  for (const missing of estimate.missing ?? []) host.err(`Warning: ${missing}\n`);
  if (!flags.quiet && cases.length > 0)
    host.err(`${estimateText(estimate, cases.length, screenOf(host, "err"))}\n`);
  refuseOverBudget(estimate, flags);
  host.err(commandsText(commands?.commandsOf(cases) ?? [], screenOf(host, "err")));
  if (!commands) host.err(unallowedText(cases.filter(hasCommands).length));
}

/**
 * Remembers the cases for --failed; those of an earlier run if no case ran. A file that cannot be
 * written is not worth a failure.
 */
function rememberFailures(host: CommandHost, root: string, { cases }: TestResult): void {
  if (cases.length === 0) return;
  const failed = cases
    .filter(({ verdict, comparison }) => verdict !== "passed" || comparison === "not compared")
    .map(({ address }) => address);
  try {
    writeLastFailures(root, failed);
  } catch (error) {
    host.err(`Warning: --failed will not know this run: ${escapeText(systemMessage(error))}.\n`);
  }
}
