// A run of apply under faults, in this process, and the runs after it: what they do wrong, in words.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../src/cli/program.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { Store } from "../../../src/service/store.ts";
import { serviceUrl, fakeHost, serviceEnv } from "../../cli/fake-host.ts";
import { type Held, heldBy } from "../property/remote-state.ts";
import { diceFrom } from "../property/generate-text.ts";
import { censusMistakes } from "./oracle/resource-counts.ts";
import { type Clock, openClock } from "./injection/fake-clock.ts";
import type { Schedule } from "./injection/faults.ts";
import { faultyFetch, type Handler, type Sent } from "./injection/faulty-fetch.ts";
import { type Ended, endingMistakes, repeatMistakes, watch } from "./oracle/run-rules.ts";

/** A project, and what the service holds before it is applied. */
export interface Trial {
  /** Where the project is. */
  readonly folder: string;
  /** The flags of apply. */
  readonly flags: readonly string[];
  /** The service as it is before; the same each time. */
  open(): Promise<Opened>;
  /** What is wrong once all is applied. */
  mistakes(before: Held, after: Held): readonly string[];
  /** Why what was there before must not be deleted at this moment; undefined where it may. */
  mustStay(id: string, now: Store): string | undefined;
}

export interface Opened {
  readonly store: Store;
  readonly handler: Handler;
}

/** What stands between the tool and the faults: a test may play a mistake of the tool there. */
export type Through = (fetch: Fetch) => Fetch;

/** What makes one run another than the next: which faults, and what else is left open. */
export interface Fate {
  readonly schedule: Schedule;
  readonly seed: number;
  /** As in --timeout. */
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  /** How many applies under faults follow one another; 1 where it is left out. */
  readonly rounds?: number;
  /** Whether a plan is saved first, and that is what is applied. */
  readonly saved?: boolean;
}

export interface Lived {
  /** How the last run under faults ended. */
  readonly code: Ended["code"];
  /** What was wrong with the runs under faults and those after them. */
  readonly wrong: readonly string[];
  /** The requests of the runs under faults. */
  readonly sent: readonly Sent[];
}

const noFault: Schedule = () => undefined;
const direct: Through = (fetch) => fetch;

/** Applies under faults, then without: apply, and a plan that must be empty. */
export async function undergo(trial: Trial, fate: Fate, through: Through = direct): Promise<Lived> {
  using clock = openClock();
  forget(trial.folder);
  const { store, handler } = await trial.open();
  const dice = diceFrom(fate.seed);
  const tool = playing(trial, clock, () => dice(1000) / 1000);
  const round = async (
    words: readonly string[],
    schedule: Schedule = noFault,
    between: Through = direct,
  ): Promise<Round> => {
    const { coming, wrong } = watch(trial, store);
    const lookMs = Math.min(fate.timeoutSeconds, 60) * 1000;
    const later = (pass: () => Promise<unknown>): void =>
      clock.after((lookMs * (1 + dice(98))) / 100, pass);
    const { fetch, sent } = faultyFetch({ handler, schedule, clock, dice, later, coming });
    const ended = await tool(words, between(fetch));
    await clock.settled();
    return { ended, sent, wrong, held: heldBy(store) };
  };
  try {
    const before = heldBy(store);
    const limits = ["--timeout", `${fate.timeoutSeconds}s`, "--concurrency", `${fate.concurrency}`];
    const apply = fate.saved ? ["apply", "saved.json"] : wordsOf(trial, "apply", "--auto-approve");
    if (fate.saved) await round(wordsOf(trial, "plan", "--out", "saved.json"));
    const faulty: Round[] = [];
    while (faulty.length < (fate.rounds ?? 1))
      faulty.push(await round([...apply, ...limits], fate.schedule, through));
    const last = faulty.at(-1)!;
    const next = await round(apply);
    const plan = await round(wordsOf(trial, "plan", "--detailed-exitcode"));
    const writes = next.sent.filter(({ method }) => method !== "GET").length;
    const wrong = [
      ...faulty.flatMap((each) => [
        ...endingMistakes(each.ended),
        ...each.wrong,
        ...censusMistakes(before, each.held, next.held),
      ]),
      ...next.wrong.map((each) => `in the next apply, ${each}`),
      ...repeatMistakes(last.ended, next.ended, writes, plan.ended),
      ...trial.mistakes(before, next.held),
    ];
    return { code: last.ended.code, wrong, sent: faulty.flatMap(({ sent }) => sent) };
  } finally {
    store.close();
  }
}

/** One command: how it ended, what it sent and what the service held then. */
interface Round {
  readonly ended: Ended;
  readonly sent: readonly Sent[];
  readonly wrong: readonly string[];
  readonly held: Held;
}

/** Forgets what earlier runs left in the project's own folder. */
export function forget(folder: string): void {
  rmSync(join(folder, ".promptctl"), { recursive: true, force: true });
}

/** A command on a project, with the flags of the trial. */
export function wordsOf(
  { flags }: Pick<Trial, "flags">,
  command: "apply" | "plan",
  ...more: readonly string[]
): string[] {
  return [command, ".", ...flags, ...more];
}

/** The program in this process, its pauses and time-outs kept by a clock. */
export function playing(
  { folder }: Pick<Trial, "folder">,
  { now, sleep }: Clock,
  random: () => number,
  baseUrl: string = serviceUrl,
): (argv: readonly string[], fetch: Fetch) => Promise<Ended> {
  return async (argv, fetch) => {
    const env = { ...serviceEnv, PROMPTCTL_BASE_URL: baseUrl };
    const { host, seen } = fakeHost(argv, { cwd: folder, env, fetch });
    const code = await Promise.race([
      runProgram({ ...host, now, sleep, random }).catch(crash),
      never(),
    ]);
    return { code, out: seen.out, err: seen.err };
  };
}

function crash(error: unknown): string {
  return `a crash: ${error instanceof Error ? error.stack : String(error)}`;
}

/** No run takes so long: nothing it waits for takes real time. */
function never(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, 20_000, "nothing: it was still running after 20 seconds").unref();
  });
}
