// Describes a run of promptctl test as a document.
import { someOf } from "../../engine/text/word-lists.ts";
import { type Loosening, placeOf } from "../../engine/evaluate/loosened.ts";
import { objectOf } from "../../engine/model/json.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import type { TestResult } from "../../generated/types.ts";
import { locateDefinitions } from "../../sync/load/locate-definitions.ts";
import { hasNoRandomness } from "../../sync/prompt-cases.ts";
import type { TestRun } from "../../engine/evaluate/test-run.ts";
import type { TestOptions } from "../../sync/test.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import type { Baseline } from "./test-base.ts";
import { testDocument, type TestFacts } from "../../views/evaluation/test-json.ts";
import { projectPrefix } from "../host/command-host.ts";
import { routeOf, testMask } from "./test-calls.ts";
import type { TestedProject } from "./test-flags.ts";
import type { ProposedHead } from "./test-head.ts";
import type { TestInputs } from "./test-inputs.ts";

/** A run of one head, and the options that its report states. */
export interface HeadRun {
  readonly head: ProposedHead;
  readonly run: TestRun;
  readonly options: Pick<TestOptions, "gate" | "runs" | "compare" | "minScore" | "failOn" | "only">;
}

/** The result as a document. */
export async function describeRun(
  { host, settings, project, flags }: TestedProject,
  { warnings, baseline, baseFolder }: Pick<TestInputs, "baseline" | "baseFolder" | "warnings">,
  { head, run, options }: HeadRun,
  progress: Pick<TestFacts, "calls" | "milliseconds" | "isInterrupted">,
): Promise<TestResult> {
  const { gate, runs, compare, minScore, failOn, only } = options;
  const headByAddress = new Map(head.definitions.map((each) => [each.address, each]));
  const prefix = projectPrefix(host.cwd, settings.root);
  const places = await locateDefinitions(project, addressesToLocate(run), prefix);
  const document = testDocument({
    ...run,
    ...progress,
    promptctl: host.version,
    createdAt: host.time(),
    project: prefix === "" ? "." : prefix.slice(0, -1),
    route: routeOf(flags),
    base: baseline.base,
    baseCode: baseCodeOf(flags, baseline, baseFolder),
    emptyBecause: run.results.length === 0 ? emptyReason(only) : undefined,
    uncomparedBecause: hasChanges(run) ? undefined : baseline.sameCommit,
    settings: {
      gate,
      runs,
      ...(minScore !== undefined && { minScore }),
      ...(failOn && { failOn }),
      compare,
      with: head.with === undefined ? [] : [head.with],
    },
    warnings: [
      ...warnings,
      ...codeWarnings(flags, baseline, baseFolder),
      ...commandWarnings(run, baseFolder),
      ...dependentTrials(run, headByAddress, runs),
    ],
    definitionOf: (address) => headByAddress.get(address)!,
    locationOf: (address) => places.get(address),
  });
  return mapTexts(document, testMask(host.env));
}

/** Whose code replies for the base; undefined without a base, and if the application is not under test. */
function baseCodeOf(
  { on }: TestedProject["flags"],
  { base }: Baseline,
  baseFolder: string | undefined,
): TestResult["baseCode"] {
  if (on !== "command" || base === null) return undefined;
  return baseFolder === undefined ? "head" : "base";
}

/** What cannot be seen if both sides run the code of the head. */
function codeWarnings(...[flags, baseline, baseFolder]: Parameters<typeof baseCodeOf>): string[] {
  if (baseCodeOf(flags, baseline, baseFolder) !== "head") return [];
  return [
    "Both sides run the code of this change, so a change of the code alone is not compared. To run the base with its own code: --base-checkout FOLDER",
  ];
}

/** The checks whose program or command changed, if the head's one judged both sides. */
function commandWarnings({ loosened }: TestRun, baseFolder: string | undefined): string[] {
  if (baseFolder !== undefined) return [];
  const isCommand = ({ path }: Loosening): boolean => ["/run", "/runFiles"].includes(path);
  const changed = [...new Set(loosened.filter(isCommand).map(({ test }) => test))];
  if (changed.length === 0) return [];
  return [
    `Programs of checks changed, and those of this change judge both sides: ${someOf(changed)}. To judge with those of the base too: --base-checkout FOLDER`,
  ];
}

/** Whether the definitions of head and base differ in what a test compares. */
function hasChanges({ results, removed, loosened, untested }: TestRun): boolean {
  const affected = results.filter(({ basis }) => basis !== "unchanged");
  return affected.length + removed.length + loosened.length + untested.length > 0;
}

/** Why --failed selects no case. `only`: the cases that did not pass in the last run. */
function emptyReason(only: ReadonlySet<Address> | undefined): string | undefined {
  if (only === undefined) return undefined;
  return only.size === 0
    ? "Every case of the last run passed."
    : "No case that did not pass in the last run is defined or selected.";
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
    return hasNoRandomness({ temperature, seed });
  });
  if (prompts.length === 0) return [];
  return [
    `Trials are not independent with temperature 0 or a seed, so that more of them say little: ${someOf(prompts)}.`,
  ];
}

/**
 * What a report refers to: cases that regressed, did not pass or are open, their assertions, loosened tests.
 */
function addressesToLocate({ results, loosened }: TestRun): Address[] {
  const cases = results.filter(
    ({ verdict, comparison, isOpen }) =>
      verdict !== "passed" || comparison === "regressed" || isOpen,
  );
  return [
    ...cases.flatMap(({ address, trials }) => [
      address,
      ...trials.head.flatMap(({ verdicts }) => verdicts.map((each) => each.address)),
    ]),
    ...loosened.map(placeOf),
  ];
}
