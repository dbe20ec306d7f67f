// promptctl test: runs the evaluations of the definitions as they are in the files, before anything is
// deployed, and says what got worse.
import type { Case } from "../engine/evaluate/case.ts";
import { fisherWorse } from "../engine/evaluate/statistics.ts";
import { parseReplacement, replaceValues } from "../engine/evaluate/replace-values.ts";
import { Failure } from "../engine/model/failure.ts";
import { objectOf } from "../engine/model/json.ts";
import { someOf } from "../engine/model/hint.ts";
import type { CallEstimate } from "../engine/model/prompt-calls.ts";
import { systemMessage } from "../engine/model/system-message.ts";
import type { Address, Definition } from "../engine/model/resource.ts";
import { validate } from "../engine/validate/validate.ts";
import type { TestResult } from "../generated/types.ts";
import type { Settings } from "../io/configuration.ts";
import { readLastFailures, writeLastFailures } from "../io/last-test.ts";
import { kinds } from "../kinds.ts";
import { refuseOverBudget } from "../providers/call-estimate.ts";
import { nativeDigest } from "../providers/native-request.ts";
import {
  createDeployedPrompts,
  notDeployedCode,
  withDeployedExternals,
} from "../sync/deployed-prompts.ts";
import type { Project } from "../sync/load.ts";
import { runTests, type TestOptions, type TestRun } from "../sync/test.ts";
import { locateDefinitions } from "../sync/locate-definitions.ts";
import { escapeText } from "../views/terminal-text.ts";
import { type TestFacts, testDocument } from "../views/test-json.ts";
import { estimateText } from "../views/test-text.ts";
import { type CommandHost, printWarnings, projectPrefix, screenOf } from "./command-host.ts";
import { definitionSchemas, loadValidProject, readSettings } from "./project.ts";
import { type Baseline, findBaseline } from "./test-base.ts";
import { openTestCalls, routeOf } from "./test-calls.ts";
import type { TestFlags } from "./test-flags.ts";
import { createTestProgress } from "./test-progress.ts";
import { checkReportNames, printResult, writeReports } from "./test-reports.ts";
import { matchServiceIfNeeded, type MatchedService } from "./test-service.ts";

/** Exit code 5 if the gate blocks, 1 if a case was not measured or not run, 130 after an interrupt. */
export async function testCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: TestFlags,
): Promise<number> {
  refuseConflictingFlags(flags);
  const settings = await readSettings(host, directory);
  const result = await makeTestResult(host, settings, flags);
  printResult(host, result, flags);
  writeReports(host, result, flags.out ?? []);
  return result.exitCode;
}

/** Runs the tests of a project, and remembers the cases that did not pass. */
export async function makeTestResult(
  host: CommandHost,
  settings: Settings,
  flags: TestFlags,
): Promise<TestResult> {
  const startedAt = host.now();
  const { root } = settings;
  const project = await loadValidProject(settings);
  printWarnings(host, project.diagnostics, root);
  const service = await matchServiceIfNeeded(host, settings, flags);
  const baseline = await findBaseline(host, { settings, service, flags });
  const head = proposedDefinitions(project, service, flags);
  const stop = stopAtInterrupt(host);
  const calls = await openTestCalls(host, { root, flags, stop: stop.signal, service });
  const progress = createTestProgress(host, calls, flags);
  const sources = {
    kinds,
    head,
    base: baseline.definitions,
    calls,
    digest: nativeDigest,
    findDeployed: service?.runs && createDeployedPrompts(service.matches),
  };
  const run = await runTests(sources, {
    ...testOptions(settings, flags, baseline.base !== null),
    beforeCalls: (estimate, cases) => {
      announce(host, flags, estimate, cases);
      progress.start(cases.length);
    },
    afterCase: progress.countCase,
  }).finally(progress.end);
  const result = await describeRun(
    host,
    { settings, project, baseline, head, run, flags },
    {
      calls: calls.progress(),
      milliseconds: host.now() - startedAt,
      isInterrupted: stop.signal.aborted,
    },
  );
  rememberFailures(host, root, result);
  return result;
}

function refuseConflictingFlags(flags: TestFlags): void {
  const { target = [], exclude = [], out = [], runs, alpha } = flags;
  checkReportNames(out);
  const smallest = fisherWorse({ passed: 0, total: runs }, { passed: runs, total: runs });
  if (runs > 1 && smallest > alpha + 1e-9)
    throw new Failure(
      "usage",
      "small-alpha",
      `With --runs ${runs} no p-value is less than ${smallest.toPrecision(2)}, so --alpha ${alpha} confirms nothing.`,
      "Raise --runs or --alpha.",
    );
  if (target.length > 0 && exclude.length > 0)
    throw new Failure(
      "usage",
      "target-and-exclude",
      "--target and --exclude cannot be used together.",
    );
}

/** The definitions of the files with the values of --with. */
function proposedDefinitions(
  { definitions }: Project,
  service: MatchedService | undefined,
  flags: TestFlags,
): readonly Definition[] {
  const replacements = (flags.with ?? []).map(parseReplacement);
  const isPrompt = ({ kind, external }: Definition): boolean =>
    !external && kinds.some((row) => row.kind === kind && row.runs);
  const head =
    flags.on === "service" ? withDeployedExternals(definitions, service!.matches) : definitions;
  if (replacements.length === 0) return head;
  return head.map((each) => {
    if (!isPrompt(each)) return each;
    const replaced = replaceValues(each, replacements);
    refuseInvalidParameters(replaced);
    return replaced;
  });
}

/** Throws a Failure if the schema of definitions does not permit a parameter. */
function refuseInvalidParameters({ kind, spec }: Definition): void {
  const parameters = Object.entries(objectOf(spec["parameters"])).filter(
    ([, value]) => value !== null, // null is an omitted value
  );
  const value = { kind, parameters: Object.fromEntries(parameters) };
  const document = { file: "--with", index: 0, value, ignoredCodes: [], yaml11Booleans: [] };
  const mistake = validate(definitionSchemas[kind]!, document).find(
    ({ ref }) => ref.path[0] === "parameters",
  );
  if (mistake)
    throw new Failure("usage", "wrong-replacement", `--with: ${mistake.message}`, mistake.hint);
}

function testOptions(
  { root }: Settings,
  flags: TestFlags,
  hasBase: boolean,
): Omit<TestOptions, "beforeCalls" | "afterCase"> {
  const { target = [], exclude = [], runs, alpha, compare = false, all = false, minScore } = flags;
  return {
    target,
    exclude,
    only: flags.failed ? lastFailures(root) : undefined,
    all,
    wholePrompts: minScore !== undefined,
    runs,
    alpha,
    compare,
    gate: flags.gate ?? (hasBase ? "regressions" : "all"),
    minScore,
  };
}

function lastFailures(root: string): ReadonlySet<Address> {
  const addresses = readLastFailures(root);
  if (addresses) return addresses;
  throw new Failure(
    "usage",
    "no-last-test",
    "--failed needs an earlier run of promptctl test in this folder.",
    "Run promptctl test without --failed first.",
  );
}

/** The first interrupt ends the calls; the report says what is missing. */
function stopAtInterrupt(host: CommandHost): AbortController {
  const stop = new AbortController();
  host.onInterrupt(() => {
    stop.abort();
    host.err("Stopping. The replies so far are cached. Interrupt again to exit immediately.\n");
  });
  return stop;
}

/** Says what the run will do, and refuses what it must not do. */
function announce(
  host: CommandHost,
  flags: TestFlags,
  estimate: CallEstimate,
  cases: readonly Case[],
): void {
  const notDeployed = cases.flatMap(({ head }) =>
    "problem" in head && head.code === notDeployedCode ? [head.problem] : [],
  );
  if (notDeployed.length > 0)
    throw new Failure(
      "refused",
      notDeployedCode,
      someOf([...new Set(notDeployed)], 3),
      "Omit --on service to send the prompts of the files to their providers.",
    );
  if (!flags.quiet && cases.length > 0)
    host.err(`${estimateText(estimate, cases.length, screenOf(host, "err"))}\n`);
  refuseOverBudget(estimate, flags);
}

interface RunDescription {
  readonly settings: Settings;
  readonly project: Project;
  readonly baseline: Baseline;
  readonly head: readonly Definition[];
  readonly run: TestRun;
  readonly flags: TestFlags;
}

/** The result as a document. */
async function describeRun(
  host: CommandHost,
  { settings, project, baseline, head, run, flags }: RunDescription,
  progress: Pick<TestFacts, "calls" | "milliseconds" | "isInterrupted">,
): Promise<TestResult> {
  const { base, warnings } = baseline;
  const { gate, runs, alpha, compare, minScore } = testOptions(settings, flags, base !== null);
  const headByAddress = new Map(head.map((each) => [each.address, each]));
  const prefix = projectPrefix(host.cwd, settings.root);
  const places = await locateDefinitions(project, addressesToLocate(run), prefix);
  return testDocument({
    ...run,
    ...progress,
    promptctl: host.version,
    createdAt: host.time(),
    project: prefix === "" ? "." : prefix.slice(0, -1),
    route: routeOf(flags),
    base,
    settings: {
      gate,
      runs,
      alpha,
      ...(minScore !== undefined && { minScore }),
      compare,
      with: [...(flags.with ?? [])],
    },
    gate: run.gate,
    warnings: [...warnings, ...dependentTrials(run, headByAddress, runs)],
    definitionOf: (address) => headByAddress.get(address)!,
    basePromptOf: (address) => run.basePrompts.get(address),
    placeOf: (address) => places.get(address),
  });
}

/** Replies without randomness repeat themselves. */
function dependentTrials(
  { results }: TestRun,
  head: ReadonlyMap<Address, Definition>,
  runs: number,
): string[] {
  if (runs === 1) return [];
  const prompts = [...new Set(results.map(({ prompt }) => prompt))].filter((address) => {
    const { temperature, seed } = objectOf(head.get(address)?.spec["parameters"]);
    return temperature === 0 || typeof seed === "number";
  });
  if (prompts.length === 0) return [];
  return [
    `Trials are not independent with temperature 0 or a seed, so that more of them say little: ${someOf(prompts)}.`,
  ];
}

/** The definitions that a report refers to: cases that did not simply pass, and loosened tests. */
function addressesToLocate({ results, loosened }: TestRun): Address[] {
  const cases = results.filter(
    ({ verdict, comparison }) => verdict !== "passed" || comparison === "regressed",
  );
  return [
    ...cases.flatMap(({ address, trials }) => [
      address,
      ...trials.head.flatMap(({ verdicts }) => verdicts.map((each) => each.address)),
    ]),
    ...loosened.map(({ address }) => address),
  ];
}

/** Remembers the cases for --failed. A file that cannot be written is not worth a failure. */
function rememberFailures(host: CommandHost, root: string, { cases }: TestResult): void {
  const failed = cases.filter(({ verdict }) => verdict !== "passed").map(({ address }) => address);
  try {
    writeLastFailures(root, failed);
  } catch (error) {
    host.err(`Warning: --failed will not know this run: ${escapeText(systemMessage(error))}.\n`);
  }
}
