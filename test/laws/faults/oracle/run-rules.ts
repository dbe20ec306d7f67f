// What apply must not do, whatever befalls its requests, and what must be so after the next one.
import type { Store } from "../../../../src/service/store.ts";
import { isLost, type Sent } from "../injection/faulty-fetch.ts";
import type { Trial } from "../run-with-faults.ts";

/** How a command ended: its exit code, or in words how it did not. */
export interface Ended {
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

/** Looks at every request of a run as it comes. */
export interface Watcher {
  coming(sent: Sent): void;
  /** What was wrong so far. */
  readonly wrong: readonly string[];
}

/** Watches the requests of a run that begins now. */
export function watch(trial: Pick<Trial, "mustStay">, store: Store): Watcher {
  const wrong: string[] = [];
  const earlier: Sent[] = [];
  const coming = (sent: Sent): void => {
    const { number, method, path } = sent;
    const say = (words: string): void => void wrong.push(`${number} ${method} ${path} ${words}`);
    const same = earlier.find((each) => isLost(each) && isEqual(each, sent));
    if (method === "POST" && same)
      say(`was sent again, though nobody knows what became of ${same.number}`);
    const deleting = earlier.find((each) => each.method === "DELETE");
    if ((method === "POST" || method === "PUT") && deleting)
      say(`came after ${deleting.number}, which deletes`);
    if (method === "DELETE") {
      const reason = trial.mustStay(path.split("/").at(-1)!, store);
      if (reason !== undefined) say(`came too early: ${reason}`);
    }
    earlier.push(sent);
  };
  return { coming, wrong };
}

function isEqual(one: Sent, other: Sent): boolean {
  return one.method === other.method && one.path === other.path && one.body === other.body;
}

/** A run under faults is done or has failed, and says so in sentences. */
export function endingMistakes({ code, out, err }: Ended): string[] {
  return [
    ...(code === 0 || code === 1 ? [] : [`the run under faults ended with ${code}\n${err}`]),
    ...(code === 1 && err === "" ? ["the run under faults failed without a word"] : []),
    ...(/^\s+at .+:\d+:\d+\)?$/m.test(out + err) ? [`a stack trace was shown\n${err}`] : []),
  ];
}

/** What is wrong with the apply after it, which did `writes` calls, and the plan after that. */
export function repeatMistakes(first: Ended, second: Ended, writes: number, plan: Ended): string[] {
  const isEmpty = plan.code === 0 && /^No (changes|definitions)/m.test(plan.out);
  return [
    ...(first.code === 0 && writes > 0
      ? [`the run under faults ended with 0, and the next apply still made ${writes} calls`]
      : []),
    ...(second.code === 0 ? [] : [`the next apply ended with ${second.code}\n${second.err}`]),
    ...(isEmpty ? [] : [`the plan after it ended with ${plan.code}\n${plan.out}${plan.err}`]),
  ];
}
